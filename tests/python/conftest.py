# SPDX-License-Identifier: Apache-2.0
"""What the tests of the Python package share. ctest sets PYTHONPATH, CATENA_CLI and CATENA_CALIBRATION (CMakeLists.txt)."""
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import catena

# A shell starts background jobs with SIGINT ignored, which their child processes inherit; the tests of interrupts need it.
signal.signal(signal.SIGINT, signal.default_int_handler)

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
N = 7  # joints of the Panda

# Values of the arguments that methods require, for one state.
VECTORS = ("q", "qd", "qdd", "tau", "v")


def arguments(row, n, rng, lead=()):
    """Random values of the positional arguments of a quantity; the postures are far from singular ones."""
    values = []
    for name in row["positional"]:
        shape = (n, 6) if name == "wrenches" else (n, 3) if name == "V" else (n,)
        values.append(rng.uniform(-1, 1, (*lead, *shape)))
        if name == "q":
            values[-1] = 0.3 + 0.2 * values[-1] * np.cos(np.arange(n))
    return values


def arrays_of(result):
    return result if isinstance(result, tuple) else (result,)


def run_python(code, **environment):
    """Runs a program in a Python of its own; its standard output."""
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True,
                          timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def rng():
    return np.random.default_rng(20261117)


@pytest.fixture(scope="session")
def panda():
    return catena.Arm("panda")


@pytest.fixture(scope="session")
def table():
    return {row["name"]: row for row in catena.quantities()}


def pytest_generate_tests(metafunc):
    if "quantity" in metafunc.fixturenames:
        metafunc.parametrize("quantity", [row["name"] for row in catena.quantities()])


@pytest.fixture(scope="session")
def cli():
    return os.environ["CATENA_CLI"]
