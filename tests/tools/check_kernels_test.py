#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/check_kernels.py finds functions that kernels share with others."""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_kernels  # noqa: E402

LISTING = """\
                 U memcpy
0000000000000000 T _ZN6catena6detail4avx23abaERKNS0_6AbaJobIdEE
0000000000000000 W _ZN6catena4rneaIdEEvv
0000000000000000 W _ZN6catena4rneaINS_4PackINS_4arch4Avx2EEEEEvv
0000000000000000 V DW.ref.__gxx_personality_v0
"""


class CheckKernels(unittest.TestCase):
    def test_takes_weak_definitions_only(self):
        self.assertEqual(check_kernels.weak_symbols(LISTING),
                         ["_ZN6catena4rneaIdEEvv", "_ZN6catena4rneaINS_4PackINS_4arch4Avx2EEEEEvv"])

    def test_finds_a_template_on_double_that_escapes_from_a_level(self):
        for level in check_kernels.LEVELS:
            objects = [(level, "aba.o", ["_ZN6catena4rneaIdEEvv"]), ("headers", "user.o", [])]
            self.assertEqual(list(check_kernels.problems(objects)),
                             [f"aba.o: _ZN6catena4rneaIdEEvv does not name {level}"])

    def test_finds_a_function_that_programs_define_too(self):
        vector = "_ZN6catena4rneaINS_4PackINS_4arch4Avx2EEEEEvv"
        self.assertEqual(list(check_kernels.problems([("avx2", "batch.o", [vector]), ("headers", "user.o", [vector])])),
                         [f"batch.o: {vector} is also defined by programs that use the headers"])

    def test_accepts_functions_of_the_level(self):
        objects = [("avx2", "batch.o", ["_ZN6catena4rneaINS_4PackINS_4arch4Avx2EEEEEvv"]),
                   ("headers", "user.o", ["_ZN6catena4rneaIdEEvv"])]
        self.assertEqual(list(check_kernels.problems(objects)), [])


if __name__ == "__main__":
    unittest.main()
