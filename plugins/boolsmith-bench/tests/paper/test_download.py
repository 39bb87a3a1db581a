"""Datasets are fetched by scikit-learn's client, from an imitation of OpenML on this machine."""

import gzip
import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import attrs
import pytest
from boolsmith.cli import main
from boolsmith.data.tables import read_table
from boolsmith.errors import BoolsmithError
from boolsmith_bench.paper import datasets, download
from boolsmith_bench.paper.datasets import Source, find, load, sources

pytest.importorskip("pandas")
openml = pytest.importorskip("sklearn.datasets._openml")

ARFF = """@relation pets
@attribute name string
@attribute weight numeric
@attribute 'kind of pet' {cat,'small dog'}
@attribute charges string
@attribute kept {no,yes}
@data
a,4.50,cat,' ',yes
b,8,'small dog','7.0',no
c,?,cat,'12.25',yes
"""
OURS = "kind of pet,kept,weight,charges\ncat,yes,4.5,\nsmall dog,no,8,7\ncat,yes,,12.25\n"
PETS = Source("pets", "Pets", "kept", "yes", ["name"], "0" * 64, {}, {"id": 7})


def feature(index, name, kind):
    return {
        "index": str(index), "name": name, "data_type": kind, "is_ignore": "false",
        "is_row_identifier": "false", "is_target": "true" if name == "kept" else "false",
        "number_of_missing_values": "0",
    }  # fmt: skip


FEATURES = [
    feature(i, name, kind)
    for i, (name, kind) in enumerate(
        [("name", "string"), ("weight", "numeric"), ("kind of pet", "nominal"),
         ("charges", "string"), ("kept", "nominal")]
    )
]  # fmt: skip


@pytest.fixture
def imitation(monkeypatch):
    """A server that answers as OpenML does for one dataset; `pages` may be changed."""
    pages = {}

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            body = pages.get(self.path)
            self.send_response(200 if body is not None else 404)
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        home = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in ("_DATA_INFO", "_DATA_FEATURES", "_DATA_QUALITIES"):
            there = getattr(openml, name).replace("https://www.openml.org", home)
            monkeypatch.setattr(openml, name, there)
        described = {
            "id": "7", "name": "pets", "version": "1", "format": "ARFF", "status": "active",
            "description": "", "file_id": "9", "url": f"{home}/data/v1/download/9/pets.arff",
            "md5_checksum": hashlib.md5(ARFF.encode()).hexdigest(),
        }  # fmt: skip
        qualities = [{"name": "NumberOfInstances", "value": "3"}]
        for path, page in (
            ("", {"data_set_description": described}),
            ("features/", {"data_features": {"feature": FEATURES}}),
            ("qualities/", {"data_qualities": {"quality": qualities}}),
        ):
            pages[f"/api/v1/json/data/{path}7"] = json.dumps(page).encode()
        pages["/data/v1/download/9/pets.arff"] = ARFF.encode()
        yield pages
        server.shutdown()


@pytest.fixture
def pets(tmp_path):
    """The dataset as it would be known from a file of ours."""
    ours = tmp_path / "ours.csv"
    ours.write_text(OURS, encoding="utf-8")
    return attrs.evolve(PETS, content=download.content_digest(read_table(ours), PETS.not_features))


def test_what_is_fetched_is_kept_if_its_values_are_the_same(imitation, pets, tmp_path):
    path = download.download(pets, tmp_path / "cache")
    assert path == find(pets, tmp_path / "cache")
    assert read_table(path)["kind of pet"].tolist() == ["cat", "small dog", "cat"]
    assert [p.name for p in (tmp_path / "cache").iterdir()] == ["pets.csv.gz"]


LINES = ARFF.splitlines()


@pytest.mark.parametrize(
    "text",
    [
        ARFF.replace("b,8,", "b,8.1,"),
        ARFF.replace("c,?", "c,3"),
        "\n".join([*LINES[:7], *reversed(LINES[7:])]),
    ],
    ids=["another number", "a number for a missing value", "another order"],
)
def test_other_values_are_refused_in_one_line(imitation, pets, tmp_path, text):
    imitation["/data/v1/download/9/pets.arff"] = text.encode()
    page = json.loads(imitation["/api/v1/json/data/7"])
    page["data_set_description"]["md5_checksum"] = hashlib.md5(text.encode()).hexdigest()
    imitation["/api/v1/json/data/7"] = json.dumps(page).encode()
    with pytest.raises(BoolsmithError, match=r"^dataset 7 of OpenML is not the Pets .*--data$"):
        download.download(pets, tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_columns_of_other_names_are_taken_in_order(imitation, pets, tmp_path):
    # The file has its own names; ours are given in its order.
    names = ["name", "mass", "kind", "cost", "kept"]
    ours = tmp_path / "named.csv"
    ours.write_text("mass,kind,cost,kept\n" + "\n".join(
        f"{w},{k},{c},{y}" for k, y, w, c in (line.split(",") for line in OURS.splitlines()[1:])
    ) + "\n", encoding="utf-8")  # fmt: skip
    content = download.content_digest(read_table(ours), ["name"])
    named = attrs.evolve(pets, openml={"id": 7, "columns": names}, content=content)
    assert find(named, download.download(named, tmp_path / "cache").parent)
    short = attrs.evolve(named, openml={"id": 7, "columns": names[1:]})
    with pytest.raises(BoolsmithError, match="is not the Pets"):
        download.download(short, tmp_path / "cache")


def test_a_server_that_does_not_answer_is_one_line(imitation, pets, tmp_path):
    del imitation["/data/v1/download/9/pets.arff"]
    with pytest.raises(BoolsmithError, match=r"^dataset 7 of OpenML cannot be had: .*404"):
        download.download(pets, tmp_path)


def test_what_openml_lacks_needs_the_folder(tmp_path):
    with pytest.raises(BoolsmithError, match=r"Direct Marketing is not on OpenML .*--data"):
        download.download(sources()["direct_marketing"], tmp_path)


def test_the_command_fetches_into_the_cache(imitation, pets, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "home"))
    known = {**sources(), "pets": attrs.evolve(pets, paper={"rows": 2})}
    monkeypatch.setattr(datasets, "sources", lambda: known)
    run = ["bench", "paper", "--experiment", "trace", "--dataset", "pets", "--jobs", "1"]
    assert main([*run, "--out", str(tmp_path / "out"), "--download"]) == 0
    assert "pets is now" in capsys.readouterr().err
    assert main([*run, "--out", str(tmp_path / "out")]) == 0
    assert "left out" not in capsys.readouterr().err


def test_a_file_of_another_form_but_the_same_values_is_read(shared_datasets, tmp_path):
    source = sources()["credit_risk"]
    text = gzip.decompress((shared_datasets / "credit_risk.csv.gz").read_bytes())
    (tmp_path / "credit_risk.csv.gz").write_bytes(gzip.compress(text, 1, mtime=1))
    assert len(load("credit_risk", tmp_path).y) == source.paper["rows"]
    changed = text.replace(b",1169,", b",1170,", 1)
    (tmp_path / "credit_risk.csv.gz").write_bytes(gzip.compress(changed, mtime=0))
    with pytest.raises(BoolsmithError, match="is not the file it should be"):
        find(source, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n, s in sources().items() if s.openml is not None])
def test_the_digests_are_those_of_our_files(shared_datasets, name):
    source = sources()[name]
    table = read_table(find(source, shared_datasets))
    assert download.content_digest(table, source.not_features) == source.content
    named = source.openml.get("columns")
    assert named is None or named == [c for c in table.columns if c not in source.not_features]
