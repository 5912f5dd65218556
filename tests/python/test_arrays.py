# SPDX-License-Identifier: Apache-2.0
"""Arrays in and out: shapes, broadcasting, types, strides, alignment, out=. Every quantity of the table."""
import numpy as np
import pytest
from conftest import N, arguments, arrays_of

import catena


DIVIDE_BY_M = ("inertia_inverse", "fd_derivatives")


def same(a, b):
    return all(x.shape == y.shape and np.array_equal(x, y) for x, y in zip(arrays_of(a), arrays_of(b), strict=True))


def lengths(shape, n):
    """(4, 7) of '(..., 4, n)'."""
    names = {"...": None, "n": n, "k": 3, "6 n": 6 * n, "10 n": 10 * n}
    return tuple(names[word] if word in names else int(word) for word in shape[1:-1].split(", "))[1:]


def test_one_state_has_the_shape_of_the_table(quantity, table, panda, rng):
    row = table[quantity]
    result = arrays_of(getattr(panda, quantity)(*arguments(row, N, rng)))
    assert [np.shape(a) for a in result] == [lengths(shape, N) for shape in row["shapes"]]


def test_many_states_equal_single_states(quantity, table, panda, rng):
    row = table[quantity]
    if not row["positional"]:
        pytest.skip("depends on no state")
    values = arguments(row, N, rng, (3, 5))
    many = arrays_of(getattr(panda, quantity)(*values))
    one = arrays_of(getattr(panda, quantity)(*(v[1, 2] for v in values)))
    for a, b in zip(many, one):
        assert a.shape[:2] == (3, 5)
        if row["batch_kernel"]:  # another order of operations, whose rounding a division by M enlarges
            enlarged = max(100, np.linalg.cond(panda.inertia(values[0][1, 2])) if quantity in DIVIDE_BY_M else 0)
            np.testing.assert_allclose(a[1, 2], b, rtol=0, atol=1e-15 * enlarged * max(1, np.abs(b).max()))
        else:
            assert np.array_equal(a[1, 2], b)


def test_leading_axes_are_broadcast(quantity, table, panda, rng):
    row = table[quantity]
    if len(row["positional"]) < 2:
        pytest.skip("has less than two arguments")
    first, *others = arguments(row, N, rng, (4, 3))
    first = first[:, :1]
    everywhere = np.broadcast_to(first, (4, 3, *first.shape[2:])).copy()
    for cut in (lambda o: o[0, 0], lambda o: o[0], lambda o: o[:1], lambda o: o):
        given = [cut(o) for o in others]
        full = [np.broadcast_to(g, o.shape).copy() for g, o in zip(given, others)]
        result, expected = getattr(panda, quantity)(first, *given), getattr(panda, quantity)(everywhere, *full)
        if cut(others[0]).ndim == others[0].ndim - 2:
            expected = tuple(e[:, :1] for e in arrays_of(expected))
        assert same(result, expected)


def test_aliases_are_the_same_calls(quantity, table, panda, rng):
    values = arguments(table[quantity], N, rng)
    for alias in table[quantity]["aliases"]:
        assert same(getattr(panda, alias)(*values), getattr(panda, quantity)(*values))


def test_names_from_elsewhere_exist(panda):
    for name in ("rnea", "crba", "aba", "mass_matrix", "inverse_dynamics", "coriolis_matrix", "gravity", "nle"):
        assert callable(getattr(panda, name))


def test_every_quantity_writes_to_out(quantity, table, panda, rng):
    row = table[quantity]
    lead = (6,) if row["positional"] else ()
    values = arguments(row, N, rng, lead)
    expected = arrays_of(getattr(panda, quantity)(*values))
    for order in "C", "F":
        out = tuple(np.full(np.shape(a), np.nan, order=order) for a in expected)
        result = getattr(panda, quantity)(*values, out=out if len(out) > 1 else out[0])
        assert all(a is b for a, b in zip(arrays_of(result), out))
        assert same(out, tuple(np.asarray(a) for a in expected))


STRIDED = {
    "reversed": lambda a: np.ascontiguousarray(a[..., ::-1])[..., ::-1],
    "every second number": lambda a: np.repeat(a, 2, axis=-1)[..., ::2],
    "every second state": lambda a: np.repeat(a, 2, axis=0)[::2],
    "Fortran order": np.asfortranarray,
    "list": lambda a: a.tolist(),
    "read-only": lambda a: np.frombuffer(a.tobytes()).reshape(a.shape),
    "misaligned": lambda a: np.frombuffer(b"x" + a.tobytes(), dtype=np.uint8)[1:].view(float).reshape(a.shape),
    "big-endian": lambda a: a.astype(">f8"),
    "subclass": lambda a: a.view(np.matrix) if a.ndim == 2 else a.view(np.recarray),
}


@pytest.mark.parametrize("way", STRIDED)
@pytest.mark.parametrize("shape", [(N,), (40, N), (2, 3, N)])
@pytest.mark.parametrize("name", ["id", "nle", "fd"])
def test_any_array_gives_the_same_bits(way, shape, name, panda, rng):
    values = [rng.uniform(-1, 1, shape) for _ in range(2 if name == "nle" else 3)]
    changed = [STRIDED[way](v) for v in values]
    for c, v in zip(changed, values):
        assert np.array_equal(c, v)
    assert same(getattr(panda, name)(*changed), getattr(panda, name)(*values))


def test_misaligned_and_read_only_are_what_they_say():
    a = np.arange(7.0)
    assert not STRIDED["misaligned"](a).flags.aligned
    assert not STRIDED["read-only"](a).flags.writeable


def test_single_precision_in_gives_single_precision_out(panda, rng):
    values = rng.uniform(-1, 1, (3, 50, N)).astype(np.float32)
    tau = panda.id(*values)
    assert tau.dtype == np.float32
    exact = panda.id(*values.astype(float))
    assert np.array_equal(tau, exact.astype(np.float32))  # computed in double precision, rounded once
    assert panda.id(values[0, 0], values[1, 0].astype(float), values[2, 0]).dtype == np.float64
    assert panda.kinetic_energy(values[0, 0], values[1, 0]).dtype == np.float32
    out = np.empty((50, N), dtype=np.float32)
    assert panda.id(*values.astype(float), out=out) is out
    assert np.array_equal(out, tau)


def test_integers_are_numbers(panda):
    zeros = np.zeros(N, dtype=int)
    assert same(panda.id(zeros, zeros, zeros), panda.id(np.zeros(N), np.zeros(N), np.zeros(N)))
    assert panda.inertia(np.zeros((2, N), dtype=np.int32)).dtype == np.float64


@pytest.mark.parametrize("lead", [(), (30,)])
def test_out_may_be_an_argument(lead, panda, rng):
    q, qd, qdd = rng.uniform(-1, 1, (3, *lead, N))
    expected = panda.id(q, qd, qdd)
    for k in range(3):
        values = [q.copy(), qd.copy(), qdd.copy()]
        assert panda.id(*values, out=values[k]) is values[k]
        assert same(values[k], expected)
    shifted = np.zeros((*lead, 2 * N))
    shifted[..., 3:3 + N] = qdd
    panda.id(q, qd, shifted[..., 3:3 + N], out=shifted[..., :N])  # they overlap in part
    assert same(shifted[..., :N], expected)


def test_strided_out(panda, rng):
    q, qd, qdd = rng.uniform(-1, 1, (3, 20, N))
    wide = np.zeros((40, 2 * N))
    panda.id(q, qd, qdd, out=wide[::2, ::2])
    assert same(wide[::2, ::2], panda.id(q, qd, qdd))
    assert not wide[1::2].any() and not wide[:, 1::2].any()


def test_empty_batches(panda):
    assert panda.id(*np.zeros((3, 0, N))).shape == (0, N)
    assert panda.inertia(np.zeros((2, 0, 3, N))).shape == (2, 0, 3, N, N)
    assert panda.inertia_solve(np.full(N, 0.3), np.zeros((N, 0))).shape == (N, 0)


def test_results_are_new_writable_arrays(panda, rng):
    q = rng.uniform(-1, 1, (5, N))
    a, b = panda.inertia(q), panda.inertia(q)
    assert a.flags.owndata and a.flags.writeable and not np.shares_memory(a, b)
    assert np.array_equal(a, np.ascontiguousarray(a))


def test_scalars_are_numbers_of_numpy(panda):
    energy = panda.potential_energy(np.zeros(N))
    assert isinstance(energy, np.float64) and energy.shape == ()


def test_several_arrays_are_named(panda):
    result = panda.udut(np.full(N, 0.3))
    assert isinstance(result, catena.results.Udut)
    np.testing.assert_allclose(result.U @ np.diag(result.d) @ result.U.T, panda.inertia(np.full(N, 0.3)), atol=1e-14)
    assert panda.terms(np.zeros((3, N)), np.zeros(N))._fields == ("M", "C", "g")
