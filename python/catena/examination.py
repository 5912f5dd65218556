# SPDX-License-Identifier: Apache-2.0
"""What verify, check, base_parameters, count and bench return."""
from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class Residual(NamedTuple):
    """One check of ``Arm.verify``: a method against another one, or an identity of mechanics."""

    check: str
    method: str
    against: str
    worst: float  # max|x - y| / max(max|y|, scale)
    tolerance: float
    outcome: str  # 'ok', 'fail', 'allowed', 'skipped'
    note: str


@dataclass(frozen=True)
class Verification:
    """The result of ``Arm.verify``; true if no check failed."""

    ok: bool
    states: int
    condition: float  # largest condition number of M
    singular: str  # which joint makes M singular, and why
    residuals: list[Residual]

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        count = {outcome: sum(r.outcome == outcome for r in self.residuals) for outcome in ("ok", "fail", "allowed", "skipped")}
        return f"<Verification: {', '.join(f'{n} {word}' for word, n in count.items() if n or word != 'allowed')}>"


class Finding(NamedTuple):
    """What ``Arm.check`` found: an error, a warning or a hint."""

    severity: str
    rule: str
    where: str
    what: str
    given: str
    need: str
    hint: str


class BaseParameters(NamedTuple):
    """The inertial parameters that determine the dynamics of an arm and can be identified from its motion: their names, such
    as 'Izz1', their columns of ``Arm.regressor``, and their values, which include what was regrouped into them."""

    names: list[str]
    columns: np.ndarray
    values: np.ndarray


class Operations(NamedTuple):
    """Numbers of operations."""

    mul: int  # multiplications and divisions
    add: int  # additions and subtractions
    sqrt: int
    trig: int  # sines and cosines


class Cost(NamedTuple):
    """What a method costs on an arm: with general constants, with operations left out where constants of the arm are 0 or 1,
    and for the sines, cosines and poses that it starts from; with formulas for n revolute joints."""

    quantity: str
    method: str
    general: Operations
    customised: Operations
    kinematics: Operations
    mul_law: str
    add_law: str


class Timing(NamedTuple):
    """What a quantity costs by one of its implementations, in nanoseconds a state: the least, the median and the 90th percentile of
    the samples. ``way`` is 'arm' (plain calls), 'generated', 'batch', 'batch_generated', or 'method' for one method."""

    quantity: str
    way: str
    method: str
    threads: int
    least: float
    median: float
    p90: float
    operations: float | None  # multiplications and additions, without sines and cosines
    of_peak: float | None  # with them, as a share of the peak rate of a core
