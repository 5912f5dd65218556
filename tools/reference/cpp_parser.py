# SPDX-License-Identifier: Apache-2.0
"""Reads what a C++ header declares, with its comments. It knows the style of this project, not all of C++: comments are `//` above a
declaration or behind it, and the source is formatted by clang-format."""
import re
from dataclasses import dataclass, field


@dataclass
class Declaration:
    kind: str  # function, class, enum, value, alias, concept, section
    name: str
    text: str  # as written, without its body
    comment: str
    line: int
    members: list = field(default_factory=list)


OPEN, CLOSE = "({[", ")}]"


def head_comment(source):
    """The comment at the head of a header, without the licence."""
    lines = []
    for line in source.splitlines():
        if not line.startswith("//"):
            break
        if "SPDX" not in line:
            lines.append(line[2:].removeprefix(" "))
    return "\n".join(lines).strip()


def _end_of_block(source, at):
    """The place behind the bracket that closes the one at `at`; comments, strings and characters do not count."""
    depth = 0
    while at < len(source):
        two = source[at : at + 2]
        if two == "//":
            at = source.find("\n", at)
            if at < 0:
                return len(source)
        elif two == "/*":
            at = source.index("*/", at) + 1
        elif source[at] == '"' or (source[at] == "'" and not source[at - 1].isalnum()):
            at = _end_of_literal(source, at) - 1
        elif source[at] in OPEN:
            depth += 1
        elif source[at] in CLOSE:
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    raise ValueError("a bracket is not closed")


def _end_of_literal(source, at):
    if source[at] == '"' and source[at - 1 : at] == "R":
        mark = re.match(r'"([^(]*)\(', source[at:])[1]
        return source.index(f"){mark}\"", at) + len(mark) + 2
    quote, k = source[at], at + 1
    while source[k] != quote:
        k += 2 if source[k] == "\\" else 1
    return k + 1


def _statement(source, at):
    """(end, text, body): a declaration from `at`: its text without a body, and where its body is, if it has one."""
    start, initializers = at, None
    while True:
        two = source[at : at + 2]
        if two == "//":
            at = source.find("\n", at)
        elif source[at] == '"' or (source[at] == "'" and not source[at - 1].isalnum()):
            at = _end_of_literal(source, at)
        elif source[at] in "([":
            at = _end_of_block(source, at)
        elif source[at] == ":" and source[at - 1] != ":" and source[at + 1] != ":" and re.search(r"\)\s*(noexcept\s*)?$", source[start:at]):
            initializers = at  # of a constructor
            at += 1
        elif source[at] == "{":
            end = _end_of_block(source, at)
            text = source[start : initializers if initializers is not None else at]
            rest = source[end:].lstrip(" ")
            if initializers is not None and re.match(r"\s*[,{]", source[end:]):
                at = end  # a member initialized with braces
                continue
            # a value or a type ends behind the semicolon, a function with its body
            if rest.startswith(";"):
                return source.index(";", end) + 1, text, (at, end)
            if re.search(r"=\s*(\[\][^=]*)?$", text) or (rest.startswith("()") and "=" in text):
                return source.index(";", end) + 1, text, (at, end)
            return end, text, (at, end)
        elif source[at] == ";":
            return at + 1, source[start : initializers if initializers is not None else at], None
        else:
            at += 1


def _without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def _tidy(text):
    lines = [line.rstrip() for line in _without_comments(text).strip("\n").splitlines()]
    lines = [line for line in lines if line.strip()]
    first = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    common = min([first] + [len(line) - len(line.lstrip()) for line in lines]) if lines else 0
    return "\n".join([lines[0].lstrip()] + [line[common:] for line in lines[1:]]) if lines else ""


def _declared(text):
    """(kind, name) of a declaration."""
    bare = re.sub(r"^\s*template\s*<", "template <", text)
    while bare.startswith("template <"):
        depth = 0
        for k, c in enumerate(bare):
            depth += {"<": 1, ">": -1}.get(c, 0)
            if c == ">" and depth == 0:
                bare = bare[k + 1 :].lstrip()
                break
    if re.match(r"requires\s*\(", bare):
        bare = bare[_end_of_block(bare, bare.index("(")) :].lstrip()
    bare = re.sub(r"^requires\s+\S+(<[^>]*>)?(\s*(&&|\|\|)\s*\S+(<[^>]*>)?)*\s*", "", bare).strip()
    found = re.match(r"(struct|class|union)\s+(?:alignas\([^)]*\)\s*)?([A-Za-z_]\w*)", bare)
    if found:
        return "class", found[2]
    found = re.match(r"enum\s+(?:class\s+)?([A-Za-z_]\w*)", bare)
    if found:
        return "enum", found[1]
    found = re.match(r"concept\s+(\w+)", bare)
    if found:
        return "concept", found[1]
    found = re.match(r"using\s+(\w+)\s*=", bare)
    if found:
        return "alias", found[1]
    before_value = re.split(r"(?<![=!<>])=(?!=)", bare)[0] if "operator" not in bare else bare
    found = re.search(r"(operator\s*(?:\(\)|\[\]|[^\s(]+)|~?[A-Za-z_]\w*)\s*\(", before_value)
    if found:
        return "function", re.sub(r"\s+", "", found[1])
    found = re.search(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\])?\s*(?:,|=|$)", before_value.strip() or bare)
    return "value", found[1] if found else ""


def parse(source, inside="", at=0, end=None, line=1):
    """The declarations of a header, or of the public part of a class (`inside` is its name)."""
    end = len(source) if end is None else end
    found, comment, public = [], [], True
    if inside:
        public = not inside.startswith("class ")
    while at < end:
        rest = source[at:end]
        blank = re.match(r"[ \t]*\n", rest)
        if blank:
            comment = []
            at += blank.end()
            continue
        mark = re.match(r"[ \t]*// ?([^\n]*)\n?", rest)
        if mark:
            section = re.match(r"-{2,} (.*?) -{2,}$", mark[1])
            if section:
                if public:
                    found.append(Declaration("section", section[1], "", "", source.count("\n", 0, at) + line))
                comment = []
            elif "clang-format" not in mark[1] and "NOLINT" not in mark[1]:
                comment.append(mark[1])
            at += mark.end()
            continue
        if re.match(r"[ \t]*#", rest):
            while True:  # a directive, with its continuation lines
                newline = source.index("\n", at)
                continued = source[newline - 1] == "\\"
                at = newline + 1
                if not continued:
                    break
            comment = []
            continue
        access = re.match(r"\s*(public|private|protected):", rest)
        if inside and access:
            public = access[1] == "public"
            at += access.end()
            comment = []
            continue
        space = re.match(r"\s*(inline\s+)?namespace\s+([\w:]*)\s*\{", rest)
        if space:
            close = _end_of_block(source, at + space.end() - 1)
            if not re.search(r"(^|::)detail$", space[2]) and space[2]:
                found += parse(source, "", at + space.end(), close - 1, line)
            at, comment = close, []
            continue
        if not rest.strip():
            break
        at += len(rest) - len(rest.lstrip())
        if source[at] == ";":
            at += 1
            continue
        begin = at
        at, text, body = _statement(source, at)
        tail = re.match(r"[ \t]*// ?([^\n]*)", source[at:])
        trailing = []
        if tail:
            at += tail.end()
            trailing.append(tail[1])
            while more := re.match(r"\n[ \t]{12,}// ?([^\n]*)", source[at:]):  # continued behind the next line
                trailing.append(more[1])
                at += more.end()
        inner = [m.strip() for m in re.findall(r"//([^\n]*)", text)]
        kind, name = _declared(_tidy(text))
        written = _tidy(text)
        if not public or not written or written.startswith(("friend class", "static_assert", "extern template", "using namespace", "using enum")) or written.endswith("= delete") or not name:
            comment = []
            continue
        if written == "" or (kind == "class" and body is None):  # declared elsewhere
            comment = []
            continue
        declaration = Declaration(kind, name, written, "\n".join(comment + trailing + inner).strip(), source.count("\n", 0, begin) + line)
        if kind == "enum" and body:
            declaration.text = _enum(source[begin : body[1]])
        elif kind == "class" and body:
            key = "class " if re.search(r"\bclass\s+" + name, _without_comments(text)) else "struct "
            declaration.members = parse(source, key + name, body[0] + 1, body[1] - 1, line)
        elif kind in ("value", "alias") and body and "\n" not in source[body[0] : body[1]]:
            declaration.text = _tidy(source[begin : body[1]])
        found.append(declaration)
        comment = []
    return found


def _enum(text):
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return "\n".join(lines)
