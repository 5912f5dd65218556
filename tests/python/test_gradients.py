# SPDX-License-Identifier: Apache-2.0
"""catena.gradients beside differences of the quantities themselves."""
import doctest

import numpy as np
import pytest

import catena
import catena.gradients as gradients

H = 1e-4  # fourth-order differences: truncation H^4 ~ 1e-16, rounding eps / H ~ 2e-12, times the size of the values


def slope(function, x):
    """The gradient of a scalar function of an array, by differences of fourth order."""
    found = np.empty_like(x)
    for index in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[index] = H
        found[index] = (8 * (function(x + step) - function(x - step)) - (function(x + 2 * step) - function(x - 2 * step))) / (12 * H)
    return found


def check(found, function, values, scale):
    for k, gradient in enumerate(found):
        expected = slope(lambda x: function(*values[:k], x, *values[k + 1:]), values[k])
        np.testing.assert_allclose(gradient, expected, rtol=0, atol=1e-10 * max(1.0, scale))


@pytest.fixture(params=["panda", "stanford", "planar2", "puma560", "chain:12"])
def arm(request):
    return catena.Arm(request.param)


@pytest.mark.parametrize("options", [{}, {"tip": np.arange(1.0, 7.0)}, {"gravity": [1.0, 2.0, 3.0], "payload": 2.0},
                                     {"motors": True}], ids=str)
def test_id_and_fd(arm, options, rng):
    q, qd, third, weights = rng.uniform(0.2, 1, (4, 2, arm.n))
    scale = np.abs(arm.id(q, qd, third, **options)).max()
    check(gradients.id_vjp(arm, q, qd, third, weights, **options), lambda *x: (weights * arm.id(*x, **options)).sum(),
          (q, qd, third), scale)
    tau = arm.id(q, qd, third, **options)
    matrices = arm.fd_derivatives(q, qd, tau, **options)
    check(gradients.fd_vjp(arm, q, qd, tau, weights, **options), lambda *x: (weights * arm.fd(*x, **options)).sum(),
          (q, qd, tau), max(np.abs(matrix).max() for matrix in matrices))


def test_gravity_inertia_pose(arm, rng):
    q = rng.uniform(0.2, 1, (2, arm.n))
    w, W, P = rng.normal(size=(2, arm.n)), rng.normal(size=(2, arm.n, arm.n)), rng.normal(size=(2, 4, 4))
    check([gradients.gravity_vjp(arm, q, w)], lambda x: (w * arm.gravity(x)).sum(), (q,), np.abs(arm.gravity(q)).max() * arm.n)
    check([gradients.inertia_vjp(arm, q, W)], lambda x: (W * arm.inertia(x)).sum(), (q,), np.abs(arm.inertia(q)).max() * arm.n**2)
    check([gradients.pose_vjp(arm, q, P)], lambda x: (P * arm.pose(x)).sum(), (q,), np.abs(arm.pose(q)).max() * 16)


def test_options_of_poses(panda, rng):
    q, weights = rng.uniform(0.2, 1, 7), rng.normal(size=(4, 4))
    options = {"frame": "link4", "point": [0.1, 0.2, 0.3]}
    check([gradients.pose_vjp(panda, q, weights, **options)], lambda x: (weights * panda.pose(x, **options)).sum(), (q,), 16)


def test_leading_axes_are_broadcast(panda, rng):
    q, qd, weights = rng.uniform(0.2, 1, (3, 1, 7)), rng.uniform(0.2, 1, (4, 7)), rng.normal(size=7)
    found = gradients.id_vjp(panda, q, qd, qd[0], weights)
    assert found.q.shape == found.qd.shape == found.qdd.shape == (3, 4, 7)
    one = gradients.id_vjp(panda, q[1, 0], qd[2], qd[0], weights)
    for many, single in zip(found, one):
        np.testing.assert_allclose(many[1, 2], single, rtol=1e-12, atol=1e-12)


def test_examples():
    found = doctest.testmod(gradients, extraglobs={"catena": catena, "np": np})
    assert found.attempted > 3 and found.failed == 0
