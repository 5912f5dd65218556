# SPDX-License-Identifier: Apache-2.0
"""The mutations of one C++ expression or statement, found in its text as clang-format lays it out: binary operators have a
space on each side, unary ones and template brackets have none.

    mutations("x = a + b") -> [("sign", "x = a - b"), ("dropped term", "x = a"), ...]
"""
import re

TOKEN = re.compile(r"""(?P<space>\s+)|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+')|(?P<number>\d[\w.']*(?:(?<=[eE])[+-]\d+)?)
    |(?P<name>[A-Za-z_]\w*)|(?P<op>->|::|<<=|>>=|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*/%&|^]=|[-+*/%&|^!~<>=?:;,.(){}\[\]])|(?P<other>.)""",
                   re.X | re.S)
OPEN, CLOSE = "([{", ")]}"
COMPARISONS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == "}
INDEX = re.compile(r"\d+|[a-z](?: [+-] \d+)?")  # an index as the algorithms write them: i, 0, k - 1
# Operators that end a term of a sum.
ENDS_TERM = {" + ", " - ", " ? ", " : ", " && ", " || ", " = ", " += ", " -= ", *COMPARISONS}


def tokens(text):
    """(kind, text, start, depth of parentheses) of each token that is not a space."""
    depth, found = 0, []
    for m in TOKEN.finditer(text):
        if m.lastgroup == "space":
            continue
        if m[0] in CLOSE:
            depth -= 1
        found.append((m.lastgroup, m[0], m.start(), depth))
        if m[0] in OPEN:
            depth += 1
    return found


def spaced(text, token):
    """The token with the spaces around it, as ' + ' for a binary operator and '-' for a unary one."""
    start, end = token[2], token[2] + len(token[1])
    before = " " if start > 0 and text[start - 1].isspace() else ""
    after = " " if end < len(text) and text[end].isspace() else ""
    return before + token[1] + after


def term_end(text, found, at):
    """Index of the token behind the term that begins with token `at`."""
    depth = found[at][3]
    for k in range(at, len(found)):
        if found[k][3] < depth or found[k][3] == depth and (found[k][1] in (",", ";") or spaced(text, found[k]) in ENDS_TERM):
            return k
    return len(found)


def term_begin(text, found, at):
    """Index of the first token of the term that ends right before the operator `at`."""
    depth = found[at][3]
    for k in range(at - 1, -1, -1):
        opens = found[k][1] in OPEN and found[k][3] < depth
        if opens or found[k][3] < depth:
            return k + 1
        if found[k][3] == depth and (found[k][1] in (",", ";", "return") or spaced(text, found[k]) in ENDS_TERM):
            return k + 1
    return 0


def start_of(text, found, k):
    return found[k][2] if k < len(found) else len(text)


def arguments(text, found, at):
    """The (start, end) of each argument of the parenthesis that token `at` opens, or None where it does not close."""
    depth, begin, list_ = found[at][3], found[at][2] + 1, []
    for kind, token, start, d in found[at + 1:]:
        if d == depth and token == ")":
            return list_ + [(begin, start)]
        if d == depth + 1 and token == ",":
            list_.append((begin, start))
            begin = start + 1
    return None


def swapped(text, first, second):
    a, b = text[slice(*first)], text[slice(*second)]
    pad = lambda s: (s[:len(s) - len(s.lstrip())], s.strip())
    (space_a, a), (space_b, b) = pad(a), pad(b)
    return text[:first[0]] + space_a + b + text[first[1]:second[0]] + space_b + a + text[second[1]:]


def mutations(text):
    """[(kind, mutated text)], each different from the text and from the others."""
    found, list_ = tokens(text), []

    def put(kind, start, end, by):
        list_.append((kind, text[:start] + by + text[end:]))

    for at, (kind, token, start, depth) in enumerate(found):
        end, wide = start + len(token), spaced(text, (kind, token, start, depth))
        if wide in (" + ", " - "):
            put("sign", start, end, "-" if token == "+" else "+")
            put("dropped term", start, start_of(text, found, term_end(text, found, at + 1)), "")
            first = term_begin(text, found, at)
            if first == 0 or spaced(text, found[first - 1]) not in (" + ", " - "):
                put("dropped term", start_of(text, found, first), found[at + 1][2], "" if token == "+" else "-")
        elif wide in (" += ", " -= "):
            put("sign", start, end, "-=" if token == "+=" else "+=")
        elif token == "-" and not wide.endswith(" "):
            put("sign", start, end, "")
        elif wide in COMPARISONS:
            put("bound", start, end, COMPARISONS[wide].strip())
        elif wide == " ? ":
            first = term_begin(text, found, at)
            while first > 0 and spaced(text, found[first - 1]) in {" && ", " || ", *COMPARISONS}:
                first = term_begin(text, found, first - 1)
            begin = start_of(text, found, first)
            put("condition", begin, start, "!(" + text[begin:start].rstrip() + ") ")
        elif kind == "number" and at >= 2 and found[at - 1][1] == "(" and found[at - 2][1] == "T" and token.isdigit():
            put("constant", start, end, str(int(token) + 1))
        elif kind == "name" and at + 1 < len(found) and found[at + 1][1] == "(" and found[at + 1][2] == end:
            list_ += [("indices", swapped(text, a, b)) for a, b in swaps(text, found, at, token)]
    unique = {}
    for kind, mutated in list_:
        if mutated != text:
            unique.setdefault(mutated, kind)
    return [(kind, mutated) for mutated, kind in unique.items()]


def swaps(text, found, at, name):
    """Pairs of neighbouring arguments of a call that may be exchanged: two indices, or the factors of a cross product."""
    args = arguments(text, found, at + 1) or []
    for a, b in zip(args, args[1:]):
        both = [text[slice(*arg)].strip() for arg in (a, b)]
        if name == "cross" or all(INDEX.fullmatch(arg) for arg in both):
            yield a, b
