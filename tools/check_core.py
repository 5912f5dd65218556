#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""core has no threads and opens no files: check_core.py NM LIBRARY...

Reads the undefined symbols of shared libraries or objects and fails on those that start threads, open files, run programs or
load libraries. For a core that was built with CATENA_THREADS=OFF; in another build, its threads are found."""
import re
import subprocess
import sys

THREADS = re.compile(r"^(pthread_create|thrd_create|clone3?|_ZNSt6thread.*|_ZNSt\d+condition_variable.*)$")
FILES = re.compile(r"^(f?open(at)?(64)?|fd?open|freopen(64)?|creat(64)?|mmap(64)?|tmpfile(64)?|mkstemps?(64)?|socket|popen|system|"
                   r"fork|exec[vl]\w*|posix_spawnp?|dlopen|_ZNK?St\d+basic_(file|filebuf|fstream|ifstream|ofstream).*|"
                   r"_ZNK?St10filesystem.*|_ZTTSt14basic_[io]?fstream.*|_ZTVSt\d+basic_(filebuf|[io]?fstream).*)$")


def forbidden(listing):
    """(symbol, what it does) for each undefined symbol of what `nm` prints that core may not need."""
    for symbol in re.findall(r"^\s*[0-9a-f]*\s+[Uw] ([^@\s]+)", listing, re.M):
        if THREADS.match(symbol):
            yield symbol, "starts threads"
        if FILES.match(symbol):
            yield symbol, "opens files or runs programs"


def main():
    nm, libraries, found = sys.argv[1], sys.argv[2:], 0
    for library in libraries:
        command = [nm, "-D", library] if ".so" in library else [nm, library]
        listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        if " U " not in listing:
            sys.exit(f"{library}: no undefined symbol at all; nothing would be checked")
        for symbol, what in forbidden(listing):
            print(f"{library}: {symbol} {what}", file=sys.stderr)
            found += 1
    print(f"{len(libraries)} libraries, {found} symbols for threads or files")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
