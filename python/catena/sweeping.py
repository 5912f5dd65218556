# SPDX-License-Identifier: Apache-2.0
"""Sweeps: every arm of a design space."""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _core


@dataclass(frozen=True)
class Sweep:
    """The results of a sweep: a row for each arm.

    ``settings`` (rows, parameters) are the values of the parameters; that of a parameter with ``words`` is the index of one of
    them. ``values`` and ``errors`` (rows, criteria) are NaN for arms that cannot exist or violate a constraint; ``why`` then
    gives the reason. ``search`` is -1 for the points of the sample, else the number of the search that added the row.
    """

    name: str
    points: int  # of the sample
    complete: bool  # whether all of them have been computed
    point: np.ndarray
    search: np.ndarray
    parameters: list[str]
    parameter_units: list[str]
    words: list[list[str]] = field(repr=False)
    criteria: list[str]
    criterion_units: list[str]
    settings: np.ndarray
    values: np.ndarray
    errors: np.ndarray
    why: list[str] = field(repr=False)

    def __getitem__(self, name: str) -> np.ndarray:
        """A column by the name of a parameter or of a criterion; words are given as such."""
        if name in self.parameters:
            k = self.parameters.index(name)
            column = self.settings[:, k]
            return np.array(self.words[k])[column.astype(int)] if self.words[k] else column
        return self.values[:, self.criteria.index(name)]

    @property
    def feasible(self) -> np.ndarray:
        """Which rows have results, (rows,)."""
        return np.array([not reason for reason in self.why], dtype=bool)

    def to_pandas(self) -> Any:
        """The table as a pandas.DataFrame, with the point as its index."""
        import pandas  # type: ignore[import]

        columns = {name: self[name] for name in [*self.parameters, *self.criteria]}
        return pandas.DataFrame(columns, index=pandas.Index(self.point, name="point"))

    def __repr__(self) -> str:
        return f"<Sweep '{self.name}': {len(self.point)} rows of {self.points} points, {int(self.feasible.sum())} feasible>"


def sweep(design: str | os.PathLike[str], store: str | os.PathLike[str], *, resume: bool = True,
          commit_interval: float = 1.0) -> Sweep:
    """Evaluates every arm of a design, by its name or by the path of a design file (docs/design.md), on all cores, into the SQLite
    file ``store``, and returns the results. A file with a part of the same sweep is continued unless ``resume`` is false. An
    interrupt ends it; what was computed is then in the file."""
    _core._sweep(os.fspath(design), os.fspath(store), resume, commit_interval)
    return read_sweep(store)


def read_sweep(store: str | os.PathLike[str]) -> Sweep:
    """The results in the SQLite file of a sweep, also of one that is still running."""
    found = _core._read_sweep(os.fspath(store))
    found["point"], found["search"] = found["point"].astype(np.int64), found["search"].astype(np.int64)
    return Sweep(**found)
