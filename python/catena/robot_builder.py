# SPDX-License-Identifier: Apache-2.0
"""catena.RobotBuilder: a robot in code that reads like a robot file."""
from __future__ import annotations

from typing import Any, Sequence

from . import _core
from .arm import Arm, _one_of

_LINK = ("joint", "name", "mass", "com", "inertia", "inertia_about_frame", "limits", "velocity_limit", "effort_limit",
         "motor")
_DH = ("a", "alpha", "d", "theta")
_ORIGIN = ("xyz", "rpy", "axis")


class RobotBuilder:
    """A robot, link by link from base to tip, in SI units.

    ``convention`` is ``'standard'`` or ``'modified'`` for links that are rows of a DH table (``a``, ``alpha``, ``d``,
    ``theta``), or ``None`` for joints that are placed as in a URDF file (``xyz``, ``rpy``, ``axis``). The angles are in
    ``angle_unit``, ``'rad'`` or ``'deg'``: alpha, theta, rpy, and the position and velocity limits of revolute joints. With
    ``allow_nonphysical``, bodies that cannot exist are noted and not refused.

    >>> builder = catena.RobotBuilder('two links', angle_unit='deg', gravity=(0, -9.81, 0))
    >>> for name in ('upper arm', 'forearm'):
    ...     _ = builder.revolute(name=name, a=0.5, mass=2, com=(-0.25, 0, 0), inertia=(0, 0.04, 0.04, 0, 0, 0),
    ...                          limits=(-170, 170))
    >>> builder.build().gravity([0, 0]).round(3).tolist()
    [19.62, 4.905]
    """

    def __init__(self, name: str = "arm", *, convention: str | None = "standard", angle_unit: str = "rad",
                 gravity: Sequence[float] = (0.0, 0.0, -9.81), payload: Any = None, source: str = "",
                 allow_nonphysical: bool = False) -> None:
        _one_of("convention", convention, ("standard", "modified", None))
        _one_of("angle_unit", angle_unit, ("rad", "deg"))
        self._links: list[dict[str, Any]] = []
        self._known = _LINK + (_DH if convention else _ORIGIN)
        self._parts = {"name": name, "convention": convention, "angle_unit": angle_unit, "gravity": gravity,
                       "payload": payload, "source": source or None, "allow_nonphysical": allow_nonphysical or None, "links": self._links}

    def link(self, joint: str = "revolute", **properties: Any) -> RobotBuilder:
        """Adds a joint of this kind and its link. A link that moves needs ``mass``, ``com`` (in the frame of the link) and
        ``inertia`` (about the centre of mass) or ``inertia_about_frame``."""
        for key in properties:
            if key not in self._known:
                raise TypeError(f"link {len(self._links) + 1} has the unknown property '{key}'; known are "
                                + ", ".join(self._known))
        self._links.append({"joint": joint, **properties})
        return self

    def revolute(self, **properties: Any) -> RobotBuilder:
        """Adds a revolute joint and its link."""
        return self.link("revolute", **properties)

    def prismatic(self, **properties: Any) -> RobotBuilder:
        """Adds a prismatic joint and its link."""
        return self.link("prismatic", **properties)

    def fixed(self, **properties: Any) -> RobotBuilder:
        """Adds a link that does not move against the one before it."""
        return self.link("fixed", **properties)

    def build(self, cls: type[Arm] = Arm) -> Arm:
        """The arm. Raises catena.Error of kind 'model' if the robot is incomplete or cannot exist."""
        return _core.Arm.__new__(cls, "parts", self._parts)
