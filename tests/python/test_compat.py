# SPDX-License-Identifier: Apache-2.0
"""catena.compat beside numbers of Corke's toolbox: those that its own tests expect for the PUMA 560 at the posture qn
(petercorke/robotics-toolbox-python, tests/test_DHRobot.py, four decimals), with the links as its model states them."""
import doctest

import numpy as np
import pytest

import catena
import catena.compat
from catena.compat import DHRobot, Pose, PrismaticDH, PrismaticMDH, RevoluteDH, RevoluteMDH

QN = np.array([0, np.pi / 4, np.pi, 0, np.pi / 4, 0])
ZERO, ONE = np.zeros(6), np.ones(6)
HALF = np.pi / 2
Q = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])  # results for it are those that version 1.3.0 of the toolbox printed
# roboticstoolbox/models/DH/Puma560.py: Corke and Armstrong-Helouvry, ICRA 1994; there d of link 1 is 0.67183, the pedestal
PUMA = [
    dict(a=0, alpha=HALF, d=0, m=0, r=[0, 0, 0], I=[0, 0.35, 0, 0, 0, 0], Jm=200e-6, G=-62.6111, B=1.48e-3, Tc=[0.395, -0.435]),
    dict(a=0.4318, alpha=0, d=0, m=17.4, r=[-0.3638, 0.006, 0.2275], I=[0.13, 0.524, 0.539, 0, 0, 0], Jm=200e-6, G=107.815,
         B=0.817e-3, Tc=[0.126, -0.071]),
    dict(a=0.0203, alpha=-HALF, d=0.15005, m=4.8, r=[-0.0203, -0.0141, 0.070], I=[0.066, 0.086, 0.0125, 0, 0, 0], Jm=200e-6,
         G=-53.7063, B=1.38e-3, Tc=[0.132, -0.105]),
    dict(a=0, alpha=HALF, d=0.4318, m=0.82, r=[0, 0.019, 0], I=[1.8e-3, 1.3e-3, 1.8e-3], Jm=33e-6, G=76.0364, B=71.2e-6,
         Tc=[11.2e-3, -16.9e-3]),
    dict(a=0, alpha=-HALF, d=0, m=0.34, r=[0, 0, 0], I=[0.3e-3, 0.4e-3, 0.3e-3, 0, 0, 0], Jm=33e-6, G=71.923, B=82.6e-6,
         Tc=[9.26e-3, -14.5e-3]),
    dict(a=0, alpha=0, d=0, m=0.09, r=[0, 0, 0.032], I=np.diag([0.15e-3, 0.15e-3, 0.04e-3]), Jm=33e-6, G=76.686, B=36.7e-6,
         Tc=[3.96e-3, -10.5e-3]),
]


@pytest.fixture(scope="module", params=["links", "catalogue"])
def puma(request):
    return DHRobot([RevoluteDH(**link) for link in PUMA]) if request.param == "links" else DHRobot("puma560")


def close(found, expected):
    """To the decimals that are printed."""
    np.testing.assert_allclose(found, expected, rtol=2e-6, atol=6e-5)


def test_rne(puma):
    close(puma.rne(QN, ZERO, ZERO), [0, 31.6399, 6.0351, 0, 0.0283, 0])
    close(puma.rne(QN, ZERO, ONE), [3.35311, 36.0025, 7.42596, 0.190043, 0.203441, 0.194133])
    close(puma.rne(QN, ONE, ONE), [32.4952, 60.867, 17.7436, 1.45452, 1.29911, 0.713781])
    close(puma.rne(QN, ONE, ZERO), [29.1421, 56.5044, 16.3528, 1.26448, 1.12392, 0.519648])
    close(puma.rne(QN, ONE, ONE, gravity=[0, 0, 0]), [32.4952, 29.2271, 11.7085, 1.45452, 1.27086, 0.713781])
    close(puma.rne(QN, ZERO, ZERO, fext=[1, 2, 3, 1, 2, 3]), [0.642756, 29.0866, 4.70321, 2.82843, -1.97175, 3])
    both = puma.rne([QN, QN], [ZERO, ONE], [ZERO, ONE])
    close(both, [[0, 31.6399, 6.0351, 0, 0.0283, 0], [32.4952, 60.867, 17.7436, 1.45452, 1.29911, 0.713781]])


def test_accel(puma):
    qdd = puma.accel(QN, [0.1, 0.2, 0.8, 0.2, 0.5, 1.0], [1.0, 3.2, 1.8, 0.1, 0.7, 4.6])
    close(qdd, [-7.4102, -9.8432, -10.9694, -4.4314, -0.9881, 21.0228])


def test_inertia_coriolis_gravload_itorque(puma):
    close(puma.inertia(QN), [[3.6594, -0.4044, 0.1006, -0.0025, 0, 0], [-0.4044, 4.4137, 0.3509, 0, 0.0024, 0],
                             [0.1006, 0.3509, 0.9378, 0, 0.0015, 0], [-0.0025, 0, 0, 0.1925, 0, 0],
                             [0, 0.0024, 0.0015, 0, 0.1713, 0], [0, 0, 0, 0, 0, 0.1941]])
    close(puma.coriolis([QN, QN], [[1, 2, 3, 1, 2, 3]] * 2)[1],
          [[-0.1735, -2.0494, -0.1178, -0.0002, -0.0045, 0.0001], [0.6274, 1.1572, 1.9287, -0.0015, -0.0003, 0],
           [-0.3608, -0.7734, -0.0018, -0.0009, -0.0064, 0], [0.0011, 0.0005, -0.0001, 0.0002, 0.0002, -0.0001],
           [-0.0002, 0.0028, 0.0046, -0.0002, 0, 0], [0.0001, 0, 0, 0, 0, 0]])
    close(puma.gravload(QN), [0, 31.6399, 6.0351, 0, 0.0283, 0])
    close(puma.gravload(QN, gravity=[0, 0, 9.81]), [0, -31.6399, -6.0351, 0, -0.0283, 0])
    close(puma.itorque(QN, [1, 2, 3, 1, 2, 3]), [3.1500, 9.4805, 3.6189, 0.1901, 0.3519, 0.5823])


def test_friction():
    """The same file, test_friction."""
    robot = DHRobot([RevoluteDH(d=2, B=3, G=2, Tc=[2, -1], m=1, I=[1, 1, 1])] * 4)
    close(robot.friction([1, 2, 3, 4]), [-16, -28, -40, -52])
    one = DHRobot([RevoluteDH(G=2, Tc=2, m=1, I=[1, 1, 1])])
    close(one.friction([[1], [-1]]), [[-4], [4]])


def test_kinematics():
    """The same file, test_fkine, test_jacob0 and test_jacobe; the bodies do not matter."""
    body = dict(m=1, I=[1, 1, 1])
    robot = DHRobot([PrismaticDH(**body), RevoluteDH(**body), PrismaticDH(theta=2.0, **body), RevoluteDH(**body)])
    pose = robot.fkine([1, 2, 3, 4])
    close(pose, [[-0.14550003, -0.98935825, 0, 0], [0.98935825, -0.14550003, 0, 0], [0, 0, 1, 4], [0, 0, 0, 1]])
    close(pose.t, [0, 0, 4])
    close(pose.A[:3, :3], pose.R)
    assert isinstance(pose, Pose) and type(pose.A) is np.ndarray and robot.fkine(np.ones((5, 4))).t.shape == (5, 3)
    robot = DHRobot([PrismaticDH(theta=4, **body), RevoluteDH(a=2, **body), PrismaticDH(theta=2, **body), RevoluteDH(**body)])
    rest = [[1, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 1]]
    close(robot.jacob0([1, 2, 3, 4]), [[0, 0.5588, 0, 0], [0, 1.9203, 0, 0], *rest])
    close(robot.jacobe([1, 2, 3, 4]), [[0, -0.5588, 0, 0], [0, 1.9203, 0, 0], *rest])


def test_products_of_inertia_have_the_order_of_the_toolbox():
    """xy, yz, xz; and offsets are added to q."""
    swapped = dict(m=1, r=[0.1, 0.2, 0.3], a=0.3, alpha=0.7)
    I = np.array([[2, 0.1, 0.3], [0.1, 2.1, 0.2], [0.3, 0.2, 2.2]])
    six = DHRobot([RevoluteMDH(I=[2, 2.1, 2.2, 0.1, 0.2, 0.3], offset=0.4, **swapped)] * 2)
    whole = DHRobot([RevoluteMDH(I=I, **swapped)] * 2)
    close(six.inertia([0.1, 0.2]), whole.inertia([0.5, 0.6]))
    assert abs(six.inertia([0.1, 0.2]) - whole.inertia([0.1, 0.2])).max() > 1e-3


def test_ikine(puma):
    goal = puma.fkine([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    found = puma.ikine_LM(goal, q0=ZERO)
    assert found.success and found.reason == "Success" and found.residual < 1e-16
    np.testing.assert_allclose(puma.fkine(found.q), goal, atol=1e-8)
    far = goal.A.copy()
    far[:3, 3] = [9, 9, 9]
    assert not puma.ikine(far).success and puma.ikine(far).reason == puma.arm.ik(far, keep_limits=False).status
    with pytest.raises(catena.Error) as caught:
        puma.ikine(np.eye(3))
    assert str(caught.value) == "ikine_LM: 'Tep' has the wrong shape\n  given   (3, 3)\n  need    (4, 4)"


def test_fdyn_has_the_motors():
    """A motor alone: (1 + G² Jm) qdd = Q - G² B qd, from rest."""
    robot = DHRobot([RevoluteDH(m=1, I=[1, 1, 1], Jm=0.25, G=2, B=0.5)], gravity=[0, 0, 0])
    made = robot.fdyn(2, [0], lambda robot, t, q, qd, push: [push], Q_args={"push": 3.0}, dt=0.5)
    np.testing.assert_allclose(made.t, [0, 0.5, 1, 1.5, 2])
    np.testing.assert_allclose(made.qd[:, 0], 1.5 * (1 - np.exp(-made.t)), atol=1e-5)
    assert robot.fdyn(1, [0]).q.shape == (101, 1)


def test_poses_have_the_operators_of_se3(puma):
    T, U, point = puma.fkine(Q), puma.fkine(QN), np.array([0.1, 0.2, 0.3])
    close(T * U, [[0.785582, -0.606672, 0.121698, 0.422679], [0.266456, 0.509197, 0.818364, 0.289472],
                  [-0.558446, -0.610465, 0.561667, 0.892966], [0, 0, 0, 1]])
    close((T / U).t, [0.62347, 0.097606, 0.041792])
    close(T.inv().t, [-0.19358, 0.504103, -0.103847])
    close(T * point, [[-0.097036], [-0.022201], [0.576066]])
    close(T * [[0.1, 1], [0.2, 2], [0.3, 3]], [[-0.097036, -3.200589], [-0.022201, 0.911452], [0.576066, 1.490535]])
    both = puma.fkine([Q, QN])
    close((both * point)[:, 0], (T * point)[:, 0])
    close((both * point)[:, 1], (U * point)[:, 0])
    close(both.inv() * both, [np.eye(4)] * 2)
    close(both**2, both * both)
    close(T**-2, (T * T).inv())
    assert isinstance(T * U, Pose) and isinstance(T.inv(), Pose) and type(2 * T) is type(T * 2) is type(T / 2) is np.ndarray
    np.testing.assert_array_equal(2 * T, 2 * T.A)
    np.testing.assert_array_equal(T[:3, 3] * point, T.t * point)  # a part of a pose is multiplied as an array
    T *= U
    close(T.t, [0.422679, 0.289472, 0.892966])
    with pytest.raises(catena.Error) as caught:
        T * np.ones(4)
    assert str(caught.value) == ("Pose: '*' has a factor of the wrong shape\n  given   (4,)\n"
                                 "  need    (4, 4), (3,), (3, k) or a number")


def test_one_state_in_a_matrix_gives_the_result_of_one_state(puma):
    row, ones = QN[None], np.ones((1, 6))
    for name, arguments, shape in [("rne", [row, ones, ones], (6,)), ("accel", [row, ones, ones], (6,)), ("inertia", [row], (6, 6)),
                                   ("coriolis", [row, ones], (6, 6)), ("gravload", [row], (6,)), ("itorque", [row, ones], (6,)),
                                   ("friction", [ones], (6,)), ("fkine", [row], (4, 4)), ("jacob0", [row], (6, 6)),
                                   ("jacobe", [row], (6, 6)), ("manipulability", [row], ())]:
        found = getattr(puma, name)(*arguments)
        assert np.shape(found) == shape, name
        np.testing.assert_allclose(found, getattr(puma, name)(*[each[0] for each in arguments]), rtol=1e-12, atol=1e-14)


def test_nofriction_removes_what_it_is_told(puma):
    close(puma.nofriction().rne(QN, ONE, ONE), [7.763858, 47.282298, 10.654363, 0.602911, 0.633103, 0.410104])
    close(puma.nofriction(True, True).rne(QN, ONE, ONE), [1.962036, 37.78543, 6.673937, 0.191266, 0.20582, 0.194281])
    close(puma.nofriction(False, True).rne(QN, ONE, ONE), [26.693421, 51.37012, 13.763169, 1.042874, 0.871827, 0.497958])
    close(puma.nofriction(False, False).rne(QN, ONE, ONE), [32.4952, 60.867, 17.7436, 1.45452, 1.29911, 0.713781])
    loaded = DHRobot(puma.arm.with_payload(2.0), gravity=[1, 2, 3])
    free = loaded.nofriction(viscous=True)
    assert not free.friction(ONE).any()
    np.testing.assert_allclose(free.rne(QN, ZERO, ONE), loaded.rne(QN, ZERO, ONE), rtol=1e-12)


def test_pay_and_halves_of_jacobians(puma):
    wrench = [1, 2, 3, 4, 5, 6]
    close(puma.pay(wrench, Q), [-2.367801, 3.107861, 3.823317, -5.494723, 6.385248, -6.0])
    close(puma.pay(wrench, Q, frame=0), [-6.621546, 4.440533, 5.607626, -3.11806, 1.563558, 1.123928])
    close(puma.pay(wrench, J=puma.jacob0(Q)), puma.pay(wrench, Q, frame=0))
    close(puma.pay([wrench, wrench], np.array([Q, QN]))[0], puma.pay(wrench, Q))
    close(puma.jacob0(Q, half="rot")[:, 1], [0.099833, -0.995004, 0])
    close(puma.jacobe(Q, half="trans")[:, 1], [0.03521, 0.119439, 0.514156])
    close(puma.jacob0(Q, puma.fkine(Q), "trans"), puma.jacob0(Q)[:3])
    with pytest.raises(catena.Error, match="half: unknown choice"):
        puma.jacob0(Q, half="linear")
    with pytest.raises(TypeError, match="needs 'q' or 'J'"):
        puma.pay(wrench)


def test_manipulability_is_that_of_the_rows(puma):
    close(puma.manipulability(Q), 0.020273)
    close(puma.manipulability(Q, axes="trans"), 0.042286)
    close(puma.manipulability(Q, axes="rot"), 2.003207)
    close(puma.manipulability(J=puma.jacob0(Q), method="minsingular"), 0.114725)
    close(puma.manipulability([Q, Q], method="invcondition"), [0.064133] * 2)
    planar = DHRobot("planar2")
    assert planar.manipulability([0.1, 0.5]) == 0
    close(planar.manipulability([0.1, 0.5], axes=[True, True, False, False, False, False]), np.sin(0.5))
    with pytest.raises(catena.Error, match="axes: unknown choice"):
        puma.manipulability(Q, axes="both")


def test_links_have_the_positional_arguments_of_the_toolbox():
    body = dict(m=1, I=[1, 0, 0, 0, 1, 0, 0, 0, 1])
    standard = DHRobot([RevoluteDH(0.1, 0.2, 0.3, 0.4, **body), PrismaticDH(0.5, 0.6, 0.7, 0.8, **body)])
    close(standard.fkine([0.1, 0.2]).t, [0.647537, 0.330149, 1.140344])
    modified = DHRobot([RevoluteMDH(0.1, 0.2, 0.3, 0.4, **body), PrismaticMDH(0.5, 0.6, 0.7, 0.8, **body)], manufacturer="nobody")
    close(modified.fkine([0.1, 0.2]).t, [1.035404, -0.520874, 0.74415])
    assert modified.manufacturer == "nobody"
    for wrong in (lambda: RevoluteDH(theta=1), lambda: PrismaticMDH(d=1), lambda: RevoluteDH(flip=True)):
        with pytest.raises(TypeError):
            wrong()


def test_arguments_of_ikine_lm_have_the_order_of_the_toolbox(puma):
    goal = puma.fkine(Q)
    rough = puma.ikine_LM(goal, Q + 0.3, 30, 100, 1e-4)
    assert rough.success and 1e-16 < rough.residual <= 1e-4
    free = puma.ikine_LM(goal, Q + 0.3, mask=[1, 1, 1, 0, 0, 0], seed=1)
    assert free.success and free.residual < 1e-16
    close(puma.fkine(free.q).t, goal.t)
    assert abs(puma.fkine(free.q).R - goal.R).max() > 1e-3
    with pytest.raises(catena.Error, match="'mask' is not supported"):
        puma.ikine_LM(goal, mask=[1, 1, 1, 1, 1, 0])
    with pytest.raises(TypeError):
        puma.fdyn(1, Q, None, None, None, "RK45")


def test_mistakes():
    body = dict(m=1, I=[1, 1, 1])
    with pytest.raises(catena.Error) as caught:
        DHRobot([RevoluteDH(**body), RevoluteMDH(**body)])
    assert str(caught.value) == ("DHRobot: the links mix the two DH conventions\n"
                                 "  need    links by RevoluteDH and PrismaticDH, or by RevoluteMDH and PrismaticMDH")
    with pytest.raises(catena.Error, match="there are no links"):
        DHRobot([])
    with pytest.raises(catena.Error) as caught:
        RevoluteDH(I=[1, 2])
    assert str(caught.value) == ("Link: 'I' has the wrong shape\n  given   (2,)\n"
                                 "  need    (3, 3), (3,): xx yy zz, or (6,): xx yy zz xy yz xz")
    with pytest.raises(TypeError):
        RevoluteDH(length=1)


def test_examples():
    found = doctest.testmod(catena.compat, extraglobs={"catena": catena, "np": np})
    assert found.attempted > 8 and found.failed == 0
