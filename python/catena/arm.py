# SPDX-License-Identifier: Apache-2.0
"""catena.Arm: a robot arm. The methods for its quantities come from the table of the library (catena.quantities())."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Mapping, NamedTuple, Sequence

import numpy as np
from numpy.typing import ArrayLike

from . import _core, inverse_kinematics, wrenches
from .errors import Error, Note
from .examination import BaseParameters, Cost, Finding, Operations, Residual, Timing, Verification
from .inverse_kinematics import IkResult
from .motion import Motion, Run, motion_from, run_from
from .paths import Followed, JointPath, PosePath, followed, plannable

if TYPE_CHECKING:
    from .compiled_arm import CompiledArm


class Payload(NamedTuple):
    """A body fixed to the tool: its mass [kg], the centre of mass in the tool frame [m], and its inertia about the centre of
    mass in the axes of that frame [kg m²], as a 3 x 3 matrix or as xx, yy, zz, xy, xz, yz.

    >>> catena.Payload(2.0, com=(0, 0, 0.1)).mass
    2.0
    """

    mass: float
    com: Sequence[float] = (0.0, 0.0, 0.0)
    inertia: Any = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class Limits(NamedTuple):
    """The limits of all joints, (n,) each; infinite where there is none."""

    lower: np.ndarray  # [rad, m]
    upper: np.ndarray
    velocity: np.ndarray  # [rad/s, m/s]
    effort: np.ndarray  # [N m, N]


class Arm(_core.Arm):
    """A robot arm: by its name in the catalogue ('panda'), the path of a robot file or of a URDF file, or generated
    ('chain:30'). Arms never change, and threads may share them.

    Every quantity of ``catena.quantities()`` is a method. Arguments have the shape ``(n,)`` for one state, or
    ``(..., n)`` for many: leading axes are broadcast, and many states are computed on all cores without the GIL.

    ``base``, ``tip`` and ``branches`` choose a chain of a URDF file; ``gravity``, ``payload`` and ``motors`` are those of
    ``with_gravity``, ``with_payload`` and ``with_motors``.

    >>> arm = catena.Arm('planar2')
    >>> arm.id([0.3, 0.9], [1, 0], [0, 0]).round(4).tolist()
    [15.8351, 2.169]
    >>> arm.inertia(np.zeros((1000, 2))).shape
    (1000, 2, 2)
    """

    __slots__ = ()

    def __new__(cls, robot: str | os.PathLike[str], *, base: str = "", tip: str = "", branches: str = "lump",
                gravity: ArrayLike | None = None, payload: Any = None, motors: bool = False) -> Arm:
        return _adapted(_core.Arm.__new__(cls, "load", os.fspath(robot), base, tip, branches), gravity, payload, motors)

    def __init__(self, robot: Any = None, **options: Any) -> None:
        pass

    @classmethod
    def from_urdf(cls, text_or_path: str | os.PathLike[str], *, base: str = "", tip: str = "", branches: str = "lump",
                  gravity: ArrayLike | None = None, payload: Any = None, motors: bool = False) -> Arm:
        """An arm from the text of a URDF, or from the path of a URDF file: the chain from link ``base`` to link ``tip``.
        What hangs off the chain is locked at zero (``branches='lump'``) or left out (``'drop'``).

        >>> catena.Arm.from_urdf(catena.Arm('puma560').to_urdf()).n
        6
        """
        made = _core.Arm.__new__(cls, "urdf", os.fspath(text_or_path), base, tip, branches)
        return _adapted(made, gravity, payload, motors)

    @classmethod
    def from_toml(cls, text: str) -> Arm:
        """An arm from the text of a robot file.

        >>> catena.Arm.from_toml(catena.Arm('puma560').to_toml()).name
        'PUMA 560'
        """
        return _core.Arm.__new__(cls, "toml", text)

    @classmethod
    def from_dh(cls, links: Sequence[dict[str, Any]], *, name: str = "arm", convention: str = "standard",
                angle_unit: str = "rad", gravity: Sequence[float] = (0.0, 0.0, -9.81), payload: Any = None) -> Arm:
        """An arm from a table of Denavit-Hartenberg parameters: a dictionary for each link, from base to tip, with the
        keys that ``catena.RobotBuilder`` takes: ``joint``, ``a``, ``alpha``, ``d``, ``theta``, ``mass``, ``com``,
        ``inertia`` (about the centre of mass) or ``inertia_about_frame``, ``limits``, ``velocity_limit``,
        ``effort_limit``, ``motor``, ``name``.

        >>> link = {'a': 1.0, 'mass': 1.0, 'com': (-0.5, 0, 0), 'inertia': (0, 0.083, 0.083, 0, 0, 0)}
        >>> catena.Arm.from_dh([link, link], gravity=(0, -9.81, 0)).gravity([0, 0]).round(3).tolist()
        [19.62, 4.905]
        """
        from .robot_builder import RobotBuilder

        builder = RobotBuilder(name, convention=convention, angle_unit=angle_unit, gravity=gravity, payload=payload)
        for link in links:
            builder.link(**link)
        return builder.build(cls)

    def wrenches_at(self, by_frame: Mapping[str, ArrayLike]) -> np.ndarray:
        """Wrenches for ``wrenches=``, (..., n, 6), from wrenches at frames: (moment, force) that the arm exerts on its
        surroundings at the origin of each frame, in its axes.

        >>> arm = catena.Arm('planar2')
        >>> push = arm.wrenches_at({'link1': [0, 0, 0, 0, 1, 0]})  # 1 N across the first link, at its end
        >>> arm.wrench_torques([0.3, 0.9], push).round(12).tolist()
        [1.0, 0.0]
        """
        return wrenches.at_frames(self, by_frame)

    @property
    def gravity_acceleration(self) -> np.ndarray:
        """The acceleration of gravity in the base frame, (3,) [m/s²]."""
        return np.array(self._gravity)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was assumed while the robot was read, and what may be a mistake."""
        return tuple(Note(**note) for note in self._notes)

    @property
    def payload(self) -> Payload:
        """The payload of ``with_payload``."""
        return Payload(*self._payload)

    @property
    def limits(self) -> Limits:
        """The limits of all joints.

        >>> catena.Arm('panda').limits.effort.tolist()
        [87.0, 87.0, 87.0, 87.0, 12.0, 12.0, 12.0]
        """
        rows = self._limits
        columns = [np.array([np.inf if row[k] is None else row[k] for row in rows]) for k in range(4)]
        columns[0] = np.array([-np.inf if row[0] is None else row[0] for row in rows])
        return Limits(*columns)

    # --- kinematics and motions ---------------------------------------------------------------------------------------

    def ik(self, pose: ArrayLike, *, seed: ArrayLike | None = None, frame: str | None = None,
           point: ArrayLike | None = None, goal: str = "pose", keep_limits: bool = True, preference: str = "none",
           near: ArrayLike | None = None, solutions: int = 1, starts: int = 100, iterations: int = 30,
           position_tolerance: float = 1e-9, orientation_tolerance: float = 1e-9, diagnose: bool = True) -> IkResult:
        """Inverse kinematics: joint positions at which the tool, or another frame, has a pose, (4, 4) or (..., 4, 4).

        ``goal`` is 'pose', 'position' or 'position_and_axis' (the position, and the direction of the z axis). ``seed``
        (..., n) is tried first. ``preference`` chooses among the postures of a redundant arm: 'none', 'near' (``near``,
        or the seed), 'limits' (the middle of the joint ranges) or 'manipulability'. A pose that is not reached is not an
        error: see ``IkResult.status``.

        >>> arm = catena.Arm('panda')
        >>> q = np.array([0.1, 0.2, 0.3, -1.5, 0.5, 1.6, 0.7])
        >>> found = arm.ik(arm.pose(q))
        >>> found.solved, bool(np.allclose(arm.pose(found.q), arm.pose(q), atol=1e-8))
        (True, True)
        """
        options = {key: value for key, value in locals().items() if key not in ("self", "pose", "seed")}
        return inverse_kinematics.solve(self, pose, seed, options)

    def ik_all(self, pose: ArrayLike, *, frame: str | None = None, keep_limits: bool = True,
               near: ArrayLike | None = None) -> np.ndarray:
        """All postures that give the tool a pose, (k, n), nearest to ``near`` first, of an arm with a closed form: six joints with
        a spherical wrist or three parallel axes, or seven joints at 36 values of the redundant angle. Raises catena.Error for
        other arms.

        >>> arm = catena.Arm('puma560')
        >>> arm.ik_all(arm.pose([0.1, -0.5, 0.3, 0.4, 0.5, 0.6]), keep_limits=False).shape
        (8, 6)
        """
        one = inverse_kinematics.poses_of(pose, "ik_all")
        options = {"frame": frame, "keep_limits": keep_limits, "near": near}
        return _core._ik_all(self, np.ascontiguousarray(one.reshape(4, 4)), options)[0]

    def follow(self, path: PosePath, *, start: ArrayLike | None = None, frame: str | None = None, goal: str = "pose",
               redundancy: str = "limits", keep_limits: bool = True, position_tolerance: float = 1e-6,
               orientation_tolerance: float = 1e-6) -> Followed:
        """The joint path on which the tool, or another frame, follows a tool path, by inverse kinematics that cannot jump between
        solutions. ``start`` is the posture at the beginning, or near it; ``goal`` 'pose' or 'position' (the orientation is free). A
        redundant arm moves away from its limits (``redundancy='limits'``), back to its posture at the beginning ('start') or as
        slowly as possible ('slowest'). Raises catena.Error where the arm cannot follow.

        >>> arm, q = catena.Arm('panda'), np.array([0, 0.3, 0, -1.5, 0, 1.8, 0.8])
        >>> end = arm.pose(q)
        >>> end[1, 3] += 0.2
        >>> found = arm.follow(catena.PosePath(arm.pose(q)).line_to(end), start=q)
        >>> bool(np.allclose(arm.pose(found.path.at(0.2).q), end, atol=1e-5))
        True
        """
        return followed(self, path, {key: value for key, value in locals().items() if key not in ("self", "path")})

    def plan(self, path: ArrayLike | JointPath | PosePath | str | os.PathLike[str], *, smooth: bool = False, blend: float = 0.0,
             velocity: ArrayLike | None = None, acceleration: ArrayLike | None = None, torque: ArrayLike | None = None,
             motors: bool = False, samples: int = 200, times: ArrayLike | None = None) -> Motion:
        """The fastest motion along a path, from rest to rest, within velocity, acceleration and torque limits.

        ``path`` is an array of joint waypoints (k, n), joined by lines with corners rounded at the distance ``blend``, or
        by a spline (``smooth``); a ``catena.JointPath``; a ``catena.PosePath``, which ``follow`` turns into one; or the path or the
        text of a path file (docs/paths.md), which then has all limits. The limits, numbers or (n,), replace those of the robot. The
        motion is given at ``times`` or at ``samples`` equal times, and by ``Motion.at`` at any time.

        >>> arm = catena.Arm('panda')
        >>> motion = arm.plan([[0, 0, 0, -1.5, 0, 1.5, 0], [1, 0.5, 0, -1, 0, 2, 0.5]], acceleration=10)
        >>> bool(np.abs(arm.id(motion.q, motion.qd, motion.qdd) / arm.limits.effort).max() <= 1)
        True
        """
        options = {key: value for key, value in locals().items() if key not in ("self", "path")}
        return motion_from(_core._plan(self, plannable(self, path), options))

    def simulate(self, q: ArrayLike, qd: ArrayLike | None = None,
                 controller: Callable[[float, np.ndarray, np.ndarray], ArrayLike] | None = None, *,
                 period: float | None = None, delay: float = 0.0, hold: str = "zero", duration: float = 10.0,
                 sample: float = 0.01, sample_times: ArrayLike | None = None, method: str = "aba",
                 integrator: str = "auto", rtol: float = 1e-6, atol: float = 1e-6, step: float = 1e-3,
                 at_limit: str = "ignore", restitution: float = 0.5, stiffness: float = 1e4, damping: float = 1.0,
                 friction: bool = False, smoothing: float = 1e-3, rotors: bool = False, tip: ArrayLike | None = None,
                 max_steps: int = 10_000_000) -> Run:
        """Simulates the arm from the state q, qd under the torques ``controller(t, q, qd)``, or none.

        With ``period`` the controller is a digital one: it is called exactly once each period, in order, may keep a state,
        and its torques act from ``delay`` after that, held constant (``hold='zero'``) or as a ramp. Without, it is
        continuous: the integrator calls it at any time, also at states that the arm never reaches, so that its torques
        must depend on its arguments alone. The other options are those of docs/simulate.md.

        >>> arm = catena.Arm('planar2')
        >>> run = arm.simulate([0.1, 0.2], controller=lambda t, q, qd: arm.gravity(q) - 5 * qd, duration=1)
        >>> run.end, bool(np.abs(run.q - [0.1, 0.2]).max() < 1e-6)
        ('complete', True)
        """
        options = {key: value for key, value in locals().items() if key not in ("self", "q", "qd", "controller")}
        return run_from(_core._simulate(self, q, qd, controller, options), self)

    # --- looking at an arm --------------------------------------------------------------------------------------------

    def verify(self, *, states: int | None = None, seed: int = 1, tolerance: float | None = None) -> Verification:
        """Compares all methods with each other and with the identities of mechanics, on random states of this arm.

        >>> bool(catena.Arm('planar2').verify(states=2))
        True
        """
        found = _core._verify(self, states, seed, tolerance)
        found["residuals"] = [Residual(**row) for row in found["residuals"]]
        return Verification(**found)

    def check(self) -> list[Finding]:
        """Looks for mistakes in the robot: impossible inertias, misplaced decimal points, a singular inertia matrix. Errors
        come first, then warnings, then hints.

        >>> [f.severity for f in catena.Arm('planar2').check() if f.severity == 'error']
        []
        """
        return [Finding(**row) for row in _core._check(self)]

    def base_parameters(self) -> BaseParameters:
        """The inertial parameters that can be identified from the motion of this arm, under its own gravity: their columns of
        the regressor are independent, and these columns times their values are the torques.

        >>> arm = catena.Arm('planar2')
        >>> base = arm.base_parameters()
        >>> base.names
        ['hx1', 'hy1', 'Izz1', 'hx2', 'hy2', 'Izz2']
        >>> q, qd, qdd = [0.3, 0.9], [1.0, -0.5], [2.0, 0.7]
        >>> np.allclose(arm.regressor(q, qd, qdd)[:, base.columns] @ base.values, arm.id(q, qd, qdd))
        True
        """
        rows = _core._base_parameters(self)
        return BaseParameters([row[0] for row in rows], np.array([row[1] for row in rows], dtype=int),
                              np.array([row[2] for row in rows], dtype=float))

    def count(self, quantity: str, method: str = "") -> list[Cost]:
        """The operation counts of all methods of a quantity on this arm, or of one method.

        >>> catena.Arm('planar2').count('inertia', 'crba')[0].mul_law
        '10n^2 + 20n - 30'
        """
        return [Cost(**{**row, **{key: Operations(*row[key]) for key in ("general", "customised", "kinematics")}})
                for row in _core._count(self, quantity, method)]

    def bench(self, quantity: str = "id", *, window: float = 5e-3, samples: int = 11, threads: int = 0,
              methods: bool = True) -> list[Timing]:
        """Times a quantity by all its implementations on this machine, as ``catena bench`` does: plain calls, generated code if
        there is a C compiler, batches on one and on all threads, and each method. ``samples`` samples of ``window`` seconds each.

        >>> catena.Arm('planar2').bench('gravity', window=1e-4, samples=1, methods=False)[0].way
        'arm'
        """
        options = {"window": window, "samples": samples, "threads": threads, "methods": methods}
        return [Timing(**row) for row in _core._bench(self, quantity, options)]

    # --- other forms --------------------------------------------------------------------------------------------------

    def to_toml(self, convention: str | None = None) -> str:
        """The text of a robot file with this arm, its gravity and payload; ``convention`` is 'standard' or 'modified' for
        another DH convention than that of the robot.

        >>> 'modified' in catena.Arm('puma560').to_toml('modified')
        True
        """
        return _core._robot_text(self, "toml", convention or "")

    def to_urdf(self) -> str:
        """The arm as the text of a URDF file, with its payload; gravity and motors become comments."""
        return _core._robot_text(self, "urdf", "")

    def codegen(self, quantities: Sequence[str | Sequence[str]] = ("id", "inertia", "gravity", "fd"), *,
                name: str | None = None, language: str = "c", real: str = "double", gravity: bool = False,
                tip: bool = False, payload: bool = False, inertial: bool = False, v: bool = False,
                motors: bool = False, frame: str | None = None, point: ArrayLike | None = None,
                axes: str | None = None) -> dict[str, str]:
        """Generates C99 (``language='c'``) or C++ templates (``'cpp'``) for this arm: a dictionary from file names to texts.

        Each entry of ``quantities`` becomes a function; an entry that is a sequence of names becomes one function with
        several results. Derivatives have names such as 'did_dq'. ``gravity``, ``tip``, ``payload``, ``inertial`` (the
        inertial parameters of all links) and ``v`` (of slotine_li and the products) become arguments of the functions;
        ``real`` is 'double' or 'float'. ``frame``, ``point`` and ``axes`` choose the frame of pose, jacobian and other
        quantities of a frame, as they do for ``Arm.jacobian``.

        >>> sorted(catena.Arm('planar2').codegen(['id'], name='planar'))
        ['catena_planar.c', 'catena_planar.h']
        """
        _one_of("language", language, ("c", "cpp"))
        _one_of("real", real, ("double", "float"))
        wanted = [[entry] if isinstance(entry, str) else list(entry) for entry in quantities]
        options = {"name": name or self.name, "language": language, "real": real, "gravity": gravity, "tip": tip,
                   "payload": payload, "inertial": inertial, "v": v, "motors": motors,
                   "frame": frame, "point": point, "axes": axes}
        return _core._codegen(self, wanted, options)

    def compiled(self, quantities: Sequence[str] = ()) -> CompiledArm:
        """The same arm with code generated for it and compiled by the system's compiler: by default for id, fd, bias,
        gravity, inertia and jacobian; derivatives such as 'did_dq' must be named. It takes a few seconds the first time, and
        is cached on disk. Without a compiler the library computes the same results; ``CompiledArm.note`` then says so."""
        from .compiled_arm import CompiledArm, compiled

        return compiled(CompiledArm, self, tuple(quantities))

    def plot(self, q: ArrayLike, ax: Any = None) -> Any:
        """Draws the arm at q, (n,), or at several postures, (m, n), the last one boldly, with the way of the tool: by matplotlib,
        in a new figure or in the 3D axes ``ax``. The axes."""
        from .plots import plot_arm

        return plot_arm(self, q, ax)

    def _repr_html_(self) -> str:
        from .notebook import arm_html

        return arm_html(self)

    def _repr_svg_(self) -> str:
        from .notebook import arm_svg

        return arm_svg(self)

    def __repr__(self) -> str:
        extra = ", with motors" if self.has_motors else ""
        return f"<catena.{type(self).__name__} '{self.name}': {self.n} joint{'' if self.n == 1 else 's'}{extra}>"

    def __copy__(self) -> Arm:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Arm:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self._robot_file(), self._gravity, self._payload, self.has_motors)


def simulate(scenario: str | os.PathLike[str]) -> Run:
    """Runs a scenario: by its name, or by the path of a scenario file (docs/simulate.md).

    >>> catena.simulate('planar3_free_fall').end
    'complete'
    """
    return run_from(_core._simulate(os.fspath(scenario), None, None, None, {}))


def _one_of(name: str, value: Any, known: tuple[Any, ...]) -> None:
    if value not in known:
        need = "one of " + ", ".join(map(repr, known))
        raise Error(f"{name}: unknown choice\n  given   {value!r}\n  need    {need}", "usage", name, "unknown choice",
                    repr(value), need)


def _adapted(arm: Any, gravity: Any, payload: Any, motors: bool) -> Any:
    if gravity is not None:
        arm = arm.with_gravity(gravity)
    if payload is not None:
        arm = arm.with_payload(payload)
    return arm.with_motors() if motors else arm


def _restored(cls: type[Arm], text: str, gravity: Any, payload: Any, motors: bool) -> Arm:
    arm = _core.Arm.__new__(cls, "toml", text)
    return _adapted(arm, gravity, payload if payload[0] else None, motors)
