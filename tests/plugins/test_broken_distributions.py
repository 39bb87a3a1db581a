"""Each kind of broken plugin, installed for real, is reported and skipped; the others load."""

import pytest

HEAD = "import boolsmith\nfrom boolsmith import Metric, Operator, hookimpl\n"
HOOK = HEAD + "@hookimpl\ndef boolsmith_operators():\n    return "
GOOD = HOOK + "[Operator('%s', lambda count, arity: count == 1)]\n"

BROKEN = {
    "raises-on-import": (
        "raise RuntimeError('no licence found')",
        "RuntimeError: no licence found",
    ),
    "exits-on-import": ("raise SystemExit(3)", "raised SystemExit: 3"),
    "base-exception": (
        "class Stop(BaseException): pass\nraise Stop('enough')",
        "raised Stop: enough",
    ),
    "needs-a-package": ("import a_package_nobody_has", "No module named 'a_package_nobody_has'"),
    "syntax-error": ("def broken(:\n", "SyntaxError"),
    "unknown-hook": (
        HEAD + "@hookimpl\ndef boolsmith_operator():\n    return []\n",
        "unknown hook 'boolsmith_operator'; did you mean 'boolsmith_operators'?",
    ),
    "unmarked-unknown": (
        "def boolsmith_colours():\n    return []\n",
        "unknown hook 'boolsmith_colours'",
    ),
    "unmarked": (
        "def boolsmith_operators():\n    return []\n",
        "boolsmith_operators is not marked: put @boolsmith.hookimpl above it",
    ),
    "wrong-signature": (
        HEAD + "@hookimpl\ndef boolsmith_metrics(data, rules):\n    return []\n",
        "boolsmith_metrics(data, rules) has a wrong signature: it takes nothing",
    ),
    "wrapper": (
        HEAD + "@hookimpl(wrapper=True)\ndef boolsmith_metrics():\n    return (yield)\n",
        "boolsmith_metrics is a wrapper",
    ),
    "returns-none": (HOOK + "None", "boolsmith_operators() returned None, not a list of Operator"),
    "returns-one": (
        HOOK + "Operator('Lonely', lambda count, arity: count == 1)",
        "returned a value of type Operator, not a list",
    ),
    "returns-other": (
        HOOK + "[Metric('m', lambda tp, fp, fn, tn: tp)]",
        "returned a list with a value of type Metric, not Operator or TableOperator",
    ),
    "raises-in-hook": (HOOK + "1 / 0", "boolsmith_operators() raised ZeroDivisionError"),
    "exits-in-hook": (HOOK + "exit()", "raised SystemExit"),
    "bad-name": (
        HOOK + "[Operator('Not a name', lambda count, arity: True)]",
        "operator name 'Not a name' is not an identifier",
    ),
    "name-twice": (
        HOOK + "[Operator('Echo', lambda count, arity: True) for _ in range(2)]",
        "registers operator 'Echo' twice",
    ),
    "accepts-raises": (
        HOOK + "[Operator('Boom', lambda count, arity: 1 / (arity - 5))]",
        "operator 'Boom': accepts(0, 2) gave",
    ),
    "accepts-raises-later": (
        HOOK + "[Operator('Later', lambda count, arity: 1 / (arity - 5) < 9)]",
        "operator 'Later': accepts(0, 5) raised ZeroDivisionError",
    ),
    "accepts-too-few": (
        HOOK + "[Operator('Few', lambda count: True)]",
        "operator 'Few': accepts(0, 2) raised TypeError",
    ),
    "accepts-a-number": (
        HOOK + "[Operator('Odd', lambda count, arity: count % 2)]",
        "operator 'Odd': accepts(0, 2) gave 0, not True or False",
    ),
    "impure": (
        "import itertools\ncalls = itertools.count()\n"
        + HOOK
        + "[Operator('Moody', lambda count, arity: next(calls) % 5 == 0)]",
        "operator 'Moody': accepts or parameters gives another answer when asked again",
    ),
    "endless-parameters": (
        "import itertools\n" + HOOK + "[Operator('Endless', lambda count, arity, k: True, "
        "parameters=lambda arity: itertools.count())]",
        "operator 'Endless': parameters(2) gave [0, 1, 2, 3, 4, ...]",
    ),
    "no-parameters": (
        HOOK + "[Operator('Empty', lambda count, arity, k: True, parameters=lambda arity: [])]",
        "operator 'Empty': parameters(2) gave []",
    ),
    "huge-arity": (
        HOOK + "[Operator('Huge', lambda count, arity: True, min_arity=10**9)]",
        "operator 'Huge': min_arity 1000000000 is not 2 to 8",
    ),
    "metric-signature": (
        HEAD + "@hookimpl\ndef boolsmith_metrics():\n"
        "    return [Metric('short', lambda tp, fp: tp)]\n",
        "metric 'short': score(tp, fp, fn, tn) cannot be called",
    ),
    "newer-api": (
        "boolsmith_api = 3\n" + GOOD % "Future",
        "written for version 3 of the plugin interface, this is 2: upgrade boolsmith, 0.1.0 is",
    ),
    "older-api": (
        "boolsmith_api = 1\n" + GOOD % "Past",
        "written for version 1 of the plugin interface, this is 2: see 'Moving to version 2' in "
        "the documents, then set boolsmith_api = 2",
    ),
    "older-import": (
        "from boolsmith.search.moves import Move",
        "; if it was written for an earlier boolsmith, see 'Moving to version 2' in the documents",
    ),
    "older-kit": (
        "from boolsmith.testing import check_plugin",
        "boolsmith.testing is now boolsmith_testing: pip install boolsmith-testing",
    ),
    "later-hook": (
        HEAD + "@hookimpl\ndef boolsmith_executors():\n    return []\n",
        "(one of a later version needs that boolsmith, 0.1.0 is installed)",
    ),
    "no-hooks": ("x = 1", "implements no hook"),
    "asks-too-early": (
        "from boolsmith.plugins import registry\nregistry()",
        "cannot look up what plugins register while it is loaded",
    ),
}
POINTS = {
    "missing-module": {"plugin": "missing_module_it_does_not_have"},
    "missing-attribute": {"plugin": "missing_attribute:thing"},
    "twice-by-two": {"a": "twice_by_two", "b": "twice_by_two:Again"},
    "same-module": {"a": "same_module", "b": "same_module"},
}
WELL = {
    "aardvark": GOOD % "Aardvark",
    "zebra": GOOD % "Zebra",
    "chatty": "print('hello from the import')\n" + GOOD % "Chatty",
    "alpha-clash": GOOD % "Shared",
    "beta-clash": GOOD % "Shared",
    "shadows": GOOD % "And",
}


@pytest.fixture(scope="module")
def environment(environment_with):
    broken = {name: code for name, (code, _) in BROKEN.items()}
    again = "class Again:\n    boolsmith_operators = boolsmith_operators\n"
    points = {
        name: (GOOD % f"Pointed{number}x" + again, given)
        for number, (name, given) in enumerate(POINTS.items())
    }
    return environment_with({**broken, **points, **WELL})


@pytest.fixture(scope="module")
def listing(environment):
    return environment.plugins()


def entries(listing, name):
    return [plugin for plugin in listing["plugins"] if plugin["distribution"] == name]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_reported_with_its_version_and_reason_and_skipped(listing, name):
    (plugin,) = entries(listing, name)
    assert plugin["version"] == "1.2.3"
    assert BROKEN[name][1] in plugin["failure"]
    assert "\n" not in plugin["failure"]
    assert not any(plugin["registers"].values())
    (problem,) = [p for p in listing["problems"] if p["distribution"] == name]
    assert plugin["failure"] in problem["message"]


def test_entry_points_that_lead_nowhere_are_reported(listing):
    (module,), (attribute,) = (
        entries(listing, "missing-module"),
        entries(listing, "missing-attribute"),
    )
    assert "No module named 'missing_module_it_does_not_have'" in module["failure"]
    assert "has no attribute 'thing'" in attribute["failure"]


def test_two_entry_points_of_one_distribution_cannot_share_a_name(listing):
    first, second = entries(listing, "twice-by-two")
    (name,) = first["registers"]["operators"]
    assert second["failure"] == f"registers operator {name!r}, as another of its entry points does"


def test_two_entry_points_cannot_name_one_module(listing):
    first, second = entries(listing, "same-module")
    assert first["failure"] is None
    assert second["failure"] == "is registered already, as same-module, a = same_module"


@pytest.mark.parametrize("name", WELL)
def test_the_good_ones_load_among_the_broken(listing, name):
    (plugin,) = entries(listing, name)
    assert plugin["failure"] is None
    assert plugin["registers"]["operators"]


def test_plugins_are_listed_in_a_sorted_order_after_the_built_ins(listing):
    names = [plugin["distribution"] for plugin in listing["plugins"]]
    assert names[0] == "boolsmith"
    assert names[1:] == sorted(names[1:])


def test_what_a_plugin_prints_goes_to_stderr(environment):
    done = environment.boolsmith("plugins", "--json")
    assert "hello from the import" not in done.stdout
    assert "hello from the import" in done.stderr


def test_the_table_for_people_names_every_failure(environment):
    done = environment.boolsmith("plugins")
    assert done.returncode == 0
    for name in BROKEN:
        assert f"problem: {name} 1.2.3: " in done.stdout


@pytest.mark.parametrize("name", [*BROKEN, "alpha-clash", "shadows"])
def test_strict_raises_and_names_the_distribution(environment, name):
    both = "alpha-clash,beta-clash" if name == "alpha-clash" else name
    done = environment.boolsmith("plugins", BOOLSMITH_STRICT="1", BOOLSMITH_PLUGINS=both)
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"boolsmith: error: plugin {name} 1.2.3: ")


def test_strict_with_debug_shows_where_the_plugin_failed(environment):
    done = environment.boolsmith(
        "--debug", "plugins", BOOLSMITH_STRICT="1", BOOLSMITH_PLUGINS="raises-on-import"
    )
    assert "raises_on_import.py" in done.stderr


def test_only_the_named_distributions_load(environment):
    listing = environment.plugins(BOOLSMITH_PLUGINS="Zebra, aardvark")
    names = [plugin["distribution"] for plugin in listing["plugins"]]
    assert names == ["boolsmith", "aardvark", "zebra"]
    assert listing["problems"] == []


def test_an_empty_list_of_plugins_loads_none(environment):
    listing = environment.plugins(BOOLSMITH_PLUGINS="")
    assert [plugin["distribution"] for plugin in listing["plugins"]] == ["boolsmith"]


def test_naming_a_plugin_that_is_not_installed_is_a_problem_with_a_suggestion(environment):
    (problem,) = environment.plugins(BOOLSMITH_PLUGINS="zebrra")["problems"]
    assert problem["distribution"] == "zebrra"
    assert "did you mean 'zebra'?" in problem["message"]


def test_a_name_of_two_distributions_is_an_error_that_names_both(environment, listing):
    printed = environment.python_prints("""
        from boolsmith.plugins import registry
        operators = registry().operators
        try:
            operators.get("Shared")
        except ValueError as error:
            print(error)
        for name in ("alpha-clash:Shared", "Beta_Clash:Shared"):
            operator = operators.get(name)
            print(operator.name, operators.origin(name), operators.get(operator.name) is operator)
        print("Shared" in operators, "Shared" in operators.names())
    """)
    assert printed.splitlines() == [
        "operator 'Shared' is registered by alpha-clash 1.2.3 and beta-clash 1.2.3: "
        "say 'alpha-clash:Shared' or 'beta-clash:Shared'",
        "alpha-clash:Shared alpha-clash 1.2.3 True",
        "beta-clash:Shared beta-clash 1.2.3 True",
        "False False",
    ]
    blamed = {p["distribution"] for p in listing["problems"] if "'Shared'" in p["message"]}
    assert blamed == {"alpha-clash", "beta-clash"}


def test_a_built_in_keeps_its_name_and_meaning(environment, listing):
    printed = environment.python_prints("""
        from boolsmith.operators import AND
        from boolsmith.plugins import registry
        operators = registry().operators
        print(operators.get("And") is AND, operators.get("boolsmith:And") is AND)
        print(operators.get("And").mask(3), operators.get("shadows:And").mask(3))
    """)
    assert printed.split() == ["True", "True", "8", "2"]
    (problem,) = [p for p in listing["problems"] if p["distribution"] == "shadows"]
    assert "('And' alone is the built-in)" in problem["message"]


def test_a_rule_with_a_qualified_operator_is_read_as_it_is_written(environment):
    printed = environment.python_prints("""
        from boolsmith import Rule
        for text in ("alpha-clash:Shared(a, ~b)", "And(shadows:And(a, b), c)"):
            rule = Rule.parse(text)
            print(rule, Rule.from_json(rule.to_json()) == rule == Rule.parse(str(rule)))
        print(Rule.parse("shadows:And(a, b)") == Rule.parse("And(a, b)"))
    """)
    assert printed.splitlines() == [
        "alpha-clash:Shared(a, ~b) True",
        "And(shadows:And(a, b), c) True",
        "False",
    ]


def test_an_unknown_name_tells_of_plugins_that_failed(environment):
    printed = environment.python_prints("""
        from boolsmith.plugins import registry
        try:
            registry().operators.get("Zebraa")
        except ValueError as error:
            print(error)
    """)
    assert printed.startswith("unknown operator 'Zebraa'; did you mean 'Zebra'? (")
    assert "failed to load: see `boolsmith plugins`)" in printed
