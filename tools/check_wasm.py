#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the sources still suit the WebAssembly modules, without a compiler for WebAssembly: check_wasm.py COMPILER

1. web/core/wasm/CMakeLists.txt can be configured: the files that it names exist.
2. A module is compiled without some files of its layers. If a source that it has includes `layer/NAME.hpp`, it has `layer/NAME.cpp` as
   well, or that is in LEFT_OUT: otherwise its linker may lack a function.
3. No source of a module starts threads or programs, or calls the operating system.
4. The calls of the modules, and what reads XML by the small replacements in shims, compile with COMPILER for this machine, with the
   definitions and headers of the modules.

`make wasm-more` shows the rest: what libc++ for WebAssembly lacks, 32-bit sizes, the size of the modules."""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "web/core/wasm"
FOLDERS = [ROOT / "include", ROOT / "src", MODULES / "shims", MODULES / "src"]  # of headers

# Sources that no module has, although it includes their headers: what it calls is declared and defined elsewhere.
LEFT_OUT = {
    "codegen/compiled": "a template in the header",
    "core/base_parameters": "nothing calls it",
    "io/read_text": "there are no files",
    "report/drawn_meshes": "web/core/wasm/more/report.cpp has its own",
    "system/whole_file": "there are no files",
}

SYSTEM = {"thread", "future", "condition_variable", "shared_mutex", "semaphore", "csignal", "pthread.h", "sched.h", "unistd.h", "fcntl.h",
          "dlfcn.h", "signal.h", "sys/stat.h", "sys/mman.h", "sys/wait.h", "fstream", "iostream"}
WITH_SYSTEM = {ROOT / "src/core/util/thread_pool.cpp"}  # only #if CATENA_THREADS


def included(text):
    return re.findall(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^">]+)[">]', text, re.M)


def closure(sources, folders, read=Path.read_text):
    """All files that the sources include, as {file: one that includes it}, and the other headers, as {name: {files}}."""
    seen, other, todo = {}, {}, [(source, source) for source in sorted(sources)]
    while todo:
        file, by = todo.pop()
        if file in seen:
            continue
        seen[file] = by
        for name in included(read(file)):
            found = next((folder / name for folder in [file.parent, *folders] if (folder / name).is_file()), None)
            if found:
                todo.append((Path(os.path.normpath(found)), file))
            else:
                other.setdefault(name, set()).add(file)
    return seen, other


def problems(sources, root=ROOT, folders=None, left_out=None, with_system=WITH_SYSTEM):
    """Checks 2 and 3, as sentences."""
    left_out = LEFT_OUT if left_out is None else left_out
    seen, other = closure(sources, FOLDERS if folders is None else folders)
    found, needed = [], set()
    for file, by in sorted(seen.items()):
        if file.suffix != ".hpp":
            continue
        for folder in (root / "include/catena", root / "src"):
            if folder not in file.parents:
                continue
            name = file.relative_to(folder).with_suffix("").as_posix()
            source = root / f"src/{name}.cpp"
            if not source.is_file() or source in sources:
                continue
            needed.add(name)
            if name not in left_out:
                found.append(f"{by.relative_to(root)} includes {name}.hpp, but no WebAssembly module has src/{name}.cpp: add it to "
                             "web/core/wasm/CMakeLists.txt, or, if nothing calls it, to LEFT_OUT of tools/check_wasm.py")
    found += [f"LEFT_OUT of tools/check_wasm.py names {name}, which need not be there" for name in sorted(set(left_out) - needed)]
    for name in sorted(SYSTEM & set(other)):
        found += [f"{file.relative_to(root)} includes <{name}>, and is compiled to WebAssembly, which has no threads, files or programs"
                  for file in sorted(other[name] - set(with_system))]
    return found


def configured(build):
    """The sources of the modules and the command that compiles a call, by cmake with the compiler of this machine."""
    answer = subprocess.run(["cmake", "-S", MODULES, "-B", build, "-G", "Ninja", "-Dwasm_opt=true", "--log-level=WARNING"], capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(f"check_wasm.py: web/core/wasm cannot be configured:\n{answer.stdout}{answer.stderr}")
    sources, command = set(), ""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = Path(entry["file"])
        inside = included(file.read_text()) if "Unity" in file.parts else [file]
        sources |= {Path(os.path.normpath(file)) for file in inside if ROOT in Path(file).parents}
        if "/calls.dir/" in entry["command"]:
            command = entry["command"]
    return sources, shlex.split(command)


def compiled(compiler, command, sources, build):
    """Check 4: what the compiler says, or nothing."""
    replaced = [name for name in ("tinyxml.h", "urdf_parser/urdf_parser.h", "console_bridge/console.h") if (MODULES / "shims" / name).is_file()]
    mine = [file for file in sorted(sources) if MODULES / "src" in file.parents or MODULES / "more" in file.parents or set(included(file.read_text())) & set(replaced)]
    mine = [file for file in mine if file.name != "kernels.cpp"]  # large, and the same as in the library
    # Each in its own file would take longer by the time to read the headers again. No two have a name in common.
    joined = build / "joined.cpp"
    joined.write_text("".join(f'#include "{file}"\n' for file in mine))
    options = [word for word in command if re.match(r"-(D|I|std)", word)]
    for k, word in enumerate(command):
        if word == "-isystem":
            options += [word, command[k + 1]]
    answer = subprocess.run([compiler, "-fsyntax-only", "-w", *options, "-I", MODULES / "src", joined], capture_output=True, text=True, cwd=build)
    return answer.stderr if answer.returncode != 0 else ""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder)
        sources, command = configured(build)
        found = "\n".join(problems(sources)) or compiled(sys.argv[1], command, sources, build)
    if found:
        sys.exit(found)


if __name__ == "__main__":
    main()
