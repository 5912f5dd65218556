#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/mutation: which changes are made, and that the rewritten code compiles and chooses them at run time."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from mutation import build, page, plan  # noqa: E402
from mutation.expressions import mutations  # noqa: E402
from mutation.schemata import Mutant, Schemata  # noqa: E402


class Expressions(unittest.TestCase):
    def changed(self, text):
        return {mutated for _, mutated in mutations(text)}

    def test_sums(self):
        self.assertEqual(self.changed("x = a + b * c - d"),
                         {"x = a - b * c - d", "x = a - d", "x = b * c - d", "x = a + b * c + d", "x = a + b * c "})

    def test_signs(self):
        self.assertEqual(self.changed("-a"), {"a"})
        self.assertEqual(self.changed("x += 1e-9"), {"x -= 1e-9"})

    def test_indices_and_factors(self):
        self.assertEqual(self.changed("M(i, j)"), {"M(j, i)"})
        self.assertEqual(self.changed("cross(v.ang, w)"), {"cross(w, v.ang)"})
        self.assertEqual(self.changed("dot(u, long_name)"), set())  # exchanging them changes nothing

    def test_bounds_conditions_and_constants(self):
        self.assertEqual(self.changed("i <= n"), {"i < n"})
        self.assertEqual(self.changed("turns ? a : b"), {"!(turns) ? a : b"})
        self.assertEqual(self.changed("i < k ? T(1) : T(0)"),
                         {"i <= k ? T(1) : T(0)", "!(i < k) ? T(1) : T(0)", "i < k ? T(2) : T(0)", "i < k ? T(1) : T(1)"})

    def test_template_brackets_are_no_comparisons(self):
        self.assertEqual(self.changed("Force<T>::zero()"), set())


PROGRAM = """#include <cstdio>
#include <cstdlib>
#include "catena_mutant.hpp"
int work(int n) {%s}
int main() { std::printf("%%d", work(3)); }
"""
BODY = """
  int sum = 0;
  const int start = n - 1, one = n / 3;
  for (int i = 0; i < n; ++i) {
    if (i > 1) sum += i;
  }
  sum = sum + start;  // a comment; with a semicolon
  const auto twice = [&](int x) { return x + x; };
  return twice(sum) - one;
"""


class Compiled(unittest.TestCase):
    def test_every_mutant_is_chosen_at_run_time(self):
        schemata = Schemata(1)
        text = PROGRAM % schemata.body(BODY)
        with tempfile.TemporaryDirectory() as folder:
            at = Path(folder)
            (at / "catena_mutant.hpp").write_text(build.CHOICE)
            (at / "work.cpp").write_text(text)
            subprocess.run(["g++", "-std=c++20", "-o", at / "work", at / "work.cpp"], check=True)

            def result(number):
                run = subprocess.run([at / "work"], env={"CATENA_MUTANT": str(number)}, capture_output=True, text=True, timeout=10)
                return int(run.stdout)

            self.assertEqual(result(0), 2 * (2 + 2) - 1)
            by = {(m.kind, m.mutated): result(m.number) for m in schemata.mutants}
        self.assertEqual(by["dropped statement", "(nothing)"], 3)  # the last one, of 'sum = sum + start'
        self.assertEqual(by["sign", "sum -= i"], -1)
        self.assertEqual(by["sign", "return x - x;"], -1)
        self.assertEqual(by["dropped term", "n"], 9)
        self.assertEqual(by["condition", "!(i > 1)"], 5)
        self.assertEqual(by["bound", "i <= n"], 13)
        self.assertEqual(by["sign", "return twice(sum) + one;"], 9)

    def test_mutants_that_are_left_out_keep_the_numbers_of_the_others(self):
        whole, part = Schemata(1), Schemata(1, left_out={2})
        whole.body("a = b + c;"), part.body("a = b + c;")
        self.assertEqual([m.number for m in part.mutants], [m.number for m in whole.mutants if m.number != 2])


class Plan(unittest.TestCase):
    def test_bodies_of_every_overload(self):
        text = "template <class T>\nvoid f(int a) {\n  a = 1;\n}\n\nvoid f(double a);\n\nvoid f(double a) {\n  a = 2;\n}\n"
        self.assertEqual([text[a:b].strip() for a, b in plan.bodies(text, "f")], ["a = 1;", "a = 2;"])

    def test_every_function_of_the_map_has_tests_and_a_body(self):
        for function in plan.functions(ROOT):
            self.assertTrue(function.tests, function.name)
            self.assertTrue((ROOT / function.file).exists())


class Page(unittest.TestCase):
    def test_score_leaves_equivalent_mutants_out(self):
        function = plan.Function("a.hpp", "f")
        function.papers.add("000")
        rows = [(function, Mutant(k, "sign", f"o{k}", "m"), outcome) for k, outcome in enumerate(["killed", "lived", "lived", "killed"])]
        explained = {("a.hpp", "f", "o1", "m"): (True, "because")}
        self.assertEqual(page.tally(rows, explained), (4, 2, 1, 1))
        text = page.write(rows, 7, explained)
        self.assertIn("| 000 | 4 | 2 | 1 | 1 | 66.7 % |", text)
        self.assertIn("`o1` → `m`. equivalent: because", text)
        self.assertIn("`o2` → `m`. not explained yet", text)


if __name__ == "__main__":
    unittest.main()
