# SPDX-License-Identifier: Apache-2.0
"""docs/mutation.md from the results, and the explanations of mutants that live (tests/mutation.toml)."""
import tomllib
from typing import NamedTuple

GOAL = 0.95
PAPERS = ("000", "001", "002", "003", "004")
HEAD = """# Mutation testing

Do the tests notice when the code is wrong? `make mutation` changes functions in small ways, one at a time (a *mutant*), and runs
their tests. A mutant is *killed* when a test fails, crashes, reads outside of an array or does not end; otherwise it *lives*. An
*equivalent* mutant computes the same results as the original, so that no test can kill it; each one is explained below. The score is
the share of killed mutants among those that are not equivalent. The kinds of change: a sign, a dropped term, a dropped statement,
exchanged indices or factors of a cross product, a bound (`<` instead of `<=`, a loop that starts one later), a negated condition, a
constant. Changes that are not valid C++ are left out. This page is written by `make mutation`; `tests/mutation.toml` has the
explanations.
"""
OF_PAPERS = """
## The functions that PAPERS.md names

Every such function is changed, and only the tests that PAPERS.md names beside it are run; {left_out} changes were not valid C++.
"Before" is the score of the first run (2757 mutants), before tests were written for those that lived; none was known to be equivalent then.
"""
OF_LAYERS = """
## Samples of the layers

{size} mutants of each layer (or as many of them as were run), chosen at random among those of all functions in its sources; the tests
are those of the layer's own folder in `tests`, for io also those of `tests/errors`, each run only if it comes by the changed place.
"Before" is the first run of about the same sample. There is no goal for these scores: what lives shows where tests are missing.
"""


class Row(NamedTuple):
    file: str
    function: str
    papers: list
    kind: str
    original: str
    mutated: str
    outcome: str
    reached: bool = True


class Explained:
    """What tests/mutation.toml states: mutants that live, with the reason, and the scores of the first run."""

    def __init__(self, text=""):
        content = tomllib.loads(text)
        self.before, self.mutants = content.get("before", {}), {}
        for entry in content.get("mutant", []):
            for mutated in entry["mutated"] if isinstance(entry["mutated"], list) else [entry["mutated"]]:
                self.mutants[entry["file"], entry["function"], entry["original"], mutated] = entry.get("equivalent", True), entry["why"]

    def of(self, row):
        """(equivalent, why) or None"""
        return self.mutants.get((row.file, row.function, row.original, row.mutated))

    def unused(self, rows):
        """Explanations of mutants that do not live (any more)."""
        return sorted(set(self.mutants) - {(r.file, r.function, r.original, r.mutated) for r in rows if r.outcome == "lived"})


def explanations(path):
    return Explained(path.read_text(encoding="utf-8") if path.exists() else "")


def tally(rows, explained):
    """(mutants, killed, equivalent, living)"""
    killed = sum(row.outcome == "killed" for row in rows)
    equivalent = sum(row.outcome == "lived" and bool((e := explained.of(row)) and e[0]) for row in rows)
    return len(rows), killed, equivalent, len(rows) - killed - equivalent


def score(counts):
    all_, killed, equivalent, _ = counts
    return killed / (all_ - equivalent) if all_ > equivalent else 1.0


def table(title, groups, explained, before=False):
    lines = [f"| {title} | mutants | killed | equivalent | living | score |" + (" before |" if before else ""), "|---|---|---|---|---|---|" + "---|" * before]
    for name, rows in groups:
        counts = tally(rows, explained)
        first = explained.before.get(name)
        lines.append(f"| {name} | " + " | ".join(map(str, counts)) + f" | {100 * score(counts):.1f} % |"
                     + (f" {f'{first:.1f} %' if first is not None else ''} |" if before else ""))
    return "\n".join(lines)


def living(rows, explained):
    """The mutants that live, those with the same reason together."""
    by_reason = {}
    for row in rows:
        if row.outcome == "lived":
            known = explained.of(row)
            why = f"{'Equivalent: ' if known[0] else 'Not killed: '}{known[1]}" if known else "Not explained yet." if row.reached else \
                "Not explained yet; no test comes by."
            by_reason.setdefault((row.file, row.function, why), []).append(row)
    lines = []
    for (file, function, why), list_ in by_reason.items():
        lines.append(f"- `{file}`, `{function}`. {why}")
        lines += [f"  - {row.kind}: `{row.original}` → `{row.mutated}`" for row in list_]
    return "\n".join(lines) or "None."


def groups(rows, key):
    return [(name, [r for r in rows if key(r) == name]) for name in sorted({key(r) for r in rows})]


def write(results, explained):
    """`results`: {part: {"rows", "left_out", "all"}}; a part is 'papers' or a layer."""
    results = {part: result | {"rows": [Row(*row) for row in result["rows"]]} for part, result in results.items()}
    parts, live = [HEAD], []
    if "papers" in results:
        rows = results["papers"]["rows"]
        by_paper = [(p, [r for r in rows if p in r.papers]) for p in PAPERS]
        files = [(f"`{name}`", list_) for name, list_ in groups(rows, lambda r: r.file)]
        parts += [OF_PAPERS.format(left_out=results["papers"]["left_out"]), table("paper", by_paper + [("all", rows)], explained, before=True),
                  "\nA function that several papers share counts for each of them.\n", table("kind", groups(rows, lambda r: r.kind), explained), "",
                  table("file", files, explained)]
        live.append(("Of the papers", rows))
    layers = [(part, result) for part, result in results.items() if part != "papers"]
    if layers:
        parts += [OF_LAYERS.format(size=max(len(result["rows"]) for _, result in layers)),
                  table("layer", [(name, result["rows"]) for name, result in layers], explained, before=True), "",
                  *(f"Of {name}, only the first {len(result['rows'])} of {result['wanted']} mutants, in the order of the files, have been run.\n"
                    for name, result in layers if len(result["rows"]) < result.get("wanted", 0)),
                  "The layers have " + ", ".join(f"{result['all']} ({name})" for name, result in layers) + " mutants in all."]
        live += [(f"Of {name}", result["rows"]) for name, result in layers]
    parts.append("\n## Mutants that live")
    for title, rows in live:
        parts.append(f"\n### {title}\n\n{living(rows, explained)}")
    return "\n".join(parts) + "\n"


def summary(part, rows, explained):
    """Prints the score of a part and returns it."""
    counts = tally(rows, explained)
    print("{}: {} mutants: {} killed, {} equivalent, {} live; score {:.1f} %".format(part, *counts, 100 * score(counts)))
    unexplained = sum(r.outcome == "lived" and not explained.of(r) for r in rows)
    if unexplained:
        print(f"{unexplained} mutants live without an explanation")
    return score(counts)
