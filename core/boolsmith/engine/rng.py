"""Random numbers inside kernels: xoshiro256++ on four words of state, one state per start."""

import numpy as np

from boolsmith.engine.jit import inner

_23 = np.uint64(23)
_17 = np.uint64(17)
_45 = np.uint64(45)
_64 = np.uint64(64)
_32 = np.uint64(32)
_11 = np.uint64(11)
_63 = np.uint64(63)


@inner
def next_word(rng):
    """Return the next 64 random bits."""
    total = rng[0] + rng[3]
    result = ((total << _23) | (total >> (_64 - _23))) + rng[0]
    shifted = rng[1] << _17
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = (rng[3] << _45) | (rng[3] >> (_64 - _45))
    return result


@inner
def below(rng, n):
    """Return a random whole number from 0 to n - 1."""
    return np.int64(((next_word(rng) >> _32) * np.uint64(n)) >> _32)


@inner
def coin(rng):
    """Return 0 or 1."""
    return np.int64(next_word(rng) >> _63)


@inner
def uniform(rng):
    """Return a random number from 0 to 1, 1 excluded."""
    return np.float64(next_word(rng) >> _11) * (1.0 / 9007199254740992.0)
