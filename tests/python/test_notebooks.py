# SPDX-License-Identifier: Apache-2.0
"""The notebooks run, and their assertions hold.

By default their cells run in this process, by `exec`, so that no package of Jupyter is needed; cells with a tag such as
needs-matplotlib run where that package is installed. With CATENA_NOTEBOOKS=nbconvert they run as Jupyter runs them (`make
python-extras`)."""
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(os.environ.get("CATENA_SOURCE", Path(__file__).parent.parent.parent))
NOTEBOOKS = sorted((SOURCE / "docs/notebooks").glob("*.ipynb"))
JUPYTER = os.environ.get("CATENA_NOTEBOOKS") == "nbconvert"


def code_cells(path):
    return [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def missing_package(cell):
    needed = [tag.removeprefix("needs-") for tag in cell["metadata"].get("tags", [])]
    return next((name for name in needed if importlib.util.find_spec(name) is None), None)


def test_there_are_five():
    assert len(NOTEBOOKS) == 5


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_stored_without_results(path):
    """Results would be large, and differ from machine to machine."""
    for cell in code_cells(path):
        assert cell["outputs"] == [] and cell["execution_count"] is None
    assert len(re.findall(r"\bassert\b", path.read_text())) + path.read_text().count("print(") >= 5


@pytest.mark.skipif(JUPYTER, reason="they run as Jupyter runs them")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_its_cells_run(path, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    names = {"__name__": "__main__"}
    for cell in code_cells(path):
        if not missing_package(cell):
            exec(compile("".join(cell["source"]), f"{path.name}, {cell['id']}", "exec"), names)


@pytest.mark.skipif(not JUPYTER, reason="set CATENA_NOTEBOOKS=nbconvert, or run 'make python-extras'")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_in_jupyter(path, tmp_path):
    done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", str(tmp_path), str(path)],
                          capture_output=True, text=True, timeout=550)
    assert done.returncode == 0, done.stderr
    outputs = [output for cell in code_cells(tmp_path / path.name) for output in cell["outputs"]]
    assert outputs
    if path.stem == "01_first_steps":
        shown = next(output["data"] for output in outputs if output["output_type"] == "execute_result")
        assert "<iframe srcdoc=" in "".join(shown["text/html"]) and "<svg" in "".join(shown["image/svg+xml"])
