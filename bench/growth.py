#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How the times of calls grow with the number of joints, from 10 to 1000: Catena, KDL and MuJoCo as log-log curves in one SVG picture, with
the exponent of n from 100 joints on. The libraries of rivals.json appear as points, scaled by the time that KDL takes for id."""

import argparse
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import compare

JOINTS = (10, 14, 20, 30, 50, 70, 100, 200, 300, 500, 1000)
CALLS = ("id", "inertia", "fd", "coriolis", "inertia_inverse", "id_derivatives", "fd_derivatives")
MOST = {"kdl": {"fd": 300}, "mujoco": {"fd": 300, "inertia_inverse": 300}}  # joints: these grow with the cube, and take minutes beyond
COLOURS = {"arm": "#1b7837", "kdl": "#b35806", "mujoco": "#542788"}


def measured(build, joints, seconds, repetitions):
    """{call: {contestant: {n: nanoseconds}}}, and the names of the contestants."""
    times, names = {call: {} for call in CALLS}, {"arm": "Catena"}
    for contestant in COLOURS:
        program = build / "bench" / f"{contestant}_bench"
        if not program.exists():
            continue
        for n in joints:
            for call in CALLS:
                if n > MOST.get(contestant, {}).get(call, n):
                    continue
                done = subprocess.run([program, f"--benchmark_filter=^{call}/chain:{n}/", f"--benchmark_min_time={seconds}",
                                       f"--benchmark_repetitions={repetitions}", "--benchmark_format=json"], capture_output=True,
                                      text=True, check=False, env={**os.environ, "CATENA_BENCH_ARMS": f"chain:{n}"})
                if done.returncode or not done.stdout.strip():
                    continue  # it has no such call
                found = json.loads(done.stdout)
                ns = [row["cpu_time"] for row in found["benchmarks"] if row["run_type"] == "iteration" and not row.get("error_occurred")]
                if ns:
                    times[call].setdefault(contestant, {})[n] = min(ns)
                if found["context"].get("library"):
                    names[contestant] = compare.in_print(found["context"]["library"])
    return times, names


def points_of_rivals(times, known):
    """{call: [(library, n, nanoseconds here)]}"""
    kdl = times.get("id", {}).get("kdl", {})
    found = {}
    for arm, about in known.items():
        if not arm.startswith("chain:") or int(arm[6:]) not in kdl:
            continue
        n = int(arm[6:])
        for call, (library, ns) in about["library"].items():
            found.setdefault(call, []).append((library, n, ns * kdl[n] / about["kdl_id"]))
    return found


def exponent(curve, least=100):
    """Of n, by least squares of the logarithms from `least` joints on; None with fewer than two points."""
    points = [(math.log(n), math.log(ns)) for n, ns in curve.items() if n >= least]
    if len(points) < 2:
        return None
    x, y = (sum(values) / len(points) for values in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def picture(times, names, rivals):
    """One panel for each call, three in a row."""
    width, height, gap, columns = 250, 190, 46, 3
    shown = [call for call in CALLS if times.get(call)]
    rows = (len(shown) + columns - 1) // columns
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * (width + gap) + 10} {rows * (height + gap) + 50}" '
             'font-family="sans-serif" font-size="11">',
             "<title>Time of a call by the number of joints</title>", '<rect width="100%" height="100%" fill="white"/>']
    for k, contestant in enumerate(name for name in COLOURS if name in names):
        lines.append(f'<text x="{20 + 200 * k}" y="16" fill="{COLOURS[contestant]}">{names[contestant]}</text>')
    for k, call in enumerate(shown):
        left, top = 40 + k % columns * (width + gap), 40 + k // columns * (height + gap)
        points = rivals.get(call, [])
        all_ns = [ns for curve in times[call].values() for ns in curve.values()] + [ns for _, _, ns in points]
        low, high = math.floor(math.log10(min(all_ns))), math.ceil(math.log10(max(all_ns)))
        high = max(high, low + 1)

        def place(n, ns, left=left, top=top, low=low, high=high):
            return (left + width * (math.log10(n) - 1) / 2, top + height * (1 - (math.log10(ns) - low) / (high - low)))

        lines.append(f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#888888"/>')
        lines.append(f'<text x="{left}" y="{top - 6}">{call}</text>')
        for power in range(low, high + 1):
            y = place(10, 10.0 ** power)[1]
            unit = {0: "1 ns", 3: "1 µs", 6: "1 ms", 9: "1 s"}.get(power)
            lines.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + width}" y2="{y:.1f}" stroke="#dddddd"/>')
            if unit:
                lines.append(f'<text x="{left - 4}" y="{y + 4:.1f}" text-anchor="end">{unit}</text>')
        for n in (10, 100, 1000):
            lines.append(f'<text x="{place(n, 10.0 ** low)[0]:.1f}" y="{top + height + 14}" text-anchor="middle">{n}</text>')
        for contestant, curve in times[call].items():
            path = " ".join("{:.1f},{:.1f}".format(*place(n, ns)) for n, ns in sorted(curve.items()))
            lines.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[contestant]}" stroke-width="1.5"/>')
            if (power := exponent(curve)) is not None:
                x, y = place(*max(curve.items()))
                lines.append(f'<text x="{x - 3:.1f}" y="{y - 4:.1f}" text-anchor="end" fill="{COLOURS[contestant]}">n^{power:.1f}</text>')
        for library, n, ns in points:
            x, y = place(n, ns)
            lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#2166ac"><title>{library}, n = {n}</title></circle>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path, help="the build folder, configured with -DCATENA_BUILD_BENCH=ON")
    parser.add_argument("--picture", type=Path, default=Path("docs/pictures/growth.svg"))
    parser.add_argument("--seconds", type=float, default=0.05, help="shortest time of a repetition")
    parser.add_argument("--repetitions", type=int, default=5, help="of which the smallest time counts")
    args = parser.parse_args()
    times, names = measured(args.build, JOINTS, args.seconds, args.repetitions)
    if not any(times.values()):
        sys.exit(f"no benchmark programs in {args.build / 'bench'}: configure with -DCATENA_BUILD_BENCH=ON and build")
    rows = [["call", "library", *(f"n = {n}" for n in JOINTS), "exponent"]]
    for call, curves in times.items():
        for contestant, curve in curves.items():
            power = exponent(curve)
            rows.append([call, names.get(contestant, contestant), *(f"{curve[n] / 1000:.3g}" if n in curve else "-" for n in JOINTS),
                         f"{power:.2f}" if power is not None else "-"])
    print("Microseconds of a call:\n")
    print(compare.markdown(rows))
    args.picture.write_text(picture(times, names, points_of_rivals(times, compare.rivals())))


if __name__ == "__main__":
    main()
