"""A configuration is checked as the search would, and errors say where, what and what instead."""

import inspect
import textwrap

import numpy as np
import pytest
from boolsmith import BoolsmithError
from boolsmith.config import Config, load_config
from boolsmith.config.fitting import keys
from boolsmith.plugins import registry
from boolsmith.searching import search


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Writes a file `run.toml` in the current folder."""
    monkeypatch.chdir(tmp_path)

    def write(text):
        (tmp_path / "run.toml").write_text(textwrap.dedent(text), encoding="utf-8")
        return "run.toml"

    return write


def refusal(path):
    with pytest.raises(BoolsmithError) as caught:
        load_config(path)
    text = str(caught.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize(
    ("name", "form", "types", "optional", "listed"),
    [
        ("metric", "scalar", (str,), False, False),
        ("max_samples", "scalar", (int, str), True, False),
        ("effort", "scalar", (float,), False, False),  # None is for Python: as the strategy has it
        ("progress", "scalar", (bool,), False, False),
        ("operators", "list", (), True, True),
        ("moves", "list", (), False, True),
        ("backend_parameters", "table", (), True, False),
        ("class_weight", "table", (str,), True, False),
        ("local_moves", "table", (), True, True),
        ("move_parameters", "tables", (), True, False),
    ],
)
def test_a_key_takes_what_the_declaration_says(name, form, types, optional, listed):
    key = keys()[name]
    assert (key.form, key.types, key.optional, key.listed) == (form, types, optional, listed)


def test_what_is_shared_with_the_classifier_has_its_defaults():
    from boolsmith import RuleClassifier

    known = inspect.signature(RuleClassifier).parameters
    for key in keys().values():
        if key.name in known and key.name != "progress":  # None: a bar in notebooks only
            assert known[key.name].default == key.default, key.name


def test_a_file_gives_the_arguments_of_a_search_that_runs(file):
    config = load_config(
        file("""
        metric = "f1"
        operators = ["And", "Or"]
        max_complexity = 4
        max_depth = "none"
        seed = 3
        strategy = "paper"
        num_starts = 1
        num_iterations = 50
        schedule = "geometric"
        [schedule_parameters]
        initial = 0.1
        """)
    )
    arguments = config.search_arguments()
    assert arguments["operators"] == ["And", "Or"]
    assert arguments["max_depth"] is None
    X = np.random.default_rng(0).random((40, 4)) < 0.5
    result = search(X, X[:, 0] & X[:, 1], **arguments)
    assert result.settings["metric"] == "f1"
    assert result.settings["seed"] == 3
    assert result.score == 1.0


@pytest.mark.parametrize("backend", ["local", "exact", "neal", "mip-highs"])
def test_one_line_swaps_the_solver_that_the_search_asks(file, backend):
    if backend not in registry().backends:
        pytest.skip(f"{backend} is not installed")
    same = "seed = 1\nnum_starts = 1\nnum_iterations = 40\npatience = 1\ntimeout = 0.5\n"
    config = load_config(file(f'{same}backend = "{backend}"\n'))
    X = np.random.default_rng(0).random((60, 6)) < 0.5
    y = X[:, :5].sum(axis=1) % 3 == 1
    result = search(X, y, **config.search_arguments())
    (statistics,) = result.move_statistics
    assert backend in statistics.name
    assert statistics.proposals > 0
    assert statistics.failures < statistics.proposals


def test_what_is_not_given_is_the_default(file):
    config = load_config(file("seed = 1\n"))
    assert config.search_arguments() == {"seed": 1}
    assert config["max_complexity"] == 10
    assert config["test_size"] == 0.25
    assert Config().search_arguments() == {}


def test_arguments_are_copies():
    config = Config({"metric": "accuracy", "operators": ["And"]})
    config.search_arguments()["operators"].append("Or")
    assert config["operators"] == ["And"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("max_complexty = 5", "run.toml: unknown key 'max_complexty'; did you mean"),
        ('metric = "acuracy"', "run.toml: metric: unknown metric 'acuracy'; did you mean"),
        ('strategy = "swep"', "run.toml: strategy: unknown strategy 'swep'; did you mean 'sweep'?"),
        ('operators = ["And", "Orr"]', "run.toml: operators: unknown operator 'Orr'"),
        ('operators = "And"', "run.toml: operators: 'And' is not a list of names: write "),
        ("operators = []", "run.toml: operators: operators is empty"),
        ("max_complexity = 2", "run.toml: max_complexity=2: give a whole number of at least 3"),
        ("max_complexity = 5.5", "run.toml: max_complexity: 5.5 is not a whole number"),
        ('max_complexity = "many"', "run.toml: max_complexity: 'many' is not a whole number or"),
        ("max_complexity = true", "run.toml: max_complexity: True is not a whole number"),
        ("patience = 'none'", "run.toml: patience: 'none' is not a whole number"),
        ("time_limit = inf", "run.toml: time_limit=inf: give a positive number"),
        ("metric = 3", "run.toml: metric: 3 is not text"),
        ("backend = 'nael'", "run.toml: backend: unknown backend 'nael'; did you mean 'neal'?"),
        ("moves = ['none']", "run.toml: moves: unknown move 'none'"),
        ("base_rule = 'And(a, b)'", "run.toml: base_rule: base_rule And(a, b) has 0 holes"),
        ("metric_parameters = 3", "run.toml: metric_parameters: 3 is not a table"),
        (
            "[metric_parameters]\nbeta = 2",
            "run.toml: metric_parameters: metric 'balanced_accuracy'",
        ),
        ("[backend_parameters]\nx = 2", "run.toml: backend_parameters={'x': 2} has no effect"),
        ("[move_parameters.wrap]\nx = 2", "run.toml: move_parameters: unknown move in move_param"),
        ("[move_parameters]\nx = 2", "run.toml: move_parameters: {'x': 2} is not tables [move"),
        ("test_size = 1.0", "run.toml: test_size=1.0: give a share from 0 to below 1"),
        ("choice = 'bst'", "run.toml: choice: unknown choice 'bst'; did you mean 'best'?"),
        ("class_weight = 'x'", "run.toml: class_weight: unknown class_weight 'x'; known: bala"),
        ("[binarizer_parameters]\nnum_threshold = 2", "run.toml: binarizer_parameters: the binar"),
        ("[binarizer_parameters]\nnum_thresholds = 0", "num_thresholds=0: give a whole number"),
        ("[search]\nseed = 3", "run.toml: unknown key 'search'; the keys in [search] stand at"),
    ],
)
def test_what_is_wrong_is_named_with_its_file_and_key(file, text, message):
    assert message in refusal(file(text + "\n"))


def test_parameters_of_a_backend_are_those_that_it_takes(file):
    text = 'backend = "local"\n[backend_parameters]\nnum_start = 3\n'
    assert refusal(file(text)) == (
        "run.toml: backend_parameters: backend 'local' has no parameter 'num_start'; "
        "did you mean 'num_starts'?"
    )
    wrong = 'backend = "local"\n[backend_parameters]\nnum_starts = 0\n'
    assert "num_starts=0 is not a whole number" in refusal(file(wrong))


def test_a_key_below_a_table_is_pointed_out(file):
    text = 'backend = "local"\n[backend_parameters]\nnum_starts = 3\nseed = 1\n'
    assert refusal(file(text)).endswith("is a key of the top level: put it above the tables)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seed = 1\nmetric = accuracy\n", "run.toml, line 2: invalid value: put text in double"),
        ("seed = 1\nseed = 2\n", "run.toml, line 2: cannot overwrite a value: the key stands"),
        ("[a]\n[a]\n", "run.toml, line 2: cannot declare"),
        ("seed\n", "run.toml, line 1: expected '=' after a key in a key/value pair: write key"),
        ("\noperators = ['And'\n", "run.toml, line 2: unclosed array: close the"),
        ('metric = "accuracy\n', "run.toml, line 1: "),
        ("seed = 1 2\n", "run.toml, line 1: "),
    ],
)
def test_an_error_of_toml_has_its_line_and_what_to_do(file, text, message):
    told = refusal(file(text))
    assert told.startswith(message)
    assert told.count(": ") >= 2


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    assert "does not exist" in refusal(tmp_path / "none.toml")
    assert "is a folder" in refusal(tmp_path)
    (tmp_path / "latin.toml").write_bytes("# gr\n# gr\u00fcn\n".encode("latin-1"))
    assert "line 2: not UTF-8" in refusal(tmp_path / "latin.toml")


def test_a_byte_order_mark_is_no_error(tmp_path):
    (tmp_path / "a.toml").write_bytes(b"\xef\xbb\xbfseed = 1\n")
    assert load_config(tmp_path / "a.toml")["seed"] == 1


@pytest.mark.parametrize(
    "text",
    [
        'token = "DEV-123"',
        'api_token = "DEV-123"',
        'backend = "local"\n[backend_parameters]\ntoken = "DEV-123"',
        'backend = "local"\n[backend_parameters]\nDWAVE_API_TOKEN = "DEV-123"',
        '[move_parameters.x]\npassword = "DEV-123"',
        '[leap]\nclient = [{ token = "DEV-123" }]',
    ],
)
def test_a_secret_is_refused_wherever_it_stands_and_not_shown(file, text):
    told = refusal(file(text + "\n"))
    assert "looks like a secret and has no place here" in told
    assert told.startswith("run.toml: ")
    assert "DEV-123" not in told


def test_options_win_over_the_file(file):
    config = load_config(file('metric = "f1"\nseed = 1\n'))
    merged = config.merge({"seed": 2, "max_complexity": None})
    assert merged.values == {"metric": "f1", "seed": 2, "max_complexity": None}
    assert config["seed"] == 1


def test_parameters_are_joined_and_go_with_their_owner():
    config = Config({"backend": "local", "backend_parameters": {"num_starts": 3}})
    assert config.merge({"backend": "exact"}).values == {"backend": "exact"}
    assert config.merge({"backend": "local"}) == config
    assert config.merge({"backend": None}).values == {"backend": None}
    joined = config.merge({"backend_parameters": {"num_starts": 5}})
    assert joined["backend_parameters"] == {"num_starts": 5}


def test_what_needs_a_solver_goes_with_it():
    config = Config({"backend": "local", "patience": 3, "timeout": 0.5, "seed": 1})
    assert config.merge({"backend": None}).values == {"backend": None, "seed": 1}
    assert config.merge({"backend": "exact"})["timeout"] == 0.5
    with pytest.raises(BoolsmithError, match=r"^timeout=0.5 has no effect without a backend"):
        Config({"timeout": 0.5})


def test_what_the_strategy_does_not_use_is_refused_with_its_place(file):
    told = refusal(file('schedule = "linear"\n'))
    assert told.startswith("run.toml: schedule='linear': strategy 'sweep' does not use it")


def test_local_moves_are_a_list_or_a_table(file):
    assert load_config(file("local_moves = ['swap_literal']\n"))["local_moves"] == ["swap_literal"]
    table = load_config(file("[local_moves]\nswap_literal = 2\n"))
    assert table["local_moves"] == {"swap_literal": 2}


def test_parameters_of_moves_go_with_their_move():
    pytest.importorskip("boolsmith_moves")
    config = Config({"moves": ["wrap", "crossover"], "move_parameters": {"wrap": {}}})
    assert config.merge({"moves": ["crossover"]}).values == {"moves": ["crossover"]}


def test_an_error_in_an_option_does_not_blame_the_file(file):
    config = load_config(file("seed = 1\n"))
    with pytest.raises(BoolsmithError, match=r"^seed=-1: give a whole number of at least 0$"):
        config.merge({"seed": -1})
    with pytest.raises(BoolsmithError, match=r"^unknown key 'sed'; did you mean 'seed'"):
        config.merge({"sed": 1})


def test_a_classifier_takes_the_same_settings():
    from boolsmith import RuleClassifier

    config = Config(
        {
            "max_complexity": 4,
            "seed": 5,
            "num_threads": 1,
            "strategy": "paper",
            "num_starts": 1,
            "num_iterations": 30,
            "choice": 3,
            "test_size": 0.3,
            "binarizer_parameters": {"num_thresholds": 3},
        }
    )
    model = RuleClassifier(**config.classifier_arguments())
    assert (model.random_state, model.n_jobs, model.choice) == (5, 1, 3)
    assert model.binarizer.num_thresholds == 3
    X = np.random.default_rng(0).random((60, 3))
    model.fit(X, X[:, 0] > 0.5)
    assert model.result_.settings["strategy"] == "paper"
    assert model.complexity_ <= 3
