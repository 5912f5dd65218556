# SPDX-License-Identifier: Apache-2.0
"""The package itself: documentation, signatures, construction of arms, references."""
import doctest
import inspect
import sys

import numpy as np
from conftest import N, arguments, run_python

import catena
from catena import _core


def documented():
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("catena")]
    finder = doctest.DocTestFinder()
    for module in modules:
        yield from finder.find(module, globs={"catena": catena, "np": np})
    parser = doctest.DocTestParser()
    objects = {f"_core.{k}": v for k, v in vars(_core).items() if callable(v)}
    objects |= {f"Arm.{k}": v for k, v in vars(_core.Arm).items() if inspect.ismethoddescriptor(v)}
    for name, thing in objects.items():
        if thing.__doc__ and ">>>" in thing.__doc__:
            yield parser.get_doctest(thing.__doc__, {"catena": catena, "np": np}, name, None, 0)


def test_every_example_in_the_documentation_runs():
    runner, count = doctest.DocTestRunner(verbose=False), 0
    for test in documented():
        runner.run(test)
        count += len(test.examples)
    assert count > 100
    assert runner.failures == 0


def test_every_quantity_says_what_it_takes_and_returns(quantity, table):
    row, method = table[quantity], getattr(catena.Arm, quantity)
    signature = inspect.signature(method)
    names = [p.name for p in signature.parameters.values() if p.kind is not p.KEYWORD_ONLY][1:]
    assert names == row["positional"]
    assert {p.name for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY} == set(row["keywords"])
    assert [n for n in names if signature.parameters[n].default is inspect.Parameter.empty] == \
        [n for n in row["positional"] if n in row["required"]]
    text = inspect.getdoc(method)
    assert row["what"] in text and row["unit"] in text and all(shape in text for shape in row["shapes"])
    assert all(f"  {name} " in text for name in row["positional"] + row["keywords"])
    for alias in row["aliases"]:
        assert inspect.signature(getattr(catena.Arm, alias)) == signature


def test_calls_leave_no_references(panda, rng, table):
    """Counts references to arguments and results; a leak of memory would show as growth of blocks."""
    cases = [(getattr(panda, name), arguments(table[name], N, rng, lead)) for name in ("id", "udut", "kinetic_energy")
             for lead in ((), (3,))]
    for call, values in cases:
        for _ in range(5):
            call(*values)
        references, blocks = [sys.getrefcount(v) for v in values], sys.getallocatedblocks()
        for _ in range(2000):
            result = call(*values)
        assert [sys.getrefcount(v) for v in values] == references
        assert sys.getrefcount(result) == 2
        assert sys.getallocatedblocks() - blocks < 50


def test_arms_are_freed():
    for _ in range(3):
        catena.Arm("planar2").id(*np.zeros((3, 2)))
    blocks = sys.getallocatedblocks()
    for _ in range(200):
        catena.Arm("planar2").id(*np.zeros((3, 5, 2)))
    assert sys.getallocatedblocks() - blocks < 50


def test_from_urdf_takes_text_and_paths(tmp_path, panda):
    text = panda.to_urdf()
    (tmp_path / "arm.urdf").write_text(text)
    q = np.full(N, 0.3)
    for arm in (catena.Arm.from_urdf(text), catena.Arm.from_urdf(tmp_path / "arm.urdf"), catena.Arm(tmp_path / "arm.urdf")):
        np.testing.assert_allclose(arm.inertia(q), panda.inertia(q), rtol=0, atol=1e-12)
    shorter = catena.Arm.from_urdf(text, tip="link3")
    assert shorter.n == 3


def test_builders_in_both_descriptions_give_the_same_arm():
    link = {"mass": 2.0, "com": (-0.2, 0.01, 0.02), "inertia": np.diag([0.01, 0.03, 0.04])}
    dh = catena.RobotBuilder("dh", convention="modified", angle_unit="deg", gravity=(0, -9.81, 0), payload=1.0)
    dh.revolute(**link, theta=30, name="a", limits=(-90, 90), velocity_limit=180, effort_limit=50)
    dh.prismatic(**link, a=0.5, alpha=90, motor={"inertia": 1e-4, "gear": 50, "viscous": 1e-3, "coulomb": (0.1, -0.1)})
    placed = catena.RobotBuilder("placed", convention=None, gravity=(0, -9.81, 0), payload=catena.Payload(1.0))
    placed.revolute(**link, rpy=(0, 0, np.radians(30)), name="a")
    placed.prismatic(**link, xyz=(0.5, 0, 0), rpy=(np.pi / 2, 0, 0))
    a, b = dh.build(), placed.build()
    q, qd, qdd = np.array([0.4, 0.1]), np.array([1.0, 2.0]), np.array([3.0, 4.0])
    np.testing.assert_allclose(a.id(q, qd, qdd), b.id(q, qd, qdd), rtol=1e-13)
    np.testing.assert_allclose(a.limits.upper, [np.pi / 2, np.inf])
    np.testing.assert_allclose(a.limits.velocity, [np.pi, np.inf])
    assert a.limits.effort.tolist() == [50, np.inf]
    np.testing.assert_allclose(a.rotor_inertia(), [0, 0.25])


def test_what_an_arm_says_about_itself(panda):
    assert panda.n == N and panda.name == "Franka Emika Panda"
    assert repr(panda) == "<catena.Arm 'Franka Emika Panda': 7 joints>"
    assert panda.joint_names[0] == "joint1" and len(panda.joint_names) == N
    assert "panda" in catena.catalogue()
    assert catena.__version__.count(".") == 2


def test_the_level_of_instructions_can_be_lowered():
    assert run_python("import catena; print(catena.simd_level())", CATENA_SIMD="sse2") == "sse2\n"


def test_everything_that_is_announced_exists():
    assert set(catena.__all__) <= set(dir(catena))
