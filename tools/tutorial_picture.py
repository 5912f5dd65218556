#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the errors of the three controllers of docs/tutorial.md: tutorial_picture.py OUT.svg, with the package catena on PYTHONPATH.

The arm and the scenario are the files that the tutorial shows."""
import os
import re
import sys
import tempfile
from pathlib import Path

import numpy as np

import catena

PAGE = Path(__file__).resolve().parent.parent / "docs/tutorial.md"
DRIVES = [("pd", "PD", "#d8713b"), ("pd_gravity", "PD with gravity", "#2a6fdb"), ("computed_torque", "computed torque", "#1d8a5b")]
LEFT, RIGHT, TOP, BOTTOM = 64.0, 600.0, 24.0, 250.0


def errors(drive, files):
    """(time, error of joint 1) under one drive."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files:
            (Path(folder) / name).write_text(text.replace('"pd"', f'"{drive}"'))
        before = os.getcwd()
        os.chdir(folder)
        try:
            run = catena.simulate("pd.toml")
        finally:
            os.chdir(before)
    s = np.minimum(run.time / 1.5, 1.0)
    return run.time, np.pi / 2 * (10 * s**3 - 15 * s**4 + 6 * s**5) - run.q[:, 0]


def main(path):
    files = re.findall(r"<!-- file (\S+) -->\n```toml\n(.*?)```", PAGE.read_text(), re.S)
    curves = [(name, colour, *errors(drive, files)) for drive, name, colour in DRIVES]
    top = 0.2
    x = lambda t: LEFT + (RIGHT - LEFT) * t / 3  # noqa: E731
    y = lambda e: BOTTOM - (BOTTOM - TOP) * (e + 0.05) / (top + 0.05)  # noqa: E731
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 300" width="640" height="300" font-family="system-ui, sans-serif" font-size="14">',
           "<!-- Drawn by tools/tutorial_picture.py: do not edit. -->", '<rect width="640" height="300" fill="#fff"/>']
    for value in (0, 0.05, 0.1, 0.15, 0.2):
        out.append(f'<path d="M{LEFT:.0f} {y(value):.1f}H{RIGHT:.0f}" stroke="#dfe4eb"/><text x="{LEFT - 8:.0f}" y="{y(value) + 5:.1f}" text-anchor="end" fill="#55606f">{value:g}</text>')
    for value in range(4):
        out.append(f'<text x="{x(value):.0f}" y="{BOTTOM + 20:.0f}" text-anchor="middle" fill="#55606f">{value} s</text>')
    out.append(f'<text x="{LEFT:.0f}" y="16" fill="#1c2430">error of joint 1 [rad]</text>')
    for k, (name, colour, time, error) in enumerate(curves):
        points = " ".join(f"{x(t):.1f},{y(e):.1f}" for t, e in zip(time[::3], error[::3]))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        out.append(f'<path d="M400 {48 + 22 * k}h28" stroke="{colour}" stroke-width="3"/><text x="436" y="{53 + 22 * k}" fill="#1c2430">{name}</text>')
    Path(path).write_text("\n".join(out + ["</svg>", ""]))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
