"""The experiments, in the order of the paper."""

from boolsmith.bench.paper.experiment import Experiment
from boolsmith.bench.paper.experiments.datasets_table import DATASETS_TABLE
from boolsmith.bench.paper.experiments.example_rules import EXAMPLE_RULES
from boolsmith.bench.paper.experiments.frontier import FRONTIER
from boolsmith.bench.paper.experiments.non_local import NON_LOCAL
from boolsmith.bench.paper.experiments.peers import PEERS
from boolsmith.bench.paper.experiments.sampling import SAMPLING

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        DATASETS_TABLE,
        FRONTIER,
        EXAMPLE_RULES,
        SAMPLING,
        NON_LOCAL,
        PEERS,
    )
}
