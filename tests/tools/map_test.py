#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table "Where things are" of CONTRIBUTING.md names every folder of the repository.

A row names the paths in its first column, and inside them the folders that its other words in backquotes name. Folders of a
layer are named without include/catena, src or tests."""
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_layers  # noqa: E402

QUOTED = re.compile(r"`([^`]+)`")


def rows(text):
    """[(paths of the first column, all words in backquotes)] of the table."""
    table = text.split("| folder | contents |")[1].split("\n\n")[0]
    return [(QUOTED.findall(line.split(" | ")[0]), QUOTED.findall(line)) for line in table.splitlines() if line.startswith("| `")]


def short(folder):
    """The name of a folder in the table."""
    for prefix in ("include/catena/", "src/", "tests/"):
        rest = folder.removeprefix(prefix)
        if rest != folder and rest.split("/")[0] in check_layers.LAYERS:
            return rest
    return folder


def is_named(folder, table):
    if any(word == folder or word.startswith(folder + "/") for _, words in table for word in words):
        return True
    parts = folder.split("/")
    for paths, words in table:
        inside = {part for word in words for part in word.split("/")}
        if any("/".join(parts[:k]) in paths and inside.issuperset(parts[k:]) for k in range(1, len(parts))):
            return True
    return False


def unnamed(folders, text):
    table = rows(text)
    return sorted({short(folder) for folder in folders if not is_named(short(folder), table)})


def tracked():
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True)
    if listed.returncode != 0:
        raise unittest.SkipTest("no git repository")
    folders = {Path(line).parent.as_posix() for line in listed.stdout.splitlines()}
    # include/catena and src hold the layers; the corpus has a folder for each fuzzer
    return {f for f in folders if f not in (".", "include/catena", "src") and not f.startswith("tests/fuzz/corpus/")}


class Map(unittest.TestCase):
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

    def test_names_every_folder(self):
        self.assertEqual(unnamed(tracked(), self.text), [])

    def test_finds_folders_that_are_not_named(self):
        self.assertEqual(unnamed({"src/core/algo", "src/core/wheels", "tests/wheels", "wheels", "web/src/chart/wheels"}, self.text),
                         ["core/wheels", "tests/wheels", "web/src/chart/wheels", "wheels"])


if __name__ == "__main__":
    unittest.main()
