# SPDX-License-Identifier: Apache-2.0
"""Inverse kinematics for one pose or many."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from .errors import Error

STATUS = np.array(["solved", "limits", "unreachable", "singular", "not_converged"])


@dataclass(frozen=True)
class IkResult:
    """The result of ``Arm.ik``. For poses with leading axes, each field is an array with the same ones.

    ``q`` (..., n) is the best posture that was found, solved or not. ``status`` is 'solved'; 'limits': reached only beyond
    the joint limits; 'unreachable': the closest posture cannot be improved; 'singular': nearly reached, at a singular
    posture; 'not_converged': starts or iterations were used up. ``at_limit`` (..., n) is -1 where a joint is at its lower
    limit, 1 at its upper limit.
    """

    q: np.ndarray
    solved: Any
    status: Any
    position_error: Any  # [m]
    orientation_error: Any  # [rad]
    iterations: Any
    starts: Any
    solutions: Any
    at_limit: np.ndarray

    def __bool__(self) -> bool:
        return bool(np.all(self.solved))


def poses_of(pose: ArrayLike, call: str) -> np.ndarray:
    poses = np.asarray(pose, dtype=float)
    if poses.shape[-2:] != (4, 4):
        need = "(4, 4) or (..., 4, 4)"
        raise Error(f"{call}: 'pose' has the wrong shape\n  given   {poses.shape}\n  need    {need}", "usage", call,
                    "'pose' has the wrong shape", str(poses.shape), need)
    return poses


def solve(arm: Any, pose: ArrayLike, seed: ArrayLike | None, options: dict[str, Any]) -> IkResult:
    poses = poses_of(pose, "ik")
    lead, n = poses.shape[:-2], arm.n
    flat = np.ascontiguousarray(poses.reshape(-1, 4, 4))
    seeds = None
    if seed is not None:
        seeds = np.asarray(seed, dtype=float)
        if seeds.shape[-1:] != (n,):
            raise Error(f"ik: 'seed' has the wrong shape\n  given   {seeds.shape}\n  need    ({n},) or (..., {n})", "usage",
                        "ik", "'seed' has the wrong shape", str(seeds.shape), f"({n},) or (..., {n})")
        seeds = np.ascontiguousarray(np.broadcast_to(seeds, (*lead, n)).reshape(-1, n))
    rows = np.empty((len(flat), 2 * n + 6))
    _core._ik(arm, flat, seeds, options, rows)
    rows = rows.reshape(*lead, 2 * n + 6)
    rest = np.moveaxis(rows[..., 2 * n:], -1, 0)
    whole = [rest[k].astype(int) if lead else int(rest[k]) for k in (0, 3, 4, 5)]
    code, iterations, starts, solutions = whole

    def number(x: np.ndarray) -> Any:
        return x.copy() if lead else float(x)

    return IkResult(q=rows[..., :n].copy(), solved=code == 0, status=STATUS[code] if lead else str(STATUS[code]),
                    position_error=number(rest[1]), orientation_error=number(rest[2]), iterations=iterations,
                    starts=starts, solutions=solutions, at_limit=rows[..., n:2 * n].astype(np.int8))
