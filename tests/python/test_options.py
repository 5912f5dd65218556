# SPDX-License-Identifier: Apache-2.0
"""method=, frame=, point=, axes=, tip=, wrenches=, gravity=, payload=, motors=, damping=."""
import numpy as np
import pytest
from conftest import N

import catena

EPS = np.finfo(float).eps


@pytest.fixture
def state(rng):
    return rng.uniform(-1, 1, (3, N))


def close(a, b, factor=1e3):
    np.testing.assert_allclose(a, b, rtol=0, atol=factor * EPS * max(1.0, np.abs(b).max()))


@pytest.mark.parametrize("name", ["id", "inertia", "fd", "coriolis"])
def test_all_methods_agree(name, table, panda, rng):
    values = rng.uniform(-1, 1, (len(table[name]["positional"]), 4, N))
    first = getattr(panda, name)(*values)
    for method in table[name]["methods"]:
        np.testing.assert_allclose(getattr(panda, name)(*values, method=method), first, atol=1e-8)


def test_tip_is_balanced_by_the_jacobian_transposed(panda, state, rng):
    q, qd, qdd = state
    wrench = rng.uniform(-1, 1, 6)
    R = panda.pose(q)[:3, :3]
    in_base = np.concatenate([R @ wrench[:3], R @ wrench[3:]])
    close(panda.id(q, qd, qdd, tip=wrench) - panda.id(q, qd, qdd), panda.jacobian(q).T @ in_base)
    many = panda.id(np.tile(q, (5, 1)), qd, qdd, tip=np.outer(np.arange(5), wrench))
    close(many[3] - many[0], 3 * panda.jacobian(q).T @ in_base)


def test_wrenches_of_links_add_torques(panda, state, rng):
    q, qd, qdd = state
    wrenches = rng.uniform(-1, 1, (N, 6))
    torques = panda.wrench_torques(q, wrenches)
    close(panda.id(q, qd, qdd, wrenches=wrenches), panda.id(q, qd, qdd) + torques)
    close(panda.id(np.tile(q, (3, 1)), qd, qdd, wrenches=wrenches)[2], panda.id(q, qd, qdd) + torques)
    moved = panda.fd(q, qd, qdd, wrenches=wrenches)
    np.testing.assert_allclose(moved, panda.fd(q, qd, qdd - torques), atol=1e-10)


def test_gravity_of_a_call_is_that_of_with_gravity(panda, state):
    for q, qd, qdd in (state, np.tile(state[:, None], (1, 70, 1))):
        other = panda.with_gravity([1, 2, 3])
        assert np.array_equal(panda.id(q, qd, qdd, gravity=[1, 2, 3]), other.id(q, qd, qdd))
        assert np.array_equal(panda.gravity(q, gravity=(0, 0, 0)), np.zeros_like(q))
    assert other.gravity_acceleration.tolist() == [1, 2, 3]
    assert panda.gravity_acceleration.tolist() == [0, 0, -9.81]


def test_payload_of_a_call_is_that_of_with_payload(panda, state):
    payload = catena.Payload(2.0, com=(0.01, 0.02, 0.1), inertia=np.diag([0.01, 0.02, 0.025]))
    loaded = panda.with_payload(payload)
    for q, qd, qdd in (state, np.tile(state[:, None], (1, 70, 1))):
        assert np.array_equal(panda.id(q, qd, qdd, payload=payload), loaded.id(q, qd, qdd))
        assert np.array_equal(panda.inertia(q, payload=payload), loaded.inertia(q))
    J = panda.jacobian(state[0], point=(0.01, 0.02, 0.1))[3:]
    weight = panda.gravity(state[0], payload=payload) - panda.gravity(state[0])
    close(weight, J.T @ np.array([0, 0, 2.0 * 9.81]))
    assert loaded.payload.mass == 2.0 and panda.payload.mass == 0.0
    assert np.array_equal(panda.id(*state, payload=2.0), panda.with_payload(2).id(*state))


def test_motors_of_a_call_are_those_of_with_motors(rng):
    puma = catena.Arm("puma560")
    with_motors = puma.with_motors()
    q, qd, qdd = rng.uniform(-1, 1, (3, 6))
    assert with_motors.has_motors and not puma.has_motors
    close(puma.inertia(q, motors=True), puma.inertia(q) + np.diag(puma.rotor_inertia()))
    close(puma.id(q, qd, qdd, motors=True), puma.id(q, qd, qdd) + puma.rotor_inertia() * qdd + puma.friction(qd))
    for name in "id", "fd":
        many = np.tile(np.stack([q, qd, qdd])[:, None], (1, 40, 1))
        assert np.array_equal(getattr(puma, name)(q, qd, qdd, motors=True), getattr(with_motors, name)(q, qd, qdd))
        assert np.array_equal(getattr(puma, name)(*many, motors=True), getattr(with_motors, name)(*many))
    heavy = puma.id(q, qd, qdd, motors=True, payload=3.0, gravity=(0, 0, 0))
    assert np.array_equal(heavy, with_motors.with_gravity((0, 0, 0)).with_payload(3.0).id(q, qd, qdd))


def test_frames(panda, state):
    q, qd, _ = state
    assert "flange" in panda.frames and panda.frames[0] == "base"
    J = panda.jacobian(q, frame="flange")
    h = 1e-6
    for k in range(N):
        e = np.eye(N)[k] * h
        motion = (panda.pose(q + e, frame="flange") - panda.pose(q - e, frame="flange"))[:3, 3] / (2 * h)
        np.testing.assert_allclose(J[3:, k], motion, atol=1e-9)
    close(panda.frame_velocity(q, qd, frame="flange"), J @ qd)
    R = panda.pose(q, frame="flange")[:3, :3]
    close(panda.jacobian(q, frame="flange", axes="frame"), np.kron(np.eye(2), R.T) @ J)
    p = panda.pose(q, frame="flange") @ [0.1, 0.2, 0.3, 1]
    close(panda.pose(q, frame="flange", point=[0.1, 0.2, 0.3])[:3, 3], p[:3])
    assert np.array_equal(panda.jacobian(q, frame="tool"), panda.jacobian(q))
    many = panda.jacobian(np.tile(q, (5, 1)), frame="flange")
    assert np.array_equal(many[4], J)


def test_damping(panda, state):
    q = state[0]
    inverse = panda.operational_inertia_inverse(q)
    np.testing.assert_allclose(panda.operational_inertia(q, damping=0.1), np.linalg.inv(inverse + 0.1 * np.eye(6)), rtol=1e-9)


def test_named_vectors(panda, state, rng):
    q, qd, qdd = state
    v = rng.uniform(-1, 1, N)
    C = panda.coriolis(q, qd)
    close(panda.coriolis_transpose(q, qd), C.T @ qd)
    close(panda.coriolis_transpose(q, qd, v), C.T @ v)
    close(panda.slotine_li(q, qd, qdd, v=v), panda.inertia(q) @ qdd + C @ v + panda.gravity(q))
    with pytest.raises(TypeError, match="takes 3 positional"):
        panda.slotine_li(q, qd, qdd, v)  # the order differs from that of C++: v must be named
    V = rng.uniform(-1, 1, (N, 2))
    np.testing.assert_allclose(panda.inertia(q) @ panda.solve(q, V), V, atol=1e-11)
    close(panda.inertia_solve(q), panda.inertia_inverse(q))


def test_arguments_can_be_named(panda, state):
    q, qd, qdd = state
    assert np.array_equal(panda.id(qdd=qdd, q=q, qd=qd), panda.id(q, qd, qdd))
    assert np.array_equal(panda.id(q, qd, qdd=qdd, tip=None, payload=None), panda.id(q, qd, qdd))


def test_a_link_called_tool_is_meant_by_its_name_only():
    arm = catena.Arm.from_toml(catena.Arm("planar2").to_toml() + '\n[[frame]]\nname = "tool"\nlink = 1\n')
    q = np.array([0.3, 0.4])
    assert np.array_equal(arm.pose(q, axes="frame"), arm.pose(q))
    assert np.array_equal(arm.pose(q, point=[0, 0, 0]), arm.pose(q))
    assert np.array_equal(arm.pose(q, frame="tool"), arm.pose(q, frame="link1"))
    with pytest.raises(catena.Error, match="there is no frame ''"):
        arm.pose(q, frame="")
