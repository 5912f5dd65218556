# SPDX-License-Identifier: Apache-2.0
"""Threads, forks, interpreters, interrupts, pickling and copying."""
import copy
import multiprocessing
import pickle
import threading

import numpy as np
import pytest
from conftest import N, run_python

import catena


def test_four_threads_share_one_arm(panda, rng):
    values = rng.uniform(-1, 1, (3, 2000, N))
    expected = panda.id(*values), panda.nle(*values[:2]), panda.id(*values[:, 0])
    wrong = []

    def work():
        for _ in range(20):
            found = panda.id(*values), panda.nle(*values[:2]), panda.id(*values[:, 0])
            wrong.extend(k for k in range(3) if not np.array_equal(found[k], expected[k]))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_batches_release_the_gil(panda):
    """Another thread runs Python code while a batch is being computed: it could not count if the GIL were held."""
    q = np.zeros((400_000, N))
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    panda.christoffel(q[:20_000])
    panda.gravity(q)
    during = counted[0] - before
    done.set()
    thread.join()
    assert during > 1000


def test_a_fork_can_compute_batches(panda, rng):
    values = rng.uniform(-1, 1, (3, 5000, N))
    expected = panda.id(*values), panda.nle(*values[:2])  # the parent has threads now
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=lambda: queue.put((panda.id(*values), panda.nle(*values[:2]))))
    child.start()
    found = queue.get(timeout=60)
    child.join(60)
    assert child.exitcode == 0
    assert all(np.array_equal(a, b) for a, b in zip(found, expected))
    assert np.array_equal(panda.id(*values), expected[0])


def test_a_fork_can_free_its_arms():
    """The destructors in the child must not wait for threads that only the parent has."""
    out = run_python("""
import os, signal, sys
import numpy as np, catena
catena.set_threads(3)
arm, q = catena.Arm('panda'), np.zeros((5000, 7))
arm.gravity(q), arm.nle(q, q)
child = os.fork()
if child == 0:
    signal.alarm(20)
    arm.gravity(q), arm.nle(q, q)
    del arm
    sys.exit(0)
print(os.waitpid(child, 0)[1], arm.gravity(q).shape)
""")
    assert out == "0 (5000, 7)\n"


def test_subinterpreters_are_refused():
    out = run_python("""
import catena
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    import _interpreters as interpreters
i = interpreters.create()
code = '''
import sys
sys.modules['numpy'] = None
import importlib.util, importlib.machinery
loader = importlib.machinery.ExtensionFileLoader('catena._core', %r)
spec = importlib.util.spec_from_loader('catena._core', loader)
try:
    loader.exec_module(loader.create_module(spec))
    print('loaded')
except ImportError as error:
    print(error)
''' % catena._core.__file__
interpreters.run_string(i, code)
""")
    assert "subinterpreter" in out and "loaded" not in out


@pytest.mark.parametrize("name, states", [("gravity", 3_000_000), ("christoffel", 300_000)])
def test_an_interrupt_ends_a_batch(name, states):
    out = run_python(f"""
import os, signal, threading
import numpy as np, catena
arm, q = catena.Arm('panda'), np.broadcast_to(np.zeros(7), ({states}, 7))
threading.Timer(0.15, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    for _ in range(1000):
        arm.{name}(q)
    print('not interrupted')
except KeyboardInterrupt:
    print('interrupted')
arm.{name}(q[:100])
print('alive')
""")
    assert out.split("\n")[:2] == ["interrupted", "alive"]


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_arms_can_be_pickled(protocol, rng):
    q, qd, qdd = rng.uniform(-1, 1, (3, 6))
    for arm in (catena.Arm("puma560"), catena.Arm("ur5e", gravity=(0, 1, 2), payload=1.5),
                catena.Arm("puma560", motors=True), catena.Arm("mixed:6")):
        other = pickle.loads(pickle.dumps(arm, protocol))
        assert type(other) is catena.Arm and other.name == arm.name
        assert np.array_equal(other.id(q, qd, qdd), arm.id(q, qd, qdd))
        assert np.array_equal(other.fd(q, qd, qdd), arm.fd(q, qd, qdd))
        assert other.frames == arm.frames


def test_arms_never_change_and_copies_are_the_same_object(panda):
    assert copy.copy(panda) is panda and copy.deepcopy([panda])[0] is panda
    with pytest.raises(AttributeError):
        panda.name = "other"


def test_errors_can_be_pickled(panda):
    with pytest.raises(catena.Error) as caught:
        panda.gravity([1.0])
    error = pickle.loads(pickle.dumps(caught.value))
    assert str(error) == str(caught.value) and error.need == caught.value.need and error.kind == "usage"


def test_results_can_be_pickled(panda):
    result = panda.udut(np.full(N, 0.3))
    assert np.array_equal(pickle.loads(pickle.dumps(result)).U, result.U)


def test_the_number_of_threads_does_not_change_results(panda, rng):
    values = rng.uniform(-1, 1, (3, 3000, N))
    results = []
    try:
        for threads in 1, 2, 3:
            catena.set_threads(threads)
            assert catena.threads() == threads
            results.append((panda.fd(*values), panda.mci(*values[:2])))
    finally:
        catena.set_threads(0)
    assert all(np.array_equal(a, b) for other in results[1:] for a, b in zip(results[0], other))


def test_subclasses(rng):
    class Mine(catena.Arm):
        def weight(self, q):
            return self.gravity(q)

    arm = Mine("planar2")
    assert np.array_equal(arm.weight([0.1, 0.2]), arm.g([0.1, 0.2]))
    assert type(arm.with_gravity((0, 0, 0))) is Mine
    assert type(Mine.from_toml(arm.to_toml())) is Mine
