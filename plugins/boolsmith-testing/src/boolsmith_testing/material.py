"""Rules, data and contexts that checks work on: the same in every process and release."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from boolsmith.data import Table
from boolsmith.learn import Decision
from boolsmith.moves import MoveContext
from boolsmith.operators import BUILTIN, AnyOperator
from boolsmith.rules import Literal, Node, Rule
from numpy.typing import NDArray

from boolsmith_testing.decode import Decoder, num_bytes

FEATURES = (
    *(f"age > {age}" for age in (20, 30, 40, 50, 60)),
    *(f"dose > {dose}" for dose in (0.5, 1.5, 2.5)),
    *(f"colour = {colour}" for colour in ("blue", "green", "red")),
    *(f"sign {letter}" for letter in "abcdefghi"),
)
MAX_COMPLEXITY, MAX_DEPTH = 15, 4


@lru_cache(maxsize=1)
def matrix() -> NDArray[np.bool_]:
    """Two hundred rows of the features, at random."""
    return np.random.default_rng(7).random((200, len(FEATURES))) < 0.5


def labels() -> NDArray[np.bool_]:
    """Labels for those rows, both classes among them."""
    return np.random.default_rng(8).random(200) < 0.4


def score(rule: Rule) -> float:
    """Return the share of those rows that the rule gets right."""
    return float(np.mean(rule.evaluate(matrix(), FEATURES) == labels()))


def random_rules(
    count: int,
    operators: Sequence[AnyOperator],
    *,
    seed: int = 0,
    features: Sequence[str] = FEATURES,
    max_complexity: int = MAX_COMPLEXITY,
    min_complexity: int = 3,
) -> list[Rule]:
    """So many rules over the operators, the same for the same seed."""
    rng = np.random.default_rng(seed)
    decode = Decoder(operators, features, min_complexity, max_complexity)
    return [decode(rng.bytes(num_bytes(max_complexity))) for _ in range(count)]


def search_operators(extra: Sequence[AnyOperator]) -> tuple[AnyOperator, ...]:
    """Return the built-in operators and those of the plugin."""
    return tuple({f.name: f for f in (*BUILTIN.values(), *extra)}.values())


def move_context(
    seed: int, operators: Sequence[AnyOperator], archive: Sequence[Rule] = ()
) -> MoveContext:
    """Return what a search would give to a move, with its own source of randomness."""
    return MoveContext(
        rng=np.random.default_rng(seed),
        feature_names=FEATURES,
        operators=tuple(operators),
        max_complexity=MAX_COMPLEXITY,
        max_depth=MAX_DEPTH,
        archive={rule.complexity: rule for rule in archive},
        score=score,
    )


def search_rules(count: int, operators: Sequence[AnyOperator], *, seed: int = 0) -> list[Rule]:
    """So many rules that a search with those operators could be at."""
    context = move_context(0, operators)
    found: list[Rule] = []
    while len(found) < count:
        seed += 1
        drawn = random_rules(4 * count, operators, seed=seed)
        found.extend(rule for rule in drawn if context.why_not(rule) is None)
    return found[:count]


@lru_cache(maxsize=1)
def decisions() -> tuple[Decision, ...]:
    """Decisions over numbers, categories and dates, some of them missing, and over Booleans."""
    from boolsmith import Binarizer

    numbers = np.arange(60) * 1.5
    numbers[4] = np.nan
    colours = np.array(["red", "blue", "green"] * 20, dtype=object)
    colours[7] = None
    days = np.datetime64("2024-01-01", "us") + np.arange(60) * np.timedelta64(7, "h")
    table = Table({"age": numbers, "eye colour": colours, "day": days})
    binarizer = Binarizer(num_thresholds=3).fit(table)
    names = [Literal(name) for name in binarizer.get_feature_names_out().tolist()]
    counted = Node(BUILTIN["AtLeast"], (names[0], ~names[1], names[2]), 2)
    every = Node(BUILTIN["Or"], tuple(names))
    return (
        Decision.of(Literal("a")),
        Decision.of(Node(BUILTIN["And"], (Literal("a"), ~Literal("b")))),
        *(Decision.of(name, binarizer, label="yes", otherwise="no") for name in names),
        Decision(((counted, 2), (~every, 1)), 0).over(binarizer),
    )
