#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No accidents between instruction sets: check_kernels.py NM LEVEL OBJECT... [LEVEL OBJECT...].

The objects of a level above the baseline are compiled for machines that not everybody has. A function that they share with
other objects is merged by the linker, which may keep the wrong one. So every weak symbol of theirs must carry the level
in its name: as the namespace of its kernels (avx2) or the type of its vectors (Avx2)."""
import re
import subprocess
import sys

HARMLESS = ("DW.ref.__gxx_personality_v0",)  # a pointer, not code


def shared_symbols(listing, level):
    """Weak symbols that are defined in an object of a level and do not name it."""
    found = re.findall(r"^[0-9a-f]+ +[WVuvw] (\S+)$", listing, re.M)
    return [symbol for symbol in found if symbol not in HARMLESS and level not in symbol.lower()]


def main():
    nm, level, files, wrong = sys.argv[1], None, 0, 0
    for word in sys.argv[2:]:
        if word in ("avx2", "avx512"):
            level = word
            continue
        files += 1
        listing = subprocess.run([nm, word], check=True, capture_output=True, text=True).stdout
        for symbol in shared_symbols(listing, level):
            print(f"{word}: {symbol} does not name {level}", file=sys.stderr)
            wrong += 1
    if files == 0:
        sys.exit("no objects given")
    print(f"{files} objects, {wrong} symbols shared with code for older machines")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
