# SPDX-License-Identifier: Apache-2.0
"""The wheel: small, complete, and independent of the libraries of the machine. `make check-wheel` installs it into clean systems."""
import base64
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import catena

BACKEND = Path(os.environ.get("CATENA_SOURCE", ".")) / "python" / "build_backend" / "catena_build.py"
pytestmark = pytest.mark.skipif(not BACKEND.exists() or not shutil.which("patchelf"),
                                reason="the sources or patchelf are not there")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = Path(catena.__file__).parent.parent.parent
    subprocess.run([sys.executable, str(BACKEND), str(folder)], env={**os.environ, "CATENA_BUILD": str(build)}, check=True)
    (file,) = folder.iterdir()
    return file


def test_name_size_and_record(wheel):
    assert wheel.name.startswith(f"catena_dynamics-{catena.__version__}-cp311-abi3-manylinux_2_")
    assert wheel.stat().st_size < 9e6  # a budget: 8.4 MB with batches in float and the verdicts on the papers
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        record = archive.read(next(n for n in names if n.endswith("RECORD"))).decode().splitlines()
        for line in record[:-1]:
            name, digest, size = line.rsplit(",", 2)
            data = archive.read(name)
            assert len(data) == int(size)
            assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        assert sorted(line.split(",")[0] for line in record) == sorted(names)
    modules = {p.name for p in Path(catena.__file__).parent.iterdir() if p.suffix in (".py", ".pyi", ".so", ".typed")}
    assert modules <= {Path(n).name for n in names}


def test_it_loads_its_own_libraries(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = """
import catena
assert catena.Arm('panda').n == 7
files = {line.split()[-1] for line in open('/proc/self/maps') if '.so' in line}
print(*sorted(f for f in files if any(w in f for w in ('catena', 'fmt', 'sundials', 'nlopt', 'urdfdom', 'sqlite'))), sep='\\n')
"""
    out = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True,
                         check=True).stdout.split()
    assert len(out) >= 6 and all(file.startswith(str(tmp_path)) for file in out), out
    done = subprocess.run([sys.executable, "-m", "catena", "eval", "planar2", "--q", "0.3,0.9", "--want", "gravity", "--json"],
                          env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith('{"gravity": [')


def test_the_extension_uses_only_the_stable_interface_of_python():
    """Symbols of Python that are not in the limited API would bind the file to one version."""
    core = Path(catena._core.__file__)
    lines = subprocess.run(["nm", "-D", "--undefined-only", str(core)], capture_output=True, text=True, check=True).stdout.split()
    used = {word for word in lines if word.startswith(("Py", "_Py"))}
    stable = {"_Py_Dealloc", "_Py_NoneStruct", "_Py_EllipsisObject"}  # and what PY_SSIZE_T_CLEAN selects
    assert used and not {word for word in used if word.startswith("_Py") and not word.endswith("_SizeT")} - stable
    exported = subprocess.run(["nm", "-D", "--defined-only", str(core)], capture_output=True, text=True, check=True).stdout
    assert "PyInit__core" in exported
