"""The page of benchmarks, its figure and the README say what the results file says."""

import json
from pathlib import Path

from boolsmith_bench.paper.benchmarks import benchmarks_page, headlines
from boolsmith_bench.paper.benchmarks_figure import benchmarks_figure

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "plugins" / "boolsmith-bench" / "docs"


def results():
    return json.loads((FOLDER / "benchmarks.json").read_text(encoding="utf-8"))


def test_the_page_is_made_from_the_results():
    assert (FOLDER / "benchmarks.md").read_text(encoding="utf-8") == benchmarks_page(results())


def test_the_figure_shows_every_dataset():
    shown = (FOLDER / "benchmarks.svg").read_text(encoding="utf-8")
    figure = benchmarks_figure(results())
    titles = [ax.get_title() for ax in figure.axes if ax.get_title()]
    assert len(titles) == 9
    assert all(f"<!-- {title} -->" in shown for title in titles)


def test_the_readme_has_the_three_numbers():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = headlines(results())
    assert len(lines) == 3
    assert all(f"- {line}" in readme for line in lines)
    assert "plugins/boolsmith-bench/docs/benchmarks.svg" in readme
