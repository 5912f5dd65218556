# SPDX-License-Identifier: Apache-2.0
"""Runs the test cases that a mutant has to face."""
import json
import os
import resource
import subprocess
import threading

from . import cases
from .schemata import digest

TIERS = (0.05, 0.5, float("inf"))  # seconds: quick cases run first


class Runner:
    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.seconds = {}  # of a case, unchanged
        self.reached = {}  # {case: numbers of places}; empty without a trace
        self.lock = threading.Lock()

    def _run(self, program, names, number, limit, trace=None):
        """Processor time is limited, not only time: on a busy machine a mutant is not killed for waiting."""
        environment = dict(os.environ, CATENA_MUTANT=str(number), CATENA_CALIBRATION="off", ASAN_OPTIONS="detect_leaks=0:abort_on_error=0",
                           RC_PARAMS="seed=20261116 max_success=50")
        if trace:
            environment["CATENA_MUTANT_TRACE"] = str(trace)
        return subprocess.run([str(program), f"--gtest_filter={cases.filter_of(names)}", "--gtest_fail_fast"], env=environment,
                              cwd=self.folder, capture_output=True, timeout=5 * limit,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 5)))

    def measure(self, tests):
        """Runs cases, (file, name), unchanged; they have to pass. Learns how long each takes."""
        for file, program in self.build.programs.items():
            names = {name for f, name in tests if f == file}
            if not names:
                continue
            run = self._run(program, names, 0, 1200)
            seconds = cases.times(run.stdout.decode(errors="replace"))
            if run.returncode or names - set(seconds):
                raise SystemExit(f"{file} does not pass unchanged, or lacks a test of {', '.join(sorted(names - set(seconds)))}:\n"
                                 + run.stdout.decode(errors="replace")[-2000:])
            self.seconds |= {(file, name): seconds[name] for name in names}

    def trace(self, digests, memory):
        """Learns which case comes by which place, each case in a process of its own; kept in the file `memory`."""
        keys = digest(*sorted(m.key for _, m in self.build.mutants))
        known = json.loads(memory.read_text()) if memory.exists() else {}
        if known.get("mutants") != keys:
            known = {"mutants": keys, "cases": {}}
        for at, (case, code) in enumerate(sorted(digests.items()), 1):
            if code not in known["cases"]:
                log = memory.with_suffix(".trace")
                log.write_text("")
                run = self._run(self.build.programs[case[0]], {case[1]}, 0, 1200, log)
                output = run.stdout.decode(errors="replace")
                if run.returncode or "[ RUN " not in output:
                    raise SystemExit(f"{': '.join(case)} does not pass unchanged, or the build folder is out of date:\n{output[-2000:]}")
                known["cases"][code] = {"seconds": sum(cases.times(output).values()), "places": sorted({int(n) for n in log.read_text().split()})}
                memory.write_text(json.dumps(known))
                if at % 50 == 0:
                    print(f"traced {at} of {len(digests)} cases", flush=True)
            self.seconds[case] = known["cases"][code]["seconds"]
            self.reached[case] = set(known["cases"][code]["places"])

    def killer(self, mutant, tests):
        """The case (file, name) that notices the mutant, or None; quick cases first."""
        if self.reached:
            tests = {case for case in tests if mutant.place in self.reached[case]}
        for low, high in zip((-1.0,) + TIERS, TIERS):
            for file in sorted({f for f, _ in tests}):
                names = {name for f, name in tests if f == file and low < self.seconds[f, name] <= high}
                if not names:
                    continue
                limit = 10 * sum(self.seconds[file, name] for name in names) + 10
                try:
                    run = self._run(self.build.programs[file], names, mutant.number, limit)
                except subprocess.TimeoutExpired as late:
                    return file, cases.failed((late.stdout or b"").decode(errors="replace"))
                if run.returncode:
                    return file, cases.failed(run.stdout.decode(errors="replace"))
        return None
