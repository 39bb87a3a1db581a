"""The experiments, in the order of the paper."""

from boolsmith.bench.paper.experiment import Experiment
from boolsmith.bench.paper.experiments.best_rules import BEST_RULES
from boolsmith.bench.paper.experiments.datasets_table import DATASETS_TABLE
from boolsmith.bench.paper.experiments.depth_one import DEPTH_ONE
from boolsmith.bench.paper.experiments.encoding import ENCODING
from boolsmith.bench.paper.experiments.example_rules import EXAMPLE_RULES
from boolsmith.bench.paper.experiments.frontier import FRONTIER
from boolsmith.bench.paper.experiments.non_local import NON_LOCAL
from boolsmith.bench.paper.experiments.non_local_example import NON_LOCAL_EXAMPLE
from boolsmith.bench.paper.experiments.peers import PEERS
from boolsmith.bench.paper.experiments.qubo import QUBO
from boolsmith.bench.paper.experiments.sampling import SAMPLING
from boolsmith.bench.paper.experiments.trace import TRACE
from boolsmith.bench.paper.experiments.variables import VARIABLES

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        ENCODING,
        TRACE,
        NON_LOCAL_EXAMPLE,
        BEST_RULES,
        DEPTH_ONE,
        QUBO,
        VARIABLES,
        DATASETS_TABLE,
        FRONTIER,
        EXAMPLE_RULES,
        SAMPLING,
        NON_LOCAL,
        PEERS,
    )
}
