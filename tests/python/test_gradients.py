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


@pytest.mark.parametrize("options", [{}, {"tip": np.arange(1.0, 7.0)}, {"wrenches": "of each link"}, {"motors": True},
                                     {"gravity": [1.0, 2.0, 3.0], "payload": 2.0}], ids=str)
@pytest.mark.parametrize("count", [1, 37, 300])
def test_products_are_those_with_the_matrices(arm, options, count, rng):
    """Of many states in one call, by vector instructions where there are no wrenches on links and no motors, and one by one."""
    q, qd, third, v = rng.uniform(-1, 1, (4, count, arm.n))
    if "wrenches" in options:
        options = {"wrenches": rng.normal(size=(count, arm.n, 6))}
    for name in "id", "fd":
        matrices = getattr(arm, f"{name}_derivatives")(q, qd, third, **options)
        products = getattr(arm, f"{name}_vjp")(q, qd, third, v, **options)
        for product, matrix in zip(products, matrices):
            expected = np.einsum("ki,kij->kj", v, matrix)
            size = np.einsum("ki,kij->kj", abs(v), abs(matrix)).max(-1, keepdims=True)
            condition = np.linalg.cond(arm.inertia(q, **{k: o for k, o in options.items() if k in ("payload", "motors")}))
            assert (np.abs(product - expected) <= 1e-14 * arm.n * size * (condition[:, None] if name == "fd" else 10)).all()
            one = {k: o[0] if k == "wrenches" else o for k, o in options.items()}
            single = getattr(arm, f"{name}_vjp")(q[0], qd[0], third[0], v[0], **one)
        for many, first in zip(products, single):
            np.testing.assert_allclose(many[0], first, rtol=0, atol=1e-13 * arm.n * condition[0] * np.abs(first).max())


def test_products_of_float32_and_in_place(panda, rng):
    values = rng.uniform(-1, 1, (4, 50, 7))
    expected = panda.id_vjp(*values)
    single = panda.id_vjp(*values.astype(np.float32))
    assert single.id_vjp_q.dtype == np.float32
    np.testing.assert_allclose(single.id_vjp_q, expected.id_vjp_q, rtol=0, atol=1e-4)
    out = tuple(np.empty((50, 7)) for _ in range(3))
    assert all(a is b for a, b in zip(panda.id_vjp(*values, out=out), out))
    assert all(np.array_equal(a, b) for a, b in zip(out, expected))
    panda.id_vjp(*values, out=tuple(values[1:]))  # into its arguments
    assert all(np.array_equal(a, b) for a, b in zip(values[1:], expected))


def test_the_vector_is_required(panda, rng):
    with pytest.raises(TypeError, match="v"):
        panda.id_vjp(*rng.uniform(-1, 1, (3, 7)))
    with pytest.raises(catena.Error, match="'v' has the wrong shape"):
        panda.id_vjp(*rng.uniform(-1, 1, (3, 7)), np.zeros(6))
    bad = rng.uniform(-1, 1, (4, 20, 7))
    bad[3, 11, 2] = np.nan
    with pytest.raises(catena.Error, match="'v' is not finite") as caught:
        panda.fd_vjp(*bad)
    assert caught.value.state == (11,)
    found = panda.fd_vjp(*bad, nan="propagate")
    assert np.isnan(found[0][11]).all() and np.isfinite(np.delete(found[0], 11, 0)).all()


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
