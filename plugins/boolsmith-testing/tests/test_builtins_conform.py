"""What Boolsmith brings passes the checks that it asks of others."""

import pytest
from boolsmith.plugins import builtin
from boolsmith_testing import plugin_checks

CHECKS = [check for check in plugin_checks(builtin) if check.check.kind != "plugin"]


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=[check.name for check in CHECKS])
def test_a_built_in_passes_the_kit(check):
    check()


def test_built_ins_of_four_kinds_are_checked():
    assert {check.check.kind for check in CHECKS} == {"operator", "metric", "schedule", "backend"}
