"""Agreement beyond chance: Matthews correlation and Cohen's kappa."""

from boolsmith import Metric


def _matthews(tp: float, fp: float, fn: float, tn: float) -> float:
    product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return (tp * tn - fp * fn) / product**0.5 if product > 0.0 else 0.0


def _cohen_kappa(tp: float, fp: float, fn: float, tn: float) -> float:
    chance = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
    return 2.0 * (tp * tn - fp * fn) / chance if chance > 0.0 else 0.0


MATTHEWS = Metric(
    "matthews",
    _matthews,
    description="correlation of outcome and label, 0 for a rule that is constant",
)
COHEN_KAPPA = Metric(
    "cohen_kappa",
    _cohen_kappa,
    description="agreement of outcome and label beyond chance",
)
