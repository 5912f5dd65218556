#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of a fixed list of calls under callgrind and compares them with those in counts.txt.

Instructions are not time, but unlike time they repeat: a call that takes 3 % more of them than it did has become slower for a
reason that is in the source or in the compiler. Exit code 1 if a call takes more than the tolerance, 2 if nothing could be counted.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

COUNTS = Path(__file__).parent / "counts.txt"
HEAD = """# Instructions of a call, or of one state of a batch: way, quantity, arm, instructions. CATENA_SIMD=avx2, gcc 12.2, Release.
# Written by `make instructions UPDATE=1`, checked by `make instructions`.
"""


def measured(program):
    """{(way, quantity, arm): instructions of a state}"""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--collect-atstart=no", f"--callgrind-out-file={folder}/out", program],
            capture_output=True, text=True, check=False,
            env={**os.environ, "CATENA_SIMD": "avx2", "CATENA_CALIBRATION": "off"})
        if done.returncode:
            print(f"{program}: exit code {done.returncode}" + (", this machine lacks AVX2" if done.returncode == 3 else "") +
                  f"\n{done.stderr}", file=sys.stderr)
            sys.exit(2)
        counts = {}
        for path in Path(folder).iterdir():
            text = path.read_text()
            name = re.search(r"^desc: Trigger: Client Request: (\S+) (\S+) (\S+) (\d+)$", text, re.M)
            total = re.search(r"^(?:totals|summary): (\d+)$", text, re.M)
            if name and total:
                counts[name.group(1, 2, 3)] = round(int(total.group(1)) / int(name.group(4)))
    if not counts:
        print("callgrind counted nothing", file=sys.stderr)
        sys.exit(2)
    return counts


def committed(text):
    counts = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            way, quantity, arm, number = line.split()
            counts[way, quantity, arm] = int(number)
    return counts


def compare(before, now, tolerance):
    """(what is wrong, what is better), a line for each call."""
    worse, better = [], []
    for call, count in before.items():
        if call not in now:
            worse.append(f"{' '.join(call)}: not counted any more")
            continue
        change = now[call] / count - 1
        line = f"{' '.join(call)}: {now[call]} instructions, {count} before ({100 * change:+.1f} %)"
        if change > tolerance:
            worse.append(line)
        elif change < -tolerance:
            better.append(line)
    for call in now.keys() - before.keys():
        worse.append(f"{' '.join(call)}: {now[call]} instructions, not yet in {COUNTS.name}")
    return worse, better


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, help="measure_instructions of a build folder")
    parser.add_argument("--update", action="store_true", help="write the counts instead")
    parser.add_argument("--tolerance", type=float, default=0.03)
    args = parser.parse_args()
    now = measured(args.program.resolve())
    if args.update:
        COUNTS.write_text(HEAD + "".join(f"{' '.join(call)} {count}\n" for call, count in sorted(now.items())))
        print(f"{len(now)} counts written to {COUNTS}")
        return
    worse, better = compare(committed(COUNTS.read_text()), now, args.tolerance)
    for line in better:
        print(f"better: {line}")
    for line in worse:
        print(f"worse: {line}")
    if better or worse:
        print("`make instructions UPDATE=1` writes these counts, if they are meant")
    if worse:
        sys.exit(1)
    print(f"{len(now)} calls within {100 * args.tolerance:g} % of {COUNTS.name}")


if __name__ == "__main__":
    main()
