# SPDX-License-Identifier: Apache-2.0
"""The names and conventions of Peter Corke's Robotics Toolbox for Python, for programs that come from there (docs/migrate.md).

    >>> from catena.compat import DHRobot, RevoluteDH
    >>> link = dict(a=1, m=1, r=[-0.5, 0, 0], I=[0, 0.083, 0.083])
    >>> robot = DHRobot([RevoluteDH(**link), RevoluteDH(**link)], gravity=[0, -9.81, 0])
    >>> robot.gravload([0, 0]).round(3).tolist()
    [19.62, 4.905]
"""
from __future__ import annotations

from collections import namedtuple
from typing import Any, Callable, Mapping, NamedTuple, Sequence

import numpy as np
from numpy.typing import ArrayLike

from .arm import Arm
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
    """A pose (4, 4) or poses (..., 4, 4): an array that also has the attributes ``A``, ``t`` and ``R`` of an SE3 object.

    >>> np.eye(4).view(catena.compat.Pose).t.tolist()
    [0.0, 0.0, 0.0]
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


class Link:
    """A link of a DHRobot, made by RevoluteDH, PrismaticDH, RevoluteMDH or PrismaticMDH: the DH parameters, ``offset`` (added
    to q), the limits ``qlim``, the mass ``m``, the centre of mass ``r``, the inertia ``I`` about it (a 3 x 3 matrix, xx yy zz,
    or xx yy zz xy yz xz), and of the motor the inertia ``Jm``, the viscous friction ``B``, the Coulomb friction ``Tc`` and the
    gear ratio ``G``.
    """

    def __init__(self, joint: str, modified: bool, *, d: float = 0.0, theta: float = 0.0, a: float = 0.0, alpha: float = 0.0,
                 offset: float = 0.0, qlim: ArrayLike | None = None, m: float = 0.0, r: ArrayLike = (0.0, 0.0, 0.0),
                 I: ArrayLike = (0.0, 0.0, 0.0), Jm: float = 0.0, B: float = 0.0, Tc: ArrayLike = (0.0, 0.0),
                 G: float = 0.0) -> None:
        self.joint, self.modified = joint, modified
        turned, moved = (offset, d) if joint == "revolute" else (theta, offset)
        self.properties: dict[str, Any] = {"a": a, "alpha": alpha, "d": moved, "theta": turned, "mass": m, "com": r,
                                           "inertia": _inertia_matrix(I)}
        if qlim is not None:
            self.properties["limits"] = qlim
        coulomb = np.ravel(np.asarray(Tc, dtype=float))
        if len(coulomb) == 1:
            coulomb = np.array([coulomb[0], -coulomb[0]])
        if G and (Jm or B or coulomb.any()):
            self.properties["motor"] = {"inertia": Jm, "gear": G, "viscous": B, "coulomb": tuple(coulomb)}


def RevoluteDH(**properties: Any) -> Link:
    """A revolute joint in the standard DH convention, with the keywords of ``Link``."""
    return Link("revolute", False, **properties)


def PrismaticDH(**properties: Any) -> Link:
    """A prismatic joint in the standard DH convention, with the keywords of ``Link``."""
    return Link("prismatic", False, **properties)


def RevoluteMDH(**properties: Any) -> Link:
    """A revolute joint in the modified DH convention, with the keywords of ``Link``."""
    return Link("revolute", True, **properties)


def PrismaticMDH(**properties: Any) -> Link:
    """A prismatic joint in the modified DH convention, with the keywords of ``Link``."""
    return Link("prismatic", True, **properties)


class DHRobot:
    """A robot with the methods of the toolbox: from a list of links, an Arm, or the name of one (``DHRobot('puma560')``).

    As in the toolbox, wrenches and Jacobians have the linear part first; ``rne`` and ``accel`` have the inertia and the
    friction of the motors, ``inertia`` their inertia; and ``friction`` opposes the motion (negative for qd > 0). Arrays of
    states (m, n) give arrays of results, with the states along the first axis. ``robot.arm`` is the Arm with its motors.
    """

    def __init__(self, links: Sequence[Link] | Arm | str, *, name: str = "robot",
                 gravity: ArrayLike | None = None) -> None:
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
        """The joint limits, (2, n)."""
        return np.stack([self.arm.limits.lower, self.arm.limits.upper])

    def rne(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, gravity: ArrayLike | None = None,
            fext: ArrayLike | None = None) -> np.ndarray:
        """Inverse dynamics. ``fext`` = (force; moment) is what the arm exerts at the last frame, in its axes.

        >>> robot = catena.compat.DHRobot('puma560')
        >>> robot.rne(np.zeros(6), np.zeros(6), np.zeros(6)).round(4).tolist()[:3]
        [0.0, 37.4837, 0.2489]
        """
        tip = None if fext is None else _halves_swapped(np.asarray(fext, dtype=float), -1)
        return self.arm.id(q, qd, qdd, gravity=gravity, tip=tip)

    def inertia(self, q: ArrayLike) -> np.ndarray:
        """The inertia matrix, with the inertia of the motors on its diagonal."""
        return self.arm.inertia(q)

    def coriolis(self, q: ArrayLike, qd: ArrayLike) -> np.ndarray:
        """The Coriolis matrix by Christoffel symbols, without friction; C qd are the torques."""
        return self.arm.coriolis(q, qd)

    def gravload(self, q: ArrayLike, gravity: ArrayLike | None = None) -> np.ndarray:
        """The torques that hold the arm at rest."""
        return self.arm.gravity(q, gravity=gravity)

    def itorque(self, q: ArrayLike, qdd: ArrayLike) -> np.ndarray:
        """M qdd, with the inertia of the motors."""
        return self.arm.joint_momentum(q, qdd)

    def accel(self, q: ArrayLike, qd: ArrayLike, torque: ArrayLike, gravity: ArrayLike | None = None) -> np.ndarray:
        """Forward dynamics, with the friction of the motors."""
        return self.arm.fd(q, qd, torque, gravity=gravity)

    def friction(self, qd: ArrayLike) -> np.ndarray:
        """The torques that friction exerts on the joints: negative for qd > 0."""
        return -self.arm.friction(qd)

    def fdyn(self, T: float, q0: ArrayLike, Q: Callable[..., ArrayLike] | None = None, Q_args: Mapping[str, Any] | None = None,
             qd0: ArrayLike | None = None, dt: float | None = None) -> Any:
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
        return np.ascontiguousarray(self.arm.pose(q)).view(Pose)

    def jacob0(self, q: ArrayLike) -> np.ndarray:
        """The Jacobian of the tool in the axes of the base, with the linear rows first."""
        return _halves_swapped(self.arm.jacobian(q), -2)

    def jacobe(self, q: ArrayLike) -> np.ndarray:
        """The Jacobian of the tool in its own axes, with the linear rows first."""
        return _halves_swapped(self.arm.jacobian(q, axes="frame"), -2)

    def manipulability(self, q: ArrayLike) -> Any:
        """Yoshikawa's measure; of the linear rows alone if the arm has fewer than six joints."""
        return self.arm.manipulability(q)

    def ikine_LM(self, Tep: Any, q0: ArrayLike | None = None, ilimit: int = 30, slimit: int = 100,
                 joint_limits: bool = False) -> IKSolution:
        """Inverse kinematics of one pose, to 1e-9 m and 1e-9 rad, from ``q0`` first and then from other postures.

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
        found = self.arm.ik(pose, seed=q0, keep_limits=joint_limits, iterations=ilimit, starts=slimit)
        residual = (found.position_error**2 + found.orientation_error**2) / 2
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
    if values.shape == (3, 3):
        return values
    if values.shape == (3,):
        return np.diag(values)
    if values.shape == (6,):
        xx, yy, zz, xy, yz, xz = values
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    need = "(3, 3), (3,): xx yy zz, or (6,): xx yy zz xy yz xz"
    raise Error(f"Link: 'I' has the wrong shape\n  given   {values.shape}\n  need    {need}", "usage", "Link",
                "'I' has the wrong shape", str(values.shape), need)


def _halves_swapped(values: np.ndarray, axis: int) -> np.ndarray:
    """(angular; linear) from (linear; angular), or the other way round."""
    return np.roll(values, 3, axis)
