"""`boolsmith bench engine` measures what it says, at sizes that take no time."""

import contextlib
import io
import json
import os
import sys

import numpy as np
import pytest
from boolsmith.cli import main
from boolsmith.data import pack
from boolsmith_bench.data import random_data
from boolsmith_bench.engine import Growth
from boolsmith_bench.limit import count_pairs
from boolsmith_bench.measure import Rate, Workload
from boolsmith_bench.peer import Peer

TINY = ("--quick", "--sizes", "200x10", "--seconds", "0.001", "--threads", "2")
PEER = os.environ.get("BOOLSMITH_PEER_PYTHON")


def printed(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["bench", "engine", *TINY, *arguments]) == 0
    return out.getvalue()


@pytest.fixture(scope="module")
def document():
    return json.loads(printed("--json"))


def test_every_rate_is_there_by_both_clocks(document):
    (speed,) = document["speeds"]
    assert (speed["rows"], speed["features"], speed["complexity"]) == (200, 10, 5)
    for name in ("moves", "moves_all_threads", "literals", "literals_all_threads", "limit"):
        assert speed[name]["cpu"] > 0
        assert speed[name]["wall"] > 0


def test_ratios_are_those_of_the_rates(document):
    (speed,) = document["speeds"]
    moves, many = speed["moves"], speed["moves_all_threads"]
    assert speed["ratios"] == pytest.approx(
        {
            "limit": moves["cpu"] / speed["limit"]["cpu"],
            "threads_cpu": many["cpu"] / moves["cpu"],
            "threads_wall": many["wall"] / moves["wall"],
            "peer": None,
            "peer_unchecked": None,
        }
    )


def test_growth_memory_and_startup_are_there(document):
    assert document["growth"]["rows"] == [3000, 30000]
    assert all(seconds > 0 for seconds in document["growth"]["seconds_per_move"])
    (memory,) = document["memory"]
    assert memory["packed"] == (10 + 1) * 4 * 8  # ten columns and the labels, four words each
    assert memory["boolean"] == 2000
    assert [start["strategy"] for start in document["startup"]] == ["paper", "sweep"]
    assert all(start["cpu"] > 0 and not start["cold"] for start in document["startup"])


def test_tables_say_what_is_measured():
    text = printed()
    for title in ("Moves of the published", "Literals scored", "Growth", "Memory", "first move"):
        assert title in text
    assert "200 x 10" in text
    assert "boolxai" not in text


def test_packed_random_data_is_what_packing_its_matrix_gives():
    data = random_data(300, 7, seed=3)
    X, y, weights = data.dense()
    packed = pack(X, y)
    np.testing.assert_array_equal(data.words, packed.words)
    np.testing.assert_array_equal(data.planes, packed.planes)
    assert y.sum() == 120
    assert (weights == 1).all()


def test_a_move_on_two_literals_touches_two_columns_and_its_own_words_twice():
    # At complexity 3 every rule is an operator over two literals.
    load = Workload("paper", random_data(100, 5), 3, 1, 0.001)
    assert load.runs_per_move() == (2, 2)


def test_the_limit_counts_bits_in_common():
    rng = np.random.default_rng(0)
    arena = rng.integers(0, 2**64, size=40, dtype=np.uint64)
    starts = np.array([0, 10, 20, 5], dtype=np.uint64)
    expected = np.bitwise_count(arena[0:10] & arena[10:20]).sum()
    expected += np.bitwise_count(arena[20:30] & arena[5:15]).sum()
    assert count_pairs(arena, starts, 10) == expected


def test_the_exponent_of_linear_growth_is_one():
    assert Growth(1, 5, (100, 10_000), (2.0, 200.0)).exponent == pytest.approx(1)
    assert Growth(1, 5, (100, 10_000), (2.0, 20.0)).exponent == pytest.approx(0.5)


def test_the_better_rate_is_kept_by_each_clock():
    assert Rate(1, 5).better(Rate(2, 3)) == Rate(2, 5)
    assert Rate(1, 5).better(None) == Rate(1, 5)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--sizes", "569"], "'569' is not sizes such as 569x300"),
        (["--complexities", "2"], "'2' is not whole numbers above 2"),
        (["--seconds", "0"], "must be above 0"),
        (["--peer-python", "/nowhere/python"], "'/nowhere/python' does not start"),
        (["--peer-python", sys.executable], "cannot run boolxai"),
    ],
)
def test_bad_input_is_one_line(arguments, complaint, capfd):
    assert main(["bench", "engine", *TINY, *arguments]) == 2
    assert complaint in capfd.readouterr().err.splitlines()[-1]


@pytest.mark.skipif(PEER is None, reason="BOOLSMITH_PEER_PYTHON names no Python with boolxai")
def test_boolxai_makes_moves_with_and_without_its_check():
    with Peer(PEER, random_data(100, 10)) as peer:
        rates = [peer.rate(5, 0.2, unchecked=unchecked, seed=0) for unchecked in (False, True)]
    assert peer.version == "1.0.0"
    assert all(rate.cpu > 0 and rate.wall > 0 for rate in rates)
