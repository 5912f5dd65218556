# SPDX-License-Identifier: Apache-2.0
"""Compiles mutated sources by the commands of an existing build folder: the functions of PAPERS.md with the test files that it names
(PaperBuild), or a sample of the mutants of a layer with its test program (LayerBuild).
"""
import json
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import plan
from .cases import CASE
from .schemata import NUMBERED, digest

CHOICE = """#pragma once
#include <cstdlib>
inline const int catena_mutant = [] {
  const char* const number = std::getenv("CATENA_MUTANT");
  return number ? std::atoi(number) : 0;
}();
"""
CHOICE_ALONE = CHOICE + "#define catena_mutant_at(place) catena_mutant\n"
# Writes the number of each place that the program comes by into a file.
CHOICE_TRACED = CHOICE + """#include <atomic>
#include <cstdio>
inline int catena_mutant_at(int place) {
  static const char* const trace = std::getenv("CATENA_MUTANT_TRACE");
  static std::atomic<bool> reached[1 << 16];
  if (trace && !reached[place].exchange(true)) {
    if (std::FILE* const file = std::fopen(trace, "a")) std::fprintf(file, "%d\\n", place), std::fclose(file);
  }
  return catena_mutant;
}
"""
# Mutants may read and write outside of their arrays; AddressSanitizer makes that a failure instead of an accident. With the macro,
# Eigen allocates as in the libraries, which are not instrumented.
FLAGS = ["-std=c++20", "-O1", "-w", "-fsanitize=address", "-DEIGEN_MALLOC_ALREADY_ALIGNED=1",
         "-fmax-errors=0", "-ftemplate-backtrace-limit=1"]


class Build:
    choice = CHOICE_ALONE

    def __init__(self, root, build, work, jobs):
        self.root, self.build, self.work, self.jobs = root, build, work, jobs
        self.entries = json.loads((build / "compile_commands.json").read_text())
        self.mutants = []  # (Function, Mutant)
        self.programs = {}  # of each test file
        self.lines = {}  # of mutated files: which line belongs to which mutants
        self.needed = None  # test files that have to run; None: all

    def link_words(self, target):
        """The command that links a target: (what is before and with '-o', the name of the output, the rest)."""
        commands = subprocess.run(["ninja", "-C", str(self.build), "-t", "commands", target], check=True, text=True,
                                  capture_output=True).stdout.splitlines()
        words = shlex.split(commands[-1].split("&&")[1])
        at = words.index("-o") + 1
        return words[:at], words[at], words[at + 1:]

    def write_file(self, file, places, number, left_out, only=None):
        """Writes a mutated file; returns [(name, Mutant)] and the next number, and remembers which line belongs to which mutant."""
        text, mutants, number = plan.mutate_file(self.root, file, places, number, left_out, only)
        path = self.work / file
        path.parent.mkdir(parents=True, exist_ok=True)
        write_if_changed(path, text)
        self.lines[str(path)] = lines_of(text, {m.number: m.key for _, m in mutants})
        return mutants, number

    def compile_all(self):
        """Compiles and links everything, leaving out mutants that are not valid C++; returns their keys."""
        include = self.work / "include"
        include.mkdir(parents=True, exist_ok=True)
        write_if_changed(include / "catena_mutant.hpp", self.choice)
        left_out = self.known_left_out()
        while True:
            self.lines = {}
            self.write(left_out)
            objects = self.objects()
            with ThreadPoolExecutor(self.jobs) as pool:
                failures = [f for f in pool.map(lambda item: self.compile(*item), objects.items()) if f]
            if not failures:
                break
            bad = set()
            for text in failures:
                for path, line in re.findall(r"^([^\s:]+):(\d+):\d+: error:", text, re.M):
                    bad |= self.lines.get(path, {}).get(int(line), set())
            if not bad - left_out:
                raise SystemExit("A mutated file does not compile, and no mutant is to blame:\n" + failures[0][:4000])
            left_out |= bad
            print(f"{len(bad)} mutants are not valid C++; compiling again without them", flush=True)
            (self.work / "left_out.json").write_text(json.dumps(sorted(left_out)))
        self.link(objects)
        return left_out

    def known_left_out(self):
        file = self.work / "left_out.json"
        return set(json.loads(file.read_text())) if file.exists() else set()

    def run_compiler(self, name, target, command, directory):
        """The compiler's messages if a file does not compile; does nothing where the object is newer than what it needs."""
        target.parent.mkdir(exist_ok=True)
        stamp = target.with_suffix(".d")
        if target.exists() and stamp.exists():
            needs = re.sub(r"\\\n", " ", stamp.read_text()).split(":", 1)[1].split()
            if all(Path(n).exists() and Path(n).stat().st_mtime <= target.stat().st_mtime for n in needs):
                return None
        print(f"compiling {name}", flush=True)
        run = subprocess.run([*command, "-MMD", "-MF", str(stamp), "-o", str(target)], cwd=directory, text=True, capture_output=True)
        return run.stderr if run.returncode else None


class PaperBuild(Build):
    """Each test file becomes a program of its own with the mutated headers; mutated sources are linked before the libraries."""

    def __init__(self, root, build, work, jobs):
        super().__init__(root, build, work, jobs)
        command = next(e for e in self.entries if "test_core_algo.dir" in e.get("output", e["command"]))
        words = shlex.split(command["command"])
        self.directory = command["directory"]
        self.flags = [w for w in words if re.match(r"-[ID].", w)]
        self.flags += [w for k, word in enumerate(words) if word == "-isystem" for w in words[k:k + 2]]
        self.libraries = self.link_words("test_core_algo")[2]

    def write(self, left_out):
        by_file, number = {}, 1
        self.mutants = []
        for function in plan.functions(self.root):
            by_file.setdefault(function.file, {})[function.name] = function
        for file, named in by_file.items():
            places = plan.places_of(self.root, file, named)
            text = (self.root / file).read_text(encoding="utf-8")
            for name, function in named.items():
                function.digest = digest(*(text[a:b] for n, a, b in places if n == name))
            mutants, number = self.write_file(file, places, number, left_out)
            self.mutants += [(named[name], mutant) for name, mutant in mutants]

    def sources(self):
        """Mutated files that are compiled by themselves."""
        return sorted({f.file for f, _ in self.mutants if f.file.endswith(".cpp")})

    def objects(self):
        self.tests = sorted({test for f, _ in self.mutants for test in f.tests if self.needed is None or test in self.needed})
        return {file: self.work / "obj" / (file.replace("/", "_") + ".o") for file in self.sources() + self.tests}

    def compile(self, file, target):
        source = self.work / file if (self.work / file).exists() else self.root / file
        beside = source.parent if file.startswith("include") else (self.root / file).parent
        return self.run_compiler(file, target, ["g++", *FLAGS, "-I", str(self.work / "include"), "-include", "catena_mutant.hpp",
                                                f"-I{beside}", *self.flags, "-c", str(source)], self.directory)

    def link(self, objects):
        for test in self.tests:
            program = self.work / "bin" / Path(test).with_suffix("").as_posix().replace("/", "_")
            link_if_older(program, [str(objects[f]) for f in [test] + self.sources()], ["g++", "-fsanitize=address", "-o"],
                          ["-Wl,--allow-multiple-definition", *self.libraries], self.directory)
            self.programs[test] = program


MORE_TESTS = {"io": ("errors",)}  # the texts of errors of robot files and URDF


class LayerBuild(Build):
    """A sample of the mutants of src/LAYER. They are chosen by their keys, so that an edit changes the sample only where it was made."""
    choice = CHOICE_TRACED

    def __init__(self, root, build, work, jobs, layer, size, seed):
        super().__init__(root, build, work / layer, jobs)
        self.layer, self.size, self.seed = layer, size, seed
        self.work.mkdir(parents=True, exist_ok=True)
        self.units = {}  # compiled file: (its entry, the sources in it); a unit joins several sources
        for entry in self.entries:
            if re.search(rf"catena_{layer}_(objects|quick)\.dir", entry.get("output", entry["command"])):
                sources = [entry["file"]]
                if "/Unity/" in entry["file"]:
                    sources = re.findall(r'^#include "([^"]+)"', Path(entry["file"]).read_text(), re.M)
                self.units[entry["file"]] = entry, sources
        self.tests = {str(p.relative_to(root)): {f"{a}.{b}" for a, b in CASE.findall(p.read_text(encoding="utf-8"))}
                      for folder in self.folders() for p in sorted((root / "tests" / folder).rglob("*.cpp"))}
        self.tests = {file: cases for file, cases in self.tests.items() if cases}

    def write(self, left_out):
        compiled = {source for _, sources in self.units.values() for source in sources}
        functions = [(file, places) for file, places in plan.layer_functions(self.root, self.layer) if str(self.root / file) in compiled]
        all_ = [m.key for file, places in functions for _, m in plan.mutate_file(self.root, file, places, 1, left_out)[1]]
        self.all = len(all_)
        only = set(sorted(all_, key=lambda key: digest(str(self.seed), key))[:self.size])
        number, self.mutants = 1, []
        for file, places in functions:
            text, named = (self.root / file).read_text(encoding="utf-8"), {}
            for name in {name for name, _, _ in places}:
                function = named[name] = plan.Function(file, name)
                function.tests = self.tests
                function.digest = digest(*(text[a:b] for n, a, b in places if n == name))
            mutants, number = self.write_file(file, places, number, left_out, only)
            self.mutants += [(named[name], mutant) for name, mutant in mutants]

    def objects(self):
        mutated = {f.file for f, _ in self.mutants}
        found = {}
        for file, (_, sources) in self.units.items():
            if any(str(Path(s).relative_to(self.root)) in mutated for s in sources):
                found[file] = self.work / "obj" / (Path(file).stem + ".o")
        return found

    def compile(self, file, target):
        entry, sources = self.units[file]
        beside = sorted({str(Path(s).parent) for s in sources})
        unit = self.work / "unit" / (Path(file).stem + ".cpp")
        unit.parent.mkdir(exist_ok=True)
        copies = {s: self.work / Path(s).relative_to(self.root) for s in sources}
        write_if_changed(unit, "".join(f'#include "{copy if copy.exists() else s}"\n' for s, copy in copies.items()))
        words = shlex.split(entry["command"])
        at, out = words.index(file), words.index("-o")
        words = [w for k, w in enumerate(words) if k not in (at, out, out + 1) and not w.startswith("-W")]
        words = [w for k, w in enumerate(words) if w not in ("-MD", "-MT", "-MF") and words[k - 1] not in ("-MT", "-MF")]
        return self.run_compiler(f"{Path(file).name} of {self.layer}", target,
                                 [*words, "-w", "-fmax-errors=0", "-I", str(self.work / "include"), "-include", "catena_mutant.hpp",
                                  *(f"-I{b}" for b in beside), str(unit)], entry["directory"])

    def folders(self):
        return (self.layer, *MORE_TESTS.get(self.layer, ()))

    def link(self, objects):
        for folder in self.folders():
            begin, _, rest = self.link_words(f"test_{folder}")
            program = self.work / f"test_{folder}"
            own = [str(self.build / w) for w in begin if w.endswith(".o")]
            link_if_older(program, [*map(str, objects.values()), *own], [w for w in begin if not w.endswith(".o")],
                          ["-Wl,--allow-multiple-definition", *rest], self.build)
            self.programs |= {file: program for file in self.tests if file.startswith(f"tests/{folder}/")}


def lines_of(text, keys):
    """{line: keys of the mutants that an error there is about}: one, or at the end of a switch all of its mutants."""
    found, here = {}, set()
    for at, line in enumerate(text.split("\n"), 1):
        if m := NUMBERED.match(line):
            found[at] = {keys[int(m[1] or m[2])]}
            here |= found[at] if m[1] else set()
        elif line.startswith("default:"):
            found[at], here = here, set()
    return found


def link_if_older(program, inputs, begin, rest, directory):
    program.parent.mkdir(exist_ok=True)
    if not program.exists() or any(Path(i).stat().st_mtime > program.stat().st_mtime for i in inputs):
        subprocess.run([*begin, str(program), *inputs, *rest], check=True, cwd=directory)


def write_if_changed(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
