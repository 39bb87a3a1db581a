"""Checks of metrics: scores that are finite, bounded, fair and the same when compiled."""

from __future__ import annotations

import math

from boolsmith.metrics import Metric

from boolsmith_testing.check import CheckFailed, check, require
from boolsmith_testing.probe import metric_scores, metric_tables
from boolsmith_testing.subject import Subject

TOLERANCE = 1e-9

Table = tuple[float, float, float, float]


def shown(metric: Metric, table: Table) -> str:
    """The call of the metric on a table, for messages."""
    return f"{metric.name}(tp={table[0]:g}, fp={table[1]:g}, fn={table[2]:g}, tn={table[3]:g})"


def scored(metric: Metric, table: Table) -> float:
    """The score, or a failed check if the metric raises."""
    try:
        return metric(*table)
    except Exception as error:
        raise CheckFailed(
            f"{shown(metric, table)} raised {type(error).__name__}: {error}"
        ) from error


@check("metric.finite")
def finite(entry: Metric, subject: Subject) -> None:
    """The score is a finite number for every table with rows of both classes."""
    metric = subject.configured(entry)
    for table in metric_tables():
        value = scored(metric, table)
        require(math.isfinite(value), f"{shown(metric, table)} is {value}: give a limit instead")


@check("metric.range")
def within_range(entry: Metric, subject: Subject) -> None:
    """Scores are from -1 to 1, which is what the regularization of the search counts on."""
    metric = subject.configured(entry)
    for table in metric_tables():
        value = scored(metric, table)
        require(
            -1 - TOLERANCE <= value <= 1 + TOLERANCE,
            f"{shown(metric, table)} is {value:g}, not from -1 to 1",
        )


@check("metric.best")
def best(entry: Metric, subject: Subject) -> None:
    """No rule scores above one that is always right."""
    metric = subject.configured(entry)
    for table in metric_tables():
        tp, fp, fn, tn = table
        perfect: Table = (tp + fn, 0.0, 0.0, fp + tn)
        require(
            scored(metric, table) <= scored(metric, perfect) + TOLERANCE,
            f"{shown(metric, table)} is above {shown(metric, perfect)}, which is always right: "
            "higher must be better",
        )


@check("metric.symmetry")
def symmetry(entry: Metric, subject: Subject) -> None:
    """A metric that treats the two classes alike does so where a count is zero, too."""
    metric = subject.configured(entry)
    unequal = [t for t in metric_tables() if abs(_asymmetry(metric, t)) > TOLERANCE]
    if any(all(table) for table in unequal):
        return  # it means to tell the classes apart
    for table in unequal:
        tp, fp, fn, tn = table
        raise CheckFailed(
            f"{shown(metric, table)} is {scored(metric, table):g} but "
            f"{shown(metric, (tn, fn, fp, tp))} is {scored(metric, (tn, fn, fp, tp)):g}: elsewhere "
            "the metric treats both classes alike"
        )


def _asymmetry(metric: Metric, table: Table) -> float:
    tp, fp, fn, tn = table
    return scored(metric, table) - scored(metric, (tn, fn, fp, tp))


@check("metric.scale")
def scale(entry: Metric, subject: Subject) -> None:
    """Multiplying all weights by a number does not change the score."""
    metric = subject.configured(entry)
    for table in metric_tables():
        tp, fp, fn, tn = (0.125 * count for count in table)
        require(
            abs(scored(metric, table) - scored(metric, (tp, fp, fn, tn))) <= TOLERANCE,
            f"{shown(metric, table)} changes when every weight is divided by 8",
        )


@check("metric.affine")
def affine(entry: Metric, subject: Subject) -> None:
    """A metric declared affine is: for fixed class totals, linear in tp and fp."""
    metric = subject.configured(entry)
    if not metric.affine:
        return
    for table in metric_tables():
        tp, fp, fn, tn = table
        p, n = tp + fn, fp + tn
        none = scored(metric, (0.0, 0.0, p, n))
        slope_tp = (scored(metric, (p, 0.0, 0.0, n)) - none) / p
        slope_fp = (scored(metric, (0.0, n, p, 0.0)) - none) / n
        require(
            abs(scored(metric, table) - (none + slope_tp * tp + slope_fp * fp)) <= TOLERANCE,
            f"{metric.name} is declared affine, but {shown(metric, table)} is not on the plane "
            "through its corners: leave out affine=True",
        )


@check("metric.pure")
def pure(entry: Metric, subject: Subject) -> None:
    """The score is the same whenever it is asked for."""
    metric = subject.configured(entry)
    first = metric_scores(metric)
    require(
        all(metric_scores(metric) == first for _ in range(2)),
        f"{metric.name} gives another score when asked again for the same table",
    )


@check("metric.process")
def process(entry: Metric, subject: Subject) -> None:
    """The score is the same in another process."""
    require(
        subject.elsewhere["metric"].get(entry.name) == metric_scores(entry.with_parameters()),
        f"{entry.name} gives other scores in another process",
    )


@check("metric.compiled")
def compiled(entry: Metric, subject: Subject) -> None:
    """The score can be compiled by numba, and is the same then."""
    import numba

    metric = subject.configured(entry)
    fast = numba.njit(error_model="numpy")(metric.score)
    for table in metric_tables():
        try:
            value = float(fast(*table, *metric.values))
        except Exception as error:
            reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
            raise CheckFailed(
                f"numba cannot compile {metric.name}, so a search would call it from Python, "
                f"which is slow: {reason}; use plain arithmetic on the counts"
            ) from error
        interpreted = scored(metric, table)
        require(
            abs(value - interpreted) <= TOLERANCE,
            f"{shown(metric, table)} is {value:g} compiled and {interpreted:g} interpreted",
        )
