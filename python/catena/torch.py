# SPDX-License-Identifier: Apache-2.0
"""Quantities of an arm as functions of PyTorch tensors, with exact gradients (catena.gradients) for ``backward``.

Tensors are on the CPU, float64 or float32, with the shapes of the methods of catena.Arm: ``(n,)`` or ``(..., n)``, with leading
axes that are broadcast, computed on all cores. Tensors and arrays share their memory. Gradients are with respect to q, qd, qdd and tau;
keywords such as ``tip`` are constants. Second derivatives are not available.

    import torch, catena, catena.torch
    arm = catena.Arm("panda")
    q = torch.zeros(1000, 7, dtype=torch.float64, requires_grad=True)
    catena.torch.gravity(arm, q).square().sum().backward()
    q.grad                                                        # (1000, 7)

This module needs PyTorch; ``import catena`` does not.
"""
from __future__ import annotations

import importlib
from typing import Any, Callable

import numpy as np

try:
    torch: Any = importlib.import_module("torch")  # by its name, since this module has the same; and mypy need not read it
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("catena.torch needs PyTorch (Debian: python3-torch; pip: torch)", name="torch") from missing

from . import gradients
from .arm import Arm
from .errors import Error

__all__ = ["fd", "gravity", "id", "inertia", "pose"]


def id(arm: Arm, q: Any, qd: Any, qdd: Any, **options: Any) -> Any:
    """Inverse dynamics, (..., n). ``options`` are ``tip``, ``wrenches``, ``gravity``, ``payload``, ``motors`` and ``nan``."""
    return _result("id", gradients.id_vjp, arm, (q, qd, qdd), options)


def fd(arm: Arm, q: Any, qd: Any, tau: Any, **options: Any) -> Any:
    """Forward dynamics, (..., n), with the options of ``id``."""
    return _result("fd", gradients.fd_vjp, arm, (q, qd, tau), options)


def gravity(arm: Arm, q: Any, **options: Any) -> Any:
    """Gravity torques, (..., n). ``options`` are ``gravity``, ``payload`` and ``nan``."""
    return _result("gravity", gradients.gravity_vjp, arm, (q,), options)


def inertia(arm: Arm, q: Any, **options: Any) -> Any:
    """The inertia matrix, (..., n, n). ``options`` are ``payload`` and ``nan``."""
    return _result("inertia", gradients.inertia_vjp, arm, (q,), options)


def pose(arm: Arm, q: Any, **options: Any) -> Any:
    """The pose of the tool or of a frame, (..., 4, 4). ``options`` are ``frame``, ``point`` and ``nan``."""
    return _result("pose", gradients.pose_vjp, arm, (q,), options)


class _Quantity(torch.autograd.Function):
    """A quantity of an arm, by its name, and its vector-Jacobian product."""

    @staticmethod
    def forward(ctx: Any, name: str, vjp: Callable[..., Any], arm: Arm, options: dict[str, Any], *tensors: Any) -> Any:
        ctx.vjp, ctx.arm, ctx.options = vjp, arm, options
        ctx.save_for_backward(*tensors)
        return torch.from_numpy(getattr(arm, name)(*(tensor.detach().numpy() for tensor in tensors), **options))

    @staticmethod
    def backward(ctx: Any, weights: Any) -> Any:
        found = _Gradients.apply(ctx.vjp, ctx.arm, ctx.options, weights, *ctx.saved_tensors)
        return None, None, None, None, *(gradient if needed else None for gradient, needed in zip(found, ctx.needs_input_grad[4:]))


class _Gradients(torch.autograd.Function):
    """The gradients by all tensors: a function of its own, so that whoever differentiates them again is told, and does not get
    zeros."""

    @staticmethod
    def forward(ctx: Any, vjp: Callable[..., Any], arm: Arm, options: dict[str, Any], weights: Any, *tensors: Any) -> Any:
        found = vjp(arm, *(tensor.detach().numpy() for tensor in tensors), weights.detach().numpy(), **options)
        found = found if isinstance(found, tuple) else (found,)
        return tuple(_as_of(tensor, gradient) for tensor, gradient in zip(tensors, found))

    @staticmethod
    def backward(ctx: Any, *weights: Any) -> Any:
        problem, need = "second derivatives are not available", "gradients without create_graph=True"
        raise Error(f"catena.torch: {problem}\n  need    {need}", "usage", "catena.torch", problem, "", need)


def _as_of(tensor: Any, gradient: np.ndarray) -> Any:
    """The gradient with the type and shape of the tensor: summed over the axes along which the tensor was broadcast."""
    return torch.from_numpy(gradient).to(tensor.dtype).sum_to_size(tensor.shape)


def _result(name: str, vjp: Callable[..., Any], arm: Arm, given: tuple[Any, ...], options: dict[str, Any]) -> Any:
    tensors = [value if isinstance(value, torch.Tensor) else torch.as_tensor(np.asarray(value, dtype=float)) for value in given]
    for tensor in tensors:
        if tensor.device.type != "cpu":
            raise Error(f"{name}: a tensor is not on the CPU\n  given   {tensor.device}\n  need    cpu\n  hint    tensor.cpu()",
                        "usage", name, "a tensor is not on the CPU", str(tensor.device), "cpu", "tensor.cpu()")
    return _Quantity.apply(name, vjp, arm, _constants(name, options), *tensors)


def _constants(call: str, options: dict[str, Any]) -> dict[str, Any]:
    for name, value in options.items():
        if isinstance(value, torch.Tensor) and value.requires_grad:
            need = "a tensor that does not require gradients"
            raise Error(f"{call}: there are no gradients by '{name}'\n  need    {need}\n  hint    {name}.detach()", "usage", call,
                        f"there are no gradients by '{name}'", "", need, f"{name}.detach()")
    return {name: value.numpy() if isinstance(value, torch.Tensor) else value for name, value in options.items()}
