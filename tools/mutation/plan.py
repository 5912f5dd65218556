# SPDX-License-Identifier: Apache-2.0
"""Which functions are mutated and which tests have to notice, from PAPERS.md."""
import re
from pathlib import Path

import check_papers

from .schemata import Schemata, blank_comments, matching


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


def mutate_file(root, file, names, first, left_out):
    """The file's text with all mutants of the named functions, numbered from `first`: (text, [(name, Mutant)])."""
    text = (root / file).read_text(encoding="utf-8")
    places = sorted((start, end, name) for name in names for start, end in bodies(text, name))
    schemata, out, at, all_ = Schemata(first, left_out), "", 0, []
    for start, end, name in places:
        if start < at:
            continue  # inside of a function that is mutated already
        before = len(schemata.mutants)
        out += text[at:start] + schemata.body(text[start:end])
        all_ += [(name, mutant) for mutant in schemata.mutants[before:]]
        at = end
    return out + text[at:], all_, schemata.next
