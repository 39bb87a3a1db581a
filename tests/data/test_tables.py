import gzip
import io
import sys
import tracemalloc
from datetime import datetime

import numpy as np
import pytest
from boolsmith.data.tables import read_chunks, read_table
from boolsmith.errors import BoolsmithError
from hypothesis import given
from hypothesis import strategies as st


@pytest.fixture
def write(tmp_path):
    def written(text, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def refused(path, **settings):
    with pytest.raises(BoolsmithError) as caught:
        read_table(path, **settings)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_types_are_the_narrowest_that_fit(write):
    table = read_table(
        write("n,flag,day,text,code\n1,TRUE,2024-01-31,a,007\n2.5,FALSE,2024-02-01 12:30,,010\n")
    )
    assert table["n"].tolist() == [1.0, 2.5]
    assert table["flag"].dtype == bool
    assert table["day"][1].item() == datetime(2024, 2, 1, 12, 30)
    assert table["text"].tolist() == ["a", None]
    assert table["code"].tolist() == ["007", "010"], "leading zeros are not lost"


def test_missing_cells_keep_the_type_of_the_others(write):
    table = read_table(write("a,b,c\n1,true,\n,NA,\n?,false,\n"), missing=["?"])
    assert np.isnan(table["a"]).tolist() == [False, True, True]
    assert table["b"].tolist()[0] == 1.0
    assert np.isnan(table["b"][1])
    assert np.isnan(table["c"]).all()


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_and_quotes_and_a_byte_order_mark_are_understood(write, delimiter):
    text = '\ufeff"a, b;c"|x\n"1|2"|3\n'.replace("|", "\0").replace("1\x002", "1,2")
    text = text.replace("\0", delimiter)
    table = read_table(write(text))
    assert list(table.columns) == ["a, b;c", "x"]
    assert table["x"].tolist() == [3.0]


def test_gzip_is_told_by_content_and_standard_input_is_read(write, monkeypatch):
    packed = gzip.compress(b"a,b\n1,x\n2,y\n")
    assert read_table(write(packed, "no-suffix")).shape == (2, 2)
    stdin = io.TextIOWrapper(io.BytesIO(packed))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert read_table("-")["b"].tolist() == ["x", "y"]


def test_parquet_gives_the_same_table_as_csv(write, tmp_path):
    module = pytest.importorskip("pyarrow.parquet")
    import pyarrow as pa

    path = tmp_path / "data.parquet"
    days = [datetime(2024, 1, 1), None]
    module.write_table(pa.table({"n": [1, None], "t": ["x", None], "d": days}), path)
    table = read_table(path)
    csv = read_table(write("n,t,d\n1,x,2024-01-01\n,,\n"))
    for name in csv.columns:
        assert table[name].dtype == csv[name].dtype
        assert table.row(0)[name] == csv.row(0)[name]
        assert table.row(1)[name] is csv.row(1)[name] is None


def test_parquet_without_a_reader_says_what_to_install(write, monkeypatch):
    for module in ("pyarrow", "polars", "pandas"):
        monkeypatch.setitem(sys.modules, module, None)
    assert "pip install pyarrow" in refused(write(b"PAR1....PAR1"))


def test_bad_files_get_one_clear_line(write, tmp_path):
    good = write("a,b\n1,2\n", "customers.csv")
    assert "did you mean 'customers.csv'" in refused(good.with_name("custmers.csv"))
    assert "folder" in refused(tmp_path)
    assert "empty" in refused(write(""))
    assert "empty" in refused(write("\n\n"))
    assert "no rows" in refused(write("a,b\n"))
    assert "two columns named 'a' (1 and 3)" in refused(write("a,b,a\n1,2,3\n"))
    assert "line 4 has 3 cells and the header has 2" in refused(write("a,b\n1,2\n\n1,2,3\n"))
    assert "UTF-8" in refused(write(b"a,b\ncaf\xe9,2\n"))
    assert "damaged gzip" in refused(write(gzip.compress(b"a\n1\n" * 50)[:-12]))
    assert "zip archive" in refused(write(b"PK\x03\x04rest"))
    assert "no column 'agee'; did you mean 'age'" in refused(
        write("age,b\n1,2\n"), kinds={"agee": "number"}
    )
    assert "not CSV" in refused(write('a,b\n1,"' + "x" * 200_000))


def test_text_among_numbers_is_refused_with_its_row_unless_explained(write):
    path = write("age\n" + "\n".join(map(str, range(40))) + "\nunkown\n")
    message = refused(path)
    assert "'unkown'" in message
    assert "row 41" in message
    assert np.isnan(read_table(path, missing=["unkown"])["age"][-1])
    assert read_table(path, kinds={"age": "category"})["age"][-1] == "unkown"


def test_a_type_that_changes_late_starts_again_with_the_wider_one(write):
    rows = ["1"] * 70_000 + ["x"] * 70_000
    table = read_table(write("a,b\n" + "".join(f"{cell},{i}\n" for i, cell in enumerate(rows))))
    assert table["a"].tolist() == rows
    assert table["b"].dtype == np.float64


def test_more_than_fits_is_sampled_evenly_and_says_so(write):
    path = write("a,b\n" + "".join(f"{i},{i % 3}\n" for i in range(200_000)))
    table = read_table(path, max_cells=20_000)
    assert table.num_rows == 10_000
    assert table.total_rows == 200_000
    assert abs(table["a"].mean() - 100_000) < 3_000
    again = read_table(path, max_cells=20_000)
    assert np.array_equal(table["a"], again["a"])


def test_memory_stays_bounded_however_long_the_file(write):
    def peak(rows):
        path = write("a,b\n" + "".join(f"{i}.5,{i % 7}\n" for i in range(rows)), f"{rows}.csv")
        tracemalloc.start()
        read_table(path, max_cells=20_000)
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    assert peak(600_000) < 1.3 * peak(150_000)


def test_chunks_join_to_the_whole(write):
    path = write("a,b\n" + "".join(f"{i},{i % 3}\n" for i in range(1000)))
    chunks = list(read_chunks(path, kinds={"a": "number"}, chunk_rows=300))
    assert [len(chunk) for chunk in chunks] == [300, 300, 300, 100]
    assert np.concatenate([chunk["a"] for chunk in chunks]).tolist() == list(range(1000))
    assert chunks[0]["b"][0] == "0", "what no kind is given for stays text"
    with pytest.raises(BoolsmithError, match="'x' in row 2"):
        list(read_chunks(write("a\n1\nx\n"), kinds={"a": "number"}))


cells = st.text(
    st.characters(codec="utf-8", exclude_characters="\0\r\n", exclude_categories=("Cs",)),
    min_size=1,
).filter(lambda text: text == text.strip())


@given(st.lists(cells, min_size=1, max_size=8))
def test_text_survives_reading(tmp_path_factory, texts):
    import csv

    path = tmp_path_factory.mktemp("csv") / "text.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["a", "b"], *([text, "1"] for text in texts)])
    table = read_table(path, kinds={"a": "category"})
    from boolsmith.data.csv_reader import MISSING

    assert table["a"].tolist() == [None if text in MISSING else text for text in texts]


def test_the_largest_dataset_is_read_in_seconds(dataset_file):
    from time import process_time

    path = dataset_file("airline_satisfaction")
    start = process_time()
    assert read_table(path).shape == (129_880, 23)
    assert process_time() - start < 6


@pytest.mark.parametrize("cell", ["inf", "-inf", "Infinity", "1e999"])
def test_infinity_is_refused_with_its_row(write, cell):
    rows = [*range(30), cell, *range(30)]
    path = write("y,x\n" + "".join(f"a,{row}\n" for row in rows))
    shown = "-inf" if cell == "-inf" else "inf"
    assert f"column 'x' has {shown} in row 31" in refused(path)
    with pytest.raises(BoolsmithError, match="in row 31"):
        list(read_chunks(path, kinds={"x": "number"}, chunk_rows=7))
    assert read_table(path, kinds={"x": "category"})["x"][30] == cell
    assert np.isnan(read_table(path, missing=[cell])["x"][30])


def test_infinity_in_parquet_is_refused_with_its_row(tmp_path):
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "data.parquet"
    parquet.write_table(pa.table({"x": [1.0, float("inf")], "y": [1.0, 2.0]}), path)
    assert "column 'x' has inf in row 2" in refused(path)
    with pytest.raises(BoolsmithError, match="in row 2"):
        list(read_chunks(path, kinds={"x": "number"}))
    assert len(list(read_chunks(path, kinds={"y": "number"}))) == 1


def test_a_file_of_no_rows_is_one_piece_of_none(write):
    (piece,) = read_chunks(write("x,flag,day\n"), kinds={"x": "number", "day": "date"})
    assert piece.shape == (0, 3)
    assert piece["x"].dtype == np.float64
