"""One seed gives one result: those in results.json, which a change of the program must not alter.

Where a change is meant to alter them, `python runs.py FOLDER > results.json` writes them anew.
"""

import importlib.util
import json
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FOLDER = HERE.parents[2] / "shared" / "datasets"
RESULTS = json.loads((HERE / "results.json").read_text(encoding="utf-8"))

spec = importlib.util.spec_from_file_location("golden_runs", HERE / "runs.py")
golden = importlib.util.module_from_spec(spec)
spec.loader.exec_module(golden)

RUNS = dict(golden.runs(FOLDER))
CARRIED = dict(golden.carried_runs())


def test_every_kept_result_has_a_run():
    assert set(RUNS) == set(RESULTS)


@pytest.mark.parametrize("name", [name for name in RUNS if name not in CARRIED])
def test_a_seed_gives_the_kept_result_on_the_datasets_of_the_paper(name):
    if not FOLDER.is_dir():
        pytest.skip("the datasets of the paper are not beside this checkout")
    assert RUNS[name]() == RESULTS[name]


@pytest.mark.parametrize("name", CARRIED)
def test_a_seed_gives_the_kept_result_on_the_carried_dataset(name):
    assert CARRIED[name]() == RESULTS[name]
