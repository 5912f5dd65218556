# SPDX-License-Identifier: Apache-2.0
"""The test cases of test files. The digest of a case covers its own text and what its file has outside of all cases, such as helper
functions: it stays the same when other cases of the file change.
"""
import re

from check_papers import CASE

from .schemata import digest, matching


class Cases:
    def __init__(self, root):
        self.root, self.files = root, {}

    def of(self, file):
        """{Suite.Name: digest}"""
        if file not in self.files:
            text = (self.root / file).read_text(encoding="utf-8")
            own, outside, at = {}, "", 0
            for m in CASE.finditer(text):
                begin = text.find("{", m.end())
                end = matching(text, begin) + 1
                own[f"{m[1]}.{m[2]}"] = text[begin:end]
                outside, at = outside + text[at:m.start()], end
            outside = " ".join((outside + text[at:]).split())
            self.files[file] = {case: digest(file, outside, case, body) for case, body in own.items()}
        return self.files[file]

    def digests(self, tests):
        """{(file, Suite.Name): digest} of {file: names}."""
        return {(file, name): self.of(file)[name] for file, names in tests.items() for name in names}


def case_of(name):
    """Suite.Name of an instance as GoogleTest prints it, 'All/Suite.Name/3' or 'Suite/0.Name'."""
    suite, _, case = name.partition(".")
    parts = [p for p in suite.split("/") if not p.isdigit()]
    return f"{parts[-1]}.{case.split('/')[0]}"


def filter_of(names):
    return ":".join(f"{n}:*/{n}/*:{n.replace('.', '/*.', 1)}" for n in sorted(names))


def times(output):
    """{Suite.Name: seconds} from GoogleTest's output."""
    found = {}
    for name, ms in re.findall(r"^\[       OK \] (\S+?),? .*?\((\d+) ms\)$", output, re.M):
        found[case_of(name)] = found.get(case_of(name), 0) + int(ms) / 1000
    return found


def failed(output):
    """The case that failed, or that ran when the program ended."""
    names = re.findall(r"^\[  FAILED  \] ([^\s,]+)", output, re.M) or re.findall(r"^\[ RUN      \] (\S+)", output, re.M)[-1:]
    return case_of(names[0]) if names else ""
