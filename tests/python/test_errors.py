# SPDX-License-Identifier: Apache-2.0
"""Bad input: full texts and kinds of errors, and what is left after one."""
import numpy as np
import pytest
from conftest import N

import catena

Z = np.zeros(N)
NAME = "Franka Emika Panda"
NEED = f"(7,) or (..., 7), since '{NAME}' has 7 joints"


def text(where, problem, given="", need="", hint=""):
    lines = [("given", given), ("need", need), ("hint", hint)]
    return f"{where}: {problem}" + "".join(f"\n  {word:<7} {line}" for word, line in lines if line)


CALLS = {
    "wrong size": (lambda a: a.id(Z[:6], Z, Z), text("id", "'q' has the wrong shape", "(6,)", NEED)),
    "wrong size of many": (lambda a: a.id(Z, np.zeros((5, 8)), Z), text("id", "'qd' has the wrong shape", "(5, 8)", NEED)),
    "a number": (lambda a: a.gravity(3.0), text("gravity", "'q' has the wrong shape", "()", NEED)),
    "wrong tip": (lambda a: a.id(Z, Z, Z, tip=[1, 2, 3]),
                  text("id", "'tip' has the wrong shape", "(3,)", "(6,) or (..., 6), a moment and a force")),
    "wrong V": (lambda a: a.solve(Z, Z), text("inertia_solve", "'V' has the wrong shape", "(7,)",
                                              f"(7, k) or (..., 7, k), since '{NAME}' has 7 joints")),
    "leading axes": (lambda a: a.bias(np.zeros((3, N)), np.zeros((4, N))),
                     text("bias", "the leading axes do not fit together", "q (3, 7), qd (4, 7)",
                          "equal lengths, or 1, of the axes before those of one state, counted from the last")),
    "not finite": (lambda a: a.id(Z, Z, Z + np.array([0, 0, np.inf, 0, 0, 0, 0])),
                   text("id", "'qdd' is not finite", "qdd[2] = inf (counted from 0)")),
    "a method that does not exist": (lambda a: a.gravity(Z, method="abba"),
                                     text("gravity", "there is no method 'abba' for it",
                                          need="one of gravity, rnea, kic, augmented_body")),
    "a frame that does not exist": (lambda a: a.pose(Z, frame="flanges"),
                                    text(NAME, "there is no frame 'flanges'", need="one of base, link1, link2, link3, link4, "
                                         "link5, link6, link7, flange, tool", hint="did you mean 'flange'?")),
    "axes": (lambda a: a.pose(Z, axes="mine"), text("axes", "unknown choice", "'mine'",
                                                    "one of 'base_at_frame', 'frame', 'base'")),
    "nan policy": (lambda a: a.id(Z, Z, Z, nan="ignore"), text("nan", "unknown policy", "'ignore'", "'raise' or 'propagate'")),
    "gravity": (lambda a: a.id(Z, Z, Z, gravity=9.81), text("gravity", "wrong shape", "()", "3 numbers")),
    "gravity is nan": (lambda a: a.id(Z, Z, Z, gravity=[0, 0, np.nan]), text("gravity", "not finite", "nan")),
    "payload": (lambda a: a.id(Z, Z, Z, payload=-1.0), None),
    "wrong shape of out": (lambda a: a.id(Z, Z, Z, out=np.zeros(6)), text("id", "'out' has the wrong shape", "(6,)", "(7,)")),
    "wrong type of out": (lambda a: a.id(Z, Z, Z, out=np.zeros(N, dtype=int)),
                          text("id", "'out' has the wrong type", need="float64 or float32, in the byte order of the machine")),
    "read-only out": (lambda a: a.id(Z, Z, Z, out=np.broadcast_to(0.0, N)), text("id", "'out' is read-only")),
    "arrays of out overlap": (lambda a: a.udut(Z, out=(b := np.zeros((N, N)), b[0])),
                              text("udut", "arrays of 'out' overlap")),
    "motors": (lambda a: a.regressor(Z, Z, Z, motors=True), None),
    "state of many": (lambda a: a.id(np.zeros((30, N)), Z, np.where(np.arange(30)[:, None] == 17, np.nan, Z)),
                      text("id", "'qdd' is not finite", "state 17: joint 0: nan (counted from 0)",
                           hint="all states with a result have been computed; nan='propagate' returns NaN for the others")),
    "state of many without a kernel": (lambda a: a.nle(np.where(np.arange(12).reshape(3, 4, 1) == 6, np.inf, Z), Z),
                                       text("nle", "'q' is not finite", "state (1, 2): q[0] = inf (counted from 0)",
                                            hint="all states with a result have been computed; nan='propagate' returns NaN "
                                            "for the others")),
    "no robot": (lambda a: catena.Arm("pandaa"),
                 text("robot 'pandaa'", "no such robot", need="the name of one of the 28 robots built in, a file (.toml, .urdf) "
                      "or a generated robot (chain:6)", hint="did you mean 'panda'?")),
    "threads": (lambda a: catena.set_threads(-1), text("set_threads", "invalid number of threads", "-1",
                                                       "1 to 1024, or 0 for as many as this process may run on")),
    "quantity": (lambda a: a.method_of("nothing"), text("nothing", "there is no such quantity",
                                                        hint="catena.quantities() lists them")),
    "branches": (lambda a: catena.Arm("panda", branches="x"), text("branches", "unknown choice", "'x'", "'lump' or 'drop'")),
    "convention": (lambda a: catena.RobotBuilder(convention="mine"),
                   text("convention", "unknown choice", "'mine'", "one of 'standard', 'modified', None")),
    "an incomplete link": (lambda a: catena.Arm.from_dh([{"a": 1.0, "mass": 1.0}]), None),
    "an asymmetric inertia": (lambda a: catena.Arm.from_dh([{"mass": 1, "com": Z[:3], "inertia": np.arange(9.0).reshape(3, 3)}]),
                              text("inertia", "the matrix of inertia is not symmetric")),
    "a joint": (lambda a: catena.RobotBuilder().link("ball").build(),
                text("joint", "unknown kind", "'ball'", "'revolute', 'prismatic' or 'fixed'")),
}


@pytest.mark.parametrize("call", CALLS)
def test_text(call, panda):
    run, expected = CALLS[call]
    with pytest.raises(catena.Error) as caught:
        run(panda)
    error = caught.value
    assert isinstance(error, ValueError)
    assert expected is None or str(error) == expected
    assert str(error) == text(error.where, error.problem, error.given, error.need, error.hint)
    assert error.kind in ("usage", "model")


TYPE_ERRORS = {
    "id() is missing the argument 'qdd'": lambda a: a.id(Z, Z),
    "id() takes 3 positional arguments but 4 were given": lambda a: a.id(Z, Z, Z, Z),
    "id() got an unexpected keyword argument 'foo'": lambda a: a.id(Z, Z, Z, foo=1),
    "gravity() got an unexpected keyword argument 'frame'": lambda a: a.gravity(Z, frame="tool"),
    "id() got multiple values for argument 'q'": lambda a: a.id(Z, Z, Z, q=Z),
    "out must be a NumPy array": lambda a: a.id(Z, Z, Z, out=[0.0] * N),
    "udut(): out must be a tuple of 2 arrays": lambda a: a.udut(Z, out=np.zeros((N, N))),
    "method must be text (str)": lambda a: a.id(Z, Z, Z, method=3),
    "link 1 has the unknown property 'lenght'; known are joint, name, mass, com, inertia, inertia_about_frame, limits, "
    "velocity_limit, effort_limit, motor, a, alpha, d, theta": lambda a: catena.RobotBuilder().revolute(lenght=1),
}


@pytest.mark.parametrize("message", TYPE_ERRORS)
def test_type_errors(message, panda):
    with pytest.raises(TypeError) as caught:
        TYPE_ERRORS[message](panda)
    assert str(caught.value) == message


@pytest.mark.parametrize("thing", ["words", [1j] * N, [[1.0, 2.0], [3.0]], object()])
def test_what_is_not_a_number(thing, panda):
    with pytest.raises((TypeError, ValueError)):
        panda.gravity(thing)


def test_no_reference_is_lost_or_kept_by_an_error(panda):
    import sys

    out, q = np.zeros(N), np.full(N, np.nan)
    before = sys.getrefcount(out), sys.getrefcount(q)
    for _ in range(100):
        for call in (lambda: panda.gravity(q, out=out), lambda: panda.gravity(q[:3]), lambda: panda.gravity([q] * 3, out=out)):
            with pytest.raises(catena.Error):
                call()
    assert (sys.getrefcount(out), sys.getrefcount(q)) == before


def test_other_states_are_computed_before_an_error(panda, rng):
    q = rng.uniform(-1, 1, (200, N))
    expected = panda.gravity(q), panda.nle(q, q)
    q[[3, 150]] = np.nan
    for k, call in enumerate((panda.gravity, lambda q, out: panda.nle(q, q, out=out))):
        out = np.zeros((200, N))
        with pytest.raises(catena.Error, match="state 3"):
            call(q, out=out)
        good = np.isfinite(q).all(axis=1)
        assert np.array_equal(out[good], expected[k][good])


@pytest.mark.parametrize("name", ["gravity", "potential_energy"])
def test_the_number_of_a_state_counts_all_parts_of_a_large_batch(name, panda):
    q = np.zeros((30_000, N))
    q[20_000, 2] = q[29_999, 0] = np.nan
    for layout in (q, np.repeat(q, 2, axis=1)[:, ::2]):
        with pytest.raises(catena.Error, match=r"given   state 20000: "):
            getattr(panda, name)(layout)
        result = getattr(panda, name)(layout, nan="propagate")
        assert np.flatnonzero(np.isnan(result.reshape(30_000, -1)).any(axis=1)).tolist() == [20_000, 29_999]


@pytest.mark.parametrize("name", ["gravity", "inertia", "potential_energy", "pose"])
@pytest.mark.parametrize("count", [1, 5, 3000])
def test_nan_is_propagated_by_rows(name, count, panda, rng):
    q = rng.uniform(-1, 1, (count, N))
    expected = getattr(panda, name)(q)
    q[::2, 1] = np.nan
    result = getattr(panda, name)(q, nan="propagate")
    assert np.isnan(result[::2]).all()
    assert np.array_equal(result[1::2], expected[1::2])
    assert np.isnan(getattr(panda, name)(q[0], nan="propagate")).all()


def test_states_without_a_result_are_propagated_by_rows(rng):
    link = {"mass": 1.0, "com": (0, 0, 0), "inertia": np.zeros((3, 3))}
    point = catena.Arm.from_dh([{**link, "a": 1.0}, {**link, "a": 1.0, "com": (0, 0, 0)}])  # both masses at the tips
    q = rng.uniform(0.5, 1, (100, 2))
    q[[10, 77], 1] = 0.0  # stretched: M is singular if the first mass does not turn
    singular = catena.Arm.from_dh([{"mass": 0, "com": (0, 0, 0), "inertia": np.zeros(6), "a": 1.0}, {**link, "a": 1.0}])
    with pytest.raises(catena.Error) as caught:
        singular.fd(q, np.zeros(2), np.zeros(2))
    assert caught.value.kind == "numerical" and caught.value.given.startswith("state 10: joint")
    result = singular.fd(q, np.zeros(2), np.zeros(2), nan="propagate")
    assert np.flatnonzero(np.isnan(result).any(axis=1)).tolist() == [10, 77]
    assert np.isfinite(point.fd(q, np.zeros(2), np.zeros(2))).all()


def test_an_unknown_method_is_an_error_even_where_nan_is_propagated(panda):
    for q in (Z, np.zeros((5, N))):
        with pytest.raises(catena.Error, match="there is no method"):
            panda.gravity(q, method="abba", nan="propagate")
