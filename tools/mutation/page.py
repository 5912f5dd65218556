# SPDX-License-Identifier: Apache-2.0
"""docs/mutation.md from the results, and the explanations of mutants that live (tests/mutation.toml)."""
import tomllib

GOAL = 0.95
HEAD = """# Mutation testing

Do the tests that PAPERS.md names notice when the function beside them is wrong? `make mutation` changes every such function in
small ways, one at a time (a *mutant*), and runs only the tests of its own rows. A mutant is *killed* when a named test fails, crashes,
reads outside of an array or does not end; otherwise it *lives*. An *equivalent* mutant computes the same results as the
original, so that no test can kill it; each one is explained below. The score is the share of killed mutants among those that are
not equivalent. The kinds of change: a sign, a dropped term, a dropped statement, exchanged indices or factors of a cross product, a
bound (`<` instead of `<=`, a loop that starts one later), a negated condition, a constant. {left_out} changes that are not valid C++
are left out. This page is written by `make mutation`.
"""


def explanations(path):
    """{(file, function, original, mutated): (equivalent, why)}"""
    if not path.exists():
        return {}
    found = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", []):
        for mutated in entry["mutated"] if isinstance(entry["mutated"], list) else [entry["mutated"]]:
            found[entry["file"], entry["function"], entry["original"], mutated] = (entry.get("equivalent", True), entry["why"])
    return found


def explanation(function, mutant, explained):
    return explained.get((function.file, function.name, mutant.original, mutant.mutated))


def tally(rows, explained):
    """(mutants, killed, equivalent, living)"""
    killed = sum(outcome == "killed" for _, _, outcome in rows)
    equivalent = sum(outcome == "lived" and bool((e := explanation(f, m, explained)) and e[0]) for f, m, outcome in rows)
    return len(rows), killed, equivalent, len(rows) - killed - equivalent


def score(counts):
    all_, killed, equivalent, _ = counts
    return killed / (all_ - equivalent) if all_ > equivalent else 1.0


def table(title, groups, explained):
    lines = [f"| {title} | mutants | killed | equivalent | living | score |", "|---|---|---|---|---|---|"]
    for name, rows in groups:
        counts = tally(rows, explained)
        lines.append(f"| {name} | " + " | ".join(map(str, counts)) + f" | {100 * score(counts):.1f} % |")
    return "\n".join(lines)


def write(rows, left_out, explained):
    papers = [(p, [r for r in rows if p in r[0].papers]) for p in ("000", "001", "002", "003", "004")]
    kinds = [(k, [r for r in rows if r[1].kind == k]) for k in sorted({r[1].kind for r in rows})]
    files = [(f"`{f}`", [r for r in rows if r[0].file == f]) for f in sorted({r[0].file for r in rows})]
    parts = [HEAD.format(left_out=left_out), "## By paper\n", table("paper", papers + [("all", rows)], explained),
             "\nA function that several papers share counts for each of them.\n\n## By kind\n", table("kind", kinds, explained), "\n## By file\n",
             table("file", files, explained), "\n## Mutants that live\n"]
    for function, mutant, outcome in rows:
        if outcome != "lived":
            continue
        known = explanation(function, mutant, explained)
        why = f"{'equivalent: ' if known[0] else ''}{known[1]}" if known else "not explained yet"
        parts.append(f"- `{function.file}`, `{function.name}`, {mutant.kind}: `{mutant.original}` → `{mutant.mutated}`. {why}")
    return "\n".join(parts) + "\n"


def summary(rows, explained):
    counts = tally(rows, explained)
    print("{} mutants: {} killed, {} equivalent, {} live; score {:.1f} %".format(*counts, 100 * score(counts)))
    return 0 if score(counts) >= GOAL else 1
