"""A matrix of costs, for decisions where one kind of mistake is dearer than the other."""

import attrs
from attrs.validators import ge
from boolsmith import Metric


@attrs.frozen
class Costs:
    """What each of the four outcomes costs; a mistake costs more than being right."""

    false_positive: float = attrs.field(default=1.0, converter=float, validator=ge(0))
    false_negative: float = attrs.field(default=1.0, converter=float, validator=ge(0))
    true_positive: float = attrs.field(default=0.0, converter=float, validator=ge(0))
    true_negative: float = attrs.field(default=0.0, converter=float, validator=ge(0))

    def __attrs_post_init__(self) -> None:
        """Refuse a matrix under which some mistake is as good as being right."""
        if not (
            self.false_negative > self.true_positive and self.false_positive > self.true_negative
        ):
            raise ValueError(
                f"{self} makes a mistake as cheap as being right: give false_negative > "
                "true_positive and false_positive > true_negative"
            )


def _cost(
    tp: float,
    fp: float,
    fn: float,
    tn: float,
    false_positive: float,
    false_negative: float,
    true_positive: float,
    true_negative: float,
) -> float:
    spent = tp * true_positive + fp * false_positive + fn * false_negative + tn * true_negative
    best = (tp + fn) * true_positive + (fp + tn) * true_negative
    worst = (tp + fn) * false_negative + (fp + tn) * false_positive
    return (worst - spent) / (worst - best) if worst > best else 0.0


COST = Metric(
    "cost",
    _cost,
    affine=True,
    parameters=Costs,
    description="share of the avoidable cost that is avoided: 1 if always right, 0 if never",
)
