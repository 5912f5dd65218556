# SPDX-License-Identifier: Apache-2.0
"""Comparing arms."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Sequence

import numpy as np

from . import _core
from .arm import Arm


@dataclass(frozen=True)
class Comparison:
    """The result of ``catena.compare``: scores of k arms by m criteria, and their places.

    ``values`` (k, m) are NaN where a score is unavailable, and ``missing`` says why; ``errors`` (k, m) are half-widths of 95 %
    intervals. ``places`` are the overall ones, 1 for the best and None for arms that are not ranked; ``rankings`` has those
    of each method of ranking.
    """

    arms: list[str]
    criteria: list[str]
    units: list[str]
    weights: np.ndarray
    values: np.ndarray
    errors: np.ndarray
    places: list[int | None]
    rankings: dict[str, list[int | None]] = field(repr=False)
    missing: dict[tuple[str, str], str] = field(repr=False)  # (arm, criterion): the reason
    remarks: list[str] = field(repr=False)
    verdict: str  # in a few sentences
    robots: list[Arm] = field(default_factory=list, repr=False)

    def _repr_html_(self) -> str:
        from .notebook import comparison_html

        return comparison_html(self)

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.arms)} by {len(self.criteria)} criteria>"


def compare(arms: Sequence[str | Arm], *, weights: Mapping[str, float] | Sequence[str] | None = None,
            require: Sequence[str] = (), payload: float = 0.0, trajectory: str | None = None, motors: bool = True,
            samples: int = 4096, seed: int = 1) -> Comparison:
    """Compares arms by workspace, torques, energy and more (docs/compare.md), ranks them, and says which is best and why.

    ``weights`` gives criteria (docs/criteria.md) with their weights, or a list of criteria with equal weights; a weight of 0
    shows a criterion without ranking by it. ``require`` has requirements such as ``'reach >= 0.8'``; ``payload`` [kg] is
    carried by all arms; ``trajectory`` is a scenario whose motion is used instead of the default one of each arm.

    >>> catena.compare(['planar2', 'planar3'], weights=['reach'], samples=64).places
    [2, 1]
    """
    made = [arm if isinstance(arm, Arm) else Arm(arm) for arm in arms]
    names = [arm.name if isinstance(arm, Arm) else str(arm) for arm in arms]
    if weights is not None:
        weights = dict(weights) if isinstance(weights, Mapping) else {name: 1.0 for name in weights}
    options: dict[str, Any] = {"weights": weights, "require": list(require), "payload": payload, "trajectory": trajectory,
                               "motors": motors, "samples": samples, "seed": seed}
    found = _core._compare(made, names, options)
    cells = [(arm, criterion) for arm in names for criterion in found["criteria"]]
    found["missing"] = {cell: why for cell, why in zip(cells, found["missing"]) if why}
    return Comparison(arms=names, robots=made, **found)
