"""Every key is an option with the same meaning, and options win over a file."""

import argparse

import pytest
from boolsmith import BoolsmithError
from boolsmith.config import Config, add_search_options, config_from_args
from boolsmith.config.fitting import keys


def parsed(*arguments):
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("data", nargs="?")
    add_search_options(parser)
    return config_from_args(parser.parse_args(arguments))


def refusal(*arguments):
    with pytest.raises(BoolsmithError) as caught:
        parsed(*arguments)
    return str(caught.value)


def test_every_key_has_an_option_of_its_own(capsys):
    with pytest.raises(SystemExit):
        parsed("--help")
    printed = capsys.readouterr().out
    assert len({key.option for key in keys().values()}) == len(keys())
    for key in keys().values():
        assert f"  {key.option}" in printed


def test_without_options_everything_is_the_default():
    assert parsed("data.csv") == Config()


def test_options_give_what_a_file_gives(tmp_path):
    file = tmp_path / "run.toml"
    file.write_text(
        'metric = "f1"\nmax_complexity = "none"\noperators = ["And", "Or"]\ntime_limit = 2\n'
        'negated_operators = true\nprogress = false\nbackend = "local"\nchoice = 4\n'
        'strategy = "paper"\nschedule = "geometric"\n'
        "[backend_parameters]\nnum_starts = 3\n"
        '[binarizer_parameters]\nnum_thresholds = 4\nmissing = "refuse"\n'
        "thresholds = { age = [18, 65] }\n"
    )
    options = (
        *("--metric", "f1", "--max-complexity", "none", "--operators", "And, Or"),
        *("--time-limit", "2", "--negated-operators", "--no-progress", "--backend", "local"),
        *("--choice", "4", "--strategy=paper", "--schedule", "geometric"),
        *("--backend-parameter", "num_starts=3", "--binarizer-parameter", "num_thresholds=4"),
        *("--binarizer-parameter", "missing=refuse"),
        *("--binarizer-parameter", "thresholds={ age = [18, 65] }"),
    )
    assert parsed(*options) == parsed("--config", str(file))


def test_a_list_may_be_repeated():
    assert parsed("--operators", "And", "--operators", "Or")["operators"] == ["And", "Or"]


def test_options_win_over_the_file(tmp_path):
    file = tmp_path / "run.toml"
    file.write_text('seed = 1\nbackend = "local"\n[backend_parameters]\nnum_starts = 3\n')
    config = parsed("--config", str(file), "--seed", "2", "--backend-parameter", "num_starts=4")
    assert config.values == {"seed": 2, "backend": "local", "backend_parameters": {"num_starts": 4}}
    assert parsed("--config", str(file), "--backend", "none").values == {"seed": 1, "backend": None}


def test_a_backend_of_the_file_that_is_missing_can_be_replaced(tmp_path):
    file = tmp_path / "run.toml"
    file.write_text('backend = "not-here"\n[backend_parameters]\nnum_reads = 3\n')
    assert "unknown backend 'not-here'" in refusal("--config", str(file))
    assert parsed("--config", str(file), "--backend", "local").values == {"backend": "local"}


def test_parameters_of_moves_name_their_move():
    pytest.importorskip("boolsmith_moves")
    told = refusal("--moves", "wrap", "--move-parameter", "wrap.x=1")
    assert told.startswith("--move-parameter: move 'wrap' has no parameter 'x'")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--max-complexity", "ten"), "--max-complexity: 'ten' is not a whole number or \"none\""),
        (("--max-complexity", "2"), "--max-complexity=2: give a whole number of at least 3"),
        (("--metric", "acuracy"), "--metric: unknown metric 'acuracy'; did you mean 'accuracy'?"),
        (("--backend-parameter", "num"), "--backend-parameter: 'num' is not of the form NAME="),
        (("--backend-parameter", "a.b=1"), "--backend-parameter: 'a.b=1' is not of the form"),
        (("--move-parameter", "b=1"), "--move-parameter: 'b=1' is not of the form OWNER.NAME"),
        (("--config", "none.toml"), "configuration file 'none.toml' does not exist"),
    ],
)
def test_what_is_wrong_is_named_with_its_option(arguments, message):
    assert message in refusal(*arguments)


@pytest.mark.parametrize("part", ["token=DEV-123", "token DEV-123", "x.token=DEV-123"])
def test_a_secret_is_refused_and_not_shown(part):
    told = refusal("--backend", "local", "--backend-parameter", part)
    assert "looks like a secret and has no place here" in told
    assert "DEV-123" not in told


def test_the_value_of_a_parameter_is_data_and_never_code(tmp_path):
    target = tmp_path / "made"
    text = f"missing=__import__('pathlib').Path({str(target)!r}).touch()"
    assert "unknown missing" in refusal("--binarizer-parameter", text)
    assert not target.exists()
    refusal("--binarizer-parameter", 'missing="refuse"\nother=1')


def test_how_often_local_moves_take_part_can_be_one_option_or_several():
    wanted = {"swap_literal": 3, "add_literal": 1}
    assert parsed("--local-moves", "swap_literal=3,add_literal=1")["local_moves"] == wanted
    several = parsed("--local-moves", "swap_literal=3", "--local-moves", "add_literal=1")
    assert several["local_moves"] == wanted
    assert parsed("--local-moves", "swap_literal, add_literal")["local_moves"] == list(wanted)
