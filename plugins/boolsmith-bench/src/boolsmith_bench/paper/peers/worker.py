"""Fits another package. Run by that package's interpreter, not imported; needs numpy and it alone.

The command line gives the name of an adapter, its options and a folder with X_train, y_train and
X_test. Requests come as lines of JSON and each is answered by one: complexity, seconds and what
there is to say, with the predictions in files. An adapter imports its package and gives a function
that fits once; that function alone is timed. All of them weigh the two classes alike.

Limits are seconds of the processor, which mean the same on a busy machine; where the system knows
how, it ends a process that is over its limit and grace.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Model(NamedTuple):
    """What a fit gave: 0 or 1 for rows, how complex it is, and a remark."""

    predict: Callable[[Any], Any]
    complexity: int | None
    note: str = ""


class Request(NamedTuple):
    """What is asked of a fit; complexity is None where nothing bounds it."""

    complexity: Any
    time_limit: float
    grace: float
    seed: int


def above(threshold: float, probabilities: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Predictions that are positive where the probability of it is above a threshold."""
    return lambda X: probabilities(X)[:, 1] > threshold


def balanced(y: Any) -> Any:
    """Weights of rows with which both classes weigh the same."""
    share = y.mean()
    return np.where(y, 0.5 / share, 0.5 / (1 - share))


def balanced_accuracy(y: Any, predicted: Any) -> float:
    """Return the mean of the shares of both classes that are predicted."""
    return float(((predicted == 1)[y == 1].mean() + (predicted == 0)[y == 0].mean()) / 2)


def slowness() -> float:
    """How many seconds pass for one of the processor, as others use it too."""
    wall, cpu = time.perf_counter(), time.process_time()
    while time.process_time() - cpu < 0.3:
        pass
    return max(1.0, (time.perf_counter() - wall) / (time.process_time() - cpu))


def end_after(seconds: float | None) -> None:
    """Let the system end this process after so many more seconds of the processor, or never."""
    try:
        import resource
    except ImportError:  # there is none; whoever asks looks at the clock
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = hard if seconds is None else math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def boolxai(starts: int | None) -> Callable[..., Model]:
    """Run starts of its default length: so many of them, or as many as there is time for."""
    from boolxai import BoolXAI

    def fit(X: Any, y: Any, request: Request) -> Model:
        begun = time.process_time()

        def left() -> float:
            return request.time_limit - (time.process_time() - begun)

        best, done, count = None, 0, 1
        while count:
            classifier = BoolXAI.RuleClassifier(
                max_complexity=request.complexity,
                num_starts=count,
                num_jobs=1,
                random_state=request.seed + done,
                on_iteration=lambda *_: left() <= 0,
            )
            classifier.fit(X, y)
            done += count
            if best is None or classifier.best_score_ > best.best_score_:
                best = classifier
            # A fit has costs of its own, so those that are left are made at once, if there is time.
            each = (request.time_limit - left()) / done
            count = max(0, int(left() / each))
            count = count if starts is None else min(count, starts - done)
        return Model(best.predict, best.best_rule_.complexity(), f"{done} starts")

    return fit


def tree(by: str = "leaves") -> Callable[..., Model]:
    """Return the tree of scikit-learn, bounded by its leaves or by its depth."""
    from sklearn.tree import DecisionTreeClassifier

    def fit(X: Any, y: Any, request: Request) -> Model:
        leaves = request.complexity + 1
        bound = {"max_depth": leaves.bit_length() - 1} if by == "depth" else {}
        bound = bound or {"max_leaf_nodes": leaves}
        model = DecisionTreeClassifier(
            class_weight="balanced", random_state=request.seed, **bound
        ).fit(X, y)
        return Model(model.predict, int(model.get_n_leaves()) - 1)

    return fit


def pystreed(depths: Any) -> Callable[..., Model]:
    """Return the best tree to the first depth, then to deeper ones in what time is left."""
    from pystreed import STreeDClassifier

    def fit(X: Any, y: Any, request: Request) -> Model:
        X, y = X.astype(np.int32), y.astype(np.int32)
        end_after(None)  # it keeps a limit of its own, by the clock on the wall
        end, stretch = time.process_time() + request.time_limit, slowness()
        best: Any = None
        for depth in [d for d in depths if d < request.complexity] + [request.complexity]:
            left = end - time.process_time()
            if depth > max(depths) or (best is not None and left < 0.1):
                break
            model = STreeDClassifier(
                "balanced-accuracy",
                max_depth=depth,
                max_num_nodes=min(request.complexity, 2**depth - 1),
                time_limit=max(left, 0.1) * stretch,
                random_seed=request.seed,
            )
            model.fit(X, y)
            if model.is_fitted():
                score = balanced_accuracy(y, model.predict(X))
                proven = "optimal" if model.fit_result.is_optimal() else "not proven"
                if best is None or score > best[0]:
                    best = score, model
                note = f"{proven} at depth {depth}"
        if best is None:
            raise RuntimeError("no tree within the time limit")
        model = best[1]
        return Model(
            lambda rows: model.predict(rows.astype(np.int32)), model.get_n_leaves() - 1, note
        )

    return fit


def fasterrisk() -> Callable[..., Model]:
    """Return the risk score of the least loss; positive is what is likelier than among all rows."""
    from fasterrisk.fasterrisk import RiskScoreClassifier, RiskScoreOptimizer

    def fit(X: Any, y: Any, request: Request) -> Model:
        optimizer = RiskScoreOptimizer(X.astype(float), np.where(y, 1.0, -1.0), request.complexity)
        optimizer.optimize()
        multiplier, intercept, points = optimizer.get_models(0)
        model = RiskScoreClassifier(multiplier, intercept, points)
        share = float(y.mean())
        used = int(np.count_nonzero(points))
        return Model(lambda rows: model.predict_prob(rows.astype(float)) > share, used)

    return fit


def figs() -> Callable[..., Model]:
    """Return a sum of small trees."""
    from imodels import FIGSClassifier

    def fit(X: Any, y: Any, request: Request) -> Model:
        model = FIGSClassifier(
            max_rules=request.complexity, class_weight="balanced", random_state=request.seed
        ).fit(X, y)
        return Model(model.predict, int(model.complexity_))

    return fit


def rule_list() -> Callable[..., Model]:
    """One condition after another; its probabilities are shares of rows, without weights."""
    from imodels import GreedyRuleListClassifier

    def fit(X: Any, y: Any, request: Request) -> Model:
        model = GreedyRuleListClassifier(request.complexity, class_weight="balanced").fit(X, y)
        rules = sum("col" in rule for rule in model.rules_)
        return Model(above(float(y.mean()), model.predict_proba), rules)

    return fit


def boosted_rules() -> Callable[..., Model]:
    """Return a weighted vote of rules of one condition."""
    from imodels import BoostedRulesClassifier

    def fit(X: Any, y: Any, request: Request) -> Model:
        model = BoostedRulesClassifier(
            n_estimators=request.complexity, random_state=request.seed
        ).fit(X, y, sample_weight=balanced(y))
        return Model(model.predict, len(model.estimators_))

    return fit


def slipper() -> Callable[..., Model]:
    """Return a weighted vote of rules of several conditions, grown and pruned."""
    from imodels import SlipperClassifier

    def fit(X: Any, y: Any, request: Request) -> Model:
        begun, best, rules = time.process_time(), None, 0
        # It cannot go on from the rules it has, so that each more costs as much as all of them.
        while best is None or (time.process_time() - begun) * (1 + 2 / rules) < request.time_limit:
            rules += 1
            model = SlipperClassifier(n_estimators=rules, random_state=request.seed)
            model.fit(X.astype(float), y, sample_weight=balanced(y))
            lengths = [len(part.rule) for part in model.estimators_]
            complexity = sum(length + (length > 1) for length in lengths)
            if best is not None and (complexity > request.complexity or len(lengths) < rules):
                break
            predict = model.predict
            note = f"{rules} rules"
            best = Model(lambda rows, p=predict: p(rows.astype(float)), complexity, note)
        return best

    return fit


def ebm(interactions: int) -> Callable[..., Model]:
    """Return a sum of functions of one column, and of so many pairs."""
    from interpret.glassbox import ExplainableBoostingClassifier

    def fit(X: Any, y: Any, request: Request) -> Model:
        model = ExplainableBoostingClassifier(
            interactions=interactions, n_jobs=1, random_state=request.seed
        )
        model.fit(X, y, sample_weight=balanced(y))
        return Model(model.predict, None)

    return fit


def boosting() -> Callable[..., Model]:
    """Gradient boosting of scikit-learn."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    def fit(X: Any, y: Any, request: Request) -> Model:
        model = HistGradientBoostingClassifier(
            class_weight="balanced", random_state=request.seed
        ).fit(X, y)
        return Model(model.predict, None)

    return fit


ADAPTERS: dict[str, Callable[..., Callable[..., Model]]] = {
    adapter.__name__: adapter
    for adapter in (boolxai, tree, pystreed, fasterrisk, figs, rule_list, boosted_rules, slipper,
                    ebm, boosting)
}  # fmt: skip


def answer(fit: Callable[..., Model], folder: str, request: Request) -> dict[str, Any]:
    """Fit once, write the predictions, and give the rest."""
    X, y, X_test = (
        np.load(os.path.join(folder, f"{n}.npy")) for n in ("X_train", "y_train", "X_test")
    )
    end_after(request.time_limit + request.grace)
    wall, cpu = time.perf_counter(), time.process_time()
    model = fit(X, y, request)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    end_after(None)
    for name, rows in (("train", X), ("test", X_test)):
        np.save(os.path.join(folder, f"{name}.npy"), np.asarray(model.predict(rows)) == 1)
    return {"complexity": model.complexity, "wall": wall, "cpu": cpu, "note": model.note}


def main(adapter: str, options: str, folder: str) -> None:
    """Answer requests until there are no more."""
    # Some packages print; what they print must not get between the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    fit = ADAPTERS[adapter](**json.loads(options))

    def say(**given: Any) -> None:
        answers.write(json.dumps(given) + "\n")
        answers.flush()

    say(ready=True)
    for line in sys.stdin:
        try:
            say(**answer(fit, folder, Request(**json.loads(line))))
        except Exception as error:  # whatever the package raises is its answer
            say(failed=f"{type(error).__name__}: {error}".splitlines()[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
