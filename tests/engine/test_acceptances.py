"""Kernels accept what the acceptance accepts, compiled or called."""

import math
import warnings

import numpy as np
import pytest
from boolsmith.acceptances import BUILTIN, METROPOLIS, Acceptance
from boolsmith.engine.addresses import SlowFunctionWarning, acceptance_address
from boolsmith.engine.jit import kernel
from boolsmith.engine.layout import NUMBERS, new_record
from boolsmith.engine.objective import accepts
from boolsmith.engine.rng import uniform
from hypothesis import given, settings
from hypothesis import strategies as st

LUCKY = Acceptance("lucky", lambda difference, temperature, draw: draw < 0.5)
SECRET = {"limit": 0.25}
CALLED = Acceptance("called", lambda difference, temperature, draw: draw < SECRET["limit"])
NEVER = Acceptance("never", lambda difference, temperature, draw: 1 / int(SECRET["limit"]))


@kernel
def run_accepts(numbers, difference, temperature, rng):
    return accepts(numbers, difference, temperature, rng)


@kernel
def run_uniform(rng):
    return uniform(rng)


def numbers_for(acceptance):
    numbers = new_record(NUMBERS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SlowFunctionWarning)
        numbers.acceptance = acceptance_address(acceptance)
    numbers.takes_better = acceptance.takes_better
    return numbers


@settings(deadline=None, max_examples=200)
@given(
    acceptance=st.sampled_from([*BUILTIN, LUCKY, CALLED]),
    difference=st.floats(-1, 1) | st.sampled_from([0.0, -0.0, math.inf, -math.inf]),
    temperature=st.floats(0, 1),
    seed=st.integers(0, 2**32),
)
def test_kernels_decide_as_the_acceptance_does(acceptance, difference, temperature, seed):
    rng = np.random.SeedSequence(seed).generate_state(4, np.uint64)
    same = rng.copy()
    draw = run_uniform(same)
    found = run_accepts(numbers_for(acceptance), difference, temperature, rng)
    assert found == acceptance(difference, temperature, draw)
    drawn = not (acceptance.takes_better and difference >= 0)
    assert np.array_equal(rng, same) == drawn  # one number, and none for what is better anyway


def test_one_that_raises_accepts_nothing():
    rng = np.arange(1, 5, dtype=np.uint64)
    assert not any(run_accepts(numbers_for(NEVER), 1.0, 1.0, rng) for _ in range(20))


def test_one_that_numba_cannot_compile_is_called_with_a_warning():
    slow = Acceptance("slow", lambda difference, temperature, draw: draw < SECRET["limit"] / 2)
    with pytest.warns(SlowFunctionWarning, match="acceptance 'slow' cannot be compiled"):
        acceptance_address(slow)


def test_metropolis_is_compiled_into_the_kernels_themselves():
    assert acceptance_address(METROPOLIS) == 0
