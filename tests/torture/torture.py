#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes allocations, writes, fsyncs, opens, renames and thread starts fail one after the other, in every command but playground, which
copies a page, and cuts the power.

torture.py --catena build/catena --work build/torture --page docs/torture.md

Each run must end with a right exit code and a message, and leave nothing that looks like a result but is not: an output
is absent, as it was before, or whole. After a power cut the same holds for what is on the disk for certain (fail.c), and
the command must finish when it is run again. An interrupted torture continues where it stopped.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_IN_TURN = 5000  # the first calls of a kind; later ones are sampled evenly
MOST_RUNS = 10000
SECONDS = 60  # a run that takes longer hangs
STATE = '{"q": [0.3, 0.9], "qd": [1, 0], "qdd": [0, 0], "tau": [1, 2]}\n'


# name: (arguments, standard input, outputs). {r} is the folder of inputs. Results that contain times are not compared.
JOBS = {
    "info": (["info", "planar2", "--json"], "", []),
    "check": (["check", "puma560"], "", []),
    "convert": (["convert", "planar2", "-o", "out.urdf"], "", ["out.urdf"]),
    "eval": (["eval", "planar2", "--want", "id,inertia,fd"], STATE * 3, []),
    "eval_file": (["eval", "planar2", "--want", "id,inertia,fd", "-o", "out.jsonl"], STATE * 3, ["out.jsonl"]),
    "eval_batch": (["eval", "planar2", "--batch", "--q", "../q.npy", "--qd", "../q.npy", "--qdd", "../q.npy", "--want", "id,inertia",
                    "--threads", "2", "-o", "out"], "", ["out"]),
    "methods": (["methods", "--json"], "", []),
    "verify": (["verify", "planar2", "--states", "2"], "", []),
    "count": (["count", "planar2", "--json"], "", []),
    "compare": (["compare", "planar2", "planar:3", "--samples", "64", "--criteria", "workspace,reach,gim_condition", "--report",
                 "out.html"], "", ["out.html"]),
    "simulate": (["simulate", "planar2", "--free-fall", "0.05s", "-o", "out.csv"], "", ["out.csv"]),
    "simulate_report": (["simulate", "planar2", "--free-fall", "0.02s", "--report", "out.html"], "", ["out.html"]),
    "simulate_both": (["simulate", "planar2", "--free-fall", "0.02s", "-o", "out.csv", "--report", "out.html", "--force"], "",
                      ["out.csv", "out.html"]),
    "sweep": (["sweep", "two_link", "--threads", "2", "--commit-interval", "0", "-o", "out.db"], "", ["out.db"]),
    "codegen": (["codegen", "planar2", "--want", "id", "-o", "out"], "", ["out"]),
    "ik": (["ik", "planar2"], '{"position": [1.2, 0.5, 0]}\n{"position": [0.9, 0.4, 0]}\n', []),
    "path": (["path", "planar2", "--points", "0,0;1,0.5;0.5,1", "--blend", "0.2", "--velocity", "2", "--acceleration", "10", "-o",
              "out.csv"], "", ["out.csv"]),
    "papers": (["papers", "udut"], "", []),
    "bench": (["bench", "planar2", "--want", "id", "--samples", "1", "--window", "0.01", "--threads", "2", "--json"], "", []),
    "reproduce": (["reproduce", "001", "--no-times", "-o", "out"], "", ["out"]),
    "help": (["help", "eval"], "", []),
    "sweep_show": (["sweep", "../store.db", "--csv", "out.csv", "--report", "out.html"], "", ["out.csv", "out.html"]),
    "simulate_scenario": (["simulate", "../short.toml", "-o", "out.csv"], "", ["out.csv"]),
}
SCENARIO = """scenario = 1
robot = "planar2"
duration = 0.05
[initial]
q = [0.3, 0.9]
"""
FEW = {"reproduce": 300, "bench": 300}  # runs of each kind at most: a single one takes long
OLD = {"simulate_both": b"of an earlier run\n"}  # what stands under the names of the outputs before the run
KINDS = {  # of failures, and whether later calls fail as well
    "memory": ("memory", False),
    "write": ("write", False),
    "full": ("write", True),
    "sync": ("sync", False),
    "open": ("open", False),
    "rename": ("rename", False),
    "thread": ("thread", True),
    "cut": ("cut", False),
}


class Torture:
    def __init__(self, catena, work, jobs):
        self.catena, self.work, self.jobs = os.path.abspath(catena), os.path.abspath(work), jobs
        os.makedirs(self.work, exist_ok=True)
        self.library = os.path.join(self.work, "fail.so")
        subprocess.run(["cc", "-O1", "-fPIC", "-shared", "-fno-builtin", os.path.join(HERE, "fail.c"), "-o", self.library],
                       check=True)
        self.log_path = os.path.join(self.work, "log.jsonl")
        self.done = {}
        if os.path.exists(self.log_path):
            with open(self.log_path, encoding="utf8") as log:
                for line in log:
                    if line.endswith("\n"):
                        row = json.loads(line)
                        self.done[row["job"], row["kind"], row["at"]] = row
        self.log = open(self.log_path, "a", encoding="utf8")
        self.lock = threading.Lock()
        self.reference, self.calls, self.stop = {}, {}, False

    def folder(self, *names):
        path = os.path.join(self.work, "runs", "-".join(str(n) for n in names))
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(os.path.join(path, "disk"))
        os.makedirs(os.path.join(path, "home"))
        os.makedirs(os.path.join(path, "here"))
        return path

    def plant_old(self, job, path):
        """Files of an earlier run, which are on the disk for certain."""
        here, disk = os.path.join(path, "here"), os.path.join(path, "disk")
        if job not in OLD:
            return
        for name in JOBS[job][2]:
            with open(os.path.join(here, name), "wb") as out:
                out.write(OLD[job])
            shutil.copy(os.path.join(here, name), os.path.join(disk, f"file-{os.stat(os.path.join(here, name)).st_ino}"))
        with open(os.path.join(disk, f"names-{os.stat(here).st_ino}"), "w", encoding="utf8") as out:
            out.writelines(f"{os.stat(os.path.join(here, name)).st_ino} {name}\n" for name in JOBS[job][2])

    def run(self, job, path, kind="", at=0, more=()):
        arguments, text, _ = JOBS[job]
        here = os.path.join(path, "here")
        with open(os.path.join(path, "q.npy"), "wb") as out:
            out.write(numbers())
        with open(os.path.join(path, "short.toml"), "w", encoding="utf8") as out:
            out.write(SCENARIO)
        if "../store.db" in arguments:
            shutil.copy(self.store(), os.path.join(path, "store.db"))
        environment = {"PATH": os.environ["PATH"], "HOME": os.path.join(path, "home"), "LC_ALL": "C.UTF-8",
                       "CATENA_CALIBRATION": "off", "XDG_CACHE_HOME": os.path.join(path, "home")}
        if kind:
            what, later = KINDS[kind]
            environment.update(LD_PRELOAD=self.library, TORTURE_KIND=what, TORTURE_AT=str(at), TORTURE_UNTIL=str(int(later)),
                               TORTURE_COUNT=os.path.join(path, "count"), TORTURE_DISK=os.path.join(path, "disk"))
        try:
            return subprocess.run([self.catena, *arguments, *more], input=text.encode(), cwd=here, env=environment, timeout=SECONDS,
                                  capture_output=True)
        except subprocess.TimeoutExpired:
            return None

    def store(self):
        """The results of a small sweep, made once."""
        path = os.path.join(self.work, "store.db")
        if not os.path.exists(path):
            subprocess.run([self.catena, "sweep", "two_link", "-o", path + ".new"], check=True, capture_output=True)
            os.rename(path + ".new", path)
        return path

    def outputs(self, job, here):
        """What stands under the names of the outputs: a text of each, with what differs from run to run taken out."""
        found = {}
        for name in JOBS[job][2]:
            path = os.path.join(here, name)
            files = [os.path.join(path, f) for f in sorted(os.listdir(path))] if os.path.isdir(path) else [path]
            for file in files:
                if os.path.isfile(file):
                    with open(file, "rb") as data:
                        found[os.path.relpath(file, here)] = data.read()
        return found

    def whole(self, job, name, data):
        """Whether an output may stand under its name: it is the reference, or tells which answers failed, or is a store that can be
        resumed."""
        expected = self.reference[job][1]
        if name.endswith(".db") or name not in expected:
            return True  # a store is resumed below; other names are temporary files
        return data in (expected[name], OLD.get(job)) or self.told_in_answers(job, data, expected[name])

    def problem_of(self, job, here):
        """What is wrong with the outputs: one is not whole, or they are of two runs."""
        found = self.outputs(job, here)
        for name, data in found.items():
            if not self.whole(job, name, data):
                return f"{name} looks like a result, but differs"
        old = [name for name, data in found.items() if data == OLD.get(job)]
        if old and len(old) < len(found):
            return f"{' '.join(old)} of an earlier run beside new outputs"
        return ""

    def judge(self, job, kind, run, path):
        if run is None:
            return f"did not end in {SECONDS} s"
        err = run.stderr.decode(errors="replace")
        code, here = run.returncode, os.path.join(path, "here")
        if code not in (0, 2, 3, 4, 5):
            return f"exit {code}: {err.strip()[-200:]}"
        told = [name for name, data in self.outputs(job, here).items()
                if self.told_in_answers(job, data, self.reference[job][1].get(name, b""))]
        if code != 0 and "error" not in err and not told and not self.told_in_answers(job, run.stdout, self.reference[job][0]):
            return f"exit {code} without a message: {err.strip()[-200:]}"
        found, reference = without_times(job, run.stdout), self.reference[job][0]
        if job == "bench" and "note:" in err and set(found) <= set(reference) and len(found) < len(reference):
            found = reference  # the note tells why timings are missing
        if code == 0 and (told or found != reference):
            return "exit 0 with another output"
        if problem := self.problem_of(job, here):
            return problem
        outputs = self.outputs(job, here)
        if code == 0 and (set(outputs) != set(self.reference[job][1]) or OLD.get(job) in outputs.values()):
            return "exit 0 without its output"
        left = [n for n in os.listdir(here) if n not in self.known(job)]
        if left and code != 0:
            return f"left behind: {' '.join(left)}"
        return self.again(job, path) if job == "sweep" else ""

    def told_in_answers(self, job, out, expected):
        """Whether the answers to lines of input are those of the reference, but for some that tell an error (docs/cli.md, eval)."""
        lines, expected = out.split(b"\n"), expected.split(b"\n")
        failed = [line for line, right in zip(lines, expected) if line != right]
        return JOBS[job][1] and len(lines) == len(expected) and failed and all(b'"error": "' in line for line in failed)

    def known(self, job):
        names = set(JOBS[job][2])
        return names | {n + end for n in JOBS[job][2] if n.endswith(".db") for end in ("-wal", "-shm", "-journal", "-lock")}

    def again(self, job, path):
        """Runs the sweep once more, without failures: it must finish with the rows of the reference."""
        store = os.path.join(path, "here", JOBS[job][2][0])
        run = self.run(job, path, more=["--resume"] if os.path.exists(store) else [])
        if run is None or run.returncode != 0:
            return f"cannot be resumed: {'' if run is None else run.stderr.decode(errors='replace').strip()[-200:]}"
        if rows(store) != self.reference[job][2]:
            return "after it was resumed, the rows differ"
        return ""

    def power_cut(self, path, here, names_lost):
        """A copy of the folder with what is on the disk for certain; names that no fsync of the folder wrote are there or not."""
        disk, after = os.path.join(path, "disk"), os.path.join(path, "after", os.path.relpath(here, path))
        os.makedirs(after)
        names = {e.name: e.inode() for e in os.scandir(here) if e.is_file()}
        if names_lost:
            names = {}
            listing = os.path.join(disk, f"names-{os.stat(here).st_ino}")
            if os.path.exists(listing):
                with open(listing, encoding="utf8") as text:
                    names = {name: int(inode) for inode, name in (line.rstrip("\n").split(" ", 1) for line in text)}
        for name, inode in names.items():
            kept = os.path.join(disk, f"file-{inode}")
            shutil.copy(kept if os.path.exists(kept) else os.devnull, os.path.join(after, name))
        for entry in os.scandir(here):
            if entry.is_dir():
                self.power_cut(path, entry.path, names_lost)
        return os.path.join(path, "after")

    def judge_cut(self, job, run, path):
        if run is None:
            return f"did not end in {SECONDS} s"
        if run.returncode not in (0, -signal.SIGKILL):
            return f"exit {run.returncode}: {run.stderr.decode(errors='replace').strip()[-200:]}"
        for names_lost in (False, True):
            shutil.rmtree(os.path.join(path, "after"), ignore_errors=True)
            after = self.power_cut(path, os.path.join(path, "here"), names_lost)
            if problem := self.problem_of(job, os.path.join(after, "here")):
                return "after the cut, " + problem
            if job == "sweep" and (problem := self.again(job, after)):
                return "after the cut, " + problem
        return ""

    def one(self, job, kind, at):
        if self.stop or (job, kind, at) in self.done:
            return
        path = self.folder(job, kind, at)
        self.plant_old(job, path)
        run = self.run(job, path, kind, at)
        problem = self.judge_cut(job, run, path) if kind == "cut" else self.judge(job, kind, run, path)
        row = {"job": job, "kind": kind, "at": at, "code": None if run is None else run.returncode, "problem": problem}
        shutil.rmtree(path)
        with self.lock:
            self.done[job, kind, at] = row
            self.log.write(json.dumps(row) + "\n")
            self.log.flush()
            if problem:
                print(f"{job}: {kind} {at}: {problem}", flush=True)

    def go(self, kinds, threads, most):
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            for job in self.jobs:
                path = self.folder("reference", job)
                run = self.run(job, path)
                if run is None or run.returncode != 0:
                    sys.exit(f"{job}: fails by itself: {run and run.stderr.decode()}")
                here = os.path.join(path, "here")
                self.reference[job] = (without_times(job, run.stdout), self.outputs(job, here), job == "sweep" and rows(os.path.join(here, "out.db")))
                for kind in kinds:
                    path = self.folder("count", job, kind)
                    self.plant_old(job, path)
                    self.run(job, path, kind, 0)
                    with open(os.path.join(path, "count"), encoding="utf8") as text:
                        calls = self.calls[job, kind] = int(text.read())
                    which = list(range(1, min(calls, MOST_IN_TURN) + 1))
                    rest = min(calls - len(which), MOST_RUNS - len(which))
                    few = min((count for count in (most, FEW.get(job, 0)) if count), default=0)
                    which += [MOST_IN_TURN + 1 + k * (calls - MOST_IN_TURN) // rest for k in range(rest)] if rest > 0 else []
                    if few:
                        which = sorted({which[k * len(which) // few] for k in range(few)}) if which else []
                    print(f"{job}: {kind}: {calls} calls, {len(which)} runs", file=sys.stderr, flush=True)
                    list(pool.map(lambda at, kind=kind, job=job: self.one(job, kind, at), which))
                    if self.stop:
                        return False
        return True

    def page(self):
        count = collections.Counter()
        ended = collections.Counter()
        for (job, kind, _), row in self.done.items():
            count[job, kind] += 1
            ended[kind, "bad" if row["problem"] else row["code"]] += 1
        kinds = [k for k in KINDS if any((j, k) in count for j in JOBS)]
        lines = ["| command | " + " | ".join(kinds) + " |", "| --- |" + " ---: |" * len(kinds)]
        def cell(key):
            calls = self.calls.get(key, 0)
            return f"{count[key]} of {calls}" if calls > count[key] else str(count[key])

        lines += [f"| {j} | " + " | ".join(cell((j, k)) for k in kinds) + " |" for j in JOBS if any(count[j, k] for k in kinds)]
        lines += ["", "| failure | runs | went on and succeeded | ended with a message | killed at the cut | wrong |",
                  "| --- | ---: | ---: | ---: | ---: | ---: |"]
        for k in kinds:
            good = {c: n for (kind, c), n in ended.items() if kind == k and c != "bad"}
            told = sum(n for c, n in good.items() if c in (2, 3, 4, 5))
            lines.append(f"| {k} | {sum(good.values()) + ended[k, 'bad']} | {good.get(0, 0)} | {told} | {good.get(-9, 0)} | "
                         f"{ended[k, 'bad']} |")
        return "\n".join(lines) + "\n"


def numbers():
    """Two rows of two numbers as .npy, written by hand because NumPy may be missing."""
    head = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"
    head += " " * (117 - len(head)) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + head.encode() + struct.pack("<4d", 0.3, 0.9, 1, 0)


def without_times(job, out):
    """What a command printed, without the lines that say how long it took; of timings, which there are."""
    if job == "bench":
        return sorted(re.findall(rb'"way": "[^"]*"|"quantity": "[^"]*"', out))
    return b"\n".join(line for line in out.split(b"\n") if not re.search(rb"computing|elapsed|seconds", line))


def rows(store):
    """The results in a store; a damaged one raises."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as db:
        if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            return "SQLite finds it damaged"
        return [db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in ("point", "parameter", "criterion", "word")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--catena", required=True)
    parser.add_argument("--work", required=True, help="a folder for the runs and their log")
    parser.add_argument("--jobs", default=",".join(JOBS))
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--most", type=int, default=0, help="runs of each command and kind, evenly chosen; default: all")
    parser.add_argument("--fresh", action="store_true", help="forget the runs of an earlier call")
    parser.add_argument("--page", help="a Markdown file between whose marks the tables are written")
    options = parser.parse_args()
    if options.fresh:
        shutil.rmtree(options.work, ignore_errors=True)
    torture = Torture(options.catena, options.work, options.jobs.split(","))
    signal.signal(signal.SIGINT, lambda *_: setattr(torture, "stop", True))
    complete = torture.go(options.kinds.split(","), options.threads, options.most)
    print(torture.page())
    if not complete:
        sys.exit("interrupted; the same command continues")
    if options.page:
        with open(options.page, encoding="utf8") as file:
            text = file.read()
        with open(options.page, "w", encoding="utf8") as file:
            file.write(re.sub(r"(<!-- torture -->\n).*?(<!-- end -->)", lambda m: m[1] + torture.page() + m[2], text, flags=re.S))
    bad = sum(bool(row["problem"]) for row in torture.done.values())
    print(f"torture: {len(torture.done) - bad} passed, {bad} failed")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
