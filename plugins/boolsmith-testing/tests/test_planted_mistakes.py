"""Every planted mistake is caught by the check that is about it, with a message that names it.

A mistake is a small plugin written to a file: the code of one entry, around which `plugin_source`
puts the rest. `RIGHT` has an entry of each kind without a mistake, which passes everything.
"""

import importlib
import sys
from textwrap import dedent

import pytest
from boolsmith_testing.conformance import plugin_checks

HOOKS = {
    "operator": "boolsmith_operators",
    "metric": "boolsmith_metrics",
    "schedule": "boolsmith_schedules",
    "move": "boolsmith_moves",
    "backend": "boolsmith_backends",
    "observer": "boolsmith_observers",
    "acceptance": "boolsmith_acceptances",
    "exporter": "boolsmith_exporters",
    "command": "boolsmith_commands",
    "strategy": "boolsmith_strategies",
}
PREAMBLE = """
import attrs
from boolsmith import (
    Literal, Metric, Move, Node, Observer, Operator, Schedule, TableOperator, hookimpl
)
from boolsmith.acceptances import Acceptance
from boolsmith.commands import Command
from boolsmith.exporters import Exporter
from boolsmith.strategies import Strategy
from boolsmith.observers import ObserverBase
from boolsmith.subproblems import BackendSpec, Solution
boolsmith_api = 2
"""


def plugin_source(kind, code):
    """A plugin module that registers the `ENTRY` of the code, or the list `ENTRIES`."""
    if kind == "module":
        return PREAMBLE + dedent(code)
    hook = f"""
@hookimpl
def {HOOKS[kind]}():
    return globals().get("ENTRIES") or [ENTRY]
"""
    return PREAMBLE + dedent(code) + hook


BACKEND = """
    from boolsmith_testing import brute
    class Solver:
        def supports(self, subproblem):
            return None if subproblem.data.num_features < 10 else "too large"
        def solve(self, subproblem, *, time_limit, seed=None):
            best = brute.optimum(subproblem)
            if best is None:
                return Solution("infeasible")
            return Solution("optimal", best[1], best[0], best[0])
"""
SPEC = """
    ENTRY = BackendSpec(
        "planted", __name__ + ":Solver", formulation="native", description="of a test"
    )
"""

RIGHT = {
    "operator": """
        ENTRY = Operator("TwoThirds", lambda count, arity: 3 * count >= 2 * arity,
                         description="at least two thirds of")
    """,
    "metric": """
        def score(tp, fp, fn, tn):
            return tp / (tp + fp + fn) if tp + fp + fn > 0 else 0.0
        ENTRY = Metric("jaccard", score, description="overlap")
    """,
    "schedule": """
        ENTRY = Schedule("hyperbolic", lambda n: [0.2 / (1 + i) for i in range(n)],
                         description="falls as one over the iteration")
    """,
    "move": """
        def propose(rule, context):
            paths = [path for path, node in rule.flatten() if path]
            path = paths[context.rng.integers(len(paths))]
            return rule.replace(path, ~rule.at(path))
        ENTRY = Move("flip", propose, description="negates a part")
    """,
    "backend": BACKEND + SPEC,
    "observer": """
        class Counter(ObserverBase):
            def __init__(self):
                self.ticks = 0
            def tick(self, progress):
                self.ticks += 1
        ENTRY = Observer("counter", Counter, description="counts ticks")
    """,
}

RIGHT |= {
    "acceptance": """
        def accepts(difference, temperature, draw):
            return difference >= -temperature * draw
        ENTRY = Acceptance("lenient", accepts, takes_better=True, description="of a test")
    """,
    "exporter": """
        @attrs.frozen
        class Options:
            end: str = attrs.field(default=".", metadata={"help": "what ends a sentence"})
        def write(decision, end):
            return f"{decision.branches}{end}"
        ENTRY = Exporter("sentence", __name__ + ":write", parameters=Options,
                         description="of a test")
    """,
    "command": """
        def configure(parser):
            parser.add_argument("file")
        def run(args):
            return 0
        ENTRY = Command("planted", __name__ + ":run", description="does nothing")
    """,
    "strategy": """
        def __getattr__(name):  # the engine is imported when the strategy is used
            if name != "Draws":
                raise AttributeError(name)
            from boolsmith.searching import Start
            class Draws(Start):
                def run(self):
                    for _ in range(self.settings.num_iterations):
                        self.offer(self.problem.random_rule(self.rng))
                        yield
            return Draws
        ENTRY = Strategy("draws", __name__ + ":Draws", settings={"num_iterations": 50},
                         description="random rules")
    """,
}


def strategy(body):
    """A strategy with the given body of `run`."""
    start = "            class Draws(Start):\n                def run(self):\n"
    head, _, rest = RIGHT["strategy"].partition(start)
    end = rest[rest.index("            return Draws") :]
    lines = "\n".join(f"                    {line}" for line in dedent(body).strip().splitlines())
    return f"{head}{start}{lines}\n{end}"


def solver(method, body):
    """A backend that is right except for one of its methods."""
    signature = "subproblem" if method == "supports" else "subproblem, *, time_limit, seed=None"
    lines = "\n".join(f"            {line}" for line in dedent(body).strip().splitlines())
    right = f"    class Right(Solver):\n        def {method}(self, {signature}):\n{lines}\n"
    return BACKEND + right + SPEC.replace(":Solver", ":Right")


# name: (kind, check that catches it, part of its message, code)
PLANTED = {
    # the plugin as a whole
    "raises on import": (
        "module",
        "plugin.imports",
        "ZeroDivisionError",
        "1 / 0",
    ),
    "takes half a second to import": (
        "module",
        "plugin.import-cost",
        "the budget is 0.2 s",
        """
        import time
        end = time.process_time() + 0.5
        while time.process_time() < end:
            pass
        @hookimpl
        def boolsmith_metrics():
            return []
        """,
    ),
    "does not say which contract it was written for": (
        "module",
        "plugin.contract",
        "put `boolsmith_api = 2`",
        "del boolsmith_api\n@hookimpl\ndef boolsmith_metrics():\n    return []",
    ),
    "was written for another contract": (
        "module",
        "plugin.contract",
        "version 99",
        "boolsmith_api = 99\n@hookimpl\ndef boolsmith_metrics():\n    return []",
    ),
    "misspells a hook": (
        "module",
        "plugin.hooks",
        "did you mean 'boolsmith_operators'",
        "@hookimpl\ndef boolsmith_operator():\n    return []",
    ),
    "forgets to mark a hook": (
        "module",
        "plugin.hooks",
        "is not marked",
        "def boolsmith_metrics():\n    return []",
    ),
    "forgets to return": (
        "module",
        "plugin.hooks",
        "returned None",
        "@hookimpl\ndef boolsmith_metrics():\n    []",
    ),
    "returns the wrong type": (
        "module",
        "plugin.hooks",
        "not Metric",
        "@hookimpl\ndef boolsmith_metrics():\n    return [max]",
    ),
    "has a hook that wants an argument": (
        "module",
        "plugin.hooks",
        "wrong signature",
        "@hookimpl\ndef boolsmith_metrics(config):\n    return []",
    ),
    "registers one name twice": (
        "operator",
        "plugin.hooks",
        "twice",
        "ENTRIES = [Operator('Most', lambda count, arity: count > 1)] * 2",
    ),
    "takes the name of a built-in": (
        "operator",
        "plugin.names",
        "also registered by boolsmith",
        "ENTRY = Operator('And', lambda count, arity: count == arity)",
    ),
    "has a parameter without a default": (
        "schedule",
        "plugin.parameters",
        "no defaults",
        """
        @attrs.frozen
        class Heat:
            initial: float
        ENTRY = Schedule("hot", lambda n, initial: [initial] * n, parameters=Heat)
        """,
    ),
    "has no description": (
        "metric",
        "plugin.descriptions",
        "'hits' has no description",
        "ENTRY = Metric('hits', lambda tp, fp, fn, tn: tp / (tp + fn))",
    ),
    # operators
    "operator with a random table": (
        "operator",
        "plugin.hooks",
        "another answer when asked again",
        """
        import random
        ENTRY = Operator("Dice", lambda count, arity: random.random() < 0.5)
        """,
    ),
    "operator that changes its mind later": (
        "operator",
        "operator.pure",
        "another table when asked again",
        """
        asked = []
        def accepts(count, arity):
            asked.append(count)
            return count > len(asked) // 150
        ENTRY = Operator("Tired", accepts)
        """,
    ),
    "operator that depends on hashes": (
        "operator",
        "operator.process",
        "another table in another process",
        """
        ENTRY = Operator("Hashed", lambda count, arity: bool(hash(f"{count} {arity}") & 1))
        """,
    ),
    "operator whose answer is not a truth value": (
        "operator",
        "plugin.hooks",
        "not True or False",
        "ENTRY = Operator('Some', lambda count, arity: count)",
    ),
    "operator whose parameters run out": (
        "operator",
        "plugin.hooks",
        "whole numbers",
        """
        values = iter([1, 2])
        ENTRY = Operator("Once", lambda count, arity, k: count >= k, parameters=lambda n: values)
        """,
    ),
    "operator that fails for many children": (
        "operator",
        "operator.arities",
        "IndexError",
        """
        LEAST = [0, 1, 1, 2, 2, 3, 3, 4, 4]
        ENTRY = Operator("Half", lambda count, arity: count >= LEAST[arity])
        """,
    ),
    "operator that is always true": (
        "operator",
        "operator.depends",
        "same outcome whatever",
        "ENTRY = Operator('Sure', lambda count, arity: count >= 0)",
    ),
    "operator with a law that does not hold": (
        "operator",
        "operator.laws",
        "for x1=1, x2=1, x3=0",
        """
        from boolsmith_testing import Law, children, of
        ENTRY = Operator("TwoThirds", lambda count, arity: 3 * count >= 2 * arity)
        x = children("x", at_least=2)
        LAWS = [Law("two thirds is all", of("TwoThirds", x), of("And", x))]
        """,
    ),
    "operator whose mask contradicts its declaration": (
        "operator",
        "operator.evaluate",
        "evaluates to something else",
        """
        class Fast(Operator):
            def mask(self, arity, k=None):
                return 1 << arity
        ENTRY = Fast("Few", lambda count, arity: count <= 1)
        """,
    ),
    # metrics
    "metric that divides by zero": (
        "metric",
        "metric.finite",
        "ZeroDivisionError",
        "ENTRY = Metric('precise', lambda tp, fp, fn, tn: tp / (tp + fp))",
    ),
    "metric that is not a number": (
        "metric",
        "metric.finite",
        "is nan",
        """
        ENTRY = Metric("precise", lambda tp, fp, fn, tn: tp / (tp + fp) if tp else float("nan"))
        """,
    ),
    "metric that counts": (
        "metric",
        "metric.range",
        "not from -1 to 1",
        "ENTRY = Metric('hits', lambda tp, fp, fn, tn: tp + tn)",
    ),
    "metric that is an error": (
        "metric",
        "metric.best",
        "higher must be better",
        "ENTRY = Metric('wrong', lambda tp, fp, fn, tn: (fp + fn) / (tp + fp + fn + tn))",
    ),
    "metric that guards only one of its denominators": (
        "metric",
        "metric.symmetry",
        "treats both classes alike",
        """
        def score(tp, fp, fn, tn):
            if tp + fp == 0:
                return -1.0
            product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
            return (tp * tn - fp * fn) / product**0.5 if product else 0.0
        ENTRY = Metric("correlation", score)
        """,
    ),
    "metric that depends on the unit of the weights": (
        "metric",
        "metric.scale",
        "divided by 8",
        "ENTRY = Metric('smooth', lambda tp, fp, fn, tn: (tp + 1) / (tp + fn + 2))",
    ),
    "metric that is not as affine as it says": (
        "metric",
        "metric.affine",
        "leave out affine=True",
        """
        def score(tp, fp, fn, tn):
            return 2 * tp / (2 * tp + fp + fn)
        ENTRY = Metric("f_one", score, affine=True)
        """,
    ),
    "metric that remembers": (
        "metric",
        "metric.pure",
        "another score when asked again",
        """
        seen = []
        def score(tp, fp, fn, tn):
            seen.append(tp)
            return tp / (tp + fn) / len(seen)
        ENTRY = Metric("fading", score)
        """,
    ),
    "metric that cannot be compiled": (
        "metric",
        "metric.compiled",
        "numba cannot compile",
        """
        from fractions import Fraction
        def score(tp, fp, fn, tn):
            return float(Fraction(tp + tn) / Fraction(tp + fp + fn + tn))
        ENTRY = Metric("exact_accuracy", score)
        """,
    ),
    "metric that is something else when compiled": (
        "metric",
        "metric.compiled",
        "compiled and",
        """
        def score(tp, fp, fn, tn):
            try:
                return tp / (tp + fp)
            except Exception:
                return 0.0
        ENTRY = Metric("precise", score)
        """,
    ),
    # schedules
    "schedule with one temperature too many": (
        "schedule",
        "schedule.length",
        "not (1,)",
        "ENTRY = Schedule('long', lambda n: [0.1] * (n + 1))",
    ),
    "schedule that divides by its length less one": (
        "schedule",
        "schedule.finite",
        "nan",
        """
        import numpy as np
        def temperatures(n):
            with np.errstate(invalid="ignore"):
                return 0.2 * (1 - np.arange(n) / np.float64(n - 1))
        ENTRY = Schedule("line", temperatures)
        """,
    ),
    "schedule that falls below zero": (
        "schedule",
        "schedule.nonnegative",
        "at iteration",
        "ENTRY = Schedule('steep', lambda n: [0.2 - 0.01 * i for i in range(n)])",
    ),
    "schedule that remembers": (
        "schedule",
        "schedule.pure",
        "must not remember",
        """
        class Cooling:
            now = 0.2
            def __call__(self, n):
                self.now *= 0.9
                return [self.now] * n
        ENTRY = Schedule("cooling", Cooling())
        """,
    ),
    "schedule that hands out what it keeps": (
        "schedule",
        "schedule.unshared",
        "give a new one each time",
        """
        from functools import cache
        import numpy as np
        ENTRY = Schedule("kept", cache(lambda n: np.full(n, 0.1)))
        """,
    ),
    "schedule that draws its heat at import": (
        "schedule",
        "schedule.process",
        "in another process",
        """
        import random
        HEAT = random.random()
        ENTRY = Schedule("lucky", lambda n: [HEAT] * n)
        """,
    ),
    # moves
    "move that goes beyond the bound": (
        "move",
        "move.valid",
        "is above 15",
        """
        def propose(rule, context):
            names = [n for n in context.feature_names if n not in rule.features()]
            return Node(context.operators[0], (rule, *map(Literal, names[:14])))
        ENTRY = Move("grow", propose)
        """,
    ),
    "move that makes up a feature": (
        "move",
        "move.valid",
        "no feature 'luck'",
        """
        def propose(rule, context):
            path = [path for path, node in rule.flatten() if isinstance(node, Literal)][0]
            return rule.replace(path, Literal("luck"))
        ENTRY = Move("guess", propose)
        """,
    ),
    "move that repeats a feature": (
        "move",
        "move.valid",
        "twice under one",
        """
        def propose(rule, context):
            literals = [l for l in rule.children if isinstance(l, Literal)]
            if not literals or rule.complexity > 9:
                return None
            return Node(context.operators[0], (*rule.children, ~literals[0]))
        ENTRY = Move("double", propose)
        """,
    ),
    "move that returns text": (
        "move",
        "move.valid",
        "give a rule or None",
        "ENTRY = Move('talk', lambda rule, context: str(rule))",
    ),
    "move with randomness of its own": (
        "move",
        "move.seed",
        "context.rng",
        """
        import random
        def propose(rule, context):
            path = random.choice([path for path, node in rule.flatten() if path])
            return rule.replace(path, ~rule.at(path))
        ENTRY = Move("flip", propose)
        """,
    ),
    "move that goes through a set": (
        "move",
        "move.process",
        "order of a set",
        """
        def propose(rule, context):
            name = next(iter({n for n in rule.features()}))
            path = [p for p, n in rule.flatten() if getattr(n, "feature", None) == name][0]
            return rule.replace(path, ~rule.at(path))
        ENTRY = Move("flip", propose)
        """,
    ),
    "move that changes the rule it was given": (
        "move",
        "move.untouched",
        "rules are values",
        """
        def propose(rule, context):
            child = rule.children[0]
            object.__setattr__(child, "negated", not child.negated)
            return rule
        ENTRY = Move("spoil", propose)
        """,
    ),
    "move that empties the archive": (
        "move",
        "move.untouched",
        "changed the archive",
        """
        def propose(rule, context):
            return context.archive.popitem()[1] if context.archive else None
        ENTRY = Move("take", propose)
        """,
    ),
    "move that never proposes anything": (
        "move",
        "move.proposes",
        "proposed nothing",
        "ENTRY = Move('shy', lambda rule, context: None)",
    ),
    "move that proposes what is there": (
        "move",
        "move.proposes",
        "the rule that it was given",
        "ENTRY = Move('stay', lambda rule, context: rule)",
    ),
    # backends
    "backend with a wrong import string": (
        "backend",
        "backend.loads",
        "cannot be made",
        "ENTRY = BackendSpec('planted', __name__ + ':Sovler', formulation='native')",
    ),
    "backend that ignores its time limit": (
        "backend",
        "backend.time-limit",
        "with a time limit of 0.5 s",
        solver("supports", "return None")
        + """
    def slow(self, subproblem, *, time_limit, seed=None):
        import time
        if subproblem.data.num_features > 10:
            time.sleep(2)
            return Solution("no-incumbent")
        return Solver.solve(self, subproblem, time_limit=time_limit, seed=seed)
    Right.solve = slow
""",
    ),
    "backend that claims more than it has": (
        "backend",
        "backend.answers",
        "claims",
        solver(
            "solve",
            """
            value, rule = brute.optimum(subproblem)
            return Solution("feasible", rule, value + 1)
            """,
        ),
    ),
    "backend that answers another question": (
        "backend",
        "backend.answers",
        "that was asked for",
        solver(
            "solve",
            """
            value, rule = brute.optimum(attrs.evolve(subproblem, negated=not subproblem.negated))
            return Solution("feasible", rule, value)
            """,
        ),
    ),
    "backend that calls any rule optimal": (
        "backend",
        "backend.optimal",
        "calls",
        solver(
            "solve",
            """
            rule = next(brute.candidates(subproblem))
            return Solution("optimal", rule, brute.objective(subproblem, rule))
            """,
        ),
    ),
    "backend with a bound below the optimum": (
        "backend",
        "backend.optimal",
        "claims the bound",
        solver(
            "solve",
            """
            value, rule = brute.optimum(subproblem)
            return Solution("feasible", rule, value, value - 1)
            """,
        ),
    ),
    "backend that gives no reason": (
        "backend",
        "backend.supports",
        "the reason why not",
        solver("supports", "return False"),
    ),
    "backend that fails at what it accepted": (
        "backend",
        "backend.supports",
        "KeyError",
        solver("solve", "return {}[subproblem.operator.name]"),
    ),
    "backend that makes up a rule where there is none": (
        "backend",
        "backend.infeasible",
        "5 literals of 4 features",
        solver(
            "solve",
            """
            wide = attrs.evolve(subproblem, min_num_literals=1)
            value, rule = brute.optimum(wide)
            return Solution("feasible", rule, value)
            """,
        ),
    ),
    "backend that ignores its seed": (
        "backend",
        "backend.seed",
        "same subproblem and seed",
        solver(
            "solve",
            """
            import random
            rule = random.choice(list(brute.candidates(subproblem)))
            return Solution("feasible", rule, brute.objective(subproblem, rule))
            """,
        ),
    ),
    "backend that divides by the weight of a class": (
        "backend",
        "backend.empty",
        "ZeroDivisionError",
        solver(
            "solve",
            """
            _, labels, weights = subproblem.data.dense()
            share = 1.0 / float(weights[~labels].sum())
            return Solver.solve(self, subproblem, time_limit=time_limit * min(1, share))
            """,
        ),
    ),
    # observers
    "observer that fails": (
        "observer",
        "observer.follows",
        "failed in tick()",
        """
        class Brittle(ObserverBase):
            def tick(self, progress):
                self.file.write("tick")
        ENTRY = Observer("brittle", Brittle)
        """,
    ),
    "observer without an event": (
        "observer",
        "observer.follows",
        "derive it from ObserverBase",
        """
        class Bare:
            def start(self, settings): ...
        ENTRY = Observer("bare", Bare)
        """,
    ),
    "observer that all searches share": (
        "observer",
        "observer.unshared",
        "create a new one each time",
        """
        ONE = ObserverBase()
        ENTRY = Observer("one", lambda: ONE)
        """,
    ),
    # acceptance rules
    "acceptance that divides by the temperature": (
        "acceptance",
        "acceptance.answers",
        "temperature=0, draw=0) raised ZeroDivisionError",
        """
        import math
        ENTRY = Acceptance("hot", lambda d, t, u: d >= 0 or u < math.exp(d / t))
        """,
    ),
    "acceptance that gives a number": (
        "acceptance",
        "acceptance.answers",
        "not True or False",
        "ENTRY = Acceptance('numeric', lambda d, t, u: d + t)",
    ),
    "acceptance that remembers": (
        "acceptance",
        "acceptance.pure",
        "when asked again",
        """
        asked = []
        def accepts(difference, temperature, draw):
            asked.append(difference)
            return difference >= sum(asked)
        ENTRY = Acceptance("moody", accepts)
        """,
    ),
    "acceptance with the sign of the difference wrong": (
        "acceptance",
        "acceptance.monotone",
        "a larger difference is a better rule",
        "ENTRY = Acceptance('inverted', lambda d, t, u: d <= t)",
    ),
    "acceptance that does not take what it promises": (
        "acceptance",
        "acceptance.better",
        "leave out takes_better=True",
        "ENTRY = Acceptance('strict', lambda d, t, u: d > 0, takes_better=True)",
    ),
    "acceptance that numba cannot compile": (
        "acceptance",
        "acceptance.compiled",
        "numba cannot compile",
        """
        import decimal
        ENTRY = Acceptance("slow", lambda d, t, u: decimal.Decimal(d) >= 0)
        """,
    ),
    # exporters
    "exporter that writes nothing": (
        "exporter",
        "exporter.writes",
        "not text or bytes",
        """
        def write(decision):
            return None
        ENTRY = Exporter("mute", __name__ + ":write")
        """,
    ),
    "exporter that knows numbers alone": (
        "exporter",
        "exporter.writes",
        "raised",
        """
        def write(decision):
            return str({"number": float}[kind] for kind in decision.kinds.values()) + str(
                [{"number": 1}[kind] for kind in decision.kinds.values()])
        ENTRY = Exporter("numeric", __name__ + ":write")
        """,
    ),
    "exporter whose text differs every time": (
        "exporter",
        "exporter.pure",
        "when asked again",
        """
        import itertools
        count = itertools.count()
        def write(decision):
            return f"number {next(count)}"
        ENTRY = Exporter("stamped", __name__ + ":write")
        """,
    ),
    "exporter that changes the decision": (
        "exporter",
        "exporter.pure",
        "changed the decision",
        """
        def write(decision):
            decision.kinds["more"] = "number"
            return "text"
        ENTRY = Exporter("careless", __name__ + ":write")
        """,
    ),
    "exporter with an option that nobody can know": (
        "exporter",
        "exporter.options",
        "has no metadata",
        """
        @attrs.frozen
        class Options:
            end: str = "."
        def write(decision, end):
            return end
        ENTRY = Exporter("terse", __name__ + ":write", parameters=Options)
        """,
    ),
    "exporter whose target is not there": (
        "exporter",
        "exporter.lazy",
        "is not available",
        "ENTRY = Exporter('absent', __name__ + ':nothing')",
    ),
    # commands
    "command without configure": (
        "command",
        "command.complete",
        "has no configure(parser)",
        """
        def run(args):
            return 0
        ENTRY = Command("planted", __name__ + ":run")
        """,
    ),
    "command whose help fails": (
        "command",
        "command.help",
        "--help raised",
        """
        def configure(parser):
            parser.add_argument("--size", help="50% of it")
        def run(args):
            return 0
        ENTRY = Command("planted", __name__ + ":run")
        """,
    ),
    # strategies
    "strategy that is a function": (
        "strategy",
        "strategy.class",
        "not a subclass of boolsmith.searching.Start",
        """
        def run(problem):
            yield
        ENTRY = Strategy("bare", __name__ + ":run")
        """,
    ),
    "strategy that never yields": (
        "strategy",
        "strategy.class",
        "never yields",
        strategy("return iter(())"),
    ),
    "strategy with a setting that no search has": (
        "strategy",
        "strategy.settings",
        "declares 'num_draws'",
        RIGHT["strategy"].replace('"num_iterations": 50', '"num_draws": 50'),
    ),
    "strategy that finds nothing": (
        "strategy",
        "strategy.finishes",
        "hand them to self.offer",
        strategy("yield"),
    ),
    "strategy with a generator of its own": (
        "strategy",
        "strategy.seeded",
        "draw from self.rng alone",
        strategy(
            """
            import numpy as np
            for _ in range(20):
                self.offer(self.problem.random_rule(np.random.default_rng()))
                yield
            """
        ),
    ),
    "strategy that leaves its bounds": (
        "strategy",
        "strategy.bounded",
        "offers",
        strategy(
            """
            a, b, c = (Literal(name) for name in self.problem.feature_names[:3])
            deep = Node(self.problem.operators[0], (b, c))
            self.offer(Node(self.problem.operators[0], (a, deep)))
            yield
            """
        ),
    ),
    "strategy that yields too seldom": (
        "strategy",
        "strategy.stops",
        "yield more often",
        strategy(
            """
            import time
            self.offer(self.problem.random_rule(self.rng))
            if self.settings.num_iterations > 50:
                time.sleep(6)
            yield
            """
        ),
    ),
}


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """Write a plugin to a file and give its checks by name."""
    monkeypatch.syspath_prepend(tmp_path)
    written = []

    def write(kind, code, name="planted_plugin"):
        file = tmp_path / f"{name}.py"
        file.write_text(plugin_source(kind, code), encoding="utf-8")
        written.append(name)
        importlib.invalidate_caches()
        checks = plugin_checks(str(file))
        laws = getattr(sys.modules.get(name), "LAWS", ())
        return plugin_checks(str(file), laws=laws) if laws else checks

    yield write
    for name in written:
        sys.modules.pop(name, None)


@pytest.mark.parametrize("mistake", PLANTED)
def test_a_planted_mistake_is_caught_by_a_check_that_names_it(mistake, planted):
    kind, name, message, code = PLANTED[mistake]
    results = [check.result() for check in planted(kind, code) if check.check.name == name]
    failed = [result for result in results if result.status == "failed"]
    assert failed, f"{name} did not catch it: {results}"
    assert message in failed[0].message
    assert "\n" not in failed[0].message


@pytest.mark.slow
@pytest.mark.parametrize("kind", RIGHT)
def test_a_plugin_without_a_mistake_passes_every_check(kind, planted):
    results = [check.result() for check in planted(kind, RIGHT[kind])]
    assert [str(result) for result in results if not result.ok] == []
    ran = [result.check for result in results if result.status == "passed"]
    assert sum(name.startswith(f"{kind}.") for name in ran) >= 2


def test_there_are_at_least_thirty_planted_mistakes_for_every_extension_point():
    assert len(PLANTED) >= 30
    assert {kind for kind, *_ in PLANTED.values()} == {"module", *HOOKS}
