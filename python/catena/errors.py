# SPDX-License-Identifier: Apache-2.0
"""catena.Error: what Catena raises."""
from __future__ import annotations


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
