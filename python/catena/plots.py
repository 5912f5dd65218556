# SPDX-License-Identifier: Apache-2.0
"""Plots by matplotlib, which is imported at the first plot."""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .notebook import skeleton

if TYPE_CHECKING:
    from .arm import Arm
    from .motion import Run


def _pyplot() -> Any:
    try:
        return importlib.import_module("matplotlib.pyplot")
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError("plots need matplotlib (Debian: python3-matplotlib; pip: matplotlib)", name="matplotlib") from missing


def plot_arm(arm: Arm, q: ArrayLike, ax: Any = None) -> Any:
    pyplot = _pyplot()
    if ax is None:
        ax = pyplot.figure().add_subplot(projection="3d")
    postures = skeleton(arm, q).reshape(-1, len(arm.frames), 3)
    for k, points in enumerate(postures):
        last = k == len(postures) - 1
        ax.plot(*points.T, "-o", color="C0", alpha=1.0 if last else 0.25, linewidth=3 if last else 1.5, markersize=5 if last else 2)
    if len(postures) > 1:
        ax.plot(*postures[:, -1].T, color="C1")
    every = postures.reshape(-1, 3)
    middle, half = (every.max(0) + every.min(0)) / 2, max(float(np.ptp(every, axis=0).max()) / 2, 1e-3)
    ax.set(xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half),
           zlim=(middle[2] - half, middle[2] + half), xlabel="x [m]", ylabel="y [m]", zlabel="z [m]", title=arm.name)
    ax.set_box_aspect((1, 1, 1))
    return ax


def plot_run(run: Run, axes: Any = None) -> Any:
    if axes is None:
        axes = _pyplot().subplots(2, 2, figsize=(10, 6), sharex=True, layout="constrained")[1]
    panels = list(np.ravel(axes))
    joints = [f"joint {k + 1}" for k in range(run.q.shape[1])]
    for panel, values, title in zip(panels, (run.q, run.qd, run.tau), ("position [rad, m]", "velocity [rad/s, m/s]", "torque [N m, N]")):
        panel.plot(run.time, values, label=joints)
        panel.set_title(title)
    for values, name in ((run.kinetic, "kinetic"), (run.potential, "potential"), (run.work, "by the controller")):
        panels[3].plot(run.time, values, label=name)
    panels[3].set_title("energy [J]")
    panels[0].legend(fontsize="small")
    panels[3].legend(fontsize="small")
    for panel in panels[2:]:
        panel.set_xlabel("time [s]")
    return axes
