#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No function is shared between instruction sets: check_kernels.py NM LEVEL OBJECT... [LEVEL OBJECT...] headers OBJECT...

The kernels are compiled once for each level (sse2, avx2, avx512), with other flags than the rest of the library and than the
programs that use it. A function template or inline function that several objects define is a weak symbol: the linker keeps
one of them, perhaps one that this machine cannot run. Therefore every weak symbol in the objects of a level must carry the
level in its name, as the namespace of its kernels (avx2) or the type of its vectors (Avx2). The objects after `headers` come
from programs that use the headers without the library: none of their weak symbols may be defined by a level."""
import re
import subprocess
import sys

LEVELS = ("sse2", "avx2", "avx512")
HARMLESS = ("DW.ref.__gxx_personality_v0",)  # a pointer, not code


def weak_symbols(listing):
    """Weak symbols that an object defines, of what nm prints."""
    return [symbol for symbol in re.findall(r"^[0-9a-f]+ +[WVuvw] (\S+)$", listing, re.M) if symbol not in HARMLESS]


def problems(objects):
    """A line for each weak symbol of a level that others may define too; objects: [(level or 'headers', name, symbols)]."""
    of_headers = {symbol for level, _, symbols in objects if level == "headers" for symbol in symbols}
    for level, name, symbols in objects:
        if level == "headers":
            continue
        for symbol in symbols:
            if level not in symbol.lower():
                yield f"{name}: {symbol} does not name {level}"
            elif symbol in of_headers:
                yield f"{name}: {symbol} is also defined by programs that use the headers"


def main():
    nm, level, objects = sys.argv[1], None, []
    for word in sys.argv[2:]:
        if word in LEVELS + ("headers",):
            level = word
            continue
        listing = subprocess.run([nm, word], check=True, capture_output=True, text=True).stdout
        objects.append((level, word, weak_symbols(listing)))
    for level in LEVELS + ("headers",):
        if not any(symbols for found, _, symbols in objects if found == level):
            sys.exit(f"no weak symbol in the objects of {level}: nothing would be checked")
    found = list(problems(objects))
    for line in found:
        print(line, file=sys.stderr)
    print(f"{len(objects)} objects, {len(found)} functions shared between instruction sets")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
