"""Checks of acceptance rules: pure, monotone, usable at every temperature, the same compiled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from boolsmith.acceptances import Acceptance

from boolsmith_testing.check import CheckFailed, check, require
from boolsmith_testing.subject import Subject

DIFFERENCES = (-1.0, -0.5, -0.1, -0.01, -1e-9, 0.0, 1e-9, 0.01, 0.1, 0.5, 1.0)
TEMPERATURES = (0.0, 1e-12, 0.001, 0.05, 0.2, 1.0, 10.0)
DRAWS = (0.0, 0.1, 0.5, 0.9, 1.0 - 2.0**-53)

Question = tuple[float, float, float]


def questions() -> Iterator[Question]:
    """Every combination of the differences, temperatures and draws above."""
    return product(DIFFERENCES, TEMPERATURES, DRAWS)


def shown(acceptance: Acceptance, question: Question) -> str:
    """The call of the acceptance rule, for messages."""
    difference, temperature, draw = question
    return f"{acceptance.name}({difference=:g}, {temperature=:g}, {draw=:g})"


def answer(acceptance: Acceptance, question: Question) -> bool:
    """What the rule's own function returns, or a failed check if that is no yes or no."""
    try:
        given = acceptance.accepts(*question, *acceptance.values)
    except Exception as error:
        raise CheckFailed(
            f"{shown(acceptance, question)} raised {type(error).__name__}: {error}"
        ) from error
    require(
        isinstance(given, bool),
        f"{shown(acceptance, question)} returned {given!r}, not True or False",
    )
    return given


@check("acceptance.answers")
def answers(entry: Acceptance, subject: Subject) -> None:
    """The answer is True or False for every difference and draw, at temperature 0 too."""
    acceptance = subject.configured(entry)
    for question in questions():
        answer(acceptance, question)


@check("acceptance.pure")
def pure(entry: Acceptance, subject: Subject) -> None:
    """The answer is the same whenever it is asked for, in whatever order."""
    acceptance = subject.configured(entry)
    first = {question: answer(acceptance, question) for question in questions()}
    for question, expected in reversed(first.items()):
        require(
            answer(acceptance, question) == expected,
            f"{shown(acceptance, question)} gives another answer when asked again: it must not "
            "remember anything, nor draw random numbers of its own",
        )


@check("acceptance.monotone")
def monotone(entry: Acceptance, subject: Subject) -> None:
    """Where a rule is taken, a better one is taken too at that temperature and draw."""
    acceptance = subject.configured(entry)
    for temperature, draw in product(TEMPERATURES, DRAWS):
        for worse, better in pairwise(DIFFERENCES):
            lower, upper = (worse, temperature, draw), (better, temperature, draw)
            require(
                answer(acceptance, lower) <= answer(acceptance, upper),
                f"{shown(acceptance, lower)} is True but {shown(acceptance, upper)} is False: "
                "a larger difference is a better rule",
            )


@check("acceptance.better")
def better(entry: Acceptance, subject: Subject) -> None:
    """A rule declared to take whatever is not worse does."""
    acceptance = subject.configured(entry)
    for question in questions():
        if acceptance.takes_better and question[0] >= 0:
            require(
                answer(acceptance, question),
                f"{shown(acceptance, question)} is False, but the rule is declared to take what "
                "is not worse: leave out takes_better=True",
            )


@check("acceptance.compiled")
def compiled(entry: Acceptance, subject: Subject) -> None:
    """The rule can be compiled by numba, and answers the same then."""
    import numba

    acceptance = subject.configured(entry)
    fast = numba.njit(error_model="numpy")(acceptance.accepts)
    for question in questions():
        try:
            given = bool(fast(*question, *acceptance.values))
        except Exception as error:
            reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
            raise CheckFailed(
                f"numba cannot compile {acceptance.name}, so a search would call it from Python, "
                f"which is slow: {reason}; use plain arithmetic"
            ) from error
        require(
            given == answer(acceptance, question),
            f"{shown(acceptance, question)} is {given} compiled and {not given} interpreted",
        )
