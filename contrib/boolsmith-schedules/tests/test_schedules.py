"""What each schedule promises about its temperatures."""

import numpy as np
import pytest
from boolsmith import BoolsmithError
from boolsmith_schedules import ADAPTIVE, COSINE, LOGARITHMIC, boolsmith_schedules, pilot
from hypothesis import given
from hypothesis import strategies as st

LENGTHS = st.integers(1, 500)


@pytest.mark.parametrize("schedule", boolsmith_schedules(), ids=lambda schedule: schedule.name)
def test_there_is_one_temperature_per_iteration_for_any_length(schedule):
    for length in (1, 2, 3, 7, 1000):
        assert schedule.with_parameters()(length).shape == (length,)


@given(LENGTHS, st.floats(1e-3, 1))
def test_logarithmic_falls_from_its_depth_as_one_over_log(length, depth):
    temperatures = LOGARITHMIC.with_parameters({"depth": depth})(length)
    np.testing.assert_allclose(temperatures * np.log(np.arange(length) + 2), depth)


@given(LENGTHS, st.integers(1, 5), st.floats(0.5, 3))
def test_cosine_starts_hot_and_rises_only_where_a_cycle_begins(length, cycles, growth):
    given_parameters = {"cycles": cycles, "growth": growth, "initial": 0.3, "final": 0.01}
    temperatures = COSINE.with_parameters(given_parameters)(length)
    assert temperatures[0] == pytest.approx(0.3)
    assert np.all(temperatures >= 0.01)
    assert np.count_nonzero(np.diff(temperatures) > 1e-12) <= cycles - 1


def test_cosine_cycles_grow():
    temperatures = COSINE.with_parameters({"cycles": 3, "growth": 2.0})(700)
    assert np.flatnonzero(np.diff(temperatures) > 0).tolist() == [99, 299]


@given(st.floats(1e-4, 1), st.floats(0.2, 0.8), st.floats(0.01, 0.1))
def test_adaptive_meets_the_wanted_rates_if_the_run_behaves_as_its_pilot(mean, high, low):
    """With exponential losses of a given mean the rate accepted at T is T / (T + mean)."""
    grid = mean * np.geomspace(1e-3, 1e3, 2000)
    parameters = pilot(grid, grid / (grid + mean))
    schedule = ADAPTIVE.with_parameters({"initial_rate": high, "final_rate": low, **parameters})
    temperatures = schedule(50)
    wanted = np.geomspace(high, low, 50)
    np.testing.assert_allclose(temperatures / (temperatures + mean), wanted, rtol=0.01)


def test_adaptive_stays_within_the_temperatures_of_its_pilot():
    noisy = pilot([0.1, 0.01, 0.001], [0.2, 0.25, 0.1])
    temperatures = ADAPTIVE.with_parameters(noisy)(100)
    assert temperatures.min() >= 0.001 * (1 - 1e-12)
    assert temperatures.max() <= 0.1


def test_a_pilot_of_two_lengths_is_refused():
    with pytest.raises(BoolsmithError, match="one rate for each temperature"):
        ADAPTIVE.with_parameters(pilot([0.1], [0.2, 0.3]))
