# SPDX-License-Identifier: Apache-2.0
"""The names and conventions of Peter Corke's Robotics Toolbox for Python, for programs that come from there (docs/migrate.md).
Arguments and results were compared with those of its version 1.3.0.

    >>> from catena.compat import DHRobot, RevoluteDH
    >>> link = dict(a=1, m=1, r=[-0.5, 0, 0], I=[0, 0.083, 0.083])
    >>> robot = DHRobot([RevoluteDH(**link), RevoluteDH(**link)], gravity=[0, -9.81, 0])
    >>> robot.gravload([0, 0]).round(3).tolist()
    [19.62, 4.905]
"""
from __future__ import annotations

import re
from collections import namedtuple
from typing import Any, Callable, Mapping, NamedTuple, Sequence

import numpy as np
from numpy.typing import ArrayLike

from .arm import Arm, _one_of
from .errors import Error
from .robot_builder import RobotBuilder

__all__ = ["DHRobot", "IKSolution", "Link", "Pose", "PrismaticDH", "PrismaticMDH", "RevoluteDH", "RevoluteMDH"]

Trajectory = namedtuple("Trajectory", "t q qd")


class IKSolution(NamedTuple):
    """What ``ikine_LM`` returns."""

    q: np.ndarray
    success: bool
    iterations: int
    searches: int
    residual: float  # half of the sum of squares of the errors of position [m] and orientation [rad]
    reason: str


class Pose(np.ndarray):
    """A pose (4, 4) or poses (m, 4, 4): an array that also has ``A``, ``t``, ``R``, ``inv``, ``*``, ``/`` and ``**`` of an SE3 object.
    ``len``, indices, ``==``, ``+`` and ``-`` are those of arrays.

    >>> T = catena.compat.DHRobot('puma560').fkine(np.zeros(6))
    >>> (T * [0, 0, 0.1] - T.t[:, None]).round(6).ravel().tolist()  # a point on the z axis of the tool
    [0.0, 0.0, 0.1]
    >>> bool(np.allclose(T.inv() * T, np.eye(4)))
    True
    """

    @property
    def A(self) -> np.ndarray:
        """The plain array."""
        return np.asarray(self)

    @property
    def t(self) -> np.ndarray:
        """The position."""
        return np.asarray(self)[..., :3, 3]

    @property
    def R(self) -> np.ndarray:
        """The rotation matrix."""
        return np.asarray(self)[..., :3, :3]

    def inv(self) -> Pose:
        """The inverse of the pose."""
        made, turned = self.A.copy(), np.swapaxes(self.R, -1, -2)
        made[..., :3, :3], made[..., :3, 3] = turned, -(turned @ self.t[..., None])[..., 0]
        return made.view(Pose)

    def __mul__(self, other: Any) -> Any:
        """A pose: their composition. A point (3,), or points (3, k) as columns: where the pose moves them, as columns. A number:
        the array times it."""
        given = np.asarray(other)
        if given.ndim == 0 or self.shape[-2:] != (4, 4):  # the latter are parts of a pose, such as a column
            return self.A * given
        if given.shape[-2:] == (4, 4):
            return (self.A @ given).view(Pose)
        if given.shape == (3,):
            return (self.R @ given + self.t).reshape(-1, 3).T
        if given.ndim == 2 and len(given) == 3 and self.ndim == 2:
            return self.R @ given + self.t[:, None]
        raise Error(f"Pose: '*' has a factor of the wrong shape\n  given   {given.shape}\n  need    (4, 4), (3,), (3, k) or a number",
                    "usage", "Pose", "'*' has a factor of the wrong shape", str(given.shape), "(4, 4), (3,), (3, k) or a number")

    def __rmul__(self, other: Any) -> Any:
        return np.asarray(other) * self.A

    def __imul__(self, other: Any) -> Any:
        return self * other

    def __truediv__(self, other: Any) -> Any:
        """A pose: the composition with its inverse. A number: the array divided by it."""
        whole = np.shape(other)[-2:] == (4, 4) and self.shape[-2:] == (4, 4)
        return self * np.asarray(other).view(Pose).inv() if whole else self.A / np.asarray(other)

    def __itruediv__(self, other: Any) -> Any:
        return self / other

    def __pow__(self, times: int) -> Pose:  # type: ignore[override]
        """The composition with itself, of the inverse if ``times`` is negative."""
        return np.linalg.matrix_power(self.A if times >= 0 else self.inv().A, abs(times)).view(Pose)


class Link:
    """A link of a DHRobot, made by RevoluteDH, PrismaticDH, RevoluteMDH or PrismaticMDH: the DH parameters, ``offset`` (added
    to q), the limits ``qlim``, the mass ``m``, the centre of mass ``r``, the inertia ``I`` about it (a 3 x 3 matrix, xx yy zz,
    or xx yy zz xy yz xz), and of the motor the inertia ``Jm``, the viscous friction ``B``, the Coulomb friction ``Tc`` and the
    gear ratio ``G``.
    """

    def __init__(self, joint: str, modified: bool, *, d: float, theta: float, a: float, alpha: float, qlim: ArrayLike | None,
                 m: float = 0.0, r: ArrayLike = (0.0, 0.0, 0.0), I: ArrayLike = (0.0, 0.0, 0.0), Jm: float = 0.0, B: float = 0.0,
                 Tc: ArrayLike = (0.0, 0.0), G: float = 0.0) -> None:
        self.joint, self.modified = joint, modified
        self.properties: dict[str, Any] = {"a": a, "alpha": alpha, "d": d, "theta": theta, "mass": m, "com": r,
                                           "inertia": _inertia_matrix(I)}
        if qlim is not None:
            self.properties["limits"] = qlim
        coulomb = np.ravel(np.asarray(Tc, dtype=float))
        if len(coulomb) == 1:
            coulomb = np.array([coulomb[0], -coulomb[0]])
        if G and (Jm or B or coulomb.any()):
            self.properties["motor"] = {"inertia": Jm, "gear": G, "viscous": B, "coulomb": tuple(coulomb)}


def RevoluteDH(d: float = 0.0, a: float = 0.0, alpha: float = 0.0, offset: float = 0.0, qlim: ArrayLike | None = None,
               **body: Any) -> Link:
    """A revolute joint in the standard DH convention; ``body`` are the other keywords of ``Link``."""
    return Link("revolute", False, d=d, theta=offset, a=a, alpha=alpha, qlim=qlim, **body)


def PrismaticDH(theta: float = 0.0, a: float = 0.0, alpha: float = 0.0, offset: float = 0.0, qlim: ArrayLike | None = None,
                **body: Any) -> Link:
    """A prismatic joint in the standard DH convention; ``body`` are the other keywords of ``Link``."""
    return Link("prismatic", False, d=offset, theta=theta, a=a, alpha=alpha, qlim=qlim, **body)


def RevoluteMDH(d: float = 0.0, a: float = 0.0, alpha: float = 0.0, offset: float = 0.0, qlim: ArrayLike | None = None,
                **body: Any) -> Link:
    """A revolute joint in the modified DH convention; ``body`` are the other keywords of ``Link``."""
    return Link("revolute", True, d=d, theta=offset, a=a, alpha=alpha, qlim=qlim, **body)


def PrismaticMDH(theta: float = 0.0, a: float = 0.0, alpha: float = 0.0, offset: float = 0.0, qlim: ArrayLike | None = None,
                 **body: Any) -> Link:
    """A prismatic joint in the modified DH convention; ``body`` are the other keywords of ``Link``."""
    return Link("prismatic", True, d=offset, theta=theta, a=a, alpha=alpha, qlim=qlim, **body)


class DHRobot:
    """A robot with the methods of the toolbox: from a list of links, an Arm, or the name of one (``DHRobot('puma560')``).

    As in the toolbox, wrenches and Jacobians have the linear part first; ``rne`` and ``accel`` have the inertia and the
    friction of the motors, ``inertia`` their inertia; and ``friction`` opposes the motion (negative for qd > 0). Arrays of
    states (m, n) give arrays of results, with the states along the first axis, and (1, n) the result of one state.
    ``robot.arm`` is the Arm with its motors.
    """

    def __init__(self, links: Sequence[Link] | Arm | str, *, name: str = "robot", manufacturer: str = "", comment: str = "",
                 gravity: ArrayLike | None = None) -> None:
        self.manufacturer, self.comment = manufacturer, comment
        if isinstance(links, (str, Arm)):
            arm = Arm(links) if isinstance(links, str) else links
        else:
            arm = _built(links, name)
        arm = arm if gravity is None else arm.with_gravity(gravity)
        self.arm: Arm = arm if arm.has_motors else arm.with_motors()

    @property
    def n(self) -> int:
        """The number of joints."""
        return self.arm.n

    @property
    def name(self) -> str:
        return self.arm.name

    @property
    def gravity(self) -> np.ndarray:
        """The acceleration of gravity, such as (0, 0, -9.81)."""
        return self.arm.gravity_acceleration

    @property
    def qlim(self) -> np.ndarray:
        """The joint limits, (2, n); infinite where there is none."""
        return np.stack([self.arm.limits.lower, self.arm.limits.upper])

    def rne(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, gravity: ArrayLike | None = None,
            fext: ArrayLike | None = None) -> np.ndarray:
        """Inverse dynamics. ``fext`` = (force; moment) is what the arm exerts at the last frame, in its axes.

        >>> robot = catena.compat.DHRobot('puma560')
        >>> robot.rne(np.zeros(6), np.zeros(6), np.zeros(6)).round(4).tolist()[:3]
        [0.0, 37.4837, 0.2489]
        """
        tip = None if fext is None else _halves_swapped(np.asarray(fext, dtype=float), -1)
        return _one(self.arm.id(q, qd, qdd, gravity=gravity, tip=tip), 1)

    def inertia(self, q: ArrayLike) -> np.ndarray:
        """The inertia matrix, with the inertia of the motors on its diagonal."""
        return _one(self.arm.inertia(q), 2)

    def coriolis(self, q: ArrayLike, qd: ArrayLike) -> np.ndarray:
        """The Coriolis matrix by Christoffel symbols, without friction; C qd are the torques."""
        return _one(self.arm.coriolis(q, qd), 2)

    def gravload(self, q: ArrayLike, gravity: ArrayLike | None = None) -> np.ndarray:
        """The torques that hold the arm at rest."""
        return _one(self.arm.gravity(q, gravity=gravity), 1)

    def itorque(self, q: ArrayLike, qdd: ArrayLike) -> np.ndarray:
        """M qdd, with the inertia of the motors."""
        return _one(self.arm.joint_momentum(q, qdd), 1)

    def accel(self, q: ArrayLike, qd: ArrayLike, torque: ArrayLike, gravity: ArrayLike | None = None) -> np.ndarray:
        """Forward dynamics, with the friction of the motors."""
        return _one(self.arm.fd(q, qd, torque, gravity=gravity), 1)

    def friction(self, qd: ArrayLike) -> np.ndarray:
        """The torques that friction exerts on the joints: negative for qd > 0."""
        return -_one(self.arm.friction(qd), 1)

    def nofriction(self, coulomb: bool = True, viscous: bool = False) -> DHRobot:
        """The robot without Coulomb friction, or viscous friction, or both; its motors keep their inertia.

        >>> robot = catena.compat.DHRobot('puma560')
        >>> robot.nofriction(viscous=True).friction(np.ones(6)).tolist() == [0.0] * 6
        True
        """
        gone = "|".join(["coulomb"] * coulomb + ["viscous"] * viscous)
        text = self.arm.to_toml()
        if gone:
            entry = re.compile(rf", ({gone}) = (\[[^]]*\]|[^,\s]+)")
            text = re.sub(r"(?m)^motor = .*$", lambda line: entry.sub("", line[0]), text)
        return DHRobot(Arm.from_toml(text), manufacturer=self.manufacturer, comment=self.comment)

    def pay(self, W: ArrayLike, q: ArrayLike | None = None, J: ArrayLike | None = None, frame: int = 1) -> np.ndarray:
        """The torques -Jᵀ W that carry the wrench W = (force; moment), which acts on the tool, given in the axes of the tool, of
        the base (``frame=0``), or in those of the Jacobian ``J``.

        >>> robot = catena.compat.DHRobot('puma560')
        >>> robot.pay([0, 0, -10, 0, 0, 0], np.zeros(6), frame=0).round(3).tolist()[:3]
        [-0.0, 4.521, 0.203]
        """
        if J is None:
            if q is None:
                raise TypeError("pay() needs 'q' or 'J'")
            J = self.jacobe(q) if frame else self.jacob0(q)
        return -np.einsum("...ij,...i->...j", np.asarray(J, dtype=float), np.asarray(W, dtype=float))

    def fdyn(self, T: float, q0: ArrayLike, Q: Callable[..., ArrayLike] | None = None, Q_args: Mapping[str, Any] | None = None,
             qd0: ArrayLike | None = None, *, dt: float | None = None) -> Any:
        """Simulates the arm from rest or ``qd0`` for the time T under the torques ``Q(robot, t, q, qd, **Q_args)``, or none:
        a named tuple of t, q and qd, each ``dt``, by default at 101 times; the last one is T. The motors have inertia and
        friction. Raises catena.Error if the integration fails.

        >>> robot = catena.compat.DHRobot('planar2')
        >>> robot.fdyn(1, [0.1, 0.2], lambda robot, t, q, qd: robot.gravload(q), dt=0.1).q[-1].round(6).tolist()
        [0.1, 0.2]
        """
        given = dict(Q_args or {})

        def torques(t: float, q: np.ndarray, qd: np.ndarray) -> ArrayLike:
            return Q(self, t, q, qd, **given) if Q else np.zeros(self.n)

        run = self.arm.simulate(q0, qd0, torques, duration=T, sample=T / 100 if dt is None else dt, friction=True, rotors=True)
        if run.failure:
            raise Error(f"fdyn: the simulation failed\n  given   {run.failure}", "numerical", "fdyn", "the simulation failed",
                        run.failure)
        return Trajectory(run.time, run.q, run.qd)

    def fkine(self, q: ArrayLike) -> Pose:
        """The pose of the tool: an array with the attributes A, t and R.

        >>> catena.compat.DHRobot('puma560').fkine(np.zeros(6)).t.round(4).tolist()
        [0.4521, -0.15, 0.4318]
        """
        return _one(np.ascontiguousarray(self.arm.pose(q)), 2).view(Pose)

    def jacob0(self, q: ArrayLike, T: Any = None, half: str | None = None) -> np.ndarray:
        """The Jacobian of the tool in the axes of the base, with the linear rows first; ``half`` is 'trans' or 'rot'. The pose
        ``T`` is not needed."""
        return _half(_one(self.arm.jacobian(q), 2), half)

    def jacobe(self, q: ArrayLike, half: str | None = None) -> np.ndarray:
        """The Jacobian of the tool in its own axes, with the linear rows first; ``half`` is 'trans' or 'rot'."""
        return _half(_one(self.arm.jacobian(q, axes="frame"), 2), half)

    def manipulability(self, q: ArrayLike | None = None, J: ArrayLike | None = None, *, method: str = "yoshikawa",
                       axes: str | Sequence[bool] = "all") -> Any:
        """Of the rows ``axes`` of jacob0 ('all', 'trans', 'rot' or six booleans): Yoshikawa's measure, the product of the singular
        values, which is zero where there are more rows than joints; 'minsingular', the least one; or 'invcondition', the ratio
        of the least to the greatest.

        >>> robot = catena.compat.DHRobot('planar2')
        >>> float(robot.manipulability([0.1, 0.5])), robot.manipulability([0.1, 0.5], axes=[1, 1, 0, 0, 0, 0]).round(4).item()
        (0.0, 0.4794)
        """
        if J is None and q is None:
            raise TypeError("manipulability() needs 'q' or 'J'")
        _one_of("axes", axes if isinstance(axes, str) else "all", ("all", "trans", "rot"))
        _one_of("method", method, ("yoshikawa", "minsingular", "invcondition"))
        named = {"all": [True] * 6, "trans": [True] * 3 + [False] * 3, "rot": [False] * 3 + [True] * 3}
        rows = np.array(named[axes] if isinstance(axes, str) else axes, dtype=bool)
        if J is None:
            assert q is not None
            J = self.jacob0(q)
        values = np.linalg.svd(np.asarray(J, dtype=float)[..., rows, :], compute_uv=False)
        if method == "yoshikawa":
            return np.prod(values, axis=-1) * (rows.sum() <= self.n)
        return values[..., -1] / (values[..., 0] if method == "invcondition" else 1)

    def ikine_LM(self, Tep: Any, q0: ArrayLike | None = None, ilimit: int = 30, slimit: int = 100, tol: float | None = None,
                 joint_limits: bool = False, mask: ArrayLike | None = None, seed: int | None = None) -> IKSolution:
        """Inverse kinematics of one pose, from ``q0`` first and then from other postures, to 1e-9 m and 1e-9 rad, or with a residual
        of at most ``tol``. ``mask`` is [1, 1, 1, 0, 0, 0] if the orientation is free. The other postures are always the same:
        ``seed`` has no effect.

        >>> robot = catena.compat.DHRobot('puma560')
        >>> T = robot.fkine([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
        >>> found = robot.ikine_LM(T)
        >>> found.success, bool(np.allclose(robot.fkine(found.q), T))
        (True, True)
        """
        pose = np.asarray(getattr(Tep, "A", Tep), dtype=float)
        if pose.shape != (4, 4):
            raise Error(f"ikine_LM: 'Tep' has the wrong shape\n  given   {pose.shape}\n  need    (4, 4)", "usage", "ikine_LM",
                        "'Tep' has the wrong shape", str(pose.shape), "(4, 4)")
        wanted = [1] * 6 if mask is None else np.asarray(mask, dtype=float).tolist()
        if wanted not in ([1] * 6, [1, 1, 1, 0, 0, 0]):
            need = "[1, 1, 1, 1, 1, 1] or [1, 1, 1, 0, 0, 0]"
            raise Error(f"ikine_LM: 'mask' is not supported\n  given   {wanted}\n  need    {need}", "usage", "ikine_LM",
                        "'mask' is not supported", str(wanted), need)
        near = 1e-9 if tol is None else float(np.sqrt(tol))
        found = self.arm.ik(pose, seed=q0, keep_limits=joint_limits, iterations=ilimit, starts=slimit, position_tolerance=near,
                            orientation_tolerance=near, goal="pose" if wanted[3] else "position")
        residual = (found.position_error**2 + wanted[3] * found.orientation_error**2) / 2
        reason = "Success" if found.solved else found.status
        return IKSolution(found.q, bool(found.solved), found.iterations, found.starts, residual, reason)

    ikine = ikine_LM

    def __repr__(self) -> str:
        return f"<catena.compat.DHRobot '{self.name}': {self.n} joint{'' if self.n == 1 else 's'}>"


def _built(links: Sequence[Link], name: str) -> Arm:
    kinds = {link.modified for link in links}
    if len(kinds) != 1:
        problem = "the links mix the two DH conventions" if links else "there are no links"
        need = "links by RevoluteDH and PrismaticDH, or by RevoluteMDH and PrismaticMDH"
        raise Error(f"DHRobot: {problem}\n  need    {need}", "usage", "DHRobot", problem, "", need)
    builder = RobotBuilder(name, convention="modified" if kinds.pop() else "standard", allow_nonphysical=True)
    for link in links:
        builder.link(link.joint, **link.properties)
    return builder.build()


def _inertia_matrix(given: ArrayLike) -> np.ndarray:
    values = np.asarray(given, dtype=float)
    if values.shape in ((3, 3), (9,)):
        return values.reshape(3, 3)
    if values.shape == (3,):
        return np.diag(values)
    if values.shape == (6,):
        xx, yy, zz, xy, yz, xz = values
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    need = "(3, 3), (3,): xx yy zz, or (6,): xx yy zz xy yz xz"
    raise Error(f"Link: 'I' has the wrong shape\n  given   {values.shape}\n  need    {need}", "usage", "Link",
                "'I' has the wrong shape", str(values.shape), need)


def _one(values: np.ndarray, dimensions: int) -> np.ndarray:
    """The toolbox drops the axis of the states if there is one state."""
    return values[0] if values.ndim == dimensions + 1 and len(values) == 1 else values


def _half(jacobian: np.ndarray, half: str | None) -> np.ndarray:
    """Rows v; ω, or one of the two, of the Jacobian with the rows ω; v."""
    _one_of("half", half, (None, "trans", "rot"))
    return _halves_swapped(jacobian, -2) if half is None else jacobian[..., 3:, :] if half == "trans" else jacobian[..., :3, :]


def _halves_swapped(values: np.ndarray, axis: int) -> np.ndarray:
    """(angular; linear) from (linear; angular), or the other way round."""
    return np.roll(values, 3, axis)
