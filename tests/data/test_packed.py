"""Packing keeps every bit and every weight, in an eighth of the memory."""

import math
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from boolsmith import pack
from boolsmith.data import packed as module
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import sparse

SIZES = [(1, 1), (1, 63), (63, 64), (64, 64), (65, 1), (128, 129), (200, 3)]


def labelled(positives, negatives, columns=5, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(positives + negatives) < positives)
    return rng.random((len(y), columns)) < 0.4, y


def assert_holds(packed, X, y):
    """Packed data gives back the rows, positives first, and no bit where there is no row."""
    matrix, labels, weights = packed.dense()
    np.testing.assert_array_equal(packed.rows, np.argsort(~y, kind="stable"))
    np.testing.assert_array_equal(matrix, X[packed.rows])
    np.testing.assert_array_equal(labels, y[packed.rows])
    assert (weights == 1).all()
    assert np.bitwise_count(packed.words).sum() == X.sum()
    assert np.bitwise_count(packed.planes).sum() == len(y)
    assert packed.class_weights == (y.sum(), (~y).sum())
    assert packed.num_words == -(-y.sum() // 64) + -(-(~y).sum() // 64)


@pytest.mark.parametrize(("positives", "negatives"), SIZES)
def test_rows_come_back_at_every_size_around_a_word(positives, negatives):
    X, y = labelled(positives, negatives)
    assert_holds(pack(X, y), X, y)


@pytest.mark.parametrize("order", ["C", "F", "strided", "backwards"])
@pytest.mark.parametrize("dtype", ["?", "i1", "u1", ">i4", "<u8", "f2", "f4", ">f8", "g", "F", "O"])
def test_any_dtype_and_order_packs_to_the_same_words(dtype, order):
    X, y = labelled(70, 61)
    given = X.astype(dtype)
    if order == "F":
        given = np.asfortranarray(given)
    elif order == "strided":
        given = np.repeat(np.repeat(given, 2, axis=0), 3, axis=1)[::2, ::3]
    elif order == "backwards":
        given = given[::-1, ::-1].copy()[::-1, ::-1]
    assert_holds(pack(given, y), X, y)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil", "dok", "bsr"])
@pytest.mark.parametrize("make", [sparse.coo_matrix, sparse.coo_array])
def test_sparse_matrices_pack_to_the_same_words(kind, make):
    X, y = labelled(70, 61)
    assert_holds(pack(make(X.astype(float)).asformat(kind), y), X, y)


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("dtype", [bool, np.int64, float])
def test_frames_pack_to_the_same_words_under_their_own_names(library, dtype):
    frames = pytest.importorskip(library)
    X, y = labelled(70, 61)
    names = [f"column {j}" for j in range(5)]
    frame = frames.DataFrame({n: X[:, j].astype(dtype) for j, n in enumerate(names)})
    packed = pack(frame, frames.Series(y))
    assert_holds(packed, X, y)
    assert packed.feature_names == tuple(names)


def test_nullable_booleans_of_pandas_are_read():
    pandas = pytest.importorskip("pandas")
    X, y = labelled(70, 61)
    frame = pandas.DataFrame(X).astype("boolean")
    frame.index = frame.index[::-1]
    assert_holds(pack(frame, y), X, y)


@pytest.mark.parametrize("given", ["C", "F", "csr", "csc", "frame"])
def test_data_larger_than_a_piece_is_put_together(given, monkeypatch):
    monkeypatch.setattr(module, "_CHUNK_BYTES", 1000)
    X, y = labelled(1000, 777, columns=7)
    if given == "frame":
        source = pytest.importorskip("pandas").DataFrame(X)
    else:
        source = (
            np.array(X, order=given) if len(given) == 1 else sparse.coo_array(X).asformat(given)
        )
    assert_holds(pack(source, y), X, y)


def test_packed_data_does_not_follow_what_it_was_made_from():
    X, y = labelled(10, 10)
    before = X.copy(), y.copy()
    packed = pack(X, y)
    X[:], y[:] = False, True
    assert_holds(packed, *before)


def test_packed_data_takes_an_eighth_of_bool_arrays():
    X, y = labelled(6400, 3200, columns=50)
    packed = pack(X, y)
    assert packed.words.nbytes == X.nbytes / 8
    assert packed.planes.nbytes == y.nbytes / 8


def _polars(X):
    return pytest.importorskip("polars").DataFrame({f"c{j}": X[:, j] for j in range(X.shape[1])})


def _pandas(X):
    return pytest.importorskip("pandas").DataFrame(X)


@pytest.mark.parametrize(
    ("convert", "size"),
    [
        (np.array, lambda X: X.nbytes),
        (np.asfortranarray, lambda X: X.nbytes),
        (lambda X: X.astype(np.uint8), lambda X: X.nbytes),
        (lambda X: X.astype(np.float32), lambda X: X.nbytes),
        (_pandas, lambda X: X.memory_usage().sum()),
        (_polars, lambda X: X.estimated_size()),
        (sparse.csr_array, lambda X: X.data.nbytes + X.indices.nbytes + X.indptr.nbytes),
        (sparse.csc_array, lambda X: X.data.nbytes + X.indices.nbytes + X.indptr.nbytes),
    ],
    ids=["bool", "fortran", "uint8", "float32", "pandas", "polars", "csr", "csc"],
)
def test_packing_needs_at_most_1_3_times_input_and_output(convert, size):
    rng = np.random.default_rng(0)
    X = convert(rng.random((200_000, 100), dtype=np.float32) < 0.3)
    y = np.arange(200_000) % 3 == 0
    pack(X[:100], y[:100])  # imports
    given = size(X) + y.nbytes
    tracemalloc.start()
    packed = pack(X, y)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    made = packed.words.nbytes + packed.planes.nbytes + packed.labels.nbytes
    assert given + peak <= 1.3 * (given + made)


whole = st.integers(0, 2**20).map(float)
fine = st.integers(0, 2**20).map(lambda k: k / 2**15)
anything = st.floats(0, 1e6, allow_subnormal=False)


def weighted(draw, values):
    n = draw(st.integers(2, 140))
    y = np.frombuffer(draw(st.binary(min_size=n, max_size=n)), np.uint8) % 2 == 1
    y[:2] = True, False
    weights = draw(hnp.arrays(float, n, elements=draw(st.sampled_from(values))))
    weights[:2] = np.maximum(weights[:2], 1.0)
    return y, weights


def counted(packed):
    """The weights of positives and negatives that the first column shows, from the planes."""
    units = [0, 0]
    for b, plane in enumerate(packed.planes):
        shown = np.bitwise_count(plane & packed.words[0])
        units[0] += int(shown[: packed.num_positive_words].sum()) << b
        units[1] += int(shown[packed.num_positive_words :].sum()) << b
    return [Fraction(u) * Fraction(packed.unit) for u in units]


@given(st.data())
def test_weighted_counts_are_exact_for_whole_numbers_and_fractions(data):
    y, weights = weighted(data.draw, [whole, fine])
    X = np.arange(len(y))[:, None] % 3 != 1
    packed = pack(X, y, sample_weight=weights)
    oracle = [sum(map(Fraction, weights[X[:, 0] & (y == label)])) for label in (True, False)]
    assert counted(packed) == oracle
    assert packed.class_weights == (math.fsum(weights[y]), math.fsum(weights[~y]))
    np.testing.assert_array_equal(packed.dense()[2], weights[packed.rows])


@given(st.data())
def test_weighted_counts_of_any_floats_are_as_near_as_floats_can_be(data):
    y, weights = weighted(data.draw, [anything])
    packed = pack(np.ones((len(y), 1), bool), y, sample_weight=weights)
    total = math.fsum(weights)
    for found, label in zip(counted(packed), (True, False), strict=True):
        assert abs(found - sum(map(Fraction, weights[y == label]))) <= Fraction(total) / 2**50


@given(st.data(), st.integers(-60, 60))
def test_weights_may_be_scaled_by_a_power_of_two(data, power):
    y, weights = weighted(data.draw, [whole])
    X = np.ones((len(y), 1), bool)
    one, other = (pack(X, y, sample_weight=w) for w in (weights, np.ldexp(weights, power)))
    np.testing.assert_array_equal(one.planes, other.planes)
    assert other.unit == one.unit * 2.0**power


def test_no_weights_and_weights_of_one_are_the_same():
    X, y = labelled(70, 61)
    plain, ones = pack(X, y), pack(X, y, sample_weight=np.ones(len(y), int))
    np.testing.assert_array_equal(plain.planes, ones.planes)
    assert plain.unit == ones.unit == 1.0


@given(hnp.arrays(bool, (70, 3)), hnp.arrays(float, 70, elements=st.sampled_from([0.25, 1, 3, 10])))
def test_counts_are_the_weights_of_the_rows_that_are_set(X, weights):
    y = np.arange(70) % 3 == 0
    data = pack(X, y, sample_weight=weights)
    for column, words in zip(X.T, data.words, strict=True):
        assert data.counts(words) == (weights[column & y].sum(), weights[column & ~y].sum())
        assert data.counts(~words) == (weights[~column & y].sum(), weights[~column & ~y].sum())
        assert data.counts(words) == tuple(units * data.unit for units in data.units(words))


@pytest.mark.parametrize(("positives", "negatives"), SIZES)
def test_valid_bits_are_those_of_rows(positives, negatives):
    data = pack(*labelled(positives, negatives))
    np.testing.assert_array_equal(data.valid, data.planes[0])


@given(hnp.arrays(bool, hnp.array_shapes(min_dims=1, max_dims=2, max_side=130)))
def test_packed_bits_come_back_with_zeros_behind(bits):
    words = module.pack_bits(bits)
    back = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little").astype(bool)
    np.testing.assert_array_equal(back[..., : bits.shape[-1]], bits)
    assert not back[..., bits.shape[-1] :].any()
