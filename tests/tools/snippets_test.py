#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/snippets.py: which code of a page becomes which test."""
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


class Snippets(unittest.TestCase):
    def test_a_section_becomes_a_test_with_the_shared_code_before_it(self):
        text = snippets.generate("page.md", PAGE)
        self.assertEqual(text.count("TEST(Snippets_page, FirstTask)"), 1)
        first = text[text.index("FirstTask") : text.index("SecondTaskAgain")]
        self.assertLess(first.index("int shared = 1;"), first.index("int hidden = 2;"))
        self.assertLess(first.index("int hidden = 2;"), first.index("std::cout << shared + hidden;"))
        self.assertLess(text.index("#include <vector>"), text.index("TEST("))

    def test_only_text_right_after_a_snippet_is_its_output(self):
        text = snippets.generate("page.md", PAGE)
        self.assertEqual(text.count("printed.expect("), 1)
        self.assertIn('printed.expect(R"snippet(3)snippet", 14);', text)

    def test_programs_are_skipped_and_equal_headings_are_told_apart(self):
        text = snippets.generate("page.md", PAGE)
        self.assertNotIn("int main", text)
        self.assertNotIn("TEST(Snippets_page, SecondTask)", text)
        self.assertIn("TEST(Snippets_page, SecondTaskAgain)", text)

    def test_lines_of_the_page_are_named_in_messages_of_the_compiler(self):
        self.assertIn('#line 11 "page.md"\nstd::cout << shared + hidden;', snippets.generate("page.md", PAGE))

    def test_a_block_without_an_end_is_an_error(self):
        with self.assertRaises(SystemExit) as error:
            snippets.generate("page.md", "text\n```cpp\nint x;\n")
        self.assertIn("line 2", str(error.exception))


if __name__ == "__main__":
    unittest.main()
