#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that tools/coverage.py gives each line to the layer that it belongs to."""
import importlib.util
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("coverage_page", ROOT / "tools/coverage.py")
coverage = importlib.util.module_from_spec(spec)
spec.loader.exec_module(coverage)


def entry(path, covered, count):
    return {"filename": str(path), "summary": {"lines": {"covered": covered, "count": count}}}


class Coverage(unittest.TestCase):
    def test_lines_belong_to_the_layer_of_their_file(self):
        files = [
            entry(ROOT / "include/catena/core/algo/rnea.hpp", 30, 40),
            entry(ROOT / "src/core/arm.cpp", 5, 10),
            entry(ROOT / "src/io/npy.cpp", 7, 7),
            entry(ROOT / "apps/catena/main.cpp", 1, 2),
            entry(ROOT / "tests/core/arm/arm_test.cpp", 100, 100),
            entry("/usr/include/fmt/format.h", 100, 100),
        ]
        lines = coverage.by_layer({"data": [{"files": files}]})
        self.assertEqual(lines["core"], [35, 50])
        self.assertEqual(lines["io"], [7, 7])
        self.assertEqual(lines["apps"], [1, 2])
        self.assertEqual(sum(count for _, count in lines.values()), 59)

    def test_every_folder_of_the_sources_is_a_layer(self):
        folders = {path.name for folder in ("src", "include/catena") for path in (ROOT / folder).iterdir() if path.is_dir()}
        self.assertEqual(folders, set(coverage.LAYERS))

    def test_the_page_has_a_row_for_each_layer_and_a_sum(self):
        text = coverage.page({"core": [35, 50], "io": [7, 7]})
        self.assertIn("| `core` | 50 | 35 | 70.0 % |", text)
        self.assertIn("| all | 57 | 42 | 73.7 % |", text)


if __name__ == "__main__":
    unittest.main()
