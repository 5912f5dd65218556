#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times Catena beside KDL and MuJoCo, in turns, and prints a table; --json FILE keeps the numbers."""

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
from pathlib import Path

CONTESTANTS = ("catena", "native", "arm", "generated", "batched", "batched_generated", "kdl", "mujoco")
RIVALS = ("kdl", "mujoco")
OURS = ("arm", "generated", "batched", "batched_generated")  # what users call: these get ratios


def run(program, *options):
    done = subprocess.run([program, *options], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{program.name}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def measure(program, call, arm, seconds, repetitions):
    """Nanoseconds of one process: the median of its repetitions."""
    out = run(program, f"--benchmark_filter=^{re.escape(call)}/{re.escape(arm)}/",
              f"--benchmark_min_time={seconds}", f"--benchmark_repetitions={repetitions}",
              "--benchmark_format=json")
    rows = json.loads(out)["benchmarks"]
    for row in rows:
        if row.get("error_occurred"):
            sys.exit(f"{row['name']}: {row['error_message']}")
    times = [row["cpu_time"] for row in rows if row["run_type"] == "iteration"]
    return statistics.median(times) if times else None


def machine(build):
    cpu = platform.processor()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = re.search(r"model name\s*:\s*(.*)", cpuinfo.read_text())
        cpu = found.group(1) if found else cpu
    cache = dict(re.findall(r"^(CMAKE_\w+):\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M))
    kind = cache.get("CMAKE_BUILD_TYPE", "")
    flags = f"{cache.get('CMAKE_CXX_FLAGS', '')} {cache.get('CMAKE_CXX_FLAGS_' + kind.upper(), '')}".strip()
    compiler = subprocess.run([cache["CMAKE_CXX_COMPILER"], "--version"], capture_output=True, text=True,
                              check=False).stdout.splitlines()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True,
                            check=False, cwd=Path(__file__).parent).stdout.strip()
    return {"cpu": cpu, "cores": os.cpu_count(), "compiler": compiler[0] if compiler else "", "flags": flags,
            "commit": commit}


def markdown(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    rows = [rows[0], ["-" * w for w in widths], *rows[1:]]
    return "\n".join("| " + " | ".join(cell.ljust(w) for cell, w in zip(row, widths)) + " |" for row in rows)


def times_table(results):
    names = [name for name in CONTESTANTS if any(name in times for times in results.values())]
    rows = [["call", "arm", *names]]
    for (call, arm), times in results.items():
        row = [call, arm]
        for name in names:
            medians = times.get(name)
            row.append(f"{min(medians):.0f} (+{100 * (max(medians) / min(medians) - 1):.0f}%)" if medians else "-")
        rows.append(row)
    return markdown(rows)


def ratios_table(results):
    """How many times faster ours are than the rivals; None without a rival or one of ours."""
    there = {name for times in results.values() for name in times}
    pairs = [(rival, name) for name in OURS for rival in RIVALS if {rival, name} <= there]
    if not pairs:
        return None
    rows = [["call", "arm", *(f"{rival} / {name}" for rival, name in pairs)]]
    for (call, arm), times in results.items():
        cells = [f"{min(times[rival]) / min(times[name]):.1f}" if {rival, name} <= times.keys() else "-"
                 for rival, name in pairs]
        if any(cell != "-" for cell in cells):
            rows.append([call, arm, *cells])
    return markdown(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path, help="the build folder, configured with -DCATENA_BUILD_BENCH=ON")
    parser.add_argument("--calls", default="", help="only these, e.g. id,fd (default: all)")
    parser.add_argument("--arms", default="", help="only these, e.g. panda,chain:30 (default: all)")
    parser.add_argument("--contestants", default="", help=f"only these of {','.join(CONTESTANTS)}")
    parser.add_argument("--rounds", type=int, default=5, help="how often the contestants take turns")
    parser.add_argument("--repetitions", type=int, default=5, help="in each turn; their median counts")
    parser.add_argument("--seconds", type=float, default=0.01, help="shortest time of a repetition")
    parser.add_argument("--json", type=Path, help="write all medians to this file")
    parser.add_argument("--smoke", action="store_true", help="one iteration of everything, no table")
    args = parser.parse_args()

    programs = {name: args.build / "bench" / f"{name}_bench" for name in CONTESTANTS}
    programs = {name: path for name, path in programs.items() if path.exists()}
    if args.contestants:
        programs = {name: path for name, path in programs.items() if name in args.contestants.split(",")}
    if not programs:
        sys.exit(f"no benchmark programs in {args.build / 'bench'}: configure with -DCATENA_BUILD_BENCH=ON and build")

    entries = {}
    for name, path in programs.items():
        for line in run(path, "--benchmark_list_tests=true").split():
            call, arm, _ = line.split("/")
            if (not args.calls or call in args.calls.split(",")) and (not args.arms or arm in args.arms.split(",")):
                entries.setdefault((call, arm), []).append(name)
    order = {call: i for i, call in enumerate(dict.fromkeys(call for call, _ in entries))}
    entries = dict(sorted(entries.items(), key=lambda entry: order[entry[0][0]]))

    if args.smoke:
        for (call, arm), names in entries.items():
            for name in names:
                if measure(programs[name], call, arm, 0, 1) is None:
                    sys.exit(f"{call}/{arm}/{name} did not run")
        print(f"{sum(map(len, entries.values()))} benchmarks ran once")
        return

    results = {entry: {} for entry in entries}
    for turn in range(args.rounds):
        for entry, names in entries.items():
            if sys.stderr.isatty():
                print(f"\rround {turn + 1} of {args.rounds}: {'/'.join(entry):<24}", end="", file=sys.stderr)
            for name in names:
                results[entry].setdefault(name, []).append(
                    measure(programs[name], *entry, args.seconds, args.repetitions))
    if sys.stderr.isatty():
        print("\r" + " " * 50 + "\r", end="", file=sys.stderr)

    about = machine(args.build)
    print(", ".join(f"{key}: {value}" for key, value in about.items()))
    print("Nanoseconds of a call: smallest median of the rounds (and how far the largest lies above it).\n")
    print(times_table(results))
    if ratios := ratios_table(results):
        print("\nHow many times faster:\n")
        print(ratios)
    if args.json:
        rows = [{"call": call, "arm": arm, "contestant": name, "ns": min(medians), "medians": medians}
                for (call, arm), times in results.items() for name, medians in times.items()]
        args.json.write_text(json.dumps({"machine": about, "results": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
