"""The experiments, in the order of the paper."""

from boolsmith.bench.paper.experiment import Experiment
from boolsmith.bench.paper.experiments.datasets_table import DATASETS_TABLE

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment for experiment in (DATASETS_TABLE,)
}
