"""A setting is declared once: everything else follows from the declaration."""

import importlib.util
import inspect
from pathlib import Path

import pytest
from boolsmith import RuleClassifier, search
from boolsmith.config.fitting import Fitting, keys
from boolsmith.searching.declaring import declared
from boolsmith.searching.settings import Settings

SCRIPT = Path(__file__).with_name("signatures.py")
spec = importlib.util.spec_from_file_location("signatures", SCRIPT)
signatures = importlib.util.module_from_spec(spec)
spec.loader.exec_module(signatures)
OF_THE_DATA = {"X", "y", "sample_weight", "feature_names"}


@pytest.mark.parametrize("path", signatures.BLOCKS)
def test_the_source_has_the_signatures_of_the_settings(path):
    stands = (signatures.CORE / path).read_text(encoding="utf-8")
    assert stands == signatures.written(path), f"{path} is out of date: run {signatures.RUN}"


def test_a_signature_that_differs_is_found(tmp_path, monkeypatch):
    path = "searching/loop.py"
    text = (signatures.CORE / path).read_text(encoding="utf-8")
    (tmp_path / path).parent.mkdir()
    (tmp_path / path).write_text(text.replace("    num_processes: int = 1,\n", ""), "utf-8")
    monkeypatch.setattr(signatures, "CORE", Path(tmp_path))
    assert signatures.written(path) == text


def test_every_setting_is_an_argument_of_the_search_with_its_default():
    arguments = inspect.signature(search).parameters
    assert set(arguments) - OF_THE_DATA == set(declared(Settings))
    for name, said in declared(Settings).items():
        assert arguments[name].default == said.default


def test_every_setting_is_a_key_or_for_python_alone():
    for name, said in declared(Fitting).items():
        assert (name in keys()) == (said.group in ("search", "fit")), name
        assert said.help, name


def test_every_setting_of_the_search_reaches_the_classifier():
    known = inspect.signature(RuleClassifier).parameters
    for name, said in declared(Settings).items():
        own = said.classifier
        assert own is None or (own.name or name) in known
