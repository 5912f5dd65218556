# SPDX-License-Identifier: Apache-2.0
"""What calls from Python cost: python3 bench/python.py [FOLDER of the package, default build/python].

Inverse dynamics of the Panda, in turn and in one run, so that the ratios hold on a machine that is busy with other things: the C++
call, the same from Python with out= and with a new array, lists as arguments, a recursion in pure NumPy; then batches beside those
of C++, and vector-Jacobian products beside products with the matrices. The smallest of many times counts."""
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "python")
sys.path.insert(0, str(FOLDER))

import numpy as np  # noqa: E402

import catena  # noqa: E402
from catena import _core  # noqa: E402

arm = catena.Arm("panda")
n = arm.n
rng = np.random.default_rng(1)
q, qd, qdd = rng.uniform(-1, 1, (3, n))
out = np.empty(n)
lists = [x.tolist() for x in (q, qd, qdd)]


def pure_numpy():
    """The Newton-Euler recursion with one small array operation after the other, as textbooks write it (modified DH)."""
    robot = tomllib.loads(arm.to_toml("modified"))
    unit = np.pi / 180 if robot.get("angle_unit") == "deg" else 1.0
    data, joint = [], 0
    for link in robot["link"]:
        fixed = link.get("joint", "revolute") == "fixed"
        I = link.get("inertia", {})
        I = np.array([[I.get("".join(sorted(i + j)), 0.0) for j in "xyz"] for i in "xyz"])
        dh = link["dh"]
        data.append((None if fixed else joint, dh["a"], dh["alpha"] * unit, dh["d"], dh["theta"] * unit, link.get("mass", 0.0),
                     np.array(link.get("com", [0.0] * 3)), I))
        joint += not fixed
    z, g = np.array([0.0, 0.0, 1.0]), np.array(robot.get("gravity", [0, 0, -9.81]))

    def call(q, qd, qdd):
        w, wd, vd, forward = np.zeros(3), np.zeros(3), -g, []
        for k, a, alpha, d, theta, m, c, I in data:
            angle, speed, rate = (theta, 0.0, 0.0) if k is None else (theta + q[k], qd[k], qdd[k])
            ct, st, ca, sa = np.cos(angle), np.sin(angle), np.cos(alpha), np.sin(alpha)
            R = np.array([[ct, -st, 0], [st * ca, ct * ca, -sa], [st * sa, ct * sa, ca]])
            p = np.array([a, -sa * d, ca * d])
            vd = R.T @ (np.cross(wd, p) + np.cross(w, np.cross(w, p)) + vd)
            w, wd = R.T @ w + z * speed, R.T @ wd + np.cross(R.T @ w, z * speed) + z * rate
            forward.append((R, p, m * (np.cross(wd, c) + np.cross(w, np.cross(w, c)) + vd), I @ wd + np.cross(w, I @ w)))
        f, t, tau = np.zeros(3), np.zeros(3), np.zeros(n)
        R, p = np.eye(3), np.zeros(3)
        for (k, *_, c, _), (own_R, own_p, F, M) in zip(reversed(data), reversed(forward)):
            t = M + R @ t + np.cross(c, F) + np.cross(p, R @ f)
            f = R @ f + F
            if k is not None:
                tau[k] = t[2]
            R, p = own_R, own_p
        return tau

    return call


def best(run, calls, rounds):
    least = float("inf")
    for _ in range(rounds):
        start = time.perf_counter_ns()
        run(calls)
        least = min(least, (time.perf_counter_ns() - start) / calls)
    return least


def loop(body):
    code = compile(f"def run(calls):\n    for _ in range(calls):\n        {body}\n", "loop", "exec")
    names = {"id": arm.id, "q": q, "qd": qd, "qdd": qdd, "out": out, "lists": lists, "numpy_id": textbook}
    exec(code, names)
    return names["run"]


textbook = pure_numpy()
assert np.allclose(textbook(q, qd, qdd), arm.id(q, qd, qdd)), "the recursion in NumPy is wrong"
ways = {"C++, in place": None, "empty loop": loop("pass"), "id(q, qd, qdd, out=out)": loop("id(q, qd, qdd, out=out)"),
        "id(q, qd, qdd)": loop("id(q, qd, qdd)"), "lists": loop("id(*lists)"), "pure NumPy": loop("numpy_id(q, qd, qdd)")}
least = dict.fromkeys(ways, float("inf"))
for _ in range(200):
    for name, run in ways.items():
        calls = 1 if name == "pure NumPy" else 200
        took = _core._time_calls(arm, q, qd, qdd, calls) if run is None else best(run, calls, 1)
        least[name] = min(least[name], took)
print(f"Panda, id, {catena.simd_level()}, Python {sys.version.split()[0]}, NumPy {np.__version__}\n")
print(f"{'one state':<28}{'ns':>8}{'over C++':>10}{'ratio':>8}")
base = least["C++, in place"]
for name, took in least.items():
    print(f"{name:<28}{took:8.0f}{took - base:10.0f}{took / base:8.2f}")

print("\nmany states, ns a state on one thread; rate relative to C++, which writes to the same memory, or to new memory")
print(f"{'states':<10}{'C++':>8}{'out=':>8}{'rate':>8}{'C++ new':>10}{'new':>8}{'rate':>8}")
catena.set_threads(1)
for count in (100, 1000, 10_000, 100_000):
    states = [np.full((count, n), 0.5) for _ in range(3)]
    result, times = np.empty((count, n)), [float("inf")] * 4

    def into_result(calls):
        for _ in range(calls):
            arm.id(*states, out=result)

    def new_arrays(calls):
        for _ in range(calls):
            arm.id(*states)

    for _ in range(20):
        calls = max(1, 3000 // count)
        now = [_core._time_batch(arm, count, 1, False),
               best(into_result, calls, 20) / count,
               _core._time_batch(arm, count, 1, True),
               best(new_arrays, calls, 20) / count]
        times = list(map(min, times, now))
    print(f"{count:<10}{times[0]:8.1f}{times[1]:8.1f}{times[0] / times[1]:8.1%}{times[2]:10.1f}{times[3]:8.1f}{times[2] / times[3]:8.1%}")

# Vector-Jacobian products: in C++ without matrices, beside the matrices in C++ and their products in NumPy.
print("\nvector-Jacobian products, ns a state on one thread, and how much longer the matrices take")
print(f"{'arm':<10}{'states':<8}{'id_vjp':>9}{'matrices':>10}{'ratio':>7}{'fd_vjp':>10}{'matrices':>10}{'ratio':>7}")
for name in ("panda", "chain:30"):
    other = catena.Arm(name)
    for count in (1, 1000):
        given = rng.uniform(-1, 1, (4, count, other.n))
        took = []
        for quantity in ("id", "fd"):
            products, matrices = getattr(other, quantity + "_vjp"), getattr(other, quantity + "_derivatives")
            ways = [lambda calls: [products(*given) for _ in range(calls)],
                    lambda calls: [[(given[3][:, None, :] @ m)[:, 0] for m in matrices(*given[:3])] for _ in range(calls)]]
            least = [float("inf")] * 2
            for _ in range(15):
                for k, way in enumerate(ways):
                    least[k] = min(least[k], best(way, max(1, 300 // count), 1) / count)
            took += [*least, least[1] / least[0]]
        print(f"{name:<10}{count:<8}" + "".join(f"{t:{w}.{d}f}" for t, w, d in zip(took, (9, 10, 7, 10, 10, 7), (0, 0, 1) * 2)))

code = "import time; t = time.perf_counter(); import numpy; u = time.perf_counter(); import catena; print(time.perf_counter() - u, u - t)"
imports = [list(map(float, subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(FOLDER)}, capture_output=True, text=True,
                                          check=True).stdout.split())) for _ in range(10)]
print(f"\nimport catena after NumPy: {min(i[0] for i in imports):.3f} s; NumPy itself {min(i[1] for i in imports):.3f} s")
