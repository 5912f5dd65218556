# SPDX-License-Identifier: Apache-2.0
"""The checker of PAPERS.md finds what it is there to find, on a small tree of its own."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import check_papers  # noqa: E402

ROW = "| (1)-(2) | what | include/a.hpp: f | tests/a_test.cpp: A.Works | as printed |"


class CheckPapers(unittest.TestCase):
    def problems(self, row=ROW, source="void f();  // 000 (1) (2)\n", test="TEST(A, Works) {}\n", count=2):
        check_papers.EQUATIONS = {"000": count}
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {"PAPERS.md": f"## 000\n\n{row}\n", "include/a.hpp": source,
                               "tests/a_test.cpp": test}.items():
                (root / name).parent.mkdir(exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return list(check_papers.problems(root))

    def test_an_agreeing_tree_has_no_problem(self):
        self.assertEqual(self.problems(), [])

    def test_a_missing_equation(self):
        self.assertEqual(self.problems(count=3), ["PAPERS.md: equation 000 (3) is missing"])

    def test_a_missing_function(self):
        self.assertIn("include/a.hpp defines no 'f'", self.problems(source="void g();  // 000 (1) (2)\n")[0])

    def test_a_function_that_only_a_comment_or_a_call_names(self):
        for source in ("// void f();\nvoid g();  // 000 (1) (2)\n", "int x = f();  // 000 (1) (2)\n",
                       "void g() {\n  return f();  // 000 (1) (2)\n}\n", "/* void f()\n */ // 000 (1) (2)\n",
                       "void g() {\n  h::f();  // 000 (1) (2)\n}\n"):
            self.assertIn("include/a.hpp defines no 'f'", self.problems(source=source)[0], source)

    def test_a_tag_in_another_function(self):
        other = "void f() {\n}\n\nvoid g() {\n}  // 000 (1) (2)\n"
        self.assertIn("no tag '000 (1)' in f of include/a.hpp", self.problems(source=other)[0])

    def test_a_tag_in_the_body_above_the_function_or_in_the_head(self):
        for source in ("#pragma once\nvoid f() {\n  g();  // 000 (1) (2)\n}\n",
                       "#pragma once\n// 000 (1) (2)\ntemplate <class T>\nvoid f(int a,\n       int b) {\n}\n",
                       "// The head: 000 (1) (2)\n#pragma once\nvoid g();\nvoid f();\n",
                       "#pragma once\nstruct f {\n  int a;  // 000 (1)\n  int b;  // 000 (2)\n};\n",
                       "#pragma once\nstruct g {\n  const int& f() const { return a; }  // 000 (1) (2)\n};\n",
                       "#pragma once\nvoid g::f() {\n  // 000 (1) (2)\n}\n"):
            self.assertEqual(self.problems(source=source), [], source)

    def test_a_missing_file(self):
        self.assertIn("no file include/b.hpp", self.problems(row=ROW.replace("a.hpp", "b.hpp"))[0])

    def test_a_missing_tag(self):
        self.assertIn("no tag '000 (2)'", self.problems(source="void f();  // 000 (1)\n")[0])

    def test_a_tag_that_nobody_mapped(self):
        self.assertIn("tag 000 (9) is not in PAPERS.md", self.problems(source="void f();  // 000 (1) (2) (9)\n")[0])

    def test_a_missing_test(self):
        self.assertIn("has no test 'A.Works'", self.problems(test="TEST(A, Fails) {}\n")[0])

    def test_an_unknown_status(self):
        self.assertIn("status 'fine'", self.problems(row=ROW.replace("as printed", "fine"))[0])

    def test_text_needs_no_code_but_a_reason(self):
        self.assertEqual(self.problems(row="| (1)-(2) | what | - | - | text: a definition |", source="\n"), [])
        self.assertIn("not 'text: why'", self.problems(row="| (1)-(2) | what | - | - | as printed |", source="\n")[0])

    def test_a_row_with_a_missing_cell(self):
        self.assertIn("4 cells, need 5", self.problems(row="| (1)-(2) | what | - | - |", source="\n")[0])


if __name__ == "__main__":
    unittest.main()
