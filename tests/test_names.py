"""Every public name is what it says, however it is imported."""

import ast
import importlib
import inspect
import pickle
from pathlib import Path

import boolsmith
import pytest

CODE = Path(boolsmith.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", boolsmith.__all__)
def test_a_name_can_be_imported(name):
    assert getattr(boolsmith, name) is not None


def test_search_is_the_function_always():
    first = boolsmith.search
    importlib.import_module("boolsmith.searching")
    second = boolsmith.search
    from boolsmith.searching import search

    assert first is second is search
    assert inspect.isfunction(first)
    assert pickle.loads(pickle.dumps(first)) is first
    with pytest.raises(boolsmith.BoolsmithError, match="y is missing"):
        first([[True]])


def test_type_checkers_are_told_of_every_name():
    (block,) = [node for node in ast.parse(CODE).body if isinstance(node, ast.If)]
    told = {alias.asname: node.module for node in block.body for alias in node.names}
    assert told == boolsmith._HOME
