#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of a fixed list of calls under callgrind and compares them with those in counts.txt.

Instructions are not time, but unlike time they repeat: a call that takes 3 % more of them than it did has become slower for a
reason that is in the source or in the compiler. Exit code 1 if a call takes more than the tolerance, 2 if nothing could be counted.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

COUNTS = Path(__file__).parent / "counts.txt"
HEAD = """# Instructions of a call, or of one state of a batch: way, quantity, arm, instructions. CATENA_SIMD=avx2, gcc 12.2, Release.
# `command start` is `catena info`, `command eval_line` a line of `catena eval` with three vectors, in thousands of instructions and in
# instructions. Written by `make instructions UPDATE=1` at commit {commit}, checked by `make instructions`.
"""
# Generated code must be for AVX2 as well, whatever this machine has: of several -march, the last one counts.
COMPILER = """#!/bin/sh
exec {cc} "$@" -march=haswell -mtune=generic
"""


def environment(folder):
    """Of what is counted: AVX2, also for generated code, and nothing from earlier runs."""
    wrapper = Path(folder) / "cc"
    wrapper.write_text(COMPILER.format(cc=os.environ.get("CC", "cc")))
    wrapper.chmod(0o755)
    return {**os.environ, "CATENA_SIMD": "avx2", "CATENA_CALIBRATION": "off", "CATENA_CACHE": f"{folder}/cache", "CC": str(wrapper)}


def callgrind(command, env, *options, given=None):
    """The files that callgrind wrote."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *options, *map(str, command)],
                              capture_output=True, text=True, check=False, env=env, input=given)
        if done.returncode:
            reasons = {3: ", this machine lacks AVX2", 4: ", no generated code runs"}
            print(f"{command[0]}: exit code {done.returncode}{reasons.get(done.returncode, '')}\n{done.stderr}", file=sys.stderr)
            sys.exit(2)
        return [path.read_text() for path in Path(folder).iterdir()]


def total(text):
    found = re.search(r"^(?:totals|summary): (\d+)$", text, re.M)
    return int(found.group(1)) if found else 0


def measured(program):
    """{(way, quantity, arm): instructions of a state}"""
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        for text in callgrind([program], environment(folder), "--collect-atstart=no"):
            name = re.search(r"^desc: Trigger: Client Request: (\S+) (\S+) (\S+) (\d+)$", text, re.M)
            if name and total(text):
                counts[name.group(1, 2, 3)] = round(total(text) / int(name.group(4)))
    if not counts:
        print("callgrind counted nothing", file=sys.stderr)
        sys.exit(2)
    return counts


def state_lines(count):
    """Lines for `catena eval`, whose numbers have as many digits as measured ones."""
    numbers = [[round(((7 * i + 3 * k) % 19 - 9) / 7, 6) for i in range(7)] for k in range(16)]
    return "".join(json.dumps({"q": numbers[k % 16], "qd": numbers[(k + 5) % 16], "qdd": numbers[(k + 11) % 16]}) + "\n"
                   for k in range(count))


def measured_commands(catena):
    """The start of the command, and each line that it reads and answers."""
    with tempfile.TemporaryDirectory() as folder:
        env = environment(folder)
        start = sum(map(total, callgrind([catena, "info", "panda"], env)))
        few, many = (sum(map(total, callgrind([catena, "eval", "panda", "--want", "id"], env, given=state_lines(lines))))
                     for lines in (200, 1200))
    return {("command", "start", "panda"): round(start / 1000), ("command", "eval_line", "panda"): round((many - few) / 1000)}


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
    parser.add_argument("catena", type=Path, help="the command of a build folder")
    parser.add_argument("--update", action="store_true", help="write the counts instead")
    parser.add_argument("--tolerance", type=float, default=0.03)
    args = parser.parse_args()
    now = {**measured(args.program.resolve()), **measured_commands(args.catena.resolve())}
    if args.update:
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False,
                                cwd=COUNTS.parent).stdout.strip()
        COUNTS.write_text(HEAD.format(commit=commit or "unknown") + "".join(f"{' '.join(call)} {count}\n" for call, count in sorted(now.items())))
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
