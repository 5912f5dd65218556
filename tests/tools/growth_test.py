#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench/growth.py: exponents, scaled rivals and the picture, without any measurement."""

import sys
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
import growth  # noqa: E402

TIMES = {"id": {"arm": {n: 20.0 * n for n in growth.JOINTS}, "kdl": {10: 2000.0, 100: 20000.0, 1000: 200000.0}},
         "fd": {"kdl": {100: 1e5, 300: 27e5}}}
NAMES = {"arm": "Catena", "kdl": "KDL 1.5.1 (Debian)"}


class Growth(unittest.TestCase):
    def test_exponents_are_those_of_powers_and_ignore_short_arms(self):
        self.assertAlmostEqual(growth.exponent({n: 3.0 * n ** 2 for n in (100, 200, 500)}), 2)
        self.assertAlmostEqual(growth.exponent({10: 1e9, 100: 1.0, 1000: 10.0}), 1)
        self.assertIsNone(growth.exponent({10: 1.0, 100: 2.0}))

    def test_rivals_are_scaled_by_the_time_of_kdl(self):
        known = {"about": "text", "chain:100": {"kdl_id": 10000, "library": {"id": ["RBDL 3.3", 7000]}},
                 "chain:30": {"kdl_id": 1, "library": {"id": ["RBDL 3.3", 1]}}}
        self.assertEqual(growth.points_of_rivals(TIMES, known), {"id": [("RBDL 3.3", 100, 14000.0)]})

    def test_the_picture_is_xml_with_a_curve_for_each_library(self):
        drawn = ElementTree.fromstring(growth.picture(TIMES, NAMES, {"id": [("RBDL 3.3", 100, 14000.0)]}))
        tags = [each.tag.rpartition("}")[2] for each in drawn.iter()]
        self.assertEqual((tags.count("polyline"), tags.count("circle")), (3, 1))
        words = [each.text for each in drawn.iter() if each.text]
        self.assertIn("n^3.0", words)
        self.assertIn("KDL 1.5.1 (Debian)", words)


if __name__ == "__main__":
    unittest.main()
