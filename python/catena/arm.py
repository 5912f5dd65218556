# SPDX-License-Identifier: Apache-2.0
"""catena.Arm: a robot arm. The methods for its quantities come from the table of the library (catena.quantities())."""
from __future__ import annotations

import os
from typing import Any, NamedTuple, Sequence

import numpy as np
from numpy.typing import ArrayLike

from . import _core


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

    @property
    def gravity_acceleration(self) -> np.ndarray:
        """The acceleration of gravity in the base frame, (3,) [m/s²]."""
        return np.array(self._gravity)

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

    def to_toml(self) -> str:
        """The text of a robot file with the same numbers; gravity and payload of ``with_...`` are not in it."""
        return self._robot_file()

    def to_urdf(self) -> str:
        """The arm as the text of a URDF file, with its payload; gravity and motors become comments."""
        return self._urdf()

    def __repr__(self) -> str:
        extra = ", with motors" if self.has_motors else ""
        return f"<catena.{type(self).__name__} '{self.name}': {self.n} joint{'' if self.n == 1 else 's'}{extra}>"

    def __copy__(self) -> Arm:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Arm:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.to_toml(), self._gravity, self._payload, self.has_motors)


def _adapted(arm: Any, gravity: Any, payload: Any, motors: bool) -> Any:
    if gravity is not None:
        arm = arm.with_gravity(gravity)
    if payload is not None:
        arm = arm.with_payload(payload)
    return arm.with_motors() if motors else arm


def _restored(cls: type[Arm], text: str, gravity: Any, payload: Any, motors: bool) -> Arm:
    arm = _core.Arm.__new__(cls, "toml", text)
    return _adapted(arm, gravity, payload if payload[0] else None, motors)
