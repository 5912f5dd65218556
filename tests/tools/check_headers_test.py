#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/check_headers.py finds what is planted into a copy of the headers: check_headers_test.py CXX."""
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_headers  # noqa: E402

COMPILER = "c++"


class CheckHeaders(unittest.TestCase):
    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        shutil.copytree(ROOT / "include", self.root / "include")

    def plant(self, text):
        header = self.root / "include/catena/core/algo/gravity.hpp"
        header.write_text(header.read_text(encoding="utf-8") + text, encoding="utf-8")
        return list(check_headers.problems(COMPILER, self.root))

    def test_accepts_the_headers(self):
        self.assertEqual(self.plant(""), [])

    def test_finds_a_definition_that_depends_on_the_build_type(self):
        self.assertEqual(self.plant("#include <cassert>\ninline void planted(int n) { assert(n); }\n")[0].split(": ")[0],
                         "catena/core/algo/gravity.hpp")

    def test_finds_a_definition_that_depends_on_the_instruction_set(self):
        planted = "#ifdef __FAST_MATH__\ninline int planted() { return 1; }\n#endif\n"
        self.assertEqual(self.plant(planted)[0].split(": ")[0], "catena/core/algo/gravity.hpp")

    def test_finds_a_stream(self):
        self.assertTrue(any(line.endswith("/fstream") for line in self.plant("#include <fstream>\n")))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        COMPILER = sys.argv.pop()
    unittest.main()
