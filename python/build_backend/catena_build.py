# SPDX-License-Identifier: Apache-2.0
"""The build backend of this tree (PEP 517, PEP 660): CMake builds the package, this packs it together with the libraries that it
needs. Without pip: catena_build.py FOLDER writes the wheel to FOLDER."""
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("CATENA_BUILD", ROOT / "build"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NAME = PROJECT["name"].replace("-", "_")
VERSION = re.search(r"project\(catena VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
INFO = f"{NAME}-{VERSION}.dist-info"
LIBRARIES = "catena.libs"  # the folder beside the package
# What every Linux has, by PEP 600 and the policies of manylinux.
SYSTEM = re.compile(r"lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so|ld-linux|linux-vdso")


def tag():
    libc = os.confstr("CS_GNU_LIBC_VERSION").split()[1].replace(".", "_")
    machine = sysconfig.get_platform().split("-")[-1]
    return f"cp311-abi3-manylinux_{libc}_{machine}"


def run(*command, **options):
    if not shutil.which(command[0]):
        raise SystemExit(f"catena: the build needs '{command[0]}'; packages.txt lists what to install")
    return subprocess.run(command, check=True, text=True, **options)


def built():
    """The folder of the package, built by CMake."""
    if not os.environ.get("CATENA_BUILD"):  # a folder that has been built already
        run("cmake", "-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCATENA_JOIN_SOURCES=ON",
            "-DCATENA_BUILD_PYTHON=ON", f"-DCATENA_PYTHON={sys.executable}", "--log-level=WARNING", stdout=sys.stderr)
        run("cmake", "--build", str(BUILD), "--target", "catena_python", stdout=sys.stderr)
    return BUILD / "python" / "catena"


def needed(library):
    """The libraries that it loads, and where they are, except those of the system."""
    lines = run("ldd", str(library), capture_output=True).stdout.splitlines()
    found = dict(line.split(" => ") for line in map(str.strip, lines) if " => " in line)
    return {name: Path(rest.split(" (")[0]) for name, rest in found.items() if not SYSTEM.match(name)}


def bundle(extension, work):
    """Copies of the extension and of its libraries that find each other. The copies have names of their own, so that they are
    not confused with other versions that a program has loaded."""
    copies = {}
    for name, path in needed(extension).items():
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
        stem, rest = name.split(".so", 1)
        copies[name] = work / LIBRARIES / f"{stem}-{digest}.so{rest}"
    (work / LIBRARIES).mkdir()
    main = work / "_core.abi3.so"
    shutil.copy(extension, main)
    for name, copy in copies.items():
        shutil.copy(needed(extension)[name], copy)
    for file in [main, *copies.values()]:
        run("strip", "--strip-unneeded", str(file))
        for name, copy in copies.items():  # one change at a time: patchelf confuses several
            run("patchelf", "--replace-needed", name, copy.name, str(file))
        if file != main:
            run("patchelf", "--set-soname", file.name, str(file))
        run("patchelf", "--set-rpath", f"$ORIGIN/../{LIBRARIES}" if file == main else "$ORIGIN", str(file))
    return {"catena/_core.abi3.so": main.read_bytes()} | {
        f"{LIBRARIES}/{copy.name}": copy.read_bytes() for copy in copies.values()}


def metadata():
    lines = ["Metadata-Version: 2.1", f"Name: {PROJECT['name']}", f"Version: {VERSION}", f"Summary: {PROJECT['description']}",
             f"License: {PROJECT['license']['text']}", f"Requires-Python: {PROJECT['requires-python']}"]
    lines += [f"Requires-Dist: {d}" for d in PROJECT["dependencies"]]
    lines += ["Description-Content-Type: text/markdown", "", (ROOT / "README.md").read_text()]
    scripts = "[console_scripts]\n" + "".join(f"{name} = {call}\n" for name, call in PROJECT["scripts"].items())
    wheel = f"Wheel-Version: 1.0\nGenerator: catena_build\nRoot-Is-Purelib: false\nTag: {tag()}\n"
    return {f"{INFO}/METADATA": "\n".join(lines).encode(), f"{INFO}/WHEEL": wheel.encode(),
            f"{INFO}/entry_points.txt": scripts.encode(), f"{INFO}/LICENSE": (ROOT / "LICENSE").read_bytes()}


def write_wheel(directory, files):
    path, record = Path(directory) / f"{NAME}-{VERSION}-{tag()}.whl", ""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        def put(name, data):
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))  # the same bytes for the same files
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if ".so" in name else 0o644) << 16
            archive.writestr(entry, data)

        for name, data in sorted(files.items()):
            put(name, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(data)}\n"
        put(f"{INFO}/RECORD", record + f"{INFO}/RECORD,,\n")
    return path.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = built()
    files = {f"catena/{p.name}": p.read_bytes() for p in package.iterdir() if p.suffix in (".py", ".pyi") or p.name == "py.typed"}
    with tempfile.TemporaryDirectory() as work:
        return write_wheel(wheel_directory, files | bundle(package / "_core.abi3.so", Path(work)) | metadata())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, {f"_{NAME}.pth": f"{built().parent}\n".encode()} | metadata())


def build_sdist(sdist_directory, config_settings=None):
    path = Path(sdist_directory) / f"{NAME}-{VERSION}.tar.gz"
    if (ROOT / ".git").exists():
        names = run("git", "-C", str(ROOT), "ls-files", capture_output=True).stdout.splitlines()
    else:
        names = [str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if p.is_file() and not p.is_relative_to(BUILD)]
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            archive.add(ROOT / name, f"{NAME}-{VERSION}/{name}")
        info = Path(sdist_directory) / "PKG-INFO"
        info.write_bytes(metadata()[f"{INFO}/METADATA"])
        archive.add(info, f"{NAME}-{VERSION}/PKG-INFO")
        info.unlink()
    return path.name


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    print(folder / build_wheel(folder))
