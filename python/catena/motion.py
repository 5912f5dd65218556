# SPDX-License-Identifier: Apache-2.0
"""What simulations and planned motions return."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .errors import Note
from .paths import JointPoints, TimedPath


class Event(NamedTuple):
    """A joint reached a limit."""

    time: float  # [s]
    joint: int  # counted from 0
    limit: str  # 'lower' or 'upper'
    speed: float  # on arrival


@dataclass(frozen=True)
class Run:
    """A simulated motion: a row for each of the m samples.

    ``end`` is 'complete', 'at_limit', 'failed' (``failure`` says why; the samples so far are kept) or 'unbalanced' (the
    energy does not balance within what the tolerances allow).
    """

    time: np.ndarray  # (m,) [s]
    q: np.ndarray  # (m, n)
    qd: np.ndarray
    qdd: np.ndarray
    tau: np.ndarray  # what the controller exerts
    tool: np.ndarray  # (m, 3) [m]
    kinetic: np.ndarray  # (m,) [J]
    potential: np.ndarray
    work: np.ndarray  # by the controller since time 0
    imbalance: float  # largest error of the energy balance [J]
    end: str
    end_time: float
    failure: str | None
    events: list[Event] = field(repr=False)
    statistics: dict[str, int] = field(repr=False)
    notes: list[Note] = field(repr=False)
    arm: Any = field(default=None, repr=False)  # that moved; None for a scenario

    def plot(self, axes: Any = None) -> Any:
        """Positions, velocities, torques and energies over time, by matplotlib: in a new figure, or in four ``axes``. The axes."""
        from .plots import plot_run

        return plot_run(self, axes)

    def _repr_html_(self) -> str:
        from .notebook import run_html

        return run_html(self)

    def _repr_svg_(self) -> str:
        from .notebook import run_svg

        return run_svg(self)

    def __repr__(self) -> str:
        return f"<Run: {len(self.time)} samples to {self.end_time:.6g} s, {self.end}>"


class ActiveLimit(NamedTuple):
    """Between two values of the path parameter, the limit that is closest; ``share`` of it is used, at most."""

    begin: float
    end: float
    kind: str  # 'velocity', 'acceleration', 'torque', 'speed'
    joint: int  # counted from 0; -1 for the speed of the tool
    share: float


@dataclass(frozen=True)
class Motion:
    """The fastest motion along a path: a row for each of the m times."""

    duration: float  # [s]
    time: np.ndarray  # (m,)
    q: np.ndarray  # (m, n)
    qd: np.ndarray
    qdd: np.ndarray
    active: list[ActiveLimit] = field(repr=False)
    largest_share: float
    timed: TimedPath = field(repr=False)  # the motion at any time

    def at(self, t: ArrayLike) -> JointPoints:
        """Positions, velocities and accelerations at the time t, a number or an array."""
        return self.timed.at(t)

    def __repr__(self) -> str:
        return f"<Motion: {self.duration:.6g} s, {len(self.time)} samples>"


def run_from(parts: dict[str, Any], arm: Any = None) -> Run:
    parts["events"] = [Event(*e) for e in parts["events"]]
    parts["notes"] = [Note(**note) for note in parts["notes"]]
    return Run(**parts, arm=arm)


def motion_from(parts: dict[str, Any]) -> Motion:
    parts["active"] = [ActiveLimit(*a) for a in parts["active"]]
    parts["timed"] = TimedPath._of(parts["timed"])
    return Motion(**parts)
