# SPDX-License-Identifier: Apache-2.0
"""Named tuples for the quantities that consist of several arrays, made from the table of quantities."""
from __future__ import annotations

from collections import namedtuple

from . import _core

__all__: list[str] = []


def _class_name(quantity: str) -> str:
    return "".join(word.capitalize() for word in quantity.split("_"))


for _row in _core.quantities():
    if len(_row["arrays"]) > 1:
        _name = _class_name(_row["name"])
        _class = namedtuple(_name, _row["arrays"], module=__name__)  # type: ignore[misc]
        _class.__doc__ = f"{_row['what']}: {', '.join(map(' '.join, zip(_row['arrays'], _row['shapes'])))}"
        globals()[_name] = _class
        __all__.append(_name)
        _core._set_result_class(_row["name"], _class)
