# SPDX-License-Identifier: Apache-2.0
"""docs/tutorial.md, followed literally: every command, file and program in the order of the page, in one shell that starts in an empty
folder. A file exists only from where the page tells the reader to save it."""
import doctest
import os
import re
import subprocess
from pathlib import Path

import pytest

import catena

SOURCE = Path(os.environ.get("CATENA_SOURCE", Path(__file__).parent.parent.parent))
PAGE = SOURCE / "docs/tutorial.md"


def steps(page):
    """What a reader does, as (kind, line number, contents): 'make' with targets, 'run' with a command, 'file' with its name and text,
    'console' with commands and their outputs, 'python' with a part of a session, 'cpp' with code."""
    found, prose, mark, block = [], "", None, None
    for number, line in enumerate(page.splitlines(), 1):
        if block is not None:
            if line != "```":
                block[2].append(line)
                continue
            language, start, lines = block
            text, block = "\n".join(lines) + "\n", None
            if mark:
                said = re.findall(r"Save this as `([^`]+)`", prose)
                assert said == [mark], f"line {start}: the text before the file {mark} tells the reader to save {said}"
                found.append(("file", start, (mark, text)))
            elif language == "console":
                commands = re.split(r"^\$ ", text, flags=re.M)
                assert commands.pop(0) == "", f"line {start}: a ```console block begins with a command"
                found += [("console", start, tuple(each.split("\n", 1))) for each in commands]
            elif language in ("pycon", "cpp"):
                found.append(("python" if language == "pycon" else "cpp", start, text))
            else:
                raise AssertionError(f"line {start}: what does a reader do with a ```{language} block?")
            prose, mark = "", None
        elif line.startswith("```"):
            block = (line[3:], number, [])
        elif line.startswith("<!-- file "):
            mark = line.removeprefix("<!-- file ").removesuffix(" -->")
        elif line.startswith("    make "):
            found.append(("make", number, line.split()[1:]))
        elif line.startswith("    "):
            found.append(("run", number, line.strip()))
        else:
            prose = f"{prose} {line}".strip()
            for command in re.findall(r"work in a new folder: `([^`]+)`", line):
                found.append(("run", number, command))
    assert block is None, "the last block has no end"
    return found


class Shell:
    """One bash, which keeps its folder and variables."""

    END = "end of the output 8c1f"

    def __init__(self, folder):
        self.bash = subprocess.Popen(["bash"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, command):
        self.bash.stdin.write(f"{command}\necho '{self.END}'\n")
        self.bash.stdin.flush()
        out = ""
        for line in self.bash.stdout:
            if line == f"{self.END}\n":
                return out
            out += line
        raise AssertionError(f"the shell ended after: {command}")

    def close(self):
        self.bash.stdin.close()
        self.bash.wait()


def follow(todo, folder):
    """Does the steps; returns what differs from the page, as (line, command, shown, printed)."""
    source = folder / "source"  # where `make build python` has left what the exported variables name
    (source / "build").mkdir(parents=True)
    (source / "build/catena").symlink_to(os.environ["CATENA_CLI"])
    (source / "build/python").symlink_to(Path(catena.__file__).parent.parent)
    shell, different, session = Shell(source), [], []
    try:
        for kind, line, what in todo:
            if kind == "make":
                makefile = (SOURCE / "Makefile").read_text()
                different += [(line, f"make {target}", "a target", "none") for target in what if f"\n{target}:" not in makefile]
            elif kind == "run":
                if out := shell(what):
                    different.append((line, what, "", out))
            elif kind == "file":
                here = Path(shell("pwd").rstrip("\n"))
                assert here != source, "the reader has not changed to a new folder"
                (here / what[0]).write_text(what[1])
            elif kind == "console":
                command, shown = what
                printed = shell(command)
                if printed != shown:
                    different.append((line, command, shown, printed))
            elif kind == "python":
                session.append((line, what))
        if session:
            here = shell("pwd").rstrip("\n")
            before = os.getcwd()
            os.chdir(here)
            try:
                different += interpreted(session, shell("echo $PYTHONPATH").strip())
            finally:
                os.chdir(before)
        return different
    finally:
        shell.close()


def interpreted(session, python_path):
    """The parts of one session of the interpreter, as the reader types them."""
    assert Path(catena.__file__).parent.parent.samefile(python_path), "PYTHONPATH of the page is not that of the package"
    names, different = {}, []
    for line, text in session:
        test = doctest.DocTestParser().get_doctest(text, names, "tutorial", "docs/tutorial.md", line)
        told = []
        doctest.DocTestRunner(verbose=False).run(test, out=told.append, clear_globs=False)
        names = test.globs
        if told:
            different.append((line, "python", "", "".join(told)))
    return different


needs_sources = pytest.mark.skipif(not (SOURCE / "Makefile").exists(), reason="the sources are not here")


@needs_sources
def test_every_step_prints_what_the_page_shows(tmp_path):
    todo = steps(PAGE.read_text())
    kinds = [kind for kind, _, _ in todo]
    assert {kind: kinds.count(kind) for kind in ("make", "run", "file", "console", "python", "cpp")} == {
        "make": 1, "run": 2, "file": 2, "console": 12, "python": 3, "cpp": 1}, "change these numbers with the page"
    assert follow(todo, tmp_path) == []
    made = {path.name for path in (tmp_path / "source/tutorial").iterdir()}
    assert made == {"arm.toml", "wrong.toml", "pd.toml", "pd_gravity.toml", "computed_torque.toml", "motion.html"}


@needs_sources
def test_a_missing_step_is_noticed(tmp_path):
    """Without any one file, or a command that writes one, a later step prints something else."""
    todo = [step for step in steps(PAGE.read_text()) if step[0] != "python"]
    needed = [k for k, (kind, _, what) in enumerate(todo) if kind == "file" or (kind == "console" and re.search(r"> \w+\.toml$", what[0]))]
    assert len(needed) == 4
    for number, k in enumerate(needed):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert follow(todo[:k] + todo[k + 1 :], folder) != [], todo[k]


@pytest.mark.skipif("CATENA_TEST_DOCS" not in os.environ, reason="the snippets in C++ are not compiled here")
def test_the_step_in_cpp_runs():
    """Compiled by tools/snippets.py, in a folder with the files of the page."""
    assert 'load("arm.toml")' in next(what for kind, _, what in steps(PAGE.read_text()) if kind == "cpp")
    answer = subprocess.run([os.environ["CATENA_TEST_DOCS"], "--gtest_filter=Snippets_tutorial.*"], capture_output=True, text=True)
    assert answer.returncode == 0 and "[  PASSED  ] 1 test." in answer.stdout, answer.stdout
