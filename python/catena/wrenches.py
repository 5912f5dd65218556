# SPDX-License-Identifier: Apache-2.0
"""Wrenches at frames as wrenches of links (Arm.wrenches_at)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Mapping

import numpy as np
from numpy.typing import ArrayLike

from .errors import Error

if TYPE_CHECKING:
    from .arm import Arm


def at_frames(arm: Arm, by_frame: Mapping[str, ArrayLike]) -> np.ndarray:
    out = np.zeros((arm.n, 6))
    for name, wrench in by_frame.items():
        link, rotation, origin = arm._frame_in_link(name)
        if link < 0:
            raise Error(f"wrenches_at, frame '{name}': it is fixed to the base", "usage", f"wrenches_at, frame '{name}'",
                        "it is fixed to the base", need="a frame that moves")
        w = np.asarray(wrench, dtype=float)
        if w.shape[-1:] != (6,):
            raise Error(f"wrenches_at, frame '{name}': wrong shape\n  given   {w.shape}\n  need    (..., 6): moment, then force",
                        "usage", f"wrenches_at, frame '{name}'", "wrong shape", str(w.shape), "(..., 6): moment, then force")
        R = np.reshape(rotation, (3, 3))
        force = w[..., 3:] @ R.T
        moment = w[..., :3] @ R.T + np.cross(origin, force)
        out = np.broadcast_to(out, np.broadcast_shapes(out.shape[:-2], w.shape[:-1]) + (arm.n, 6)).copy()
        out[..., link, :] += np.concatenate([moment, force], axis=-1)
    return out
