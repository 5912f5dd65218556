# SPDX-License-Identifier: Apache-2.0
"""Catena: the dynamics of serial robot arms.

    >>> import catena
    >>> arm = catena.Arm('panda')
    >>> arm.gravity([0, 0.5, 0, -1.5, 0, 2.0, 0]).shape
    (7,)

Positions are in radians and metres, torques in N m and N, gravity is an acceleration, and the angular part of a twist,
wrench or Jacobian comes first. See docs/python.md.
"""
from . import _core
from .errors import Error, Note

_core._set_error_class(Error)

from . import results
from ._core import catalogue, quantities, set_threads, simd_level, threads
from .arm import Arm, Limits, Payload, simulate
from .comparison import Comparison, compare
from .compiled_arm import CompiledArm
from .examination import BaseParameters, Cost, Finding, Operations, Residual, Timing, Verification
from .inverse_kinematics import IkResult
from .motion import ActiveLimit, Event, Motion, Run
from .paths import Followed, JointPath, PosePath, TimedPath, TimeLaw
from .robot_builder import RobotBuilder
from .sweeping import Sweep, read_sweep, sweep

__version__: str = _core.version
__all__ = ["ActiveLimit", "Arm", "BaseParameters", "Comparison", "CompiledArm", "Cost", "Error", "Event", "Finding", "Followed", "IkResult",
           "JointPath", "Limits", "Motion", "Note", "Operations", "Payload", "PosePath", "Residual", "RobotBuilder", "Run", "Sweep", "TimeLaw",
           "TimedPath", "Timing", "Verification", "catalogue", "compare", "quantities", "read_sweep", "results", "set_threads",
           "simd_level", "simulate", "sweep", "threads"]
