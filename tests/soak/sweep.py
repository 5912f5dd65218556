#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills sweeps and continues them: the rows must be those of a sweep that nobody killed, bit for bit.

sweep.py --catena build/catena                            small, as a test
sweep.py --catena build/catena --points 200000 --kills 10 --mpi --speed     what `make soak` runs
"""
import argparse
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT_MB = 500  # most memory of one process


def fail(text):
    print("FAILED: " + text)
    sys.exit(1)


def count(path):
    """Rows that another process sees, while the sweep may be writing."""
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30) as db:
            return db.execute("SELECT count(*) FROM point").fetchone()[0]
    except sqlite3.OperationalError:  # the tables are not there yet
        return 0


def same_rows(path, reference):
    """Compares tables that mean results; the log of runs has times and differs."""
    db = sqlite3.connect(path)
    db.execute("ATTACH ? AS reference", (reference,))
    if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        fail(f"{path}: SQLite finds it damaged")
    for table in ("point", "parameter", "criterion", "word"):
        one = db.execute(f"SELECT * FROM main.{table} ORDER BY 1, 2")
        other = db.execute(f"SELECT * FROM reference.{table} ORDER BY 1, 2")
        for a, b in zip(one, other, strict=False):
            if a != b:
                fail(f"{path}: {table}: {a} instead of {b}")
        a, b = (db.execute(f"SELECT count(*) FROM {s}.{table}").fetchone()[0] for s in ("main", "reference"))
        if a != b:
            fail(f"{path}: {table}: {a} rows instead of {b}")
    rows = db.execute("SELECT count(*) FROM point").fetchone()[0]
    if db.execute("SELECT sum(points) FROM run").fetchone()[0] != rows:
        fail(f"{path}: the log counts other rows than there are: a point was computed twice or lost")
    db.close()


class Sweep:
    def __init__(self, args, design):
        self.args, self.design = args, design

    def command(self, path, threads, more=()):
        return [self.args.catena, "sweep", self.design, "-o", path, "--threads", str(threads), "--commit-interval",
                str(self.args.commit), "--top", "0", *more]

    def run(self, path, threads, more=(), before=()):
        """To the end. Returns seconds and the largest memory in MB."""
        begin = time.monotonic()
        process = subprocess.Popen([*before, *self.command(path, threads, more)], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            fail(f"exit code {process.returncode}")
        return time.monotonic() - begin, usage.ru_maxrss / 1024

    def until(self, process, path, rows):
        """Waits until the file has so many rows; false if the process ended before."""
        while process.poll() is None:
            if count(path) >= rows:
                return True
            time.sleep(0.005)
        return False


def kills(sweep, folder, reference, args, draw):
    path = os.path.join(folder, "killed.db")
    done = 0
    while done < args.kills:
        before = count(path)
        if before >= args.points:
            break
        target = before + draw.randint(1, max(1, (args.points - before) // (args.kills - done + 1)))
        process = subprocess.Popen(sweep.command(path, args.threads, ["--resume"]), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        sweep.until(process, path, target)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        if process.wait() == -signal.SIGKILL:
            done += 1
            if count(path) < before:
                fail("a committed point is gone")
    if done == 0:
        fail("the sweep always ended before it could be killed: this shows nothing")
    rows = count(path)
    sweep.run(path, args.threads, ["--resume"])
    same_rows(path, reference)
    print(f"  {done} kills, the last at {rows} of {args.points} rows; continued: the same rows")


def worker_of(path, rank, launcher):
    """The process of a rank, found by its environment."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/environ", "rb") as f:
                environment = f.read().split(b"\0")
            with open(f"/proc/{entry}/cmdline", "rb") as f:
                words = f.read().split(b"\0")
        except OSError:
            continue
        if f"OMPI_COMM_WORLD_RANK={rank}".encode() in environment and path.encode() in words:
            return int(entry)
    return None


def mpi(sweep, folder, reference, args, draw):
    if not shutil.which("mpirun") or not os.path.exists(
            os.path.join(os.path.dirname(os.path.abspath(args.catena)), "libcatena_mpi.so")):
        print("  no mpirun, or Catena built without MPI: left out")
        return
    # Under AddressSanitizer every rank would fail: Open MPI does not free all of its memory, and it unloads the modules that
    # allocated it, so that no list of suppressions can name them. The sweeps without mpirun do look for leaks.
    sanitizer = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "detect_leaks=0")))
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", ASAN_OPTIONS=sanitizer)
    launch = ["mpirun", "--oversubscribe", "-n", "3"]
    whole = os.path.join(folder, "mpi.db")
    seconds, _ = sweep.run(whole, 1, before=launch)
    same_rows(whole, reference)
    print(f"  3 ranks, {seconds:.1f} s: the same rows")

    for name, extra in (("aborted", []), ("recovered", ["--enable-recovery"])):
        path = os.path.join(folder, name + ".db")
        process = subprocess.Popen([*launch, *extra, *sweep.command(path, 1)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        sweep.until(process, path, draw.randint(1, args.points // 2))
        before = count(path)
        worker = worker_of(path, 1, process.pid)
        if worker is None:
            fail("rank 1 was not found: this shows nothing")
        os.kill(worker, signal.SIGKILL)
        _, text = process.communicate()
        after = count(path)
        if after < before:
            fail("a committed point is gone")
        if name == "aborted":
            if process.returncode == 0:
                fail("mpirun did not tell that a rank was killed")
            if after < args.points and f"-o {path} --resume" not in text:
                fail("nothing says how to continue:\n" + text)
            sweep.run(path, 1, ["--resume"], before=launch)
        elif after != args.points:
            fail(f"{after} of {args.points} rows although mpirun was to go on:\n{text}")
        same_rows(path, reference)
        print(f"  a worker killed at {before} rows, {after} when mpirun ended ({name}): in the end the same rows")


def speed(sweep, folder, args):
    """One and two threads in turn: the machine may have other work."""
    times = {1: [], 2: []}
    for turn in range(args.turns):
        for threads in (1, 2) if turn % 2 == 0 else (2, 1):
            path = os.path.join(folder, f"speed{turn}_{threads}.db")
            load = os.getloadavg()[0]
            seconds, memory = sweep.run(path, threads)
            times[threads].append(seconds)
            print(f"  {threads} thread{'s' if threads > 1 else ''}: {seconds:.2f} s, {memory:.0f} MB, load {load:.1f}")
            os.remove(path)
    ratios = sorted(a / b for a, b in zip(times[1], times[2], strict=True))
    print(f"  two threads are {ratios[len(ratios) // 2]:.2f} times as fast as one ({ratios[0]:.2f} to {ratios[-1]:.2f})")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--catena", required=True)
    parser.add_argument("--points", type=int, default=3000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--commit", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--mpi", action="store_true")
    parser.add_argument("--speed", action="store_true")
    args = parser.parse_args()
    draw = random.Random(args.seed)
    with tempfile.TemporaryDirectory(prefix="catena_soak_") as folder:
        design = os.path.join(folder, "six_joint.toml")
        with open(os.path.join(HERE, "../../designs/six_joint.toml"), encoding="utf-8") as f:
            text, found = re.subn(r"points = [0-9_]+", f"points = {args.points}", f.read())
        if found != 1:
            fail("designs/six_joint.toml does not say how many points it has")
        with open(design, "w", encoding="utf-8") as f:
            f.write(text)
        sweep = Sweep(args, design)
        reference = os.path.join(folder, "reference.db")
        seconds, memory = sweep.run(reference, args.threads)
        size = os.path.getsize(reference) / 1e6
        print(f"{args.points} arms, {args.threads} threads: {seconds:.1f} s, {memory:.0f} MB of memory, {size:.1f} MB of file")
        with open(args.catena, "rb") as program:
            sanitized = b"__asan_init" in program.read()  # then freed memory is kept for a while
        if memory > LIMIT_MB and not sanitized:
            fail(f"more than {LIMIT_MB} MB of memory")
        kills(sweep, folder, reference, args, draw)
        if args.mpi:
            mpi(sweep, folder, reference, args, draw)
        if args.speed:
            speed(sweep, folder, args)


if __name__ == "__main__":
    main()
