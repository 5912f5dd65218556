#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times Catena beside KDL and MuJoCo, in turns, and prints tables.

--json FILE keeps the numbers, --from FILE prints those of an earlier run. --page FILE writes the tables of docs/performance.md
between its markers, --picture FILE the grid as a picture. With --strict the exit code is 1 if a cell of the grid is lost or empty.
"""

import argparse
import json
import math
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
# How a way is called in print, with the columns of the page in this order.
WAYS = {"arm": "`Arm`", "generated": "`Compiled`", "batched": "batch", "batched_by_joint": "batch, joint-major",
        "batched_generated": "batch, generated", "batched_generated_by_joint": "batch, generated, joint-major"}
# The rows of the page.
CALLS = {"id": "inverse dynamics, `id`", "inertia": "inertia matrix, `inertia`", "fd": "forward dynamics, `fd`",
         "gravity": "gravity torques", "jacobian": "Jacobian of the tool", "coriolis": "Coriolis matrix", "inertia_inverse": "M⁻¹",
         "christoffel": "all Christoffel symbols", "terms": "M, C and g in one call, `terms`", "regressor": "regressor",
         "id_derivatives": "derivatives of `id` with respect to q, q̇, q̈",
         "fd_derivatives": "derivatives of `fd` with respect to q, q̇, τ",
         "id_second_derivatives": "second derivatives of `id`", "operational_inertia": "operational-space inertia",
         "inertia:64": "inertia matrix, batches of 64"}
FEW = ":64"  # calls of this name run in small batches, and are compared with plain calls that write as many results


def run(program, *options):
    done = subprocess.run([program, *options], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{program.name}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def measure(program, call, arm, seconds, repetitions):
    """(nanoseconds of one process: the median of its repetitions, its label, the library that it names), or None."""
    out = run(program, f"--benchmark_filter=^{re.escape(call)}/{re.escape(arm)}/",
              f"--benchmark_min_time={seconds}", f"--benchmark_repetitions={repetitions}",
              "--benchmark_format=json")
    found = json.loads(out)
    rows = found["benchmarks"]
    for row in rows:
        if row.get("error_occurred"):
            sys.exit(f"{row['name']}: {row['error_message']}")
    times = [row["cpu_time"] for row in rows if row["run_type"] == "iteration"]
    if not times:
        return None
    return statistics.median(times), rows[0].get("label", ""), found["context"].get("library", "")


def in_print(library, debian=Path("/etc/debian_version").exists()):
    """'MuJoCo 2.2.2' as a reader should see it: which MuJoCo matters, since the newer ones are faster."""
    name, _, version = library.partition(" ")
    if name == "MuJoCo":
        version = ".".join(version.split(".")[:2])
    return f"{name} {version}" + (" (Debian)" if debian else "")


class Results(dict):
    """{(call, arm): {contestant: medians}}, which of them ran plain calls, and the names of the rivals in print."""

    def __init__(self, *args):
        super().__init__(*args)
        self.plain = set()  # (call, arm, contestant)
        self.names = {}     # of contestants

    def name(self, contestant):
        return self.names.get(contestant, contestant)

    def to_rows(self):
        return [{"call": call, "arm": arm, "contestant": name, "ns": min(medians), "medians": medians,
                 "plain": (call, arm, name) in self.plain} for (call, arm), times in self.items() for name, medians in times.items()]

    @classmethod
    def from_rows(cls, rows, names):
        found = cls()
        found.names = dict(names)
        for row in rows:
            found.setdefault((row["call"], row["arm"]), {})[row["contestant"]] = row["medians"]
            if row.get("plain"):
                found.plain.add((row["call"], row["arm"], row["contestant"]))
        return found


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
            "commit": commit, "simd": os.environ.get("CATENA_SIMD", "")}


def markdown(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    rows = [rows[0], ["-" * w for w in widths], *rows[1:]]
    return "\n".join("| " + " | ".join(cell.ljust(w) for cell, w in zip(row, widths)) + " |" for row in rows)


def times_table(results):
    names = [name for name in CONTESTANTS if any(name in times for times in results.values())]
    rows = [["call", "arm", *map(results.name, names)]]
    for (call, arm), times in results.items():
        rows.append([call, arm, *(time_cell(results, call, arm, name) for name in names)])
    return markdown(rows)


def time_cell(results, call, arm, name, unit=1):
    medians = results.get((call, arm), {}).get(name)
    if not medians:
        return "-"
    ns = min(medians) / unit
    digits = max(0, 1 - math.floor(math.log10(ns)))  # two that count, and all before the point
    spread = f"+{100 * (max(medians) / min(medians) - 1):.0f} %"
    return f"{ns:.{digits}f} ({spread}{', plain' if (call, arm, name) in results.plain else ''})"


def ratios_table(results):
    """How many times faster ours are than the rivals; None without a rival or one of ours."""
    there = {name for times in results.values() for name in times}
    pairs = [(rival, name) for name in OURS for rival in RIVALS if {rival, name} <= there]
    if not pairs:
        return None
    rows = [["call", "arm", *(f"{results.name(rival)} / {name}" for rival, name in pairs)]]
    for (call, arm), times in results.items():
        cells = [f"{min(times[rival]) / min(times[name]):.1f}" if {rival, name} <= times.keys() else "-"
                 for rival, name in pairs]
        if any(cell != "-" for cell in cells):
            rows.append([call, arm, *cells])
    return markdown(rows)


def best_rival(results, call, arm, name, known):
    """(whose, nanoseconds here) of the quickest, measured beside or scaled by KDL's id of this arm; None if there is none."""
    times = results[call, arm]
    if call.endswith(FEW):  # a batch must not take longer than plain calls
        plain = None if name == "arm" else times.get("arm")
        return ("plain calls", min(plain)) if plain else None
    found = [(results.name(rival), min(times[rival])) for rival in RIVALS if rival in times]
    here, kdl = known.get(arm), results.get(("id", arm), {}).get("kdl")
    if here and kdl:
        for kind in KINDS[name]:
            if call in here[kind]:
                library, ns = here[kind][call]
                found.append((library + {"generator": " generated", "vectorised": " generated, vectorised"}.get(kind, ""),
                              ns * min(kdl) / here["kdl_id"]))
    return min(found, key=lambda each: each[1]) if found else None


def rivals():
    return json.loads((Path(__file__).parent / "rivals.json").read_text())


def cells(results, known):
    """{(call, arm): {way: (state, factor)}}: how many times the quickest rival's time each way of ours is faster by. The state is
    "won" or "lost", "plain" if it is won by plain calls, "empty" where a rival has what we lack, "none" without a rival."""
    ways = [name for name in OURS if any(name in times for times in results.values())]
    found = {}
    for (call, arm), times in results.items():
        row = {}
        for name in ways:
            rival = best_rival(results, call, arm, name, known)
            if name not in times:
                has = any(call in known.get(arm, {}).get(kind, {}) for kind in KINDS[name][1:])
                row[name] = ("empty" if has else "none", None)
            elif not rival:
                row[name] = ("none", None)
            else:
                factor = rival[1] / min(times[name])
                plain = (call, arm, name) in results.plain
                row[name] = ("lost" if factor < 1 else "plain" if plain else "won", factor)
        if any(state != "none" for state, _ in row.values()):
            found[call, arm] = row
    return found


def count_of(found, state):
    return sum(cell[0] == state for row in found.values() for cell in row.values())


def in_words(cell):
    state, factor = cell
    return {"none": "-", "empty": "EMPTY"}.get(state) or {"lost": f"LOST {factor:.2f}", "plain": f"{factor:.1f} plain",
                                                         "won": f"{factor:.1f}"}[state]


def grid(results, known=None):
    """The cells as a table, and how many are lost and empty; None without a rival."""
    known = known or rivals()
    found = cells(results, known)
    if not found:
        return None
    ways = list(next(iter(found.values())))
    rows = [["call", "arm", *ways, "the quickest other"]]
    for (call, arm), row in found.items():
        rival = best_rival(results, call, arm, "arm", known)
        rows.append([call, arm, *map(in_words, row.values()), f"{rival[0]}, {rival[1]:.0f} ns" if rival else "-"])
    return markdown(rows) + f"\n\n{count_of(found, 'lost')} lost, {count_of(found, 'empty')} empty"


# --- the page and its picture ---------------------------------------------------------------------------------


def seven_joints(results, arm="panda"):
    """Nanoseconds of each way, for one arm."""
    names = [name for name in (*WAYS, *RIVALS) if any(name in times for (_, on), times in results.items() if on == arm)]
    rows = [["", *(WAYS.get(name) or results.name(name) for name in names)]]
    for call, words in CALLS.items():
        if (call, arm) in results:
            rows.append([words, *(time_cell(results, call, arm, name) for name in names)])
    return markdown(rows)


def long_arms(results, known=None, arms=("chain:30", "chain:100")):
    """Microseconds of plain calls and of batches, beside the quickest other library."""
    known = known or rivals()
    names = [name for name in ("arm", "batched", "batched_by_joint") if any(name in times for times in results.values())]
    rows = [["", "n", *(WAYS[name] for name in names), "fastest other"]]
    for call, words in CALLS.items():
        first = True
        for arm in arms:
            if (call, arm) not in results:
                continue
            rival = best_rival(results, call, arm, "arm", known)
            rows.append([words if first else "", arm.partition(":")[2], *(time_cell(results, call, arm, name, 1000) for name in names),
                         f"{rival[1] / 1000:.2g} ({rival[0]})" if rival else "-"])
            first = False
    return markdown(rows)


def about_machine(about):
    return (f"Measured by `make bench` on {about['cpu']} ({about['cores']} cores), {about['compiler']}, `{about['flags']}`"
            + (f", `CATENA_SIMD={about['simd']}`" if about.get("simd") else "") + f", commit {about['commit']}.")


def with_tables(page, tables):
    """The page with each table between `<!-- bench: NAME -->` and `<!-- end of bench -->`; SystemExit if a marker is missing."""
    for name, table in tables.items():
        marked = re.compile(rf"(<!-- bench: {re.escape(name)} -->\n).*?(<!-- end of bench -->)", re.S)
        page, count = marked.subn(lambda found, table=table: f"{found[1]}\n{table}\n\n{found[2]}", page)
        if count != 1:
            sys.exit(f"the page has {count} places for the table '{name}' instead of one: "
                     f"put it between '<!-- bench: {name} -->' and '<!-- end of bench -->'")
    return page


def colour(cell):
    """Green, the darker the faster; red where it is slower, grey where something is missing."""
    state, factor = cell
    if state in ("none", "empty"):
        return "#e8e8e8" if state == "none" else "#f4a582"
    if state == "lost":
        return "#d6604d"
    return next(paint for least, paint in ((20, "#1b7837"), (8, "#5aae61"), (3, "#a6dba0"), (1, "#d9f0d3")) if factor >= least)


def picture(results, known=None):
    """The grid as SVG."""
    found = cells(results, known or rivals())
    ways = list(next(iter(found.values()))) if found else []
    left, top, width, height = 220, 46, 118, 20
    # dark text on light fields, light text on dark ones
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width * len(ways) + 10} {top + height * len(found) + 10}" '
             'font-family="sans-serif" font-size="11">',
             "<title>How many times faster than the fastest other library</title>",
             '<rect width="100%" height="100%" fill="white"/>']
    for k, way in enumerate(ways):
        words = WAYS[way].replace("`", "").split(", ", 1)
        for line, word in enumerate(words):
            lines.append(f'<text x="{left + width * (k + 0.5)}" y="{top - 20 + 13 * line}" text-anchor="middle">{word}</text>')
    for r, ((call, arm), row) in enumerate(found.items()):
        y = top + height * r
        lines.append(f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{call} {arm}</text>')
        for k, cell in enumerate(row.values()):
            fill = colour(cell)
            text = "white" if fill in ("#1b7837", "#d6604d") else "black"
            words = "" if cell[0] == "none" else in_words(cell)
            lines.append(f'<rect x="{left + width * k}" y="{y}" width="{width - 2}" height="{height - 2}" fill="{fill}"/>')
            lines.append(f'<text x="{left + width * (k + 0.5)}" y="{y + 13}" text-anchor="middle" fill="{text}">{words}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path, nargs="?", default=Path("build-bench"), help="the build folder, configured with -DCATENA_BUILD_BENCH=ON")
    parser.add_argument("--calls", default="", help="only these, e.g. id,fd (default: all)")
    parser.add_argument("--arms", default="", help="only these, e.g. panda,chain:30 (default: all)")
    parser.add_argument("--contestants", default="", help=f"only these of {','.join(CONTESTANTS)}")
    parser.add_argument("--rounds", type=int, default=5, help="how often the contestants take turns")
    parser.add_argument("--repetitions", type=int, default=5, help="in each turn; their median counts")
    parser.add_argument("--seconds", type=float, default=0.01, help="shortest time of a repetition")
    parser.add_argument("--json", type=Path, help="write all medians to this file")
    parser.add_argument("--from", dest="earlier", type=Path, help="measure nothing: the file of an earlier --json")
    parser.add_argument("--page", type=Path, help="write the tables into this page, between its markers")
    parser.add_argument("--picture", type=Path, help="draw the grid into this SVG file")
    parser.add_argument("--strict", action="store_true", help="exit code 1 if a cell is lost or empty")
    parser.add_argument("--smoke", action="store_true", help="one iteration of everything, no table")
    args = parser.parse_args()
    if args.earlier:
        found = json.loads(args.earlier.read_text())
        return show(args, found["machine"], Results.from_rows(found["results"], found.get("names", {})))

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

    results = Results((entry, {}) for entry in entries)
    for turn in range(args.rounds):
        for entry, names in entries.items():
            if sys.stderr.isatty():
                print(f"\rround {turn + 1} of {args.rounds}: {'/'.join(entry):<24}", end="", file=sys.stderr)
            for name in names:
                found = measure(programs[name], *entry, args.seconds, args.repetitions)
                if found is None:
                    sys.exit(f"{'/'.join(entry)}/{name} did not run")
                ns, label, library = found
                results[entry].setdefault(name, []).append(ns)
                if label == "plain":
                    results.plain.add((*entry, name))
                if library:
                    results.names[name] = in_print(library)
    if sys.stderr.isatty():
        print("\r" + " " * 50 + "\r", end="", file=sys.stderr)
    return show(args, machine(args.build), results)


def show(args, about, results):
    """Prints and writes what was asked for; returns the exit code."""
    print(", ".join(f"{key}: {value}" for key, value in about.items()))
    print("Nanoseconds of a call: smallest median of the rounds (and how far the largest lies above it).\n")
    print(times_table(results))
    if ratios := ratios_table(results):
        print("\nHow many times faster:\n")
        print(ratios)
    if table := grid(results):
        print("\nHow many times faster than the quickest of KDL, MuJoCo and the libraries of rivals.json, whose times there are "
              "scaled by KDL's for id of the same arm; batches of 64 are compared with plain calls:\n")
        print(table)
    if args.json:
        args.json.write_text(json.dumps({"machine": about, "names": results.names, "results": results.to_rows()}, indent=1) + "\n")
    if args.page:
        args.page.write_text(with_tables(args.page.read_text(), {"seven joints": seven_joints(results), "long arms": long_arms(results),
                                                                 "machine": about_machine(about)}))
    if args.picture:
        args.picture.write_text(picture(results))
    found = cells(results, rivals())
    return 1 if args.strict and count_of(found, "lost") + count_of(found, "empty") else 0


if __name__ == "__main__":
    sys.exit(main())
