# SPDX-License-Identifier: Apache-2.0
"""Paths of the tool and of the joints, time laws, and motions along them."""
import doctest
import pickle

import numpy as np
import pytest

import catena
import catena.paths

Q = np.array([0, -1.2, 1.2, 0, 1.0, 0])


@pytest.fixture(scope="module")
def arm():
    return catena.Arm("ur5e")


def moved(pose, *way):
    other = pose.copy()
    other[:3, 3] += way
    return other


def slope(function, s, h=1e-5):
    return (function(s + h) - function(s - h)) / (2 * h)


def tool_path(arm):
    start = arm.pose(Q)
    turned = moved(start, 0.0, 0.25, 0.1)
    turned[:3, :3] = turned[:3, :3] @ np.array([[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]])
    return (catena.PosePath(start).line_to(moved(start, 0, 0.1, 0), blend=0.02)
            .arc_to(start[:3, 3] + [0.02, 0.15, 0.04], moved(start, 0, 0.2, 0.1)).line_to(turned)
            .spline_through([moved(turned, 0, 0, 0.05), moved(turned, 0.03, 0.02, 0.1)]))


def test_derivatives_of_a_tool_path_are_its_slopes(arm):
    path = tool_path(arm)
    inner = np.linspace(0, path.length, 203)[1:-1]
    inner = inner[[np.abs(path.corners - s).min(initial=1) > 1e-3 for s in inner]]
    at = path.at(inner)
    np.testing.assert_allclose(at.v, slope(lambda s: path.at(s).pose[:, :3, 3], inner), atol=1e-6)
    rate = slope(lambda s: path.at(s).pose[:, :3, :3], inner)
    np.testing.assert_allclose(np.cross(at.w[:, None, :], np.swapaxes(at.pose[:, :3, :3], 1, 2)), np.swapaxes(rate, 1, 2),
                               atol=1e-5)
    assert path.at(0.1).pose.shape == (4, 4) and path.at(np.zeros((2, 3))).v.shape == (2, 3, 3)


def test_blends_round_corners_and_other_corners_are_told(arm):
    start = arm.pose(Q)
    sharp = catena.PosePath(start).line_to(moved(start, 0, 0.1, 0)).line_to(moved(start, 0, 0.1, 0.1))
    assert sharp.corners.round(9).tolist() == [0.1]
    smooth = catena.PosePath(start).line_to(moved(start, 0, 0.1, 0), blend=0.02).line_to(moved(start, 0, 0.1, 0.1))
    assert smooth.corners.size == 0
    away = np.linalg.norm(smooth.at(0.1).pose[:3, 3] - moved(start, 0, 0.1, 0)[:3, 3])
    assert 0 < away <= 3 / 16 * 0.02 * 1.5


def test_paths_never_change_and_can_be_pickled(arm):
    path = tool_path(arm)
    shorter = catena.PosePath(arm.pose(Q))
    assert shorter.length == 0 and shorter.line_to(moved(arm.pose(Q), 0, 0, 0.1)).length > 0 and shorter.length == 0
    other = pickle.loads(pickle.dumps(path))
    assert other.length == path.length and np.array_equal(other.at(0.3).pose, path.at(0.3).pose)
    law = catena.TimeLaw(2.0, velocity=1, acceleration=3, jerk=20)
    assert pickle.loads(pickle.dumps(law)).duration == law.duration


def test_the_tool_follows_its_path(arm):
    path = tool_path(arm)
    found = arm.follow(path, start=Q)
    s = np.linspace(0, path.length, 101)
    np.testing.assert_allclose(arm.pose(found.path.at(s).q), path.at(s).pose, atol=2e-6)
    assert found.position_error <= 1e-6 and found.orientation_error <= 1e-6
    np.testing.assert_allclose(found.path.at(0.0).q, Q, atol=1e-9)
    at = found.path.at(0.05)
    np.testing.assert_allclose(at.qd, slope(lambda x: found.path.at(x).q, 0.05), atol=1e-5)
    position = arm.follow(path, start=Q, goal="position")
    np.testing.assert_allclose(arm.pose(position.path.at(s).q)[:, :3, 3], path.at(s).pose[:, :3, 3], atol=2e-6)


def test_a_planned_motion_is_that_of_its_path(arm):
    path = tool_path(arm)
    joints = arm.follow(path, start=Q).path
    motion = arm.plan(joints, acceleration=10, samples=300)
    effort, speed = arm.limits.effort, arm.limits.velocity
    assert (np.abs(arm.id(motion.q, motion.qd, motion.qdd)) <= effort * 1.001).all()
    assert (np.abs(motion.qd) <= speed * 1.001).all() and (np.abs(motion.qdd) <= 10.01).all()
    at = motion.at(motion.time)
    assert np.array_equal(at.q, motion.q) and np.array_equal(at.qdd, motion.qdd)
    middle = motion.duration / 3
    np.testing.assert_allclose(motion.at(middle).qd, slope(lambda t: motion.at(t).q, middle), atol=1e-4)
    waypoints = np.array([Q, Q + 0.3, Q + [0.5, 0, 0, 0, 0, 0.2]])
    assert arm.plan(catena.JointPath(waypoints, blend=0.1), acceleration=5).duration == \
        arm.plan(waypoints, blend=0.1, acceleration=5).duration


def test_time_laws_keep_their_limits():
    for jerk in np.inf, 8.0:
        law = catena.TimeLaw(1.7, velocity=0.9, acceleration=2, jerk=jerk)
        at = law.at(np.linspace(0, law.duration, 1001))
        assert at.s[0] == 0 and abs(at.s[-1] - 1.7) < 1e-12 and np.diff(at.s).min() >= 0
        assert at.v.max() <= 0.9 + 1e-12 and np.abs(at.a).max() <= 2 + 1e-12 and np.abs(at.j).max() <= jerk + 1e-9
    path = catena.JointPath([[0, 0, 0], [1, 1, 0], [1, 0, 2]], smooth=True)
    motion = catena.TimedPath(path, catena.TimeLaw(path.length, velocity=1, acceleration=2, jerk=8))
    np.testing.assert_allclose(motion.at([0, motion.duration]).q, path.at([0, path.length]).q, atol=1e-12)
    assert np.array_equal(motion.path.at(0.7).q, path.at(0.7).q)
    t = np.linspace(0.1, motion.duration - 0.1, 50)
    np.testing.assert_allclose(motion.at(t).qd, slope(lambda x: motion.at(x).q, t), atol=1e-5)


def test_a_motion_drives_a_controller(arm):
    motion = arm.plan(arm.follow(tool_path(arm), start=Q).path, acceleration=5)

    def computed_torque(t, q, qd):
        want = motion.at(t)
        return arm.id(q, qd, want.qdd + 100 * (want.q - q) + 20 * (want.qd - qd))

    run = arm.simulate(Q, controller=computed_torque, period=1e-3, duration=0.5, sample=0.05)
    assert np.abs(run.q - motion.at(run.time).q).max() < 2e-3


BAD = {
    "pose": lambda a, p: p.line_to(np.eye(3)),
    "rotation": lambda a, p: p.line_to(2 * np.eye(4)),
    "poses": lambda a, p: p.spline_through(np.eye(4)),
    "no length": lambda a, p: p.line_to(a.pose(Q)),
    "blend": lambda a, p: p.line_to(moved(a.pose(Q), 0, 0, 1), blend=-1),
    "an empty path": lambda a, p: p.at(0.0),
    "points": lambda a, p: catena.JointPath([[0, 1]]),
    "the path of another arm": lambda a, p: a.plan(catena.JointPath([[0, 1], [1, 1]])),
    "a start of another arm": lambda a, p: a.follow(p.line_to(moved(a.pose(Q), 0, 0, 0.1)), start=[0, 0]),
    "out of reach": lambda a, p: a.follow(p.line_to(moved(a.pose(Q), 0, 0, 9)), start=Q),
    "choice": lambda a, p: a.follow(p, redundancy="most"),
    "velocity": lambda a, p: catena.TimeLaw(1, velocity=0, acceleration=1),
    "another length": lambda a, p: catena.TimedPath(catena.JointPath([[0.0], [1.0]]), catena.TimeLaw(2, velocity=1, acceleration=1)),
}


@pytest.mark.parametrize("case", BAD)
def test_mistakes_are_errors_with_a_text(case, arm):
    with pytest.raises(catena.Error) as caught:
        BAD[case](arm, catena.PosePath(arm.pose(Q)))
    assert caught.value.need or caught.value.hint or caught.value.given


def test_examples():
    found = doctest.testmod(catena.paths, extraglobs={"catena": catena, "np": np})
    assert found.attempted > 10 and found.failed == 0


def test_bench_times_every_implementation(arm):
    timings = arm.bench("id", window=2e-4, samples=2, threads=2)
    ways = {(t.way, t.threads) for t in timings}
    assert {("arm", 1), ("batch", 1), ("batch", 2), ("method", 1)} <= ways
    assert {t.method for t in timings if t.way == "method"} >= {"rnea", "rnea_sums"}
    assert all(0 < t.least <= t.median <= t.p90 for t in timings)
    with pytest.raises(catena.Error, match="there is no such quantity"):
        arm.bench("speed")
    with pytest.raises(catena.Error, match="samples"):
        arm.bench("id", samples=0)
