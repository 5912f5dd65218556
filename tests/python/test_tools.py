# SPDX-License-Identifier: Apache-2.0
"""ik, ik_all, plan, simulate, verify, check, count, to_toml, to_urdf, codegen, compiled."""
import ctypes
import json
import os
import pickle
import shutil
import subprocess
import threading

import numpy as np
import pytest
from conftest import N, run_python

import catena

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")
HOME = np.array([0.1, 0.2, 0.3, -1.5, 0.5, 1.6, 0.7])


def page(cli, *words):
    """The JSON that a command prints."""
    done = subprocess.run([cli, *words, "--json"], capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout)


# --- inverse kinematics -----------------------------------------------------------------------------------------------


def test_ik_reaches_poses(panda, rng):
    q = HOME + rng.uniform(-0.1, 0.1, (4, 5, N))
    poses = panda.pose(q)
    found = panda.ik(poses)
    assert found and found.solved.shape == (4, 5) and (found.status == "solved").all()
    np.testing.assert_allclose(panda.pose(found.q), poses, atol=1e-8)
    assert (found.q >= panda.limits.lower).all() and (found.q <= panda.limits.upper).all()
    one = panda.ik(poses[1, 2])
    assert np.array_equal(one.q, found.q[1, 2]) and one.solved is True and one.status == "solved"
    assert (one.iterations, one.starts) == (found.iterations[1, 2], found.starts[1, 2])


def test_ik_options(panda, rng):
    pose = panda.pose(HOME)
    near = panda.ik(pose, seed=HOME + 0.01, preference="near", near=HOME)
    assert near.solved and np.abs(near.q - HOME).max() < 0.05
    seeds = HOME + rng.uniform(-0.05, 0.05, (3, N))
    many = panda.ik(np.broadcast_to(pose, (3, 4, 4)), seed=seeds)
    for k in range(3):
        assert np.array_equal(many.q[k], panda.ik(pose, seed=seeds[k]).q)
    reached = panda.ik(pose, goal="position", frame="flange").q
    np.testing.assert_allclose(panda.pose(reached, frame="flange")[:3, 3], pose[:3, 3], atol=1e-8)
    point = panda.ik(pose, goal="position", point=[0.1, 0, 0]).q
    np.testing.assert_allclose(panda.pose(point, point=[0.1, 0, 0])[:3, 3], pose[:3, 3], atol=1e-8)


def test_ik_that_is_not_reached_is_no_error(panda):
    far = np.eye(4)
    far[0, 3] = 5.0
    found = panda.ik(far)
    assert not found and found.status != "solved" and found.position_error > 4


def test_ik_refuses_what_is_no_pose(panda):
    with pytest.raises(catena.Error) as caught:
        panda.ik(np.eye(3))
    assert str(caught.value) == "ik: 'pose' has the wrong shape\n  given   (3, 3)\n  need    (4, 4) or (..., 4, 4)"
    with pytest.raises(catena.Error, match="given   'axis'\n  need    one of 'pose', 'position', 'position_and_axis'"):
        panda.ik(np.eye(4), goal="axis")
    with pytest.raises(catena.Error, match="'seed' has the wrong shape"):
        panda.ik(np.eye(4), seed=[1, 2])
    with pytest.raises(catena.Error):
        panda.ik(2 * np.eye(4))


def test_ik_all_finds_every_posture(panda):
    puma = catena.Arm("puma560")
    q = np.array([0.1, -0.5, 0.3, 0.4, 0.5, 0.6])
    found = puma.ik_all(puma.pose(q), keep_limits=False)
    assert found.shape == (8, 6)
    np.testing.assert_allclose(puma.pose(found), np.broadcast_to(puma.pose(q), (8, 4, 4)), atol=1e-8)
    nearest = puma.ik_all(puma.pose(q), keep_limits=False, near=q)[0]
    np.testing.assert_allclose(nearest, q, atol=1e-8)
    with pytest.raises(catena.Error) as caught:
        catena.Arm("stanford_004").ik_all(np.eye(4))
    assert caught.value.kind == "model"
    # the Panda has a closed form for every position of its last joint
    found = panda.ik_all(panda.pose(HOME), near=HOME)
    assert len(found) > 8
    np.testing.assert_allclose(panda.pose(found), np.broadcast_to(panda.pose(HOME), (len(found), 4, 4)), atol=1e-8)


# --- motions ----------------------------------------------------------------------------------------------------------


def test_plan_respects_the_limits_and_reaches_the_waypoints(panda):
    points = np.array([HOME, HOME + 0.5, HOME - 0.2])
    for option in ({}, {"smooth": True}, {"blend": 0.1}):
        motion = panda.plan(points, acceleration=5.0, **option)
        assert np.array_equal(motion.q[0], points[0])
        np.testing.assert_allclose(motion.q[-1], points[-1], atol=1e-12)
        assert motion.time[-1] == motion.duration
        assert np.abs(motion.qdd).max() <= 5.0 and (np.abs(motion.qd) <= panda.limits.velocity).all()
        assert (np.abs(panda.id(motion.q, motion.qd, motion.qdd)) <= panda.limits.effort).all()
        assert motion.active and 0.9 < motion.largest_share <= 1
    slower = panda.plan(points, acceleration=np.full(N, 2.5))
    assert slower.duration > panda.plan(points, acceleration=5.0).duration
    at = panda.plan(points, acceleration=5.0, times=[0.0, 0.1])
    assert at.q.shape == (2, N)
    with pytest.raises(catena.Error, match=r"given   \(3,\)\n  need    \(k, 7\), k of 2 or more"):
        panda.plan([1, 2, 3])


def test_path_files_are_planned_as_by_the_command(cli, tmp_path):
    text = ("path = 1\nname = 'corners'\n[limits]\nvelocity = 2\nacceleration = 5\ntorque = 100\n"
            "[joints]\npoints = [[0, 0], [1, 0.5], [0.5, 1]]\n")
    file = tmp_path / "path.toml"
    file.write_text(text)
    arm = catena.Arm("planar2")
    report = page(cli, "path", "planar2", str(file))
    for given in (file, text):
        assert arm.plan(given).duration == report["duration"]


def test_free_fall_conserves_energy_and_equals_the_command(cli, tmp_path):
    run = catena.simulate("planar3_free_fall")
    energy = run.kinetic + run.potential
    assert run.end == "complete" and run.failure is None
    assert np.abs(energy - energy[0]).max() < 1e-4
    done = subprocess.run([cli, "simulate", "planar3_free_fall", "-o", str(tmp_path / "run.npz")], capture_output=True, text=True,
                          timeout=60)
    assert done.returncode == 0, done.stderr
    with np.load(tmp_path / "run.npz") as theirs:
        assert np.array_equal(theirs["q"], run.q)


def test_sampled_controllers_are_called_once_a_period(rng):
    arm, calls = catena.Arm("planar2"), []

    def control(t, q, qd):
        calls.append(t)
        return arm.gravity(q) - 3 * qd

    run = arm.simulate([0.3, 0.4], [1, -1], control, period=0.05, duration=1, sample=0.01)
    np.testing.assert_allclose(calls, np.arange(20) * 0.05)
    held = run.tau[1:5]
    assert np.array_equal(held, np.broadcast_to(held[0], held.shape)) and not np.array_equal(run.tau[1], run.tau[6])


def test_continuous_controllers_follow_the_equation_of_motion():
    arm = catena.Arm("planar2")
    run = arm.simulate([0.3, 0.4], [1, -1], lambda t, q, qd: -2 * qd + np.sin(t), duration=1, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(run.tau, -2 * run.qd + np.sin(run.time)[:, None], atol=1e-9)
    np.testing.assert_allclose(arm.fd(run.q, run.qd, run.tau), run.qdd, atol=1e-6)
    assert run.imbalance < 1e-6


def test_exceptions_of_controllers_come_back():
    arm = catena.Arm("planar2")
    for option in ({}, {"period": 0.1}):
        with pytest.raises(ZeroDivisionError):
            arm.simulate([0, 0], controller=lambda t, q, qd: 1 / 0, duration=0.3, **option)
        with pytest.raises(catena.Error, match="the torques of the controller: wrong shape"):
            arm.simulate([0, 0], controller=lambda t, q, qd: [1.0], duration=0.3, **option)
    with pytest.raises(catena.Error, match="at_limit: unknown choice"):
        arm.simulate([0, 0], at_limit="x")


@pytest.mark.parametrize("controller", ["None", "lambda t, q, qd: [0] * 7"])
def test_an_interrupt_ends_a_simulation(controller):
    out = run_python(f"""
import os, signal, threading, catena
arm = catena.Arm('panda')
threading.Timer(0.15, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    arm.simulate([0.1] * 7, controller={controller}, duration=1e5)
    print('not interrupted')
except KeyboardInterrupt:
    print('interrupted', arm.simulate([0.1] * 7, duration=0.01).end)
""")
    assert out == "interrupted complete\n"


# --- looking at arms --------------------------------------------------------------------------------------------------


def test_verify_says_what_the_command_says(cli):
    found, theirs = catena.Arm("planar3").verify(states=3, seed=7), page(cli, "verify", "planar3", "--states", "3", "--seed", "7")
    assert found and found.states == 3 and found.condition == theirs["condition"]
    assert [(r.check, r.method, r.worst) for r in found.residuals] == \
        [(r["check"], r["method"], r["worst"]) for r in theirs["residuals"]]
    assert not catena.Arm("planar3").verify(states=2, tolerance=1e-300)
    with pytest.raises(catena.Error, match="verify: invalid number of states"):
        catena.Arm("planar3").verify(states=0)


def test_check_says_what_the_command_says(cli):
    found, theirs = catena.Arm("puma560").check(), page(cli, "check", "puma560")
    assert [f._asdict() for f in found] == theirs[0]["findings"] and found


def test_notes_have_the_parts_that_the_command_shows(cli):
    found, theirs = catena.Arm("puma560").notes, page(cli, "info", "puma560")["notes"]
    assert [note._asdict() for note in found] == theirs and found
    assert str(found[0]) == f"{found[0].where}: {found[0].what}; given {found[0].given}; need {found[0].need}"
    assert str(catena.Note("remark", "", "it is so", hint="try again")) == "it is so; try again"


def test_count_says_what_the_command_says(cli):
    found, theirs = catena.Arm("planar3").count("inertia"), page(cli, "count", "planar3", "--want", "inertia")
    assert [(c.method, c.general._asdict(), c.customised._asdict(), c.mul_law) for c in found] == \
        [(t["method"], t["general"], t["customised"], t["law"]["mul"] or "") for t in theirs]
    with pytest.raises(catena.Error, match="there is no such quantity"):
        catena.Arm("planar3").count("nothing")


# --- other forms ------------------------------------------------------------------------------------------------------


def test_texts_are_the_same_arm(cli, rng):
    arm = catena.Arm("puma560")
    q, qd, qdd = rng.uniform(-1, 1, (3, 6))
    text = page(cli, "convert", "puma560", "--convention", "modified")["text"]
    assert arm.to_toml("modified") == text
    for other in (catena.Arm.from_toml(arm.to_toml()), catena.Arm.from_toml(text), catena.Arm.from_urdf(arm.to_urdf())):
        np.testing.assert_allclose(other.id(q, qd, qdd), arm.id(q, qd, qdd), rtol=1e-9, atol=1e-9)
    loaded = arm.with_payload((2.0, (0, 0, 0.1))).with_gravity((0, 0, -1))
    np.testing.assert_allclose(catena.Arm.from_toml(loaded.to_toml()).id(q, qd, qdd), loaded.id(q, qd, qdd), atol=1e-12)
    with pytest.raises(catena.Error, match="convention: unknown choice"):
        arm.to_toml("mine")


@needs_compiler
def test_generated_code_computes_the_same(tmp_path, rng):
    arm = catena.Arm("planar2")
    files = arm.codegen(["id", ("gravity", "inertia")], name="planar")
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    library = tmp_path / "planar.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(tmp_path / "catena_planar.c"), "-lm"], check=True)
    q, qd, qdd = rng.uniform(-1, 1, (3, 2))
    tau = np.zeros(2)
    pointer = ctypes.POINTER(ctypes.c_double)
    ctypes.CDLL(str(library)).catena_planar_id(*(x.ctypes.data_as(pointer) for x in (q, qd, qdd, tau)))
    np.testing.assert_allclose(tau, arm.id(q, qd, qdd), rtol=1e-13)
    text = arm.codegen(["jacobian"], name="planar", frame="link1", point=[0.1, 0, 0], axes="frame")["catena_planar.h"]
    assert "a point of the frame 'link1', in its own axes" in text
    assert list(arm.codegen(["fd"], name="planar", language="cpp")) == ["catena_planar.hpp"]
    for wrong in (lambda: arm.codegen(["nothing"]), lambda: arm.codegen(["inertia_solve"]),
                  lambda: arm.codegen(["pose"], frame="elbow"), lambda: arm.codegen(["pose"], axes="local"),
                  lambda: arm.codegen(["id"], language="ada")):
        with pytest.raises(catena.Error):
            wrong()


@needs_compiler
def test_compiled_arms_have_the_same_calls(rng, monkeypatch, tmp_path):
    monkeypatch.setenv("CATENA_CACHE", os.environ.get("CATENA_CACHE", str(tmp_path)))
    arm = catena.Arm("planar2")
    fast = arm.compiled(["id", "inertia"])
    assert fast.native and fast.note == "" and isinstance(fast, catena.Arm)
    values = rng.uniform(-1, 1, (3, 100, 2))
    for name, count in (("id", 3), ("inertia", 1), ("nle", 2), ("fd", 3)):
        for given in (values[:count], values[:count, 0]):
            np.testing.assert_allclose(getattr(fast, name)(*given), getattr(arm, name)(*given), rtol=0, atol=1e-11)
    out = np.empty(2)
    assert fast.id(*values[:, 0], out=out) is out
    np.testing.assert_allclose(fast.id(*values, gravity=(1, 2, 3)), arm.id(*values, gravity=(1, 2, 3)), atol=1e-12)
    np.testing.assert_allclose(fast.id(*values, payload=1.0), arm.id(*values, payload=1.0), atol=1e-12)
    other = pickle.loads(pickle.dumps(fast))
    assert type(other) is catena.CompiledArm and np.array_equal(other.id(*values), fast.id(*values))
    assert fast.with_gravity((0, 0, 0)).native
    with pytest.raises(catena.Error):
        arm.compiled(["kic"])


def test_four_threads_share_solvers_and_compiled_arms(panda):
    pose, wrong = panda.pose(HOME), []
    expected = panda.ik(pose).q

    def work():
        for _ in range(10):
            if not np.array_equal(panda.ik(pose).q, expected):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
