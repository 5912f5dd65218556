#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/check_wasm.py finds what is planted into a small tree of sources."""
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_wasm  # noqa: E402

FILES = {
    "src/io/a.cpp": '#include "io/a.hpp"\n#include <vector>\n#include "catena/io/b.hpp"\n',
    "src/io/a.hpp": "#include <string>\n",
    "src/io/b.cpp": "",
    "include/catena/io/b.hpp": "",
    "src/io/open.cpp": "#include <fstream>\n",
}


class Sources(unittest.TestCase):
    def problems(self, sources=("io/a", "io/b"), left_out=(), **changes):
        root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name, text in (FILES | {f"src/io/{stem}.cpp": FILES[f"src/io/{stem}.cpp"] + more for stem, more in changes.items()}).items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return check_wasm.problems({root / f"src/{name}.cpp" for name in sources}, root, [root / "include", root / "src"], dict.fromkeys(left_out, ""))

    def test_accepts_sources_that_need_each_other_only(self):
        self.assertEqual(self.problems(), [])

    def test_finds_a_source_that_is_left_out(self):
        [problem] = self.problems(sources=["io/a"])
        self.assertIn("src/io/a.cpp includes io/b.hpp, but no WebAssembly module has src/io/b.cpp", problem)
        self.assertEqual(self.problems(sources=["io/a"], left_out=["io/b"]), [])

    def test_finds_exceptions_that_nothing_needs(self):
        self.assertEqual(self.problems(left_out=["io/b"]), ["LEFT_OUT of tools/check_wasm.py names io/b, which need not be there"])

    def test_finds_threads_and_files(self):
        for header in ("thread", "fstream", "unistd.h"):
            [problem] = self.problems(b=f"  #  include <{header}>\n")
            self.assertTrue(problem.startswith(f"src/io/b.cpp includes <{header}>"), problem)


if __name__ == "__main__":
    unittest.main()
