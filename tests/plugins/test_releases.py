"""Distributions of different versions meet with one clear line."""

import pytest

CODE = """
from boolsmith import Operator, hookimpl

@hookimpl
def boolsmith_operators():
    return [Operator("InStep", lambda count, arity: count == 1)]
"""


@pytest.mark.parametrize(
    ("needs", "failure"),
    [
        ("boolsmith==0.1.0", ""),
        ("boolsmith>=0.1,<0.2", ""),
        (
            "boolsmith==9.9",
            "made for boolsmith 9.9, this is 0.1.0: install the same version of both",
        ),
    ],
)
def test_a_member_that_pins_another_boolsmith_is_told(environment_with, needs, failure):
    environment = environment_with({"in-step": CODE})
    (metadata,) = environment.site.glob("in_step-*.dist-info/METADATA")
    head, blank, rest = metadata.read_text(encoding="utf-8").partition("\n\n")
    metadata.write_text(f"{head.rstrip()}\nRequires-Dist: {needs}{blank or chr(10)}{rest}")
    (plugin,) = [p for p in environment.plugins()["plugins"] if p["distribution"] == "in-step"]
    assert (plugin["failure"] or "").startswith(failure)
    assert bool(plugin["failure"]) == bool(failure)
