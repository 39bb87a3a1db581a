"""Every public name is what it says, however it is imported."""

import ast
import inspect
from pathlib import Path

import boolsmith
import pytest

CODE = Path(boolsmith.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", boolsmith.__all__)
def test_a_name_can_be_imported(name):
    assert getattr(boolsmith, name) is not None


def test_search_is_called_whether_it_is_the_function_or_the_package_of_that_name():
    from boolsmith import search
    from boolsmith.searching import search as function

    assert inspect.signature(search) == inspect.signature(function)
    with pytest.raises(boolsmith.BoolsmithError, match="y is missing"):
        search([[True]])


def test_type_checkers_are_told_of_every_name():
    (block,) = [node for node in ast.parse(CODE).body if isinstance(node, ast.If)]
    told = {alias.asname: node.module for node in block.body for alias in node.names}
    assert told == boolsmith._HOME
