#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""join_tests.py OUTPUT FILE...

Writes OUTPUT, one C++ source with the text of all test FILEs, so that the compiler instantiates what they have in common once
(tests/JoinTests.cmake). Test files define nothing that other files use, but many use the same names for their helpers. Each file
therefore gets a namespace of its own, inside the one that it opens: `namespace catena::test {` of rank_test.cpp becomes
`namespace catena::test::in_rank_test {`. Messages of the compiler still name the test file and its line.
"""
import pathlib
import re
import sys


def joined(files):
    parts = []
    for file in files:
        text = pathlib.Path(file).read_text(encoding="utf-8")
        opened = rf"namespace \g<1>::in_{pathlib.Path(file).stem} {{"
        text, count = re.subn(r"^namespace (catena\b[\w:]*) \{$(?=\s+namespace \{)", opened, text, flags=re.MULTILINE)
        if count == 0:
            sys.exit(f"{file}: a test file must be in 'namespace catena::NAME {{', followed by 'namespace {{'")
        parts.append(f'#line 1 "{file}"\n{text}')
    # In files of this size GCC 12 takes variables inside Eigen for uninitialised; with every file alone it does not.
    head = '// Written by tools/join_tests.py.\n#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"\n'
    return head + "\n".join(parts)


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(joined(sys.argv[2:]), encoding="utf-8")
