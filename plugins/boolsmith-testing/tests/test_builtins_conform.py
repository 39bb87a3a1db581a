"""What Boolsmith brings passes the checks that it asks of others."""

import pytest
from boolsmith.plugins import HOOKS, builtin
from boolsmith_testing import plugin_checks

CHECKS = [check for check in plugin_checks(builtin) if check.check.kind != "plugin"]


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=[check.name for check in CHECKS])
def test_a_built_in_passes_the_kit(check):
    check()


def test_built_ins_of_every_kind_that_the_core_registers_are_checked():
    registered = {hook for hook in HOOKS if hasattr(builtin, hook)}
    assert {check.check.kind for check in CHECKS} == {HOOKS[hook][0] for hook in registered}
