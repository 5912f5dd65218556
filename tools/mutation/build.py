# SPDX-License-Identifier: Apache-2.0
"""Compiles test files against the mutated sources, by the commands of an existing build folder."""
import json
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import plan

CHOICE = """#pragma once
#include <cstdlib>
inline const int catena_mutant = [] {
  const char* const number = std::getenv("CATENA_MUTANT");
  return number ? std::atoi(number) : 0;
}();
"""
# Mutants may read and write outside of their arrays; AddressSanitizer makes that a failure instead of an accident. With the macro,
# Eigen allocates as in the libraries, which are not instrumented.
FLAGS = ["-std=c++20", "-O1", "-w", "-fsanitize=address", "-DEIGEN_MALLOC_ALREADY_ALIGNED=1",
         "-fmax-errors=0", "-ftemplate-backtrace-limit=1"]


class Build:
    def __init__(self, root, build, work, jobs):
        self.root, self.build, self.work, self.jobs = root, build, work, jobs
        entries = json.loads((build / "compile_commands.json").read_text())
        command = next(e for e in entries if "test_core_algo.dir" in e.get("output", e["command"]))
        words = shlex.split(command["command"])
        self.directory = command["directory"]
        self.flags = [w for k, w in enumerate(words) if re.match(r"-[ID].", w)]
        self.flags += [w for k, word in enumerate(words) if word == "-isystem" for w in words[k:k + 2]]
        link = subprocess.run(["ninja", "-C", str(build), "-t", "commands", "test_core_algo"], check=True, text=True,
                              capture_output=True).stdout.splitlines()[-1].split("&&")[1]
        words = shlex.split(link)
        self.libraries = words[words.index("-o") + 2:]
        self.mutants = []  # (Function, Mutant)

    def write(self, left_out):
        """Writes all mutated files; returns {generated file: {line: number of the mutant}}."""
        include = self.work / "include"
        include.mkdir(parents=True, exist_ok=True)
        write_if_changed(include / "catena_mutant.hpp", CHOICE)
        by_file, number, lines = {}, 1, {}
        self.mutants = []
        for function in plan.functions(self.root):
            by_file.setdefault(function.file, {})[function.name] = function
        for file, named in by_file.items():
            text, mutants, number = plan.mutate_file(self.root, file, list(named), number, left_out)
            path = self.work / file
            path.parent.mkdir(parents=True, exist_ok=True)
            write_if_changed(path, text)
            self.mutants += [(named[name], mutant) for name, mutant in mutants]
            here = lines[str(path)] = {}
            for at, line in enumerate(text.split("\n"), 1):
                if m := re.match(r"case (\d+):|catena_mutant == (\d+) \?", line):
                    here[at] = int(m[1] or m[2])
        return lines

    def sources(self):
        """Mutated files that are compiled by themselves."""
        return sorted({f.file for f, _ in self.mutants if f.file.endswith(".cpp")})

    def tests(self):
        return sorted({test for f, _ in self.mutants for test in f.tests})

    def compile_all(self):
        """Compiles everything, leaving out mutants that are not valid C++; {test file: program}, numbers left out."""
        left_out_file = self.work / "left_out.json"
        left_out = set(json.loads(left_out_file.read_text())) if left_out_file.exists() else set()
        while True:
            lines = self.write(left_out)
            objects = {file: self.work / "obj" / (file.replace("/", "_") + ".o") for file in self.sources() + self.tests()}
            with ThreadPoolExecutor(self.jobs) as pool:
                failures = [f for f in pool.map(lambda item: self._compile(*item), objects.items()) if f]
            if not failures:
                break
            bad = set()
            for text in failures:
                for path, line in re.findall(r"^([^\s:]+):(\d+):\d+: error:", text, re.M):
                    bad.update(n for n in [lines.get(path, {}).get(int(line))] if n)
            if not bad - left_out:
                raise SystemExit("A mutated file does not compile, and no mutant is to blame:\n" + failures[0][:4000])
            left_out |= bad
            print(f"{len(bad)} mutants are not valid C++; compiling again without them", flush=True)
            left_out_file.write_text(json.dumps(sorted(left_out)))
        programs = {}
        for test in self.tests():
            program = self.work / "bin" / Path(test).stem
            program.parent.mkdir(exist_ok=True)
            inputs = [str(objects[f]) for f in [test] + self.sources()]
            if not program.exists() or any(Path(i).stat().st_mtime > program.stat().st_mtime for i in inputs):
                subprocess.run(["g++", "-fsanitize=address", *inputs, "-o", str(program), "-Wl,--allow-multiple-definition",
                                *self.libraries], check=True, cwd=self.directory)
            programs[test] = program
        return programs, left_out

    def _compile(self, file, target):
        """The compiler's messages if the file does not compile."""
        target.parent.mkdir(exist_ok=True)
        source = self.work / file if (self.work / file).exists() else self.root / file
        stamp = target.with_suffix(".d")
        if target.exists() and stamp.exists():
            needs = re.sub(r"\\\n", " ", stamp.read_text()).split(":", 1)[1].split()
            if all(Path(n).exists() and Path(n).stat().st_mtime <= target.stat().st_mtime for n in needs):
                return None
        print(f"compiling {file}", flush=True)
        run = subprocess.run(["g++", *FLAGS, "-I", str(self.work / "include"), "-include", "catena_mutant.hpp",
                              f"-I{source.parent if file.startswith('include') else (self.root / file).parent}", *self.flags, "-MMD",
                              "-MF", str(stamp), "-c", str(source), "-o", str(target)], cwd=self.directory, text=True, capture_output=True)
        return run.stderr if run.returncode else None


def write_if_changed(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
