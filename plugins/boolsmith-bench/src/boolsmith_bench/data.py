"""Random data of any size, packed from the start: no Boolean matrix is ever made of it."""

from __future__ import annotations

import numpy as np
from boolsmith.data import PackedData
from boolsmith.data.packed import WORD


def random_data(num_rows: int, num_features: int, seed: int = 0) -> PackedData:
    """Two positive rows in five, and every other column more often true for them."""
    rng = np.random.default_rng(seed)
    num_positive = max(1, 2 * num_rows // 5)
    labels = np.arange(num_rows) < num_positive
    split = -(-num_positive // WORD)
    num_words = split - (num_positive - num_rows) // WORD
    valid = np.zeros(num_words * WORD, dtype=bool)
    valid[:num_positive] = True
    valid[split * WORD : split * WORD + num_rows - num_positive] = True
    plane = np.packbits(valid, bitorder="little").view(np.uint64)
    words, other = (
        rng.integers(0, 2**64, size=(num_features, num_words), dtype=np.uint64) for _ in range(2)
    )
    words[::2, :split] |= other[::2, :split]
    words[::2, split:] &= other[::2, split:]
    names = tuple(f"x{j}" for j in range(num_features))
    return PackedData(words & plane, plane[None], 1.0, labels, names)
