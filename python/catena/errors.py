# SPDX-License-Identifier: Apache-2.0
"""catena.Error: what Catena raises. catena.Note: remarks that stop nothing."""
from __future__ import annotations

from typing import NamedTuple


class Error(ValueError):
    """An error of Catena: where it occurred, what is wrong, the value given, the rule, one thing to try.

    ``kind`` is ``'usage'`` (a wrong call), ``'model'`` (a robot that cannot be read or cannot exist), ``'numerical'`` (a
    computation without a result), ``'io'`` (a file that cannot be read or written) or ``'bug'`` (our fault). ``state`` is the
    index of the first state without a result where many were computed, so that ``q[error.state]`` shows it; otherwise None.

    >>> try:
    ...     catena.Arm('panda').gravity([0.0] * 6)
    ... except catena.Error as error:
    ...     print(error.kind, error.where, error.given, sep=', ')
    usage, gravity, (6,)
    """

    def __init__(self, text: str, kind: str = "usage", where: str = "", problem: str = "", given: str = "",
                 need: str = "", hint: str = "", state: tuple[int, ...] | None = None) -> None:
        super().__init__(text, kind, where, problem or text, given, need, hint, state)
        self.kind = kind
        self.where = where
        self.problem = problem or text
        self.given = given
        self.need = need
        self.hint = hint
        self.state = state

    def __str__(self) -> str:
        return str(self.args[0])


class Note(NamedTuple):
    """A remark that stops nothing: what was assumed, repaired or left out, or what may be a mistake.

    ``kind`` is ``'remark'``, ``'mistake'`` (what may be one), ``'negative_mass'`` or ``'impossible_inertia'`` (which the robot
    file permits). The other parts are those of an ``Error``; ``given``, ``need`` and ``hint`` may be empty. ``str(note)`` joins
    them in one line.

    >>> link = {'a': 1.0, 'mass': 1.0, 'com': (-0.5, 0, 0), 'inertia': (0, 0.083, 0.083, 0, 0, 0)}
    >>> [note] = catena.Arm.from_dh([link, link]).notes
    >>> print(note.kind, note.what, note.given, sep=', ')
    mistake, no joint feels gravity in any posture: g(q) = 0, [0, 0, -9.81] m/s²
    """

    kind: str
    where: str
    what: str
    given: str = ""
    need: str = ""
    hint: str = ""

    def __str__(self) -> str:
        parts = [f"{self.where}: {self.what}" if self.where else self.what]
        parts += [f"given {self.given}"] * bool(self.given) + [f"need {self.need}"] * bool(self.need) + [self.hint] * bool(self.hint)
        return "; ".join(parts)
