# SPDX-License-Identifier: Apache-2.0
"""Sweeps give what the command gives, can be interrupted and continued."""
import subprocess

import numpy as np
import pytest
from conftest import run_python

import catena

DESIGN = """design = 1
name = "small"
criteria = ["reach", "gim_condition"]
arm = "Rz Rz"
lengths = [1, 1]
[limits]
revolute = [-3, 3]
[body]
law = "tube"
density = 2700
radius = 0.05
thickness = 0.005
[task]
samples = 16
[sampling]
kind = "sobol"
points = POINTS
seed = 1
[[parameter]]
name = "first"
set = "length"
link = 1
low = 0.2
high = 0.6
[[constraint]]
criterion = "reach"
least = 1.4
"""


@pytest.fixture
def design(tmp_path):
    file = tmp_path / "small.toml"
    file.write_text(DESIGN.replace("POINTS", "50"))
    return file


def test_results_are_those_of_the_command(design, cli, tmp_path):
    found = catena.sweep(design, tmp_path / "mine.db")
    assert found.complete and found.points == len(found.point) == 50
    done = subprocess.run([cli, "sweep", str(design), "-o", str(tmp_path / "theirs.db")], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    theirs = catena.read_sweep(tmp_path / "theirs.db")
    for name in ("point", "settings", "values", "errors"):
        assert np.array_equal(getattr(found, name), getattr(theirs, name), equal_nan=True)
    assert found.why == theirs.why and found.criteria == ["reach", "gim_condition"] and found.parameters == ["first"]
    assert 0 < found.feasible.sum() < 50
    np.testing.assert_allclose(found["reach"][found.feasible], 1 + found["first"][found.feasible], rtol=1e-9)
    assert repr(found) == f"<Sweep 'small': 50 rows of 50 points, {found.feasible.sum()} feasible>"


def test_a_sweep_is_continued_and_another_one_is_refused(design, tmp_path):
    store = tmp_path / "results.db"
    first = catena.sweep(design, store)
    assert np.array_equal(catena.sweep(design, store).values, first.values, equal_nan=True)
    with pytest.raises(catena.Error, match="results.db: the file exists"):
        catena.sweep(design, store, resume=False)
    design.write_text(DESIGN.replace("POINTS", "60"))
    with pytest.raises(catena.Error, match="the design has changed since the sweep was started"):
        catena.sweep(design, store)
    with pytest.raises(catena.Error):
        catena.read_sweep(design)


def test_words_are_given_as_such(tmp_path):
    file = tmp_path / "words.toml"
    file.write_text(DESIGN.replace("POINTS", "8").replace('arm = "Rz Rz"\n', "")
                    + '[[parameter]]\nname = "arm"\nset = "arm"\nvalues = ["Rz Rz", "Rz Px"]\n')
    found = catena.sweep(file, tmp_path / "words.db")
    assert set(found["arm"]) == {"Rz Rz", "Rz Px"}


def test_an_interrupt_keeps_what_was_computed(design, tmp_path):
    design.write_text(DESIGN.replace("POINTS", "2000000"))
    out = run_python(f"""
import os, signal, threading, catena
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    catena.sweep({str(design)!r}, {str(tmp_path / 'large.db')!r}, commit_interval=0.1)
    print('not interrupted')
except KeyboardInterrupt:
    found = catena.read_sweep({str(tmp_path / 'large.db')!r})
    print('interrupted', found.complete, len(found.point) > 0)
""")
    assert out == "interrupted False True\n"


def test_pandas(design, tmp_path):
    pandas = pytest.importorskip("pandas")
    table = catena.sweep(design, tmp_path / "results.db").to_pandas()
    assert isinstance(table, pandas.DataFrame) and list(table.columns) == ["first", "reach", "gim_condition"] and len(table) == 50
