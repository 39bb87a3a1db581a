"""The package passes the conformance kit."""

from boolsmith_testing import parametrize_with_checks


@parametrize_with_checks("boolsmith-exporters")
def test_it_conforms(check):
    check()
