# SPDX-License-Identifier: Apache-2.0
"""Paths of the tool and of the joints, and how they are passed in time (docs/paths.md).

    >>> arm = catena.Arm('ur5e')
    >>> q = np.array([0, -1.2, 1.2, 0, 1.0, 0])
    >>> corner, end = arm.pose(q), arm.pose(q)
    >>> corner[2, 3] += 0.1
    >>> end[:3, 3] += [0, 0.2, 0.1]
    >>> path = catena.PosePath(arm.pose(q)).line_to(corner, blend=0.02).line_to(end)
    >>> round(path.length, 6)
    0.3
    >>> motion = arm.plan(arm.follow(path, start=q).path, acceleration=10)      # the fastest one
    >>> bool(np.allclose(motion.at(motion.duration).q, arm.ik(end, seed=q).q, atol=1e-5))
    True
"""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from .errors import Error


class PosePoints(NamedTuple):
    """Poses along a tool path and their derivatives with respect to the path parameter s, in base axes."""

    pose: np.ndarray  # (..., 4, 4)
    v: np.ndarray  # (..., 3) of the position
    a: np.ndarray
    w: np.ndarray  # (..., 3) dR/ds = [w]x R
    alpha: np.ndarray  # dw/ds


class JointPoints(NamedTuple):
    """Joint positions and their first and second derivatives, (..., n) each: by s along a JointPath, by time along a TimedPath
    or a Motion."""

    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray


class LawPoints(NamedTuple):
    """Position, velocity, acceleration and jerk of a time law."""

    s: np.ndarray
    v: np.ndarray
    a: np.ndarray
    j: np.ndarray


class PosePath:
    """Where the tool is, as a function of a path parameter s: lines, arcs and splines, with rounded corners. It begins at the
    pose ``start``, (4, 4). Paths never change: each method returns a longer one.

    s is in metres; where the tool rotates by more than one radian per ``metres_per_radian``, it is the angle times that number.

    >>> path = catena.PosePath(np.eye(4)).arc_about([0, 0.5, 0], [0, 0, 1], np.pi)
    >>> path.at(path.length).pose[:3, 3].round(6).tolist()
    [0.0, 1.0, 0.0]
    """

    def __init__(self, start: ArrayLike, *, metres_per_radian: float = 0.1) -> None:
        self._start, self._radius, self._pieces = _numbers("start", start, (4, 4)), float(metres_per_radian), ()
        self._build()

    def line_to(self, pose: ArrayLike, *, blend: float = 0.0) -> PosePath:
        """A straight line; the tool rotates about a fixed axis, the shorter way round. ``blend`` [m] rounds the corner at its
        end: the path leaves the line at this distance before it."""
        return self._longer("line", _numbers("pose", pose, (4, 4)), float(blend))

    def arc_to(self, via: ArrayLike, pose: ArrayLike, *, blend: float = 0.0) -> PosePath:
        """An arc through the point ``via``, (3,), less than a full turn; the tool rotates as on a line."""
        return self._longer("arc", _numbers("via", via, (3,)), _numbers("pose", pose, (4, 4)), float(blend))

    def arc_about(self, centre: ArrayLike, axis: ArrayLike, angle: float, *, blend: float = 0.0) -> PosePath:
        """An arc by an angle [rad] about an axis through ``centre``; the tool rotates with it."""
        return self._longer("about", _numbers("centre", centre, (3,)), _numbers("axis", axis, (3,)), float(angle), float(blend))

    def spline_through(self, poses: ArrayLike, *, blend: float = 0.0) -> PosePath:
        """A smooth curve through poses, (k, 4, 4), with continuous second derivatives."""
        given = np.asarray(poses, dtype=float, order="C")
        if given.ndim != 3 or given.shape[1:] != (4, 4):
            raise _wrong("poses", given.shape, "(k, 4, 4)")
        return self._longer("spline", given, float(blend))

    def at(self, s: ArrayLike) -> PosePoints:
        """The poses at s, a number or an array; s is clamped to the path. Where a derivative jumps, it is the one after it."""
        where = np.asarray(s, dtype=float, order="C")
        parts = _core._pose_path_at(self._held, where)
        return PosePoints(parts["pose"].reshape(*where.shape, 4, 4),
                          *(parts[name].reshape(*where.shape, 3) for name in ("v", "a", "w", "alpha")))

    def _longer(self, *piece: Any) -> PosePath:
        other: PosePath = object.__new__(type(self))
        other._start, other._radius, other._pieces = self._start, self._radius, (*self._pieces, piece)
        other._build()
        return other

    def _build(self) -> None:
        self._held, self.length, self.corners = _core._pose_path(self._start, self._radius, self._pieces)

    _start: np.ndarray
    _radius: float
    _pieces: tuple[tuple[Any, ...], ...]
    _held: Any
    length: float  # [m]
    corners: np.ndarray  # values of s where the tool must stop

    def __reduce__(self) -> tuple[Any, ...]:
        return _pose_path, (self._start, self._radius, self._pieces)

    def __repr__(self) -> str:
        return f"<PosePath: {len(self._pieces)} pieces, {self.length:.6g} m>"


def _pose_path(start: np.ndarray, radius: float, pieces: tuple[tuple[Any, ...], ...]) -> PosePath:
    path = PosePath(start, metres_per_radian=radius)
    for piece in pieces:
        path = path._longer(*piece)
    return path


class JointPath:
    """The positions of all joints as a function of a path parameter s, from 0 to ``length``: through waypoints (k, n), by lines
    with corners that are rounded at the distance ``blend``, or by a spline (``smooth``). ``Arm.follow`` makes one of a PosePath.

    >>> path = catena.JointPath([[0, 0], [1, 0], [1, 1]])
    >>> path.length, path.corners.tolist(), path.at(1.5).q.tolist()
    (2.0, [1.0], [1.0, 0.5])
    """

    def __init__(self, points: ArrayLike, *, smooth: bool = False, blend: float = 0.0) -> None:
        self._hold(_core._joint_path(np.asarray(points, dtype=float), int(smooth), float(blend)))

    @classmethod
    def _of(cls, held: Any) -> JointPath:
        path: JointPath = object.__new__(cls)
        path._hold(held)
        return path

    def _hold(self, held: Any) -> None:
        self._held = held
        self.n, self.length, self.corners = _core._joint_path_of(held)

    _held: Any
    n: int
    length: float
    corners: np.ndarray  # values of s where the arm must stop

    def at(self, s: ArrayLike) -> JointPoints:
        """Joint positions and their derivatives with respect to s, at s, a number or an array; s is clamped to the path."""
        return _points(self._held, self.n, s)

    def __repr__(self) -> str:
        return f"<JointPath: {self.n} joints, length {self.length:.6g}>"


class TimeLaw:
    """A distance as a function of time, as quickly as the limits allow: a trapezoidal velocity profile, or with a limit of
    ``jerk`` a double S. ``begin`` and ``end`` are the velocities at its ends.

    >>> law = catena.TimeLaw(1.0, velocity=1.0, acceleration=2.0)
    >>> law.duration, float(law.at(0.75).s)
    (1.5, 0.5)
    """

    def __init__(self, distance: float, *, velocity: float, acceleration: float, jerk: float = np.inf, begin: float = 0.0,
                 end: float = 0.0) -> None:
        self._given = (float(distance), float(velocity), float(acceleration), float(jerk), float(begin), float(end))
        self._held, self.duration = _core._time_law(*self._given)

    duration: float  # [s]

    def at(self, t: ArrayLike) -> LawPoints:
        """Position, velocity, acceleration and jerk at the time t, a number or an array."""
        times = np.asarray(t, dtype=float, order="C")
        return LawPoints(*np.moveaxis(_core._time_law_at(self._held, times).reshape(*times.shape, 4), -1, 0))

    def __reduce__(self) -> tuple[Any, ...]:
        return _time_law, self._given

    def __repr__(self) -> str:
        return f"<TimeLaw: {self._given[0]:.6g} in {self.duration:.6g} s>"


def _time_law(distance: float, velocity: float, acceleration: float, jerk: float, begin: float, end: float) -> TimeLaw:
    return TimeLaw(distance, velocity=velocity, acceleration=acceleration, jerk=jerk, begin=begin, end=end)


class TimedPath:
    """A joint path with a time law whose distance is the length of the path: the motion of all joints at any time.

    >>> path = catena.JointPath([[0, 0], [0.3, 0.4]])
    >>> motion = catena.TimedPath(path, catena.TimeLaw(path.length, velocity=1.0, acceleration=2.0))
    >>> motion.at([0.0, motion.duration]).q.round(9).tolist()
    [[0.0, 0.0], [0.3, 0.4]]
    """

    def __init__(self, path: JointPath, law: TimeLaw) -> None:
        self._hold(_core._timed_path(path._held, law._held))

    @classmethod
    def _of(cls, held: Any) -> TimedPath:
        timed: TimedPath = object.__new__(cls)
        timed._hold(held)
        return timed

    def _hold(self, held: Any) -> None:
        self._held = held
        self.n, self.duration, path = _core._timed_path_of(held)
        self.path = JointPath._of(path)

    _held: Any
    n: int
    duration: float  # [s]
    path: JointPath

    def at(self, t: ArrayLike) -> JointPoints:
        """Positions, velocities and accelerations at the time t, a number or an array. Before the beginning and after the end the
        arm rests there."""
        return _points(self._held, self.n, t)

    def __repr__(self) -> str:
        return f"<TimedPath: {self.n} joints, {self.duration:.6g} s>"


@dataclass(frozen=True)
class Followed:
    """The result of ``Arm.follow``: the joint path, with the parameter s of the tool path, and how well it follows it."""

    path: JointPath
    position_error: float  # [m] the largest between samples
    orientation_error: float  # [rad]
    samples: int = field(repr=False)
    inverse_condition: float = field(repr=False)  # of the Jacobian, the smallest along the path
    least_at: float = field(repr=False)  # the s of this minimum


def followed(arm: Any, path: PosePath, options: dict[str, Any]) -> Followed:
    parts: dict[str, Any] = _core._follow(arm, path._held, options)
    parts["path"] = JointPath._of(parts["path"])
    return Followed(**parts)


def plannable(arm: Any, path: Any) -> Any:
    """What _core._plan takes: a joint path, the text or the path of a path file, or waypoints."""
    if isinstance(path, PosePath):
        path = followed(arm, path, {}).path
    if isinstance(path, JointPath):
        return path._held
    if isinstance(path, str):
        return path
    return os.fspath(path) if isinstance(path, os.PathLike) else np.asarray(path)


def _points(held: Any, n: int, at: ArrayLike) -> JointPoints:
    where = np.asarray(at, dtype=float, order="C")
    return JointPoints(*(part.reshape(*where.shape, n) for part in _core._joint_path_at(held, where)))


def _numbers(name: str, given: ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    array = np.asarray(given, dtype=float, order="C")
    if array.shape != shape:
        raise _wrong(name, array.shape, str(shape))
    return array


def _wrong(name: str, given: tuple[int, ...], need: str) -> Error:
    return Error(f"{name}: wrong shape\n  given   {given}\n  need    {need}", "usage", name, "wrong shape", str(given), need)
