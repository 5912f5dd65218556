#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/check_links.py accepts pages whose links lead somewhere, and finds what is planted into them."""
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_links  # noqa: E402

PAGE = '<h1 id="top">A</h1><a href="sub/b.html#here">b</a><a href="#top">up</a><img src="p.svg" alt=""><link href="s.css">'


class Site(unittest.TestCase):
    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.root / "sub").mkdir()
        (self.root / "sub/b.html").write_text('<h1 id="here">B</h1><a href="../a.html">a</a>')
        (self.root / "p.svg").write_text("<svg/>")
        (self.root / "s.css").write_text("")

    def problems(self, page):
        (self.root / "a.html").write_text(page)
        return check_links.check_site(self.root)

    def test_accepts_links_that_lead_somewhere(self):
        self.assertEqual(self.problems(PAGE), [])

    def test_finds_a_dead_link(self):
        self.assertIn("nowhere.html, which does not exist", self.problems(PAGE + '<a href="nowhere.html">x</a>')[0])

    def test_finds_an_anchor_that_does_not_exist(self):
        self.assertIn("no anchor 'there'", self.problems(PAGE + '<a href="sub/b.html#there">x</a>')[0])
        self.assertIn("no anchor 'gone'", self.problems(PAGE + '<a href="#gone">x</a>')[0])

    def test_finds_an_anchor_that_exists_twice(self):
        self.assertIn("exists twice", self.problems(PAGE + '<p id="top"></p>')[0])

    def test_finds_what_a_page_loads_from_elsewhere(self):
        self.assertIn("from elsewhere", self.problems(PAGE + '<script src="https://example.org/x.js"></script>')[0])
        self.assertEqual(self.problems(PAGE + '<a href="https://example.org/">a link is not loaded</a>'), [])

    def test_finds_a_missing_picture_and_a_link_to_the_root(self):
        self.assertIn("q.svg, which does not exist", self.problems(PAGE + '<img src="q.svg" alt="">')[0])
        self.assertIn("root of a server", self.problems(PAGE + '<a href="/a.html">x</a>')[0])

    def test_an_empty_folder_is_not_a_site(self):
        with tempfile.TemporaryDirectory() as empty:
            self.assertIn("no pages", check_links.check_site(Path(empty))[0])


class Markdown(unittest.TestCase):
    def problems(self, text):
        root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (root / "b.md").write_text("# B\n\n## M = U D Uᵀ, `udut`\n\n## Twice\n\n## Twice\n")
        (root / "a.md").write_text(text)
        return check_links.check_markdown([root / "a.md"])

    def test_accepts_links_that_lead_somewhere(self):
        self.assertEqual(self.problems("[b](b.md), [b](b.md#m--u-d-uᵀ-udut), [b](b.md#twice-1), [e](https://example.org)"), [])

    def test_finds_dead_links_and_anchors(self):
        self.assertIn("nowhere.md, which does not exist", self.problems("text\n[b](nowhere.md)")[0])
        self.assertIn("a.md:2:", self.problems("text\n[b](nowhere.md)")[0])
        self.assertIn("no heading with the anchor 'there'", self.problems("[b](b.md#there)")[0])

    def test_code_has_no_links(self):
        self.assertEqual(self.problems("```\n[b](nowhere.md)\n```\n`[b](nowhere.md)`\n"), [])


if __name__ == "__main__":
    unittest.main()
