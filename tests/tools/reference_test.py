#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/reference writes what headers and docstrings declare."""
import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools/reference"))
import cpp_pages  # noqa: E402
import python_pages  # noqa: E402
from cpp_parser import head_comment, parse  # noqa: E402

HEADER = '''// SPDX-License-Identifier: Apache-2.0
// What it is.
#pragma once
#include <vector>
namespace catena {
namespace detail {
int hidden();
}  // namespace detail
// A point.
struct Point {
  explicit Point(int n) : x(n), y{n} {}
  double norm() const { return x * x; }  // its length
  // --- parts ---
  int x = 0;  // to the right
  int y;
};
class Closed {
 public:
  // The answer, "{" included.
  int answer() const;

 private:
  int secret_ = 0;
};
enum class Kind { one, two };  // of a thing
// Doubles it.
template <class T>
requires(sizeof(T) > 1)
T twice(const T& x) {
  return x + x;  // }
}
inline constexpr int kMost = 4;  // at most
}  // namespace catena
'''


class Parser(unittest.TestCase):
    def setUp(self):
        self.found = {d.name: d for d in parse(HEADER)}

    def test_head(self):
        self.assertEqual(head_comment(HEADER), "What it is.")

    def test_finds_public_declarations_only(self):
        self.assertEqual(list(self.found), ["Point", "Closed", "Kind", "twice", "kMost"])
        self.assertEqual([m.name for m in self.found["Closed"].members], ["answer"])

    def test_members_have_comments_and_no_bodies(self):
        members = {m.name: m for m in self.found["Point"].members}
        self.assertEqual(members["Point"].text, "explicit Point(int n)")
        self.assertEqual((members["norm"].text, members["norm"].comment), ("double norm() const", "its length"))
        self.assertEqual((members["x"].kind, members["x"].comment), ("value", "to the right"))

    def test_functions(self):
        self.assertEqual(self.found["twice"].comment, "Doubles it.")
        self.assertTrue(self.found["twice"].text.endswith("T twice(const T& x)"))
        self.assertEqual(self.found["kMost"].comment, "at most")


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = Path(cls.folder.name)
        cpp_pages.write(ROOT, cls.out)
        python_pages.write(ROOT, cls.out)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_header_has_a_page(self):
        headers = {p.relative_to(ROOT / "include/catena").with_suffix("") for p in (ROOT / "include/catena").rglob("*.hpp")}
        self.assertEqual({p.relative_to(self.out / "cpp").with_suffix("") for p in (self.out / "cpp").rglob("*.md")}, headers)

    def test_functions_of_the_papers_are_in_the_reference(self):
        """Those that PAPERS.md names in public headers, unless they are private there."""
        named = re.findall(r"include/catena/([\w/]+)\.hpp: ([\w, ]+)", (ROOT / "PAPERS.md").read_text())
        missing = set()
        for header, names in named:
            page = (self.out / "cpp" / f"{header}.md").read_text()
            source = (ROOT / "include/catena" / f"{header}.hpp").read_text()
            private = "".join(re.findall(r"namespace detail \{.*?\}  // namespace detail", source, re.S))
            for name in names.replace(" ", "").split(","):
                if not re.search(rf"\b{name}\b", page) and not re.search(rf"\b{name}\(", private):
                    missing.add(f"{header}: {name}")
        self.assertEqual(missing, set())
        self.assertGreater(len(named), 100)

    def test_member_functions_of_arm_are_in_the_reference(self):
        source = (ROOT / "include/catena/core/arm.hpp").read_text()
        public = source[source.index("class Arm {") : source.index("\n private:", source.index("class Arm {"))]
        names = set(re.findall(r"^  (?:[\w:<>, &*]+ )(\w+)\((?:VecIn|const Eigen)", public, re.M))
        page = (self.out / "cpp/core/arm.md").read_text()
        self.assertGreater(len(names), 40)
        self.assertEqual({name for name in names if f" {name}(" not in page}, set())

    def test_the_python_reference_leads_to_the_theory_of_the_methods(self):
        page = (self.out / "python.md").read_text()
        lines = {name: line for line in page.splitlines() for name in re.findall(r'^\| <a id="Arm-(\w+)">', line)}
        for quantity, method in (("inertia", "gdahj"), ("fd", "kalman"), ("nu", "quasi_velocity"), ("christoffel", "kic")):
            self.assertIn(f"[`{method}`](docs/papers/{method}.md)", lines[quantity])
        self.assertIn("`crba`", lines["inertia"])
        self.assertEqual([name for name, line in lines.items() if line.split(" | ")[-2].strip() == ""], [], "a quantity without a method")
        self.assertIn("(PAPERS.md)", page)

    def test_all_quantities_are_in_the_python_reference(self):
        header = (ROOT / "include/catena/core/quantity.hpp").read_text()
        rows = python_pages.quantities(header)
        self.assertEqual(len(rows), header.count("QuantityInfo{Q::"))
        page = (self.out / "python.md").read_text()
        self.assertEqual([row["name"] for row in rows if f'id="Arm-{row["name"]}"' not in page], [])
        self.assertIn("`id(q, qd, qdd, *, tip=None, wrenches=None, gravity=None)`", page)


if __name__ == "__main__":
    unittest.main()
