#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""coverage.py BUILD PAGE: writes the line coverage of each layer as a page.

`make coverage` runs the suite in BUILD, whose programs leave their counts in BUILD/counts/*.profraw, and then this. It needs
llvm-profdata and llvm-cov of the clang that compiled BUILD.
"""
import json
import pathlib
import subprocess
import sys

LAYERS = ["core", "system", "codegen", "count", "check", "io", "report", "sim", "choose", "bench", "reproduce"]
ROOT = pathlib.Path(__file__).resolve().parent.parent


def layer_of(path):
    """include/catena/core/arm.hpp and src/core/arm.cpp: core; apps/...: apps; tests, and the umbrella header: None."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[0] == "apps":
        return "apps"
    if parts[0] not in ("include", "src"):
        return None
    after = parts[2:] if parts[0] == "include" else parts[1:]
    return after[0] if len(after) > 1 and after[0] in LAYERS else None


def programs(build):
    """The programs of the build, and its shared libraries: these also have the functions that no program links."""
    found = []
    for path in sorted(build.rglob("*")):
        if "CMakeFiles" in path.parts or "consumer" in path.parts or path.is_symlink() or not path.is_file():
            continue
        if path.stat().st_mode & 0o100 and path.read_bytes()[:4] == b"\x7fELF":
            found.append(path)
    return found


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"coverage.py: {command[0]} failed:\n{done.stderr}")
    return done.stdout


def summary(build):
    """What llvm-cov says of each source file."""
    counts = sorted((build / "counts").glob("*.profraw"))
    if not counts:
        sys.exit(f"coverage.py: no counts in {build}/counts: run `ctest --preset coverage` first")
    merged = build / "counts.profdata"
    run("llvm-profdata", "merge", "-sparse", "-failure-mode=all", *counts, "-o", merged)
    first, *others = programs(build)
    objects = [word for path in others for word in ("-object", path)]
    return json.loads(run("llvm-cov", "export", "-summary-only", f"-instr-profile={merged}", first, *objects))


def by_layer(found, root=ROOT):
    """{layer: [lines that ran, lines]}."""
    lines = {layer: [0, 0] for layer in LAYERS + ["apps"]}
    for entry in found["data"][0]["files"]:
        path = pathlib.PurePath(entry["filename"])
        layer = layer_of(path.relative_to(root)) if path.is_relative_to(root) else None
        if layer:
            lines[layer][0] += entry["summary"]["lines"]["covered"]
            lines[layer][1] += entry["summary"]["lines"]["count"]
    return lines


def page(lines):
    rows = [*lines.items(), ("all", [sum(n[k] for n in lines.values()) for k in (0, 1)])]
    table = "\n".join(
        f"| {name if name == 'all' else f'`{name}`'} | {total} | {covered} | {100 * covered / max(total, 1):.1f} % |"
        for name, (covered, total) in rows
    )
    return f"""# Line coverage

Written by `make coverage`, which runs the whole suite, compiled by clang with AddressSanitizer, UBSan and counts of the lines that
run. A line that any test ran counts as run, even if no test checked its results: [mutation.md](mutation.md) is about that. Lines of
templates count once, however many types they are compiled for. Kernels for instruction sets that the machine lacks count as not
run, and so do lines that run only in a process that is killed. The tests of the Python package are not part of this build.

| layer | lines | run | coverage |
| --- | ---: | ---: | ---: |
{table}
"""


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pathlib.Path(sys.argv[2]).write_text(page(by_layer(summary(pathlib.Path(sys.argv[1]).resolve()))), encoding="utf-8")
