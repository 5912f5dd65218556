#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No accidents between instruction sets: check_kernels.py LIBRARY [NM].

The library's members *_avx2.cpp.o and *_avx512.cpp.o are compiled for machines that not everybody has. A function
that they share with other members is merged by the linker, which may keep the wrong one. So every weak symbol of
theirs must carry the architecture in its name."""
import re
import subprocess
import sys

HARMLESS = ("DW.ref.__gxx_personality_v0",)  # a pointer, not code


def shared_symbols(listing):
    """(member, symbol) of weak symbols in members for one architecture whose name does not say so; members seen."""
    wrong, members, member = [], set(), None
    for line in listing.splitlines():
        if line.endswith(":"):
            member = line[:-1]
            continue
        arch = member and re.search(r"_(avx2|avx512)\.cpp\.o$", member)
        if not arch:
            continue
        members.add(member)
        found = re.match(r"[0-9a-f]* +([WVuvw]) (\S+)$", line)
        if found and found[2] not in HARMLESS and arch[1].capitalize() not in found[2]:
            if line[:16].strip():  # defined here
                wrong.append((member, found[2]))
    return wrong, members


def main():
    nm = sys.argv[2] if len(sys.argv) > 2 else "nm"
    listing = subprocess.run([nm, sys.argv[1]], check=True, capture_output=True, text=True).stdout
    wrong, members = shared_symbols(listing)
    if not members:
        sys.exit("no kernels found in " + sys.argv[1])
    for member, symbol in wrong:
        print(f"{member}: {symbol} does not name its architecture", file=sys.stderr)
    print(f"{len(members)} kernel files, {len(wrong)} symbols shared with code for older machines")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
