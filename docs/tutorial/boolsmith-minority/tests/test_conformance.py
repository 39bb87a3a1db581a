"""The package passes the conformance kit of Boolsmith."""

from boolsmith_testing import parametrize_with_checks


@parametrize_with_checks("boolsmith-minority")
def test_it_conforms(check):
    check()
