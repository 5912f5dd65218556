# SPDX-License-Identifier: Apache-2.0
"""Rewrites the body of a C++ function so that it holds all of its mutants, one of which is chosen at run time by the global
variable catena_mutant (0: none), which the code reads as catena_mutant_at(place). Each mutant stands on a line of its own, so that a
compiler's error tells which one it is.
"""
import hashlib
import re

from . import expressions
from .expressions import CLOSE, OPEN, tokens

DECLARATION = re.compile(r"(?:const\s+)?(?:typename\s+)?[A-Za-z_][\w:]*(?:<[^;=]*?>)?(?:::\w+)?(?:\s*const)?\s*[&*]*\s*(?:const\s+)?"
                         r"(?:(?<=[\s&*])\w+|\[[\w\s,]+\])\s*=(?!=)\s*", re.S)
SKIPPED = re.compile(r"(?:static_assert|using|typedef|constexpr|static|case|default|break|continue|goto|struct|class|enum|namespace)\b")


# Where a line of rewritten code states the number of its mutant.
NUMBERED = re.compile(r"case (\d+):|catena_mutant_at\(\d+\) == (\d+) \?")


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


class Mutant:
    """`place`: the number that the code reports when it comes by (see build.py); `key`: stays the same when other lines change."""

    def __init__(self, number, kind, original, mutated, key=""):
        self.number, self.place, self.kind, self.original, self.mutated, self.key = number, number, kind, original, mutated, key


class Schemata:
    """The rewritten text of function bodies and the mutants in them, but those whose key is in `left_out`, or not in `only`."""

    def __init__(self, first, left_out=(), only=None):
        self.next, self.left_out, self.only, self.mutants = first, set(left_out), only, []
        self.where, self.seen = "", {}  # the function; how often a change occurred in it

    def _new(self, context, kind, mutated):
        mutant = Mutant(self.next, kind, " ".join(context.split()), " ".join(mutated.split()))
        what = (self.where, kind, mutant.original, mutant.mutated)
        self.seen[what] = self.seen.get(what, 0) + 1
        mutant.key = digest(*what, str(self.seen[what]))
        self.next += 1
        if mutant.key in self.left_out or self.only is not None and mutant.key not in self.only:
            return None
        self.mutants.append(mutant)
        return mutant

    def _cases(self, context, mutations, line):
        """'switch' and its cases, each from `line`, the text of a mutated statement; nothing if there are no mutants."""
        made = [(m, mutated) for kind, mutated in mutations if (m := self._new(context, kind, mutated or "(nothing)"))]
        for mutant, _ in made:
            mutant.place = made[0][0].number
        return f"switch (catena_mutant_at({made[0][0].number})) {{" + "".join(
            f"\ncase {m.number}: {line(flat(mutated))}" for m, mutated in made) if made else ""

    def body(self, text):
        """A block with its braces, or a sequence of statements."""
        out, at = [], 0
        while at < len(text):
            piece, at = self._statement(text, at)
            out.append(piece)
        return "".join(out)

    def _statement(self, text, at):
        gap = re.compile(r"(?:\s|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*", re.S).match(text, at)
        out, at = gap[0], gap.end()
        if at >= len(text):
            return out, at
        if text[at] in "{}":
            return out + text[at], at + 1
        head = re.compile(r"(for|while|if|switch|catch)\s*(constexpr\s*)?\(|(?:else|do|try)\b").match(text, at)
        if head and head[1]:
            close = matching(text, head.end() - 1)
            inside = text[head.end():close]
            if head[1] == "for":
                inside = self._for(inside)
            elif head[1] in ("while", "if") and not head[2] and ";" not in inside:
                inside = self._condition(inside, negated=head[1] == "if")
            return out + head[0] + inside + ")", close + 1
        if head:
            return out + head[0], head.end()
        end = end_of_statement(text, at)
        return out + self._simple(text[at:end]), end

    def _simple(self, text):
        """A statement with its semicolon."""
        text = re.sub(r"[ \t]+(?=\n)", "", blank_comments(text))
        lambda_at = re.search(r"(?<![\w\])])\[[^\[\]]*\]\s*(?:\([^()]*\)\s*)?(?:->[^{;]*)?\{", text)
        if lambda_at:  # its body holds statements; the rest of the statement is left alone
            close = matching(text, lambda_at.end() - 1)
            return text[:lambda_at.end()] + self.body(text[lambda_at.end():close]) + text[close:]
        if SKIPPED.match(text) or text.strip() == ";":  # the latter ends 'do ... while'
            return text
        if m := re.match(r"return\b\s*(?=[^;\s])", text):
            return self._switch(text, [(k, "return " + e + ";") for k, e in expressions.mutations(text[m.end():-1])])
        if m := DECLARATION.match(text):
            return self._declaration(text[:m.end()], text[m.end():-1], text) + ";"
        if re.match(r"(?:const\s+)?[\w:]+(?:<[^;]*>)?\s*[&*]*\s+\w+\s*[({;,\[]", text):
            return text  # a declaration that is not initialised by '='
        return self._switch(text, expressions.mutations(text[:-1]) + [("dropped statement", "")], ";")

    def _switch(self, text, mutations, ending=""):
        cases = self._cases(text, mutations, lambda mutated: f"{mutated}{ending} break;")
        return f"{cases}\ndefault: {text} }}" if cases else text

    def _declaration(self, head, rest, context):
        """Type and names up to '=', and the initialisers: the first is mutated, further declarators are too if they have one."""
        parts = split(rest, ",")
        out = head
        for k, part in enumerate(parts):
            if k and (m := re.match(r"\s*[&*]*\w+\s*=\s*", part)):
                out += "," + m[0]
                part = part[m.end():]
            elif k:
                out += "," + part
                continue
            out += self._value(part, head, context)
        return out

    def _value(self, text, head, context):
        if text.lstrip().startswith("{"):
            return text
        cases = self._cases(context, expressions.mutations(text), lambda mutated: f"return ({mutated});")
        result = "() -> decltype(auto)" if "&" in head else ""  # a reference, or the value that every mutant yields
        return f"[&]{result} {{ {cases}\ndefault: return ({text}); }} }}()" if cases else text

    def _condition(self, text, negated):
        mutations = expressions.mutations(text) + ([("condition", "!(" + text + ")")] if negated else [])
        return self._choice(text, mutations, text, "bool")

    def _choice(self, text, mutations, context, type_=""):
        out = text
        for kind, mutated in mutations:
            if mutant := self._new(context, kind, mutated):
                n = mutant.number
                out = f"\ncatena_mutant_at({n}) == {n} ? {type_}({flat(mutated)}) :\n ({out})"
        return out

    def _for(self, text):
        parts = split(text, ";")
        if len(parts) != 3:
            return text  # a range
        init, test, step = parts
        if m := DECLARATION.match(init):
            values = split(init[m.end():], ",")
            first = values[0]
            mutations = expressions.mutations(first)
            if re.fullmatch(r"\s*\d+\s*", first):
                mutations.append(("bound", str(int(first) + 1)))
            init = init[:m.end()] + ",".join([self._choice(first, mutations, "for (" + text + ")")] + values[1:])
        if test.strip():
            test = self._choice(test, expressions.mutations(test), "for (" + text + ")", "bool")
        return ";".join((init, test, step))


def flat(text):
    return " ".join(re.sub(r"//[^\n]*", "", text).split())


def matching(text, at):
    """Where the bracket that opens at `at` closes."""
    depth = 0
    for kind, token, start, _ in tokens(blank_comments(text[at:])):
        if token in OPEN:
            depth += 1
        elif token in CLOSE:
            depth -= 1
            if depth == 0:
                return at + start
    raise ValueError("a bracket does not close")


def end_of_statement(text, at):
    for kind, token, start, depth in tokens(blank_comments(text[at:])):
        if token == ";" and depth == 0:
            return at + start + 1
        if depth < 0:
            return at + start
    return len(text)


def split(text, mark):
    """Pieces between marks that stand outside of brackets; template brackets count where they are written without spaces."""
    pieces, begin = [], 0
    angle = 0
    for kind, token, start, depth in tokens(blank_comments(text)):
        tight = start + 1 < len(text) and not text[start + 1].isspace() or start > 0 and not text[start - 1].isspace()
        if token == "<" and tight:
            angle += 1
        elif token == ">" and tight and angle:
            angle -= 1
        elif token == mark and depth == 0 and not angle:
            pieces.append(text[begin:start])
            begin = start + 1
    return pieces + [text[begin:]]


LITERAL = r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.[^\'\n]*|[^\'\\\n])\''
COMMENT = r"//[^\n]*|/\*.*?\*/"


def blank_comments(text):
    return re.sub(f"{LITERAL}|({COMMENT})", lambda m: re.sub(r"[^\n]", " ", m[0]) if m[2] else m[0], text, flags=re.S)


def blank_all(text):
    """Blanks out comments and literals."""
    return re.sub(f"{LITERAL}|{COMMENT}", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)
