"""Installed packages whose metadata are damaged do not keep the others from loading."""

import pytest

METADATA = "Metadata-Version: 2.1\nName: damaged\nVersion: 4.5\n"
CODE = """
from boolsmith import Operator, hookimpl

@hookimpl
def boolsmith_operators():
    return [Operator("Sound", lambda count, arity: count == 1)]
"""


@pytest.fixture
def environment(environment_with):
    return environment_with({"sound": CODE})


def add(environment, name, **files):
    folder = environment.site / f"{name}-4.5.dist-info"
    folder.mkdir()
    for file, content in files.items():
        (folder / file.replace("_txt", ".txt")).write_bytes(content)


def plugins(environment):
    listing = environment.plugins(BOOLSMITH_PLUGINS="")
    assert [plugin["distribution"] for plugin in listing["plugins"]] == ["boolsmith"]
    return {plugin["distribution"]: plugin for plugin in environment.plugins()["plugins"]}


def test_an_entry_point_that_is_not_one_is_reported(environment):
    add(environment, "damaged", METADATA=METADATA.encode(), entry_points_txt=b"[boolsmith]\nx\n")
    found = plugins(environment)
    assert found["damaged"]["version"] == "4.5"
    assert found["damaged"]["failure"]
    assert found["sound"]["failure"] is None


def test_a_distribution_without_metadata_is_reported(environment):
    add(environment, "nameless", entry_points_txt=b"[boolsmith]\nx = nowhere_at_all\n")
    found = plugins(environment)
    assert "No module named 'nowhere_at_all'" in found["(no name)"]["failure"]
    assert found["sound"]["failure"] is None


def test_a_file_of_another_package_that_is_not_text_is_passed_over(environment):
    add(environment, "other", METADATA=METADATA.encode(), entry_points_txt=b"\xff\xfe[x]\n")
    assert plugins(environment)["sound"]["failure"] is None
