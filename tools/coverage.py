#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""coverage.py SUMMARY PAGE: writes the line coverage of each layer, from a summary of gcovr, as a page.

`make coverage` runs the suite and then this. The page says how it was measured.
"""
import json
import pathlib
import sys

LAYERS = ["core", "system", "codegen", "count", "check", "io", "report", "sim", "choose", "bench", "reproduce"]


def layer_of(path):
    """include/catena/core/arm.hpp and src/core/arm.cpp: core; apps/...: apps; the umbrella header: None."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[0] == "apps":
        return "apps"
    after = parts[2:] if parts[0] == "include" else parts[1:]
    return after[0] if len(after) > 1 and after[0] in LAYERS else None


def main(summary, page):
    lines = {layer: [0, 0] for layer in LAYERS + ["apps"]}
    for entry in json.loads(pathlib.Path(summary).read_text())["files"]:
        layer = layer_of(entry["filename"])
        if layer:
            lines[layer][0] += entry["line_covered"]
            lines[layer][1] += entry["line_total"]
    rows = [*lines.items(), ("all", [sum(n[k] for n in lines.values()) for k in (0, 1)])]
    table = "\n".join(
        f"| {name if name == 'all' else f'`{name}`'} | {total} | {covered} | {100 * covered / max(total, 1):.1f} % |"
        for name, (covered, total) in rows
    )
    pathlib.Path(page).write_text(
        f"""# Line coverage

Written by `make coverage`: the whole suite, compiled by gcc with `-O1 --coverage`, on the machine it ran on. A line counts
as run if any test ran it; that says which code no test reaches, and nothing about whether its results were checked.
Kernels for instruction sets that the machine does not have count as not run, and so do the branches of a command that only a
child process takes and that ends by a signal.

| layer | lines | run | coverage |
| --- | ---: | ---: | ---: |
{table}
"""
    )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
