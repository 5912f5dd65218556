#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the tests: changes functions in many small ways, one at a time, and runs tests. A mutant (a changed function) that no test
notices lives.

    tools/mutate.py [--build build-ci] [--work build-mutation] [--page docs/mutation.md]
        each function that PAPERS.md names, and only the tests that PAPERS.md names beside it
    tools/mutate.py --sample LAYER [--size 100] ...
        a random sample of the mutants of src/LAYER, and the tests of tests/LAYER
    tools/mutate.py --all ...
        both, for all layers in the list below

All mutants of a file are compiled together and chosen at run time (tools/mutation/schemata.py). Results are kept in the work folder:
an interrupted run resumes where it stopped, and a run after an edit repeats only mutants whose function or tests changed.
tests/mutation.toml explains mutants that live on.
"""
import argparse
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutation import page
from mutation.build import LayerBuild, PaperBuild
from mutation.cases import Cases
from mutation.outcomes import Outcomes
from mutation.run import Runner
from mutation.schemata import digest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("choose", "sim", "io", "codegen")


def run(build, folder, options):
    """Runs what is not known yet; returns the rows of the page, (Function, Mutant, outcome, reached by a test)."""
    cases = Cases(ROOT)
    runner = Runner(build, folder)
    outcomes = Outcomes(build.work / "results.jsonl", options.trust)

    def work_list():
        wanted = [(f, m, digest(m.key, f.digest), cases.digests(f.tests)) for f, m in build.mutants if options.only in f"{f.file}: {f.name}"]
        return wanted, [(f, m, name, digests, missing) for f, m, name, digests in wanted if (missing := outcomes.missing(name, digests))]

    build.write(build.known_left_out())
    build.needed = None if options.suggest else {file for *_, missing in work_list()[1] for file, _ in missing}
    left_out = build.compile_all()
    wanted, todo = work_list()
    print(f"{len(build.mutants)} mutants, {len(todo)} to run; not valid C++ and left out: {len(left_out)}", flush=True)
    if build.choice.endswith("catena_mutant\n"):
        runner.measure(set().union(*(missing for *_, missing in todo)))
    else:
        runner.trace({case: d for _, _, _, digests in wanted for case, d in digests.items()}, build.work / "trace.json")
    end = time.monotonic() + 60 * options.minutes
    with ThreadPoolExecutor(options.jobs) as pool:
        killers = pool.map(lambda item: runner.killer(item[1], item[4]) if time.monotonic() < end else "not run", todo)
        for done, ((function, mutant, name, digests, _), killer) in enumerate(zip(todo, killers), 1):
            if killer == "not run":
                continue
            outcomes.put(name, killer, digests)
            if not killer:
                print(f"lives: {function.file}: {function.name}: {mutant.kind}\n    {mutant.original}\n    {mutant.mutated}", flush=True)
            if done % 100 == 0:
                print(f"{done} of {len(todo)}", flush=True)
    if options.suggest:
        suggest(build, runner, cases, [(f, m, digests) for f, m, name, digests in wanted if name in outcomes.known and outcomes.outcome(name) == "lived"])
    return [page.Row(f.file, f.name, sorted(f.papers), m.kind, m.original, m.mutated, outcomes.outcome(name),
                     not runner.reached or any(m.place in places for places in runner.reached.values()))
            for f, m, name, _ in wanted if name in outcomes.known], len(left_out)


def suggest(build, runner, cases, living):
    """Prints which other case of the compiled test files would kill a mutant that lives."""
    everything = {(file, name) for file in build.programs for name in cases.of(file)}
    runner.measure(everything)
    for function, mutant, digests in living:
        killer = runner.killer(mutant, everything - set(digests))
        print(f"{': '.join(killer) if killer else 'no test'} would kill {function.file}: {function.name}: {mutant.kind}\n"
              f"    {mutant.original}\n    {mutant.mutated}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build-ci", help="a build folder with the tests (default: build-ci)")
    parser.add_argument("--work", type=Path, default=ROOT / "build-mutation", help="where mutants and results are kept")
    parser.add_argument("--page", type=Path, help="write all results in the work folder as a page")
    parser.add_argument("--only", default="", help="only functions whose file or name contains this text; its result is not kept for the page")
    parser.add_argument("--sample", choices=LAYERS, action="append", help="a layer instead of PAPERS.md")
    parser.add_argument("--all", action="store_true", help="PAPERS.md and all layers")
    parser.add_argument("--size", type=int, default=100, help="mutants in the sample of a layer (default: 100)")
    parser.add_argument("--seed", type=int, default=19, help="of the sample (default: 19)")
    parser.add_argument("--trust", action="store_true", help="a mutant that was killed counts as killed, though its test has changed since")
    parser.add_argument("--suggest", action="store_true", help="for mutants that live, look for a test that would kill them")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="run mutants no longer than this; the page has those that ran")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    work, folder = options.work.resolve(), options.build.resolve()
    work.mkdir(parents=True, exist_ok=True)
    parts = ["papers", *LAYERS] if options.all else options.sample or ["papers"]
    explained, reached = page.explanations(ROOT / "tests/mutation.toml"), True
    for part in parts:
        if part == "papers":
            build = PaperBuild(ROOT, folder, work, options.jobs)
        else:
            build = LayerBuild(ROOT, folder, work, options.jobs, part, options.size, options.seed)
        rows, left_out = run(build, folder / "tests", options)
        if not options.only:
            (work / f"{part}.json").write_text(json.dumps({"rows": rows, "left_out": left_out, "all": getattr(build, "all", len(rows)),
                                                             "wanted": len(build.mutants)}))
        score = page.summary(part, rows, explained)
        reached = reached and (part != "papers" or score >= page.GOAL)
    if options.page:
        results = {part: json.loads((work / f"{part}.json").read_text()) for part in ("papers", *LAYERS) if (work / f"{part}.json").exists()}
        options.page.write_text(page.write(results, explained), encoding="utf-8")
    return 0 if reached else 1  # the goal is one for the named tests


if __name__ == "__main__":
    sys.exit(main())
