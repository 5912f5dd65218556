# SPDX-License-Identifier: Apache-2.0
"""catena.CompiledArm: an arm with code generated for it and compiled."""
from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from . import _core
from .arm import Arm


class CompiledArm(Arm):
    """An arm that runs code generated for it (``Arm.compiled``): the same calls. Those with a method, a frame, a payload or
    motors, and quantities that were not requested, are computed by the library."""

    __slots__ = ("arm", "quantities", "native", "note")

    arm: Arm  # the same arm without generated code
    quantities: tuple[str, ...]  # as requested
    native: bool  # whether generated code runs
    note: str  # why not, or only in part

    def with_gravity(self, acceleration: ArrayLike, /) -> CompiledArm:
        """The same under another acceleration of gravity, compiled again."""
        return self.arm.with_gravity(acceleration).compiled(self.quantities)

    def with_payload(self, payload: Any, /) -> CompiledArm:
        """The same with a body fixed to the tool, compiled again."""
        return self.arm.with_payload(payload).compiled(self.quantities)

    def with_motors(self, /) -> CompiledArm:
        """The same with its motors, compiled again."""
        return self.arm.with_motors().compiled(self.quantities)

    def __reduce__(self) -> tuple[Any, ...]:
        return compiled, (type(self), self.arm, self.quantities)


def compiled(cls: type[CompiledArm], arm: Arm, quantities: tuple[str, ...]) -> CompiledArm:
    plain = arm.arm if isinstance(arm, CompiledArm) else arm
    made, native, note = _core._compiled(cls, plain, list(quantities))
    made.arm, made.quantities, made.native, made.note = plain, quantities, native, note
    return made
