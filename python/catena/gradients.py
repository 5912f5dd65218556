# SPDX-License-Identifier: Apache-2.0
"""Gradients of scalar functions of an arm's quantities, by exact derivatives: what a backward pass needs.

If a loss L depends on the torques ``arm.id(q, qd, qdd)``, and ``weights`` is dL/dtau, then ``id_vjp`` returns dL/dq, dL/dqd and
dL/dqdd: the products of the vector ``weights`` with the Jacobian matrices of ``id`` (vector-Jacobian products). Those of ``id``,
``fd``, ``gravity`` and ``inertia`` are computed in C++ without these matrices, in O(n) operations for each vector. Arguments may
have leading axes that are broadcast; the results then have the broadcast ones. catena.torch makes PyTorch functions of these.

    >>> arm = catena.Arm('planar2')
    >>> q, push = np.array([0.3, 0.9]), np.array([1.0, 0.0])
    >>> slope = catena.gradients.gravity_vjp(arm, q, push)          # of the first gravity torque
    >>> difference = (arm.gravity(q + [0, 1e-6]) - arm.gravity(q - [0, 1e-6]))[0] / 2e-6
    >>> bool(abs(slope[1] - difference) < 1e-7)
    True
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .arm import Arm

__all__ = ["FdGradients", "IdGradients", "fd_vjp", "gravity_vjp", "id_vjp", "inertia_vjp", "pose_vjp"]


class IdGradients(NamedTuple):
    """By the arguments of ``id``, (..., n) each."""

    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray


class FdGradients(NamedTuple):
    """By the arguments of ``fd``, (..., n) each."""

    q: np.ndarray
    qd: np.ndarray
    tau: np.ndarray


def id_vjp(arm: Arm, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, weights: ArrayLike, **options: Any) -> IdGradients:
    """Gradients of the sum of weights * id(q, qd, qdd). ``options`` are ``tip``, ``wrenches``, ``gravity``, ``payload``,
    ``motors`` and ``nan`` of ``Arm.id``; they are constants."""
    return IdGradients(*arm.id_vjp(q, qd, qdd, weights, **options))


def fd_vjp(arm: Arm, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, weights: ArrayLike, **options: Any) -> FdGradients:
    """Gradients of the sum of weights * fd(q, qd, tau), with the options of ``id_vjp``."""
    return FdGradients(*arm.fd_vjp(q, qd, tau, weights, **options))


def gravity_vjp(arm: Arm, q: ArrayLike, weights: ArrayLike, **options: Any) -> np.ndarray:
    """Gradient with respect to q of the sum of weights * gravity(q); ``options`` are ``gravity``, ``payload`` and ``nan``."""
    rest = np.zeros(arm.n)
    return arm.id_vjp(q, rest, rest, weights, **options)[0]


def inertia_vjp(arm: Arm, q: ArrayLike, weights: ArrayLike, **options: Any) -> np.ndarray:
    """Gradient with respect to q of the sum of weights * inertia(q), for weights (..., n, n); ``options`` are ``payload`` and ``nan``. Column
    j of M is id(q, 0, e_j) without gravity, so that this takes n products of ``id_vjp``."""
    states, columns = np.asarray(q)[..., None, :], np.swapaxes(np.asarray(weights), -1, -2)
    return arm.id_vjp(states, np.zeros(arm.n), np.eye(arm.n), columns, gravity=np.zeros(3), **options)[0].sum(-2)


def pose_vjp(arm: Arm, q: ArrayLike, weights: ArrayLike, **options: Any) -> np.ndarray:
    """Gradient with respect to q of the sum of weights * pose(q), for weights (..., 4, 4); ``options`` are ``frame``, ``point`` and ``nan``.

    A column r of the rotation matrix changes by omega x r, so that its weights w are worth the moment r x w.
    """
    given, pose = np.asarray(weights), arm.pose(q, **options)
    moment = np.cross(pose[..., :3, :3], given[..., :3, :3], axis=-2).sum(-1)
    wrench = np.concatenate([moment, np.broadcast_to(given[..., :3, 3], moment.shape)], -1)
    return (wrench[..., None, :] @ arm.jacobian(q, **options))[..., 0, :]
