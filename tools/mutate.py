#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the tests: changes each function that PAPERS.md names in many small ways, one at a time, and runs the tests that
PAPERS.md names beside it. A mutant (a changed function) that no named test notices lives.

    tools/mutate.py --build build-ci [--work build-mutation] [--page docs/mutation.md]

All mutants are compiled together and chosen at run time (tools/mutation/schemata.py). Results are kept in the work folder: an
interrupted run resumes where it stopped, and a run after an edit repeats only the mutants whose function or tests changed.
tests/mutation.toml explains mutants that live on.
"""
import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutation import page
from mutation.build import Build

ROOT = Path(__file__).resolve().parent.parent


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def identify(build):
    """{number: (key, Function, Mutant)}; a key stays the same when other lines of the file change."""
    texts = {}

    def text(file):
        if file not in texts:
            texts[file] = (build.root / file).read_text(encoding="utf-8")
        return texts[file]

    found, seen = {}, {}
    for function, mutant in build.mutants:
        what = (function.file, function.name, mutant.kind, mutant.original, mutant.mutated)
        seen[what] = seen.get(what, 0) + 1
        tests = [t + "\0" + text(t) + "\0" + "\0".join(sorted(function.tests[t])) for t in sorted(function.tests)]
        found[mutant.number] = (digest(*what, str(seen[what]), *tests), function, mutant)
    return found


def run_tests(programs, function, number, seconds):
    """'killed' and by which file, 'timeout', or 'lived'."""
    environment = dict(os.environ, CATENA_MUTANT=str(number), CATENA_CALIBRATION="off", ASAN_OPTIONS="detect_leaks=0:abort_on_error=0",
                       RC_PARAMS="seed=20261116 max_success=50")
    for test, cases in sorted(function.tests.items()):
        names = ":".join(f"{case}:*/{case}/*:{case.replace('.', '/*.', 1)}" for case in sorted(cases))
        limit = seconds.get((test, names))
        start = time.monotonic()
        try:
            run = subprocess.run([str(programs[test]), f"--gtest_filter={names}", "--gtest_brief=1", "--gtest_fail_fast"],
                                 env=environment, cwd=programs[test].parent, capture_output=True,
                                 timeout=10 * limit + 5 if limit is not None else 600)
        except subprocess.TimeoutExpired:
            return "killed", f"{test} (does not end)"
        if number == 0:
            seconds[test, names] = time.monotonic() - start
            if run.returncode or b"PASSED  ] 0 tests" in run.stdout:
                raise SystemExit(f"{test} does not pass unchanged, or has no test {names}:\n{run.stdout.decode()[-2000:]}")
        elif run.returncode:
            return "killed", test
    return "lived", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build-ci", help="a build folder with the tests (default: build-ci)")
    parser.add_argument("--work", type=Path, default=ROOT / "build-mutation", help="where mutants and results are kept")
    parser.add_argument("--page", type=Path, help="write the result as a page")
    parser.add_argument("--only", default="", help="only functions whose file or name contains this text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    build = Build(ROOT, options.build.resolve(), work, options.jobs)
    programs, left_out = build.compile_all()
    mutants = identify(build)
    store = work / "results.jsonl"
    known = {}
    if store.exists():
        for line in store.read_text().splitlines():
            entry = json.loads(line)
            known[entry["key"]] = entry
    wanted = [n for n, (_, f, _) in mutants.items() if options.only in f"{f.file}: {f.name}"]
    todo = [n for n in wanted if mutants[n][0] not in known]
    seconds = {}
    for function in {mutants[n][1].name: mutants[n][1] for n in todo}.values():
        run_tests(programs, function, 0, seconds)
    print(f"{len(mutants)} mutants, {len(left_out)} left out as invalid C++, {len(todo)} to run", flush=True)
    with ThreadPoolExecutor(options.jobs) as pool, store.open("a") as out:
        work_list = pool.map(lambda n: (n, *run_tests(programs, mutants[n][1], n, seconds)), todo)
        for done, (n, outcome, by) in enumerate(work_list, 1):
            key, function, mutant = mutants[n]
            known[key] = {"key": key, "outcome": outcome, "by": by}
            out.write(json.dumps(known[key]) + "\n")
            out.flush()
            if outcome == "lived":
                print(f"lives: {function.file}: {function.name}: {mutant.kind}\n    {mutant.original}\n    {mutant.mutated}", flush=True)
            if done % 100 == 0:
                print(f"{done} of {len(todo)}", flush=True)
    rows = [(mutants[n][1], mutants[n][2], known[mutants[n][0]]["outcome"]) for n in wanted]
    explained = page.explanations(ROOT / "tests/mutation.toml")
    if options.page:
        options.page.write_text(page.write(rows, len(left_out), explained), encoding="utf-8")
    return page.summary(rows, explained)


if __name__ == "__main__":
    sys.exit(main())
