#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks PAPERS.md against the code: every numbered equation is there, every function and test that it names
exists, and the tags in the sources agree with it.

    tools/check_papers.py [ROOT]

A tag is a paper's number and its equations in brackets, in a comment of a source: 002 (12) (13). It stands in the
function or type that PAPERS.md names for the equation, in the comment right above that, or in the head of the file.
"""
import itertools
import re
import sys
from pathlib import Path

EQUATIONS = {"000": 32, "001": 29, "002": 28, "003": 49, "004": 23}  # numbered equations of each paper
STATUS = ("as printed", "corrected", "text")
TAG = re.compile(r"\b(00[0-4])((?: \([^()\s]+\))+)")
CASE = re.compile(r"\bTEST(?:_P|_F)?\(\s*(\w+),\s*(\w+)\s*\)")


def rows(text):
    """(line number, paper, label, code, test, status) of every row of the tables."""
    paper = None
    for number, line in enumerate(text.splitlines(), 1):
        if heading := re.match(r"## (00[0-4])\b", line):
            paper = heading[1]
        if paper and line.startswith("| ("):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            yield number, paper, cells


def labels(cell):
    """The equations that a first cell names: '(3)', '(4) (5)' or '(4)-(6)'."""
    for first, last in re.findall(r"\(([^()\s]+)\)(?:-\(([^()\s]+)\))?", cell):
        if last:
            yield from (str(k) for k in range(int(first), int(last) + 1))
        else:
            yield first


def tags_of(text):
    """{(paper, label)} of a piece of source."""
    return {(paper, label) for paper, list_ in TAG.findall(text) for label in re.findall(r"\(([^()\s]+)\)", list_)}


def tags(root):
    """{file: {(paper, label)}} for the sources."""
    found = {}
    for folder in ("include", "src", "apps", "tests"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            here = tags_of(path.read_text(encoding="utf-8"))
            if here:
                found[str(path.relative_to(root))] = here
    return found


def code_of(text):
    """The lines of a source, their comments blanked out."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S).split("\n")


def definitions(text, symbol):  # of clang-format's layout
    """(first, last) line of each definition of a symbol, 0-based, with the comment above it."""
    lines, code = text.split("\n"), code_of(text)
    a_type = rf" {{0,4}}(?:struct|class|using) {symbol}\b"
    a_function = rf" {{0,4}}(?!return\b|else\b)[A-Za-z_][\w:<>,&*\[\] ]* [&*]*{symbol}\("
    a_member = rf"\w[\w<>,: ]*::{symbol}\("  # outside of its type
    start = re.compile(rf"{a_type}|{a_function}|{a_member}")
    for at, line in enumerate(code):
        if not start.match(line):
            continue
        indent = line[:len(line) - len(line.lstrip())]
        first = at
        while first > 0 and re.match(r"\s*(//|template\b)", lines[first - 1]):
            first -= 1
        last = at
        while not re.search(r"[{};]\s*$", code[last]) and last + 1 < len(code):
            last += 1  # the rest of a long heading
        if code[last].rstrip().endswith("{"):
            while last + 1 < len(code) and not code[last].startswith(indent + "}"):
                last += 1
        yield first, last


def entries(cell):
    """(file, name) for each 'file: name' of a cell."""
    return [tuple(part.strip() for part in entry.split(":", 1)) for entry in cell.split(";") if ":" in entry]


def problems(root):
    tagged = tags(root)
    texts = {}

    def text(name):
        if name not in texts:
            path = root / name
            texts[name] = path.read_text(encoding="utf-8") if path.is_file() else None
        return texts[name]

    mapped = set()
    for number, paper, cells in rows((root / "PAPERS.md").read_text(encoding="utf-8")):
        at = f"PAPERS.md:{number}: {paper} {cells[0]}"
        if len(cells) != 5:
            yield f"{at}: {len(cells)} cells, need 5"
            continue
        here, code, test, status = list(labels(cells[0])), cells[2], cells[3], cells[4]
        mapped.update((paper, label) for label in here)
        if not status.startswith(STATUS):
            yield f"{at}: status '{status}' begins with none of {', '.join(STATUS)}"
        if code == "-":
            if not status.startswith("text:"):
                yield f"{at}: no code, but the status is not 'text: why'"
            continue
        if not entries(code):
            yield f"{at}: the code cell names no 'file: symbol'"
        if not entries(test):
            yield f"{at}: the test cell names no 'file: Suite.Name'"
        for name, symbols in entries(code):
            if text(name) is None:
                yield f"{at}: no file {name}"
                continue
            for symbol in map(str.strip, symbols.split(",")):
                lines = text(name).split("\n")
                places = list(definitions(text(name), re.escape(symbol)))
                if not places:
                    yield f"{at}: {name} defines no '{symbol}'"
                    continue
                head = "\n".join(itertools.takewhile(lambda line: line.startswith("//"), lines))
                near = tags_of(head).union(
                    *(tags_of("\n".join(lines[first:last + 1])) for first, last in places))
                for label in here:
                    if (paper, label) not in near:
                        yield f"{at}: no tag '{paper} ({label})' in {symbol} of {name}"
        for name, cases in entries(test):
            if text(name) is None:
                yield f"{at}: no file {name}"
                continue
            known = {f"{suite}.{case}" for suite, case in CASE.findall(text(name))}
            for case in cases.split(","):
                if case.strip() not in known:
                    yield f"{at}: {name} has no test '{case.strip()}'"
    for paper, count in EQUATIONS.items():
        for label in map(str, range(1, count + 1)):
            if (paper, label) not in mapped:
                yield f"PAPERS.md: equation {paper} ({label}) is missing"
    for name, here in tagged.items():
        for paper, label in sorted(here - mapped):
            yield f"{name}: tag {paper} ({label}) is not in PAPERS.md"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent)
    found = list(problems(root))
    for problem in found:
        print(problem)
    print(f"{len(found)} problems" if found else "PAPERS.md agrees with the code")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
