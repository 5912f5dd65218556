#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the moving arm of the first page: moving_arm.py OUT.svg, with the package catena on PYTHONPATH (make python).

A Panda follows a closed motion under computed-torque control; the picture shows the simulated arm, the
path of its tool and the torques of its joints. It is an SVG that moves by itself, without scripts."""
import sys

import numpy as np

import catena

DURATION, FRAMES = 6.0, 72
POSTURES = np.array([[0.0, 0.1, 0.0, -1.9, 0.0, 2.0, 0.8], [0.9, 0.7, -0.2, -1.3, 0.3, 2.2, 0.2], [0.2, 0.9, 0.3, -0.9, -0.4, 1.8, 1.2],
                     [-1.1, 0.2, 0.2, -2.1, 0.2, 2.4, 0.6], [0.0, 0.1, 0.0, -1.9, 0.0, 2.0, 0.8]])
COLOURS = ["#3b7dd8", "#d8713b", "#2f9e6e", "#b0519c", "#b58900", "#6f63c9", "#c2514f"]
WIDTH, HEIGHT = 720, 420


def spline(times, points):
    """A periodic cubic spline: t -> position, velocity, acceleration. The motion begins and ends at the same posture."""
    n, h = len(times) - 1, times[1] - times[0]
    system = np.zeros((n, n))
    for i in range(n):
        system[i, [(i - 1) % n, i, (i + 1) % n]] += [1.0, 4.0, 1.0]
    values = points[:n]
    second = np.linalg.solve(system, 6 / h**2 * (np.roll(values, 1, 0) - 2 * values + np.roll(values, -1, 0)))

    def at(t):
        k = min(int(t / h), n - 1)
        s = t - k * h
        a, b, p, r = second[k], second[(k + 1) % n], values[k], values[(k + 1) % n]
        slope = (r - p) / h - h * (2 * a + b) / 6
        return p + s * slope + s**2 / 2 * a + s**3 * (b - a) / (6 * h), slope + s * a + s**2 * (b - a) / (2 * h), a + s * (b - a) / h

    return at


def projected(points):
    """Seen from the front left and from above, in pixels."""
    turn, tilt, scale = np.radians(-50), np.radians(22), 275.0
    x = np.cos(turn) * points[..., 1] - np.sin(turn) * points[..., 0]
    depth = np.sin(turn) * points[..., 1] + np.cos(turn) * points[..., 0]
    y = np.cos(tilt) * points[..., 2] - np.sin(tilt) * depth
    return np.stack([185 + scale * x, 300 - scale * y], axis=-1)


def numbers(values):
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in values)


def animated(name, frames):
    return f'<animate attributeName="{name}" dur="{DURATION:g}s" repeatCount="indefinite" values="{";".join(frames)}"/>'


def plot(times, torques):
    """The torques against time, with a line that moves along."""
    left, right, top, bottom = 480.0, 700.0, 60.0, 340.0
    most = np.abs(torques).max()
    x = left + (right - left) * times / DURATION
    y = (top + bottom) / 2 - (bottom - top) / 2 * torques / most
    out = [f'<text x="{left:.0f}" y="{top - 22:.0f}" class="t">joint torques, up to {most:.0f} N m</text>',
           f'<path d="M{left:.0f} {(top + bottom) / 2:.0f}H{right:.0f}M{left:.0f} {top:.0f}V{bottom:.0f}" class="axis"/>',
           f'<text x="{left:.0f}" y="{bottom + 20:.0f}" class="t">0</text>',
           f'<text x="{right:.0f}" y="{bottom + 20:.0f}" class="t" text-anchor="end">{DURATION:g} s</text>']
    for k, colour in enumerate(COLOURS):
        curve = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y[:, k]))
        out.append(f'<polyline points="{curve}" fill="none" stroke="{colour}" stroke-width="2"/>')
    out.append(f'<line x1="{left:.0f}" x2="{left:.0f}" y1="{top:.0f}" y2="{bottom:.0f}" class="axis" stroke-dasharray="4 3">'
               f'<animateTransform attributeName="transform" type="translate" dur="{DURATION:g}s" repeatCount="indefinite" '
               f'from="0" to="{right - left:.0f}"/></line>')
    return "\n".join(out)


def main(path):
    arm = catena.Arm("panda")
    wanted = spline(np.linspace(0, DURATION, len(POSTURES)), POSTURES)

    def computed_torque(t, q, qd):
        position, velocity, acceleration = wanted(min(t, DURATION))
        return arm.id(q, qd, acceleration + 40 * (velocity - qd) + 400 * (position - q))

    position, velocity, _ = wanted(0.0)
    run = arm.simulate(position, velocity, controller=computed_torque, duration=DURATION, sample=DURATION / FRAMES)
    error = max(np.abs(q - wanted(min(t, DURATION))[0]).max() for t, q in zip(run.time, run.q))
    assert len(run.time) == FRAMES + 1 and error < 1e-3, (len(run.time), error)
    names = [name for name in arm.frames if name != "base"]
    origins = np.stack([arm.pose(run.q, frame=name)[..., :3, 3] for name in names], axis=1)
    points = projected(np.concatenate([np.zeros((FRAMES + 1, 1, 3)), origins], axis=1))
    floor = projected(np.concatenate([np.zeros((FRAMES + 1, 1, 3)), origins * [1, 1, 0]], axis=1))
    tool = points[:, -1]
    corners = projected(np.array([[x, y, 0] for x, y in ((-0.3, -0.5), (0.85, -0.5), (0.85, 0.65), (-0.3, 0.65))]))
    chain = [numbers(p) for p in points]
    joints = "".join(
        f'<circle r="6" cx="{points[0, k, 0]:.0f}" cy="{points[0, k, 1]:.0f}" class="joint">{animated("cx", [f"{p:.0f}" for p in points[:, k, 0]])}'
        f'{animated("cy", [f"{p:.0f}" for p in points[:, k, 1]])}</circle>\n' for k in range(1, points.shape[1] - 1))
    svg = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="A robot arm follows a closed motion; beside it, the torques of its joints">
<!-- Drawn by tools/moving_arm.py from a simulation: do not edit. -->
<style>.t{{font:14px system-ui,sans-serif;fill:var(--faint,#6b7686)}}.axis{{stroke:var(--faint,#6b7686);stroke-width:1.2;fill:none}}.joint{{fill:var(--paper,#fff);stroke:#3b7dd8;stroke-width:3}}</style>
<polygon points="{numbers(corners)}" fill="#8a97a8" fill-opacity="0.16"/>
<polyline points="{numbers(floor[0])}" fill="none" stroke="#000" stroke-opacity="0.18" stroke-width="12" stroke-linecap="round" stroke-linejoin="round">{animated("points", [numbers(p) for p in floor])}</polyline>
<polyline points="{numbers(tool)}" fill="none" stroke="#d8713b" stroke-width="2" stroke-dasharray="5 4"/>
<polyline points="{chain[0]}" fill="none" stroke="#3b7dd8" stroke-width="14" stroke-linecap="round" stroke-linejoin="round">{animated("points", chain)}</polyline>
{joints}<circle r="7" cx="{tool[0, 0]:.0f}" cy="{tool[0, 1]:.0f}" fill="#d8713b">{animated("cx", [f"{x:.0f}" for x in tool[:, 0]])}{animated("cy", [f"{y:.0f}" for y in tool[:, 1]])}</circle>
<text x="20" y="38" class="t">Franka Emika Panda, computed torque</text>
{plot(run.time, run.tau)}
</svg>
"""
    with open(path, "w", encoding="utf-8") as out:
        out.write(svg)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
