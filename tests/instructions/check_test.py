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
        self.assertGreater(len(counts), 150)
        self.assertGreater(min(counts.values()), 100)

    def test_the_committed_file_says_which_commit_was_counted(self):
        self.assertRegex(check.COUNTS.read_text(), r"at commit [0-9a-f]{7,}, checked by")

    # What no one should have to split up, or to leave: the counts keep it true.
    def test_no_call_takes_more_than_the_calls_that_could_replace_it(self):
        counts = check.committed(check.COUNTS.read_text())
        for arm in ("panda", "puma560", "chain:30", "chain:100"):
            plain = {quantity: count for (way, quantity, on), count in counts.items() if way == "plain" and on == arm}
            self.assertLess(plain["terms"], plain["inertia"] + plain["coriolis"] + plain["gravity"], arm)
            for one, all_of_them in (("did_dq", "id_derivatives"), ("did_dqd", "id_derivatives"), ("dfd_dq", "fd_derivatives"),
                                     ("dfd_dqd", "fd_derivatives")):
                self.assertLess(plain[one], plain[all_of_them], f"{one} {arm}")
        for quantity in ("inertia", "jacobian", "udut", "terms"):
            for arm in ("chain:30", "chain:100"):
                self.assertLess(counts["state_major", quantity, arm], 1.05 * counts["plain", quantity, arm], f"{quantity} {arm}")

    def test_lines_for_the_command_are_json_with_three_vectors(self):
        lines = check.state_lines(3).splitlines()
        self.assertEqual([sorted(check.json.loads(line)) for line in lines], [["q", "qd", "qdd"]] * 3)
        self.assertEqual(len(check.json.loads(lines[0])["q"]), 7)


if __name__ == "__main__":
    unittest.main()
