# SPDX-License-Identifier: Apache-2.0
"""Which functions are mutated and which tests have to notice, from PAPERS.md."""
import re
from pathlib import Path

import check_papers

from .schemata import Schemata, blank_all, blank_comments, matching


class Function:
    """A function that PAPERS.md names, with the tests of the rows that name it: {file: {Suite.Name}}."""

    def __init__(self, file, name):
        self.file, self.name, self.papers, self.tests = file, name, set(), {}


def functions(root):
    found = {}
    for _, paper, cells in check_papers.rows((root / "PAPERS.md").read_text(encoding="utf-8")):
        for file, names in check_papers.entries(cells[2]) if cells[2] != "-" else []:
            for name in map(str.strip, names.split(",")):
                if not file.startswith(("include/", "src/")):
                    continue  # a reference inside of a test
                function = found.setdefault((file, name), Function(file, name))
                function.papers.add(paper)
                for test_file, cases in check_papers.entries(cells[3]):
                    function.tests.setdefault(test_file, set()).update(c.strip() for c in cases.split(","))
    return [found[key] for key in sorted(found)]


def bodies(text, name):
    """(start, end) of the body of each definition of a function, behind the opening and before the closing brace."""
    lines = text.split("\n")
    offset = [0]
    for line in lines:
        offset.append(offset[-1] + len(line) + 1)
    blanked = blank_comments(text)
    for first, last in check_papers.definitions(text, re.escape(name)):
        begin, end = offset[first], offset[last + 1]
        at = re.compile(rf"\b{re.escape(name)}\(").search(blanked, begin, end)
        if not at:
            continue  # a type
        brace = blanked.find("{", matching(text, at.end() - 1), end)
        semicolon = blanked.find(";", matching(text, at.end() - 1), end)
        if brace < 0 or 0 <= semicolon < brace:
            continue  # a declaration
        yield brace + 1, matching(text, brace)


TRANSPARENT = re.compile(r"(?:^|[;{}\s])(?:inline\s+)?(?:namespace|struct|class|extern)\b[^;(){}]*$")
HEAD = re.compile(r"([\w:~]+|operator[^\s(]*)\((?:[^(){}]|\((?:[^(){}]|\([^(){}]*\))*\))*\)\s*(?:const|noexcept|override|final|->[^;{}]*|\s)*$")


def all_functions(text):
    """(name, start, end) of the body of each function that a source defines in namespaces and types."""
    blanked, behind = blank_all(text), 0
    for at in (m.start() for m in re.finditer(r"[{};]", blanked)):
        if at < behind:
            continue  # inside of a body
        if blanked[at] == "{":
            heading = blanked[max(blanked.rfind(c, 0, at) for c in "{};") + 1:at]
            if TRANSPARENT.search(heading):
                continue
            close = matching(blanked, at)
            heading = re.sub(r"\)\s*:\s.*|#[^\n]*\n", lambda m: m[0][0].replace("#", ""), heading, flags=re.S)  # no list of initialisers
            if (m := HEAD.search(heading)) and "=" not in heading[:m.start()]:
                yield m[1].split("::")[-1], at + 1, close
            behind = close + 1


def layer_functions(root, layer):
    """[(file, [(name, start, end)])] of the sources of a layer."""
    files = sorted(str(p.relative_to(root)) for p in (root / "src" / layer).rglob("*.cpp"))
    return [(file, list(all_functions((root / file).read_text(encoding="utf-8")))) for file in files]


def places_of(root, file, names):
    """(name, start, end) of the bodies of the named functions of a file."""
    text = (root / file).read_text(encoding="utf-8")
    return [(name, start, end) for name in names for start, end in bodies(text, name)]


def mutate_file(root, file, places, first, left_out=(), only=None):
    """The file's text with the mutants of the functions at these places, numbered from `first`: (text, [(name, Mutant)], next number)."""
    text = (root / file).read_text(encoding="utf-8")
    schemata, out, at, all_ = Schemata(first, left_out, only), "", 0, []
    for start, end, name in sorted((start, end, name) for name, start, end in places):
        if start < at:
            continue  # inside of a function that is mutated already
        before = len(schemata.mutants)
        schemata.where = f"{file}: {name}"
        out += text[at:start] + schemata.body(text[start:end])
        all_ += [(name, mutant) for mutant in schemata.mutants[before:]]
        at = end
    return out + text[at:], all_, schemata.next
