"""The experiments, in the order of the paper."""

from boolsmith_bench.paper.experiment import Experiment
from boolsmith_bench.paper.experiments.best_rules import BEST_RULES
from boolsmith_bench.paper.experiments.datasets_table import DATASETS_TABLE
from boolsmith_bench.paper.experiments.depth_one import DEPTH_ONE
from boolsmith_bench.paper.experiments.encoding import ENCODING
from boolsmith_bench.paper.experiments.example_rules import EXAMPLE_RULES
from boolsmith_bench.paper.experiments.frontier import FRONTIER
from boolsmith_bench.paper.experiments.non_local import NON_LOCAL
from boolsmith_bench.paper.experiments.non_local_example import NON_LOCAL_EXAMPLE
from boolsmith_bench.paper.experiments.peers import PEERS
from boolsmith_bench.paper.experiments.qubo import QUBO
from boolsmith_bench.paper.experiments.sampling import SAMPLING
from boolsmith_bench.paper.experiments.trace import TRACE
from boolsmith_bench.paper.experiments.variables import VARIABLES

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
