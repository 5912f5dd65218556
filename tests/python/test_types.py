# SPDX-License-Identifier: Apache-2.0
"""The stubs agree with the module, and the package and a program that uses it pass mypy."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

import catena

pytest.importorskip("mypy")
PROGRAM = """
import catena
import numpy as np

arm = catena.Arm("panda", payload=catena.Payload(1.0))
tau: np.ndarray = arm.id([0.0] * 7, np.zeros(7), np.zeros(7), tip=None, out=np.empty(7))
U: np.ndarray = arm.udut(np.zeros(7)).U
duration: float = arm.plan(np.zeros((2, 7))).duration
"""
MISTAKES = ["arm.id([0.0] * 7, np.zeros(7))", "arm.gravity(np.zeros(7), frame='tool')", "arm.udut(np.zeros(7)).V",
            "arm.id(np.zeros(7), np.zeros(7), np.zeros(7), nan='ignore')", "arm.inertias(np.zeros(7))"]


def mypy(*words, folder):
    environment = {**os.environ, "MYPYPATH": str(Path(catena.__file__).parent.parent)}
    return subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, env=environment, cwd=folder, timeout=250)


def test_stubs_agree_with_the_module(tmp_path):
    done = mypy("mypy.stubtest", "catena._core", "catena.results", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_and_a_program_pass_mypy(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mistakes.py").write_text(PROGRAM + "\n".join(MISTAKES))
    done = mypy("mypy", "-p", "catena", folder=tmp_path)
    assert done.returncode == 0, done.stdout
    done = mypy("mypy", "program.py", "mistakes.py", folder=tmp_path)
    lines = [line for line in done.stdout.splitlines() if "error" in line and ".py:" in line]
    assert len(lines) == len(MISTAKES) and all(line.startswith("mistakes.py") for line in lines), done.stdout
