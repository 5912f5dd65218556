#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check.py: what it calls worse, better and missing, without callgrind."""

import unittest

import check


class Check(unittest.TestCase):
    BEFORE = {("plain", "id", "panda"): 1000, ("plain", "fd", "panda"): 2000}

    def test_three_percent_are_tolerated_and_four_are_not(self):
        self.assertEqual(check.compare(self.BEFORE, {**self.BEFORE, ("plain", "id", "panda"): 1029}, 0.03), ([], []))
        worse, better = check.compare(self.BEFORE, {**self.BEFORE, ("plain", "id", "panda"): 1040}, 0.03)
        self.assertEqual(worse, ["plain id panda: 1040 instructions, 1000 before (+4.0 %)"])
        self.assertEqual(better, [])

    def test_fewer_are_reported_as_better(self):
        worse, better = check.compare(self.BEFORE, {**self.BEFORE, ("plain", "fd", "panda"): 1500}, 0.03)
        self.assertEqual(worse, [])
        self.assertEqual(better, ["plain fd panda: 1500 instructions, 2000 before (-25.0 %)"])

    def test_calls_that_are_new_or_gone_are_wrong(self):
        worse, _ = check.compare(self.BEFORE, {("plain", "id", "panda"): 1000, ("plain", "terms", "panda"): 7}, 0.03)
        self.assertEqual(worse, ["plain fd panda: not counted any more",
                                 "plain terms panda: 7 instructions, not yet in counts.txt"])

    def test_the_committed_file_is_read(self):
        counts = check.committed(check.COUNTS.read_text())
        self.assertGreater(len(counts), 50)
        self.assertGreater(min(counts.values()), 100)


if __name__ == "__main__":
    unittest.main()
