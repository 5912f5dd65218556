#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills commands at random times (SIGKILL) and looks at what they leave: nothing may pretend to be whole.

kill.py --catena build/catena --kills 100

Each command first runs undisturbed, twice: for an older input and for the one that counts. Then it is started again and
again and killed, at a random time or shortly after it has begun to write, in a folder that is empty or holds the files of the
older input. Afterwards every file under a final name must be, byte for byte, that of one of the two undisturbed runs, and
files that belong together must be of the same run. Nothing else may be there but unfinished files, which the next run must remove. A sweep must have rows of the undisturbed
one only, say that it is incomplete, and give the same rows when it is resumed.
"""
import argparse
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

UNFINISHED = re.compile(r"^\.catena-[0-9a-f]{16}\.unfinished$")


def fail(text):
    print("FAILED: " + text)
    sys.exit(1)


def write_npy(path, rows, columns, draw):
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    head += " " * (63 - (10 + len(head)) % 64) + "\n"
    with open(path, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        f.write(struct.pack(f"<{rows * columns}d", *(draw.uniform(-3, 3) for _ in range(rows * columns))))


class Job:
    """A command with its files. `together`: they are of one result."""

    def __init__(self, catena, work, name, words, old_words, files, together):
        self.catena, self.name, self.files, self.together = catena, name, files, together
        self.words, self.old_words = words, old_words
        self.folder = os.path.join(work, name)
        self.old, _ = self.undisturbed(old_words)
        self.new, self.seconds = self.undisturbed(words)
        for file in files:
            if self.old[file] == self.new[file]:
                fail(f"{name}: both inputs give the same {file}: this shows nothing")
        again, _ = self.undisturbed(words)
        if again != self.new:
            fail(f"{name}: two undisturbed runs differ: this shows nothing")

    def fresh(self, with_old):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        if with_old:
            for file, content in self.old.items():
                with open(os.path.join(self.folder, file), "wb") as f:
                    f.write(content)

    def start(self, words):
        return subprocess.Popen([self.catena, *words], cwd=self.folder, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def content(self):
        found = {}
        for file in self.files:
            path = os.path.join(self.folder, file)
            if os.path.exists(path):
                with open(path, "rb") as f:
                    found[file] = f.read()
        return found

    def undisturbed(self, words):
        self.fresh(False)
        begin = time.monotonic()
        if self.start(words).wait() != 0:
            fail(f"{self.name}: {' '.join(words)}: it failed without being killed")
        seconds = time.monotonic() - begin
        found = self.content()
        if set(found) != set(self.files):
            fail(f"{self.name}: it wrote {sorted(found)} instead of {sorted(self.files)}")
        return found, seconds

    def others(self):
        return [name for name in os.listdir(self.folder) if name not in self.files]

    def check(self, with_old):
        """One of: nothing, old, new, some (of the new ones, without any old)."""
        for name in self.others():
            if not UNFINISHED.match(name):
                fail(f"{self.name}: it left {name}")
        found = self.content()
        kinds = set()
        for file, content in found.items():
            if content == self.new[file]:
                kinds.add("new")
            elif with_old and content == self.old[file]:
                kinds.add("old")
            else:
                fail(f"{self.name}: {file} ({len(content)} bytes) is of no undisturbed run")
        if self.together and len(kinds) > 1:
            fail(f"{self.name}: files of two results stand side by side")
        if not found:
            return "nothing"
        if kinds == {"new"} and len(found) < len(self.files):
            return "some"
        return "new" if kinds == {"new"} else "old" if kinds == {"old"} else "old and new"

    def wait_for_writing(self, process, draw):
        """Until a file of the command appears, and a little longer: most commands write for a moment only."""
        before = set(os.listdir(self.folder))
        time.sleep(0.3 * self.seconds)
        while process.poll() is None and set(os.listdir(self.folder)) == before:
            pass
        time.sleep(draw.choice([0, 0, draw.uniform(0, 0.002), draw.uniform(0, 0.02)]))

    def kill(self, draw):
        """Returns what was left and whether unfinished files were; None if the command ended before."""
        with_old = draw.random() < 0.5
        self.fresh(with_old)
        process = self.start(self.words)
        if draw.random() < 0.5:
            time.sleep(draw.uniform(0, 1.05 * self.seconds))
        else:
            self.wait_for_writing(process, draw)
        process.send_signal(signal.SIGKILL)
        if process.wait() != -signal.SIGKILL:
            return None
        left = self.check(with_old)
        unfinished = len(self.others()) > 0
        if self.start(self.words).wait() != 0:
            fail(f"{self.name}: the next run failed")
        if self.content() != self.new or self.others():
            fail(f"{self.name}: the next run gave other files, or did not clean up: {self.others()}")
        return left, unfinished


class Sweep:
    name = "sweep"

    def __init__(self, catena, work, design):
        self.catena, self.design = catena, design
        self.folder = os.path.join(work, "sweep")
        os.makedirs(self.folder)
        begin = time.monotonic()
        if self.start("whole.db", []).wait() != 0:
            fail("sweep: it failed without being killed")
        self.seconds = time.monotonic() - begin
        self.rows = self.read("whole.db")

    def start(self, name, more):
        return subprocess.Popen([self.catena, "sweep", self.design, "-o", name, "--threads", "2", "--commit-interval",
                                 "0.02", "--top", "0", *more], cwd=self.folder, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def read(self, name):
        path = os.path.join(self.folder, name)
        if not os.path.exists(path) or (os.path.getsize(path) == 0 and not os.path.exists(path + "-journal")):
            return None
        with sqlite3.connect(path) as db:
            if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                fail(f"sweep: {name} is damaged")
            if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                return None
            return {row[0]: row for row in db.execute("SELECT * FROM point")}

    def kill(self, draw):
        for name in os.listdir(self.folder):
            if name.startswith("killed.db"):
                os.remove(os.path.join(self.folder, name))
        process = self.start("killed.db", [])
        time.sleep(draw.uniform(0, 1.05 * self.seconds))
        process.send_signal(signal.SIGKILL)
        if process.wait() != -signal.SIGKILL:
            return None
        rows = self.read("killed.db")
        if rows is not None:
            for point, row in rows.items():
                if self.rows.get(point) != row:
                    fail(f"sweep: point {point} differs from the undisturbed sweep")
            shown = subprocess.run([self.catena, "sweep", "killed.db", "--json"], cwd=self.folder, capture_output=True,
                                   text=True)
            if shown.returncode == 0 and json.loads(shown.stdout)["complete"] != (len(rows) == len(self.rows)):
                fail(f"sweep: {len(rows)} of {len(self.rows)} rows, and it says complete: {shown.stdout}")
        if self.start("killed.db", ["--resume"]).wait() != 0 or self.read("killed.db") != self.rows:
            fail("sweep: resumed, it gives other rows")
        unfinished = rows is not None and len(rows) < len(self.rows)
        return ("nothing" if not rows else "some rows" if unfinished else "new"), unfinished


def jobs(args, work, draw):
    def path(name):
        return os.path.join(work, name)

    write_npy(path("old.npy"), 20_000, 6, draw)
    write_npy(path("new.npy"), 30_000, 6, draw)
    batch = ["eval", "puma560", "--batch", "--want", "gravity,inertia,christoffel", "-o", ".", "--q"]
    arrays = ["gravity.npy", "inertia.npy", "christoffel.npy"]
    yield Job(args.catena, work, "eval_batch", [*batch, path("new.npy")], [*batch, path("old.npy")], arrays, True)

    with open(path("states.jsonl"), "w", encoding="utf-8") as f:
        for _ in range(60_000):
            f.write(json.dumps({"q": [draw.uniform(-3, 3) for _ in range(6)]}) + "\n")
    lines = ["eval", "puma560", "-i", path("states.jsonl"), "--force", "-o", "out.jsonl", "--want"]
    yield Job(args.catena, work, "eval_lines", [*lines, "gravity,inertia"], [*lines, "gravity"], ["out.jsonl"], True)

    fall = ["simulate", "puma560", "--force", "-o", "run.csv", "--report", "run.html", "--output-step", "2ms", "--free-fall"]
    yield Job(args.catena, work, "simulate", [*fall, "6s"], [*fall, "5s"], ["run.csv", "run.html"], True)

    code = ["codegen", "panda", "--name", "arm", "--force", "-o", ".", "--want"]
    yield Job(args.catena, work, "codegen", [*code, "id,fd,inertia,did_dq"], [*code, "id,inertia"],
              ["catena_arm.h", "catena_arm.c"], True)

    way = ["path", "panda", "--acceleration", "10", "--blend", "0.1", "--step", "0.1ms", "--force", "-o", "motion.csv", "--points"]
    middle = "0,0,0,-1.5,0,1.5,0;1,0.3,0.2,-1,0,2,0.5"
    yield Job(args.catena, work, "path", [*way, middle + ";0.5,0.5,0.5,-2,0.5,1.5,1"], [*way, middle], ["motion.csv"], True)

    with open(path("poses.jsonl"), "w", encoding="utf-8") as f:
        for _ in range(300):
            f.write(json.dumps({"position": [draw.uniform(0.3, 0.5), draw.uniform(-0.2, 0.2), draw.uniform(0.2, 0.5)]}) + "\n")
    solve = ["ik", "panda", "-i", path("poses.jsonl")]  # writes no file, and must leave none
    yield Job(args.catena, work, "ik", solve, solve, [], False)

    with open(path("design.toml"), "w", encoding="utf-8") as f:
        f.write("""design = 1
arm = "Rz Ry Ry"
lengths = [0, 0.5, 0.4]
criteria = ["reach", "peak_torque", "gim_condition"]
[body]
law = "tube"
density = 2700
radius = 0.05
thickness = 0.005
[sampling]
kind = "sobol"
points = 600
seed = 1
[[parameter]]
name = "upper"
set = "length"
link = 2
low = 0.2
high = 0.8
""")
    yield Sweep(args.catena, work, path("design.toml"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--catena", required=True)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=20261117)
    args = parser.parse_args()
    args.catena = os.path.abspath(args.catena)
    os.environ["CATENA_CALIBRATION"] = "off"
    draw = random.Random(args.seed)
    work = tempfile.mkdtemp(prefix="catena_kill_")
    total = 0
    try:
        for job in jobs(args, work, draw):
            wanted, left, unfinished, early = args.kills // 7, {}, 0, 0
            done = 0
            while done < wanted:
                outcome = job.kill(draw)
                if outcome is None:
                    early += 1
                    if early > 20 * wanted:
                        fail(f"{job.name}: it always ends before it can be killed")
                    continue
                done += 1
                left[outcome[0]] = left.get(outcome[0], 0) + 1
                unfinished += outcome[1]
            total += done
            shown = ", ".join(f"{kind} {count}" for kind, count in sorted(left.items()))
            print(f"{job.name:<11} {job.seconds:5.2f} s  {done:4} kills; left under final names: {shown}; "
                  f"unfinished work {unfinished} times; ended before the kill {early} times", flush=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{total} kills: nothing pretended to be whole")


if __name__ == "__main__":
    main()
