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

RIVALS = ("kdl", "mujoco")
OURS = ("arm", "generated", "batched", "batched_by_joint", "batched_generated",
        "batched_generated_by_joint")  # what users call: these get ratios
CONTESTANTS = ("catena", "native", *OURS, *RIVALS)
# What each way of ours is compared with in rivals.json, besides KDL and MuJoCo.
KINDS = {"arm": ("library",), "generated": ("library", "generator"), "batched": ("library", "vectorised"),
         "batched_by_joint": ("library", "vectorised"), "batched_generated": ("library", "generator", "vectorised"),
         "batched_generated_by_joint": ("library", "generator", "vectorised")}


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


def best_rival(call, arm, times, name, known):
    """(whose, nanoseconds here) of the quickest, measured beside or scaled by KDL's id of this arm; None if there is none."""
    found = [(f"{rival} beside", min(times[rival])) for rival in RIVALS if rival in times]
    here = known.get(arm)
    if here and here.get("here"):
        for kind in KINDS[name]:
            if call in here[kind]:
                library, ns = here[kind][call]
                found.append((library + {"generator": " generated", "vectorised": " generated, vectorised"}.get(kind, ""),
                              ns * here["here"] / here["kdl_id"]))
    return min(found, key=lambda each: each[1]) if found else None


def grid(results):
    """Each call, arm and way of ours: how many times the quickest rival's time it is faster by. LOST where it is slower, EMPTY where
    a rival has what we lack."""
    known = json.loads((Path(__file__).parent / "rivals.json").read_text())
    for (call, arm), times in results.items():
        if call == "id" and "kdl" in times and arm in known:
            known[arm]["here"] = min(times["kdl"])
    ways = [name for name in OURS if any(name in times for times in results.values())]
    if not ways:
        return None
    rows, lost = [["call", "arm", *ways, "the quickest other library"]], 0
    for (call, arm), times in results.items():
        row = [call, arm]
        for name in ways:
            rival = best_rival(call, arm, times, name, known)
            if name in times:
                factor = rival[1] / min(times[name]) if rival else None
                row.append("-" if factor is None else f"{factor:.1f}" if factor >= 1 else f"LOST {factor:.2f}")
                lost += factor is not None and factor < 1
            else:
                kinds = known.get(arm, {})
                row.append("EMPTY" if any(call in kinds.get(kind, {}) for kind in KINDS[name][1:]) else "-")
        rival = best_rival(call, arm, times, "arm", known)
        row.append(f"{rival[0]}, {rival[1]:.0f} ns" if rival else "-")
        if rival:
            rows.append(row)
    return markdown(rows) + f"\n\n{lost} lost" if len(rows) > 1 else None


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
    if cells := grid(results):
        print("\nHow many times faster than the quickest of KDL, MuJoCo and the libraries of rivals.json, whose times there are "
              "scaled by KDL's for id of the same arm:\n")
        print(cells)
    if args.json:
        rows = [{"call": call, "arm": arm, "contestant": name, "ns": min(medians), "medians": medians}
                for (call, arm), times in results.items() for name, medians in times.items()]
        args.json.write_text(json.dumps({"machine": about, "results": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
