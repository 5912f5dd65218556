#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The measurement of error bars: one that was cut short continues, and trials of other code are refused."""
import pathlib
import subprocess
import sys
import tempfile


def measure(program, results, page, seeds):
    return subprocess.run([program, results, page, "--arms", "rp,pr", "--seeds", str(seeds), "--samples", "64", "--threads", "2"],
                          capture_output=True, text=True)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        whole, cut, page = (pathlib.Path(folder) / name for name in ("whole.txt", "cut.txt", "page.md"))
        measure(program, whole, page, 6)
        expected = page.read_text()
        assert "evaluated with 6 seeds" in expected, expected
        lines = whole.read_text().splitlines(keepends=True)
        # killed while it wrote a line, in the middle of the run
        cut.write_text("".join(lines[: len(lines) // 2]) + lines[len(lines) // 2][:50])
        measure(program, cut, page, 6)
        assert page.read_text() == expected, "a resumed measurement differs"
        assert sorted(set(cut.read_text().splitlines()) & set(whole.read_text().splitlines())) == sorted(
            set(whole.read_text().splitlines())), "a trial is missing"
        # a trial of other code
        changed = [line.replace(" 0x1.", " 0x1.1", 1) if line.startswith("rp 1 ") else line for line in lines]
        assert changed != lines
        cut.write_text("".join(changed))
        answer = measure(program, cut, page, 6)
        assert answer.returncode == 1 and "holds trials of other code" in answer.stderr, answer.stderr
        # other samples
        cut.write_text("samples 4096 reach\n")
        answer = measure(program, cut, page, 6)
        assert answer.returncode == 1 and "holds other trials" in answer.stderr, answer.stderr


main()
