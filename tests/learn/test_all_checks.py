"""All of scikit-learn's checks, those for the array API included: none fails, none is left out."""

import json
import os
import subprocess
import sys

import pytest

CODE = """
import json, sys, warnings
warnings.simplefilter("ignore")
from sklearn.utils.estimator_checks import check_estimator
from boolsmith import Binarizer
from boolsmith.learn import (
    MostFrequentClassifier, OneRuleClassifier, RuleClassifier, SingleFeatureClassifier
)
made = {
    "RuleClassifier": RuleClassifier(effort=0.05, random_state=0),
    "OneRuleClassifier": OneRuleClassifier(max_num_literals=2),
    "SingleFeatureClassifier": SingleFeatureClassifier(),
    "MostFrequentClassifier": MostFrequentClassifier(),
    "Binarizer": Binarizer(),
}
found = check_estimator(made[sys.argv[1]], on_fail=None, on_skip=None)
print(json.dumps([(one["check_name"], one["status"], str(one["exception"])) for one in found]))
"""
NAMES = [
    "RuleClassifier",
    "OneRuleClassifier",
    "SingleFeatureClassifier",
    "MostFrequentClassifier",
    "Binarizer",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_no_check_fails_and_none_is_skipped(name):
    # SciPy reads the variable when it is imported, so that another process has to be the one.
    environment = {**os.environ, "SCIPY_ARRAY_API": "1"}
    done = subprocess.run(
        [sys.executable, "-c", CODE, name],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert [one for one in found if one[1] != "passed"] == []
    assert len(found) > 50
