"""The nine datasets and the rules that the tests of the core's exporters use too."""

import importlib.util
from pathlib import Path

HOME = Path(__file__).parents[3] / "tests/learn/conftest.py"
spec = importlib.util.spec_from_file_location("datasets_and_rules", HOME)
shared = importlib.util.module_from_spec(spec)
spec.loader.exec_module(shared)
any_dataset, make_rules = shared.any_dataset, shared.make_rules
