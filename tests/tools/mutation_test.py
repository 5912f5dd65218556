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
from mutation import build, cases, page, plan  # noqa: E402
from mutation.expressions import mutations  # noqa: E402
from mutation.outcomes import Outcomes  # noqa: E402
from mutation.schemata import Schemata, blank_comments  # noqa: E402


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
            (at / "catena_mutant.hpp").write_text(build.CHOICE_TRACED)
            (at / "work.cpp").write_text(text)
            subprocess.run(["g++", "-std=c++20", "-o", at / "work", at / "work.cpp"], check=True)

            def result(number):
                run = subprocess.run([at / "work"], env={"CATENA_MUTANT": str(number)}, capture_output=True, text=True, timeout=10)
                return int(run.stdout)

            subprocess.run([at / "work"], env={"CATENA_MUTANT_TRACE": str(at / "trace")}, capture_output=True, check=True)
            reached = {int(n) for n in (at / "trace").read_text().split()}
            self.assertEqual(reached, {m.place for m in schemata.mutants})  # the program comes by each place

            self.assertEqual(result(0), 2 * (2 + 2) - 1)
            by = {(m.kind, m.mutated): result(m.number) for m in schemata.mutants}
        self.assertEqual(by["dropped statement", "(nothing)"], 3)  # the last one, of 'sum = sum + start'
        self.assertEqual(by["sign", "sum -= i"], -1)
        self.assertEqual(by["sign", "return x - x;"], -1)
        self.assertEqual(by["dropped term", "n"], 9)
        self.assertEqual(by["condition", "!(i > 1)"], 5)
        self.assertEqual(by["bound", "i <= n"], 13)
        self.assertEqual(by["sign", "return twice(sum) + one;"], 9)

    def test_comments_inside_of_statements_are_not_changed(self):
        schemata = Schemata(1)
        schemata.body("a = {b,  // c + d\n     e};")
        self.assertEqual([m.mutated for m in schemata.mutants], ["(nothing)"])

    def test_statements_of_a_try_block_are_changed_one_by_one(self):
        schemata = Schemata(1)
        schemata.body("try { a = b + c; } catch (const E& e) { f(); }")
        self.assertEqual([m.mutated for m in schemata.mutants], ["a = b - c", "a = b", "a = c", "(nothing)", "(nothing)"])

    def test_the_end_of_do_while_is_no_statement(self):
        self.assertTrue(Schemata(1).body("do call(x); while (more('}'));").endswith(" while (more('}'));"))

    def test_mutants_that_are_left_out_keep_the_numbers_and_keys_of_the_others(self):
        whole = Schemata(1)
        whole.body("a = b + c;")
        part = Schemata(1, left_out={whole.mutants[1].key})
        part.body("a = b + c;")
        self.assertEqual([(m.number, m.key) for m in part.mutants], [(m.number, m.key) for m in whole.mutants if m.number != 2])

    def test_keys_do_not_depend_on_other_lines_but_tell_equal_lines_apart(self):
        one, two = Schemata(1), Schemata(1)
        one.body("a = b + c;"), two.body("d = e - f; a = b + c; a = b + c;")
        keys = [m.key for m in two.mutants]
        self.assertEqual(len(set(keys)), len(keys))
        self.assertLessEqual({m.key for m in one.mutants}, set(keys))


class Plan(unittest.TestCase):
    def test_bodies_of_every_overload(self):
        text = "template <class T>\nvoid f(int a) {\n  a = 1;\n}\n\nvoid f(double a);\n\nvoid f(double a) {\n  a = 2;\n}\n"
        self.assertEqual([text[a:b].strip() for a, b in plan.bodies(text, "f")], ["a = 1;", "a = 2;"])

    def test_every_function_of_the_map_has_tests_and_a_body(self):
        for function in plan.functions(ROOT):
            self.assertTrue(function.tests, function.name)
            self.assertTrue((ROOT / function.file).exists())


    def test_all_functions_of_a_source(self):
        text = """namespace a {
namespace {
struct S {
  S(int a) : a_(a), b_("{") { a_ = 1; }
  int f() const { return a_; }  // }
};
const int table[] = {1, 2};
const auto g = [] { return 1; };
}
template <class T>
std::vector<int> S::h(const std::function<int(int)>& x) {
  if (x) { return {}; }
}
}
"""
        self.assertEqual([(name, text[a:b].strip()) for name, a, b in plan.all_functions(text)],
                         [("S", "a_ = 1;"), ("f", "return a_;"), ("h", "if (x) { return {}; }")])


class Results(unittest.TestCase):
    def digests(self, **texts):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a_test.cpp").write_text("int helper;\n" + "".join(f"TEST(S, {n}) {{ {t} }}\n" for n, t in texts.items()))
            return cases.Cases(Path(folder)).digests({"a_test.cpp": [f"S.{n}" for n in texts]})

    def test_are_repeated_only_where_a_test_changed(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = Outcomes(Path(folder) / "results.jsonl")
            first = self.digests(A="1", B="2")
            kept.put("killed", ("a_test.cpp", "S.A"), first)
            kept.put("lived", None, first)
            again = Outcomes(Path(folder) / "results.jsonl")  # from the file
        self.assertEqual([again.missing(m, first) for m in ("killed", "lived")], [set(), set()])
        more = self.digests(A="1", B="changed", C="3")
        self.assertEqual(again.missing("killed", more), set())
        self.assertEqual(again.missing("lived", more), {("a_test.cpp", "S.B"), ("a_test.cpp", "S.C")})
        self.assertEqual(len(again.missing("killed", self.digests(A="changed", B="2"))), 2)
        self.assertEqual(len(again.missing("unknown", first)), 2)

    def test_name_the_case_that_noticed(self):
        self.assertEqual(cases.failed("[ RUN      ] A.B\n[  FAILED  ] All/S.T/3, where GetParam() = 4 (5 ms)\n"), "S.T")
        self.assertEqual(cases.failed("[ RUN      ] A.B\n[       OK ] A.B (0 ms)\n[ RUN      ] S/0.T\n"), "S.T")  # it crashed
        self.assertEqual(cases.times("[       OK ] A.B (20 ms)\n[       OK ] X/A.B/1 (5 ms)\n"), {"A.B": 0.025})


class Page(unittest.TestCase):
    def test_score_leaves_equivalent_mutants_out(self):
        rows = [page.Row("a.hpp", "f", ["000"], "sign", f"o{k}", "m", outcome) for k, outcome in enumerate(["killed", "lived", "lived", "killed"])]
        explained = page.Explained("""[before]
000 = 40.0
[[mutant]]
file = "a.hpp"
function = "f"
original = "o1"
mutated = ["m", "gone"]
why = "because"
""")
        self.assertEqual(page.tally(rows, explained), (4, 2, 1, 1))
        self.assertEqual(explained.unused(rows), [("a.hpp", "f", "o1", "gone")])
        text = page.write({"papers": {"rows": rows, "left_out": 7, "all": 4}, "io": {"rows": rows[:1], "left_out": 0, "all": 30}}, explained)
        self.assertIn("| 000 | 4 | 2 | 1 | 1 | 66.7 % | 40.0 % |", text)
        self.assertIn("| io | 1 | 1 | 0 | 0 | 100.0 % |  |", text)
        self.assertIn("`a.hpp`, `f`. Equivalent: because\n  - sign: `o1` → `m`", text)
        self.assertIn("Not explained yet.\n  - sign: `o2` → `m`", text)

    def test_every_explanation_is_about_a_line_that_exists(self):
        sources = {}
        for file, function, original, _ in page.explanations(ROOT / "tests/mutation.toml").mutants:
            if file not in sources:
                sources[file] = " ".join(blank_comments((ROOT / file).read_text(encoding="utf-8")).split())
            self.assertIn(function, sources[file])
            self.assertIn(original, sources[file], f"{file}: {function}")


if __name__ == "__main__":
    unittest.main()
