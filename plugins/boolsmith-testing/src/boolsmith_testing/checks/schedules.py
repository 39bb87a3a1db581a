"""Checks of schedules: one usable temperature per iteration, from a pure function."""

from __future__ import annotations

from typing import Any

import numpy as np
from boolsmith.schedules import Schedule

from boolsmith_testing.check import CheckFailed, check, require
from boolsmith_testing.probe import LENGTHS, temperatures
from boolsmith_testing.subject import Subject


def raw(schedule: Schedule, length: int) -> Any:
    """What the schedule's own function gives, or a failed check if it raises."""
    try:
        return np.asarray(schedule.temperatures(length, *schedule.values), dtype=float)
    except Exception as error:
        raise CheckFailed(
            f"{schedule.name}({length}) raised {type(error).__name__}: {error}"
        ) from error


@check("schedule.length")
def length(entry: Schedule, subject: Subject) -> None:
    """There is exactly one temperature for each iteration, however many there are."""
    schedule = subject.configured(entry)
    for number in LENGTHS:
        shape = raw(schedule, number).shape
        require(
            shape == (number,),
            f"{schedule.name}({number}) gives an array of shape {shape}, not ({number},)",
        )


@check("schedule.finite")
def finite(entry: Schedule, subject: Subject) -> None:
    """Every temperature is a finite number."""
    schedule = subject.configured(entry)
    for number in LENGTHS:
        values = raw(schedule, number)
        wrong = np.flatnonzero(~np.isfinite(values))
        require(
            not len(wrong),
            f"{schedule.name}({number}) has {values[wrong[:1]]} at iteration {wrong[:1]}",
        )


@check("schedule.nonnegative")
def nonnegative(entry: Schedule, subject: Subject) -> None:
    """No temperature is below zero."""
    schedule = subject.configured(entry)
    for number in LENGTHS:
        values = raw(schedule, number)
        wrong = np.flatnonzero(values < 0)
        require(
            not len(wrong),
            f"{schedule.name}({number}) has {values[wrong[:1]]} at iteration {wrong[:1]}",
        )


@check("schedule.pure")
def pure(entry: Schedule, subject: Subject) -> None:
    """The temperatures are the same whenever they are asked for: starts share a schedule."""
    schedule = subject.configured(entry)
    first = [raw(schedule, number).copy() for number in LENGTHS]
    for number, expected in reversed(list(zip(LENGTHS, first, strict=True))):
        given = raw(schedule, number)
        require(
            np.array_equal(given, expected, equal_nan=True),
            f"{schedule.name}({number}) gives other temperatures when asked again: "
            "it must not remember anything",
        )


@check("schedule.unshared")
def unshared(entry: Schedule, subject: Subject) -> None:
    """Changing the array that a schedule gave does not change what it gives next."""
    schedule = subject.configured(entry)
    given = schedule.temperatures(10, *schedule.values)
    if not isinstance(given, np.ndarray) or not given.flags.writeable:
        return
    expected = given.copy()
    given[:] = -1.0
    require(
        np.array_equal(raw(schedule, 10), expected),
        f"{schedule.name} hands out an array that it keeps: give a new one each time",
    )


@check("schedule.process")
def process(entry: Schedule, subject: Subject) -> None:
    """The temperatures are the same in another process."""
    require(
        subject.elsewhere["schedule"].get(entry.name) == temperatures(entry.with_parameters()),
        f"{entry.name} gives other temperatures in another process",
    )
