#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/snippets.py: which code of a page becomes which test. snippets_test.py [GENERATED...] also checks that the generated
files have all C++ of all pages."""
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import snippets  # noqa: E402

PAGE = """# Title
```cpp
#include <vector>
int shared = 1;
```
## First task
<!-- snippet
int hidden = 2;
-->
```cpp
std::cout << shared + hidden;
```
```text
3
```
Some text.
```text
not an output
```
## Second task
```cpp
int main() { return 0; }
```
## Second task
```cpp
int other = shared;
```
"""


def tests_of(page):
    return snippets.source([("page.md", page)])


class Snippets(unittest.TestCase):
    def test_a_section_becomes_a_test_with_the_shared_code_before_it(self):
        text = tests_of(PAGE)
        self.assertEqual(text.count("TEST(Snippets_page, FirstTask)"), 1)
        first = text[text.index("FirstTask") : text.index("SecondTaskAgain")]
        self.assertLess(first.index("int shared = 1;"), first.index("int hidden = 2;"))
        self.assertLess(first.index("int hidden = 2;"), first.index("std::cout << shared + hidden;"))
        self.assertLess(text.index("#include <vector>"), text.index("TEST("))

    def test_only_text_right_after_a_snippet_is_its_output(self):
        text = tests_of(PAGE)
        self.assertEqual(text.count("printed.expect("), 1)
        self.assertIn('printed.expect(R"snippet(3)snippet", 14);', text)

    def test_programs_become_functions_and_equal_headings_are_told_apart(self):
        text = tests_of(PAGE)
        self.assertNotIn("int main", text)
        self.assertIn("int program_22() { return 0; return 0; }", text)
        self.assertIn("TEST(Snippets_page, SecondTask)", text)
        self.assertIn("EXPECT_EQ(program_22(), 0);", text)
        self.assertIn("TEST(Snippets_page, SecondTaskAgain)", text)

    def test_a_page_without_sections_is_one_test(self):
        text = tests_of("# Title\n```cpp\nint x = 1;\n```\n## No code\nwords\n")
        self.assertIn("TEST(Snippets_page, Page)", text)
        self.assertEqual(text.count("int x = 1;"), 1)

    def test_declarations_stand_outside_and_files_are_written(self):
        text = tests_of("## A\n<!-- file arm.urdf -->\n```xml\n<robot/>\n```\n```cpp\ntemplate <class T> void f(T);\n```\n"
                        "```cpp\nint x;\n```\n")
        self.assertLess(text.index("template <class T>"), text.index("TEST("))
        self.assertIn('PageFiles{{R"snippet(arm.urdf)snippet", R"snippet(<robot/>)snippet"}}', text)

    def test_the_pages_of_a_group_have_namespaces_of_their_own(self):
        text = snippets.source([("a.md", PAGE), ("b.md", PAGE)])
        self.assertEqual(text.count("#include <vector>"), 1)
        self.assertLess(text.index("namespace snippets_a"), text.index("namespace snippets_b"))

    def test_lines_of_the_page_are_named_in_messages_of_the_compiler(self):
        self.assertIn('#line 11 "page.md"\nstd::cout << shared + hidden;', tests_of(PAGE))

    def test_a_block_without_an_end_is_an_error(self):
        with self.assertRaises(SystemExit) as error:
            tests_of("text\n```cpp\nint x;\n")
        self.assertIn("line 2", str(error.exception))


class AllPages(unittest.TestCase):
    generated = []

    def test_every_snippet_of_every_page_is_compiled(self):
        if not self.generated:
            self.skipTest("no generated files are named")
        code = "".join(Path(name).read_text(encoding="utf-8") for name in self.generated)
        compiled = set(re.findall(r'^#line (\d+) "(.*)"', code, re.M))
        pages = [page for page in ROOT.rglob("*.md") if not any(part.startswith((".", "build", "node_modules")) for part in
                                                                page.relative_to(ROOT).parts)]
        blocks = 0
        for page in pages:
            for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
                if re.match(r"\s*```\s*(cpp|c\+\+|cc|cxx)\b", line):
                    blocks += 1
                    self.assertIn((str(number + 1), str(page)), compiled, f"{page}:{number} is not compiled")
        self.assertGreater(blocks, 60)


if __name__ == "__main__":
    AllPages.generated = sys.argv[1:]
    sys.argv = sys.argv[:1]
    unittest.main()
