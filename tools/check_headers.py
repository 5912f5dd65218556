#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The headers of the algorithms can be used without the library, and beside it: check_headers.py CXX [ROOT].

Preprocesses all headers of core/algo, core/math and core/model, core/scalar except the vector registers, and core/stepper.hpp, with the
flags of the library and with those that programs may use. They must
- read the same each time. A program and the library both define the templates, and the one-definition rule asks for the same
  definition: no `#if` on what the flags of a compiler change, no assert;
- include nothing but each other and the standard library, and of that no streams, files or threads."""
import re
import subprocess
import sys
from pathlib import Path

FOLDERS = ("algo", "math", "model", "scalar")
# They exist by instruction set, with names that carry it: check_kernels.py.
VECTORS = ("scalar/arch.hpp", "scalar/float_lanes.hpp", "scalar/lanes.hpp", "scalar/pack.hpp")
VARIANTS = (["-O3", "-DNDEBUG", "-fPIC"], ["-O0", "-UNDEBUG"], ["-O2", "-march=native", "-ffast-math"])
FOREIGN = ("Eigen", "fmt", "tbb", "iostream", "fstream", "sstream", "ostream", "istream", "filesystem", "thread", "mutex",
           "future", "condition_variable")


def headers(root):
    """The headers that are checked, as programs include them."""
    core = root / "include/catena/core"
    names = (path.relative_to(core).as_posix() for folder in FOLDERS for path in sorted((core / folder).glob("*.hpp")))
    return [f"catena/core/{name}" for name in names if name not in VECTORS] + ["catena/core/stepper.hpp"]


def preprocessed(compiler, root, flags):
    """({header: its lines after the preprocessor}, {other files that it includes}) of all headers in one source."""
    source = "".join(f'#include "{name}"\n' for name in headers(root))
    command = [*compiler.split(), "-std=c++20", "-E", "-x", "c++", *flags, f"-I{root / 'include'}", "-"]
    output = subprocess.run(command, input=source, check=True, capture_output=True, text=True).stdout
    own, others, current = {}, set(), None
    for line in output.splitlines():
        if marker := re.match(r'# \d+ "([^"]*)"', line):
            path = Path(marker[1])
            inside = path.is_absolute() and path.is_relative_to(root / "include")
            current = path.relative_to(root / "include").as_posix() if inside else None
            if not inside:
                others.add(marker[1])
        elif current and line.strip():
            own.setdefault(current, []).append(line)
    return own, others


def problems(compiler, root):
    first, others = preprocessed(compiler, root, VARIANTS[0])
    for path in sorted(others):
        if set(Path(path).parts) & set(FOREIGN):
            yield f"the headers of the algorithms include {path}"
    for flags in VARIANTS[1:]:
        other, _ = preprocessed(compiler, root, flags)
        for name in sorted(set(first) | set(other)):
            if name.removeprefix("catena/core/") in VECTORS:
                continue
            pairs = zip(first.get(name, []) + [""], other.get(name, []) + [""])
            if first.get(name) != other.get(name):
                here, there = next((a, b) for a, b in pairs if a != b)
                yield f"{name}: differs between {' '.join(VARIANTS[0])} and {' '.join(flags)}: '{here}' | '{there}'"


def main():
    root = Path(sys.argv[2] if len(sys.argv) > 2 else Path(__file__).parent.parent).resolve()
    found = list(problems(sys.argv[1], root))
    for line in found:
        print(line, file=sys.stderr)
    print(f"{len(headers(root))} headers, {len(found)} problems")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
