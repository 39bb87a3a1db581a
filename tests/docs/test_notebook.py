"""The notebook that takes a newcomer from a CSV file to a rule in SQL runs as it stands."""

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "tutorial" / "csv-to-sql.ipynb"


def test_the_notebook_leads_from_a_csv_file_to_a_saved_sql_rule(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient").NotebookClient
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) == 10
    assert not any(cell.outputs for cell in code), "it is kept without outputs"
    resources = {"metadata": {"path": str(tmp_path)}}
    client(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    assert (tmp_path / "tumours.sql").read_text().startswith("SELECT *,\nCASE\n")
    assert (tmp_path / "tumours.rule.json").exists()
    shown = [output.get("data", {}).get("text/html", "") for c in code for output in c.outputs]
    assert any(html.startswith("<svg") for html in shown), "a rule shows its tree"
    assert any(html.startswith("<progress") for html in shown), "fit shows a bar"
