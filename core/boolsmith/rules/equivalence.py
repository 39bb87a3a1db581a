"""Whether two rules mean the same: exact, by truth tables or by decision diagrams."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from boolsmith.errors import BoolsmithError
from boolsmith.rules.nodes import Rule
from boolsmith.rules.truth import MAX_VARIABLES, outcome, truth_table

MAX_DIAGRAM_VARIABLES = 500  # the library recurses once for each variable


def equivalent(a: Rule, b: Rule) -> bool:
    """Return whether both rules have the same outcome for all values of their features.

    Up to 20 features by comparing truth tables. Beyond that by binary decision diagrams, for which
    the extra `logic` is needed; they are exact too, but a rule that repeats many features in
    different orders can take long.
    """
    if a == b:
        return True
    features = tuple(dict.fromkeys((*a.features(), *b.features())))
    if len(features) <= MAX_VARIABLES:
        return truth_table(a, features) == truth_table(b, features)
    if len(features) > MAX_DIAGRAM_VARIABLES:
        raise BoolsmithError(
            f"the rules read {len(features)} features: "
            f"equivalence is decided for at most {MAX_DIAGRAM_VARIABLES}"
        )
    return _same_diagram(a, b, features)


def _same_diagram(a: Rule, b: Rule, features: tuple[str, ...]) -> bool:
    try:
        from dd.autoref import BDD
    except ImportError as error:
        raise BoolsmithError(
            f"the rules read {len(features)} features, more than the {MAX_VARIABLES} that fit a "
            "truth table: pip install 'boolsmith[logic]'"
        ) from error
    manager = BDD()
    names = {feature: f"x{i}" for i, feature in enumerate(features)}
    manager.declare(*names.values())

    def count(mask: int, arity: int, children: Iterable[Any], zero: Any, one: Any) -> Any:
        # From the last child to the first: what is decided once so many before it are true.
        # Every step stays as small as the outcome, which sums in binary would not.
        states = [one if mask >> c & 1 else zero for c in range(arity + 1)]
        for child in reversed(list(children)):
            states = [manager.ite(child, high, low) for low, high in pairwise(states)]
        return states[0]

    def diagram(rule: Rule) -> Any:
        return outcome(rule, lambda f: manager.var(names[f]), manager.false, manager.true, count)

    return bool(diagram(a) == diagram(b))
