#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench/compare.py: what it calls lost, empty and plain, and what it writes into the page, without any measurement."""

import sys
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import compare  # noqa: E402

KNOWN = {"panda": {"kdl_id": 1000, "library": {"id": ["RBDL 3.3", 500]}, "generator": {"id": ["SymPyBotics", 200]},
                   "vectorised": {"id": ["Pinocchio 4.1", 50]}},
         "chain:30": {"kdl_id": 7000, "library": {"id": ["RBDL 3.3", 2800]}, "generator": {"id": ["Pinocchio 4.1", 2000]},
                      "vectorised": {}}}


def results(times, plain=()):
    found = compare.Results(times)
    found.plain = set(plain)
    found.names = {"kdl": "KDL 1.5.1 (Debian)", "mujoco": "MuJoCo 2.2 (Debian)"}
    return found


class Compare(unittest.TestCase):
    def test_rivals_are_scaled_by_the_time_of_kdl(self):
        # this machine takes 2000 ns where that of KNOWN took 1000
        here = results({("id", "panda"): {"arm": [400], "kdl": [2100, 2000]}})
        self.assertEqual(compare.best_rival(here, "id", "panda", "arm", KNOWN), ("RBDL 3.3", 1000))
        self.assertEqual(compare.best_rival(here, "id", "panda", "generated", KNOWN), ("SymPyBotics generated", 400))
        self.assertEqual(compare.best_rival(here, "id", "panda", "batched", KNOWN), ("Pinocchio 4.1 generated, vectorised", 100))

    def test_a_rival_beside_counts_by_its_name_and_version(self):
        here = results({("id", "panda"): {"arm": [400], "kdl": [1000], "mujoco": [300]}})
        self.assertEqual(compare.best_rival(here, "id", "panda", "arm", KNOWN), ("MuJoCo 2.2 (Debian)", 300))

    def test_what_is_slower_is_lost_and_what_only_a_rival_has_is_empty(self):
        here = results({("id", "panda"): {"arm": [600], "batched": [25], "kdl": [1000]}, ("id", "chain:30"): {"arm": [700], "kdl": [7000]},
                        ("fd", "panda"): {"generated": [100], "kdl": [3000]}})
        found = compare.cells(here, KNOWN)
        self.assertEqual(found["id", "panda"]["arm"], ("lost", 500 / 600))
        self.assertEqual(found["id", "panda"]["batched"], ("won", 2.0))
        self.assertEqual(found["id", "panda"]["generated"], ("empty", None))
        self.assertEqual(found["id", "chain:30"]["batched"], ("none", None))  # nobody else has it either
        table = compare.grid(here, KNOWN)
        self.assertIn("LOST 0.83", table)
        self.assertTrue(table.endswith("1 lost, 2 empty"), table)

    def test_plain_calls_fill_the_cells_of_generated_code_and_are_marked(self):
        here = results({("id", "chain:30"): {"arm": [700], "generated": [800], "kdl": [7000]}}, [("id", "chain:30", "generated")])
        self.assertEqual(compare.cells(here, KNOWN)["id", "chain:30"]["generated"], ("plain", 2.5))
        self.assertIn("2.5 plain", compare.grid(here, KNOWN))
        self.assertIn("800 (+0 %, plain)", compare.times_table(here))
        self.assertEqual(compare.time_cell(here, "id", "chain:30", "arm", 1000), "0.70 (+0 %)")

    def test_batches_of_few_states_are_compared_with_plain_calls(self):
        here = results({("inertia:64", "chain:30"): {"arm": [900], "batched": [1000, 1100]}})
        self.assertEqual(compare.cells(here, KNOWN)["inertia:64", "chain:30"]["batched"], ("lost", 0.9))

    def test_without_a_rival_there_is_no_grid(self):
        self.assertIsNone(compare.grid(results({("terms", "ur5"): {"arm": [1]}}), KNOWN))

    def test_versions_in_print(self):
        self.assertEqual(compare.in_print("MuJoCo 2.2.2", debian=True), "MuJoCo 2.2 (Debian)")
        self.assertEqual(compare.in_print("KDL 1.5.1", debian=True), "KDL 1.5.1 (Debian)")
        self.assertEqual(compare.in_print("MuJoCo 3.12.0", debian=False), "MuJoCo 3.12")

    def test_what_is_written_is_read_back(self):
        here = results({("id", "panda"): {"arm": [3, 2], "generated": [1]}}, [("id", "panda", "generated")])
        again = compare.Results.from_rows(here.to_rows(), here.names)
        self.assertEqual((dict(again), again.plain, again.names), (dict(here), here.plain, here.names))

    def test_tables_go_between_their_markers_and_nowhere_else(self):
        page = "before\n<!-- bench: a -->\nold\n<!-- end of bench -->\nbetween\n<!-- bench: b -->\n<!-- end of bench -->\nafter\n"
        self.assertEqual(compare.with_tables(page, {"a": "| 1 |", "b": "| \\2 |"}),
                         "before\n<!-- bench: a -->\n\n| 1 |\n\n<!-- end of bench -->\nbetween\n"
                         "<!-- bench: b -->\n\n| \\2 |\n\n<!-- end of bench -->\nafter\n")
        with self.assertRaises(SystemExit):
            compare.with_tables(page, {"c": ""})

    def test_the_page_has_all_markers(self):
        here = results({("id", "panda"): {"arm": [145.2, 150], "kdl": [1364]}, ("id", "chain:100"): {"arm": [1800], "kdl": [20000]}})
        tables = {"seven joints": compare.seven_joints(here), "long arms": compare.long_arms(here, KNOWN),
                  "machine": compare.about_machine({"cpu": "Z80", "cores": 1, "compiler": "gcc", "flags": "-O3", "commit": "abc"})}
        page = compare.with_tables((ROOT / "docs/performance.md").read_text(), tables)
        self.assertIn("145 (+3 %)", page)
        self.assertIn("KDL 1.5.1 (Debian)", page)
        self.assertIn("1.8 (+0 %)", page)
        self.assertIn("on Z80 (1 cores), gcc, `-O3`, commit abc.", page)

    def test_every_call_of_the_benchmarks_has_words_for_the_page(self):
        for source in ("arm_bench.cpp", "batched_bench.cpp"):
            for line in (ROOT / "bench" / source).read_text().splitlines():
                if "enter" in line and '("' in line:
                    call = line.split('("')[1].split('"')[0]
                    self.assertTrue(call in compare.CALLS or call in ("bias", "nle", "slotine_li"), call)

    def test_the_picture_is_xml_with_a_field_for_each_cell(self):
        here = results({("id", "panda"): {"arm": [600], "batched": [25], "kdl": [1000]}})
        drawn = ElementTree.fromstring(compare.picture(here, KNOWN))
        fields = [each for each in drawn.iter() if each.tag.endswith("rect")]
        self.assertEqual(len(fields), 1 + 2)
        self.assertIn("#d6604d", [each.get("fill") for each in fields])  # the lost one is red


if __name__ == "__main__":
    unittest.main()
