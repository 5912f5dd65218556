# SPDX-License-Identifier: Apache-2.0
"""catena.torch by PyTorch's own check of gradients. Skipped where PyTorch is not installed, since it is large; `make
python-extras` installs it and runs this file."""
import numpy as np
import pytest

import catena

torch = pytest.importorskip("torch", reason="PyTorch is not installed (python3-torch); 'make python-extras' installs it")
import catena.torch  # noqa: E402
from torch.autograd import gradcheck  # noqa: E402


def tensors(rng, *shapes, dtype=torch.float64):
    return [torch.tensor(rng.uniform(0.2, 1, shape), dtype=dtype, requires_grad=True) for shape in shapes]


def scaled(function, *inputs):
    """The function divided by the size of its values, so that the absolute tolerance of gradcheck suits."""
    size = float(function(*inputs).detach().abs().max())
    return lambda *x: function(*x) / size


@pytest.fixture(params=["panda", "stanford", "planar2", "chain:12"])
def arm(request):
    return catena.Arm(request.param)


@pytest.mark.parametrize("options", [{}, {"tip": torch.arange(1.0, 7.0, dtype=torch.float64)},
                                     {"gravity": [1.0, 2.0, 3.0], "payload": 2.0, "motors": True}], ids=["plain", "tip", "other"])
def test_id_and_fd(arm, options, rng):
    inputs = tensors(rng, (2, arm.n), (2, arm.n), (2, arm.n))
    for call in (catena.torch.id, catena.torch.fd):
        assert gradcheck(scaled(lambda *x: call(arm, *x, **options), *inputs), inputs, eps=1e-5, atol=1e-6, rtol=1e-6)


def test_gravity_inertia_pose(arm, rng):
    q = tensors(rng, (2, arm.n))
    for call in (catena.torch.gravity, catena.torch.inertia, catena.torch.pose):
        assert gradcheck(scaled(lambda x: call(arm, x), *q), q, eps=1e-5, atol=1e-6, rtol=1e-6)


def test_values_are_those_of_the_arm(panda, rng):
    q, qd, qdd = tensors(rng, (5, 7), (5, 7), (5, 7))
    found = catena.torch.id(panda, q, qd, qdd)
    assert np.array_equal(found.detach().numpy(), panda.id(*(x.detach().numpy() for x in (q, qd, qdd))))
    assert found.requires_grad and not catena.torch.id(panda, q.detach(), np.zeros(7), [0.0] * 7).requires_grad


def test_broadcast_tensors_get_summed_gradients(panda, rng):
    q, qd = tensors(rng, (3, 1, 7), (4, 7))
    qdd, = tensors(rng, (7,))
    assert gradcheck(scaled(lambda *x: catena.torch.id(panda, *x), q, qd, qdd), (q, qd, qdd), eps=1e-5, atol=1e-6, rtol=1e-6)


def test_single_precision_and_strides(panda, rng):
    q, = tensors(rng, (7, 6), dtype=torch.float32)
    loss = catena.torch.gravity(panda, q.T[::2]).square().sum()
    assert loss.dtype == torch.float32
    loss.backward()
    exact = q.detach().double().requires_grad_()
    catena.torch.gravity(panda, exact.T[::2]).square().sum().backward()
    assert q.grad.dtype == torch.float32 and q.grad[:, 1::2].abs().max() == 0
    np.testing.assert_allclose(q.grad, exact.grad, rtol=1e-5, atol=1e-5 * float(exact.grad.abs().max()))


def test_a_model_learns(panda, rng):
    """A gradient step of a PyTorch optimiser lowers the distance of the tool to a point."""
    q = torch.tensor([0, 0.5, 0, -1.5, 0, 2.0, 0], dtype=torch.float64, requires_grad=True)
    goal = torch.tensor([0.4, 0.3, 0.5], dtype=torch.float64)
    optimiser = torch.optim.Adam([q], lr=0.05)
    for _ in range(100):
        optimiser.zero_grad()
        distance = (catena.torch.pose(panda, q)[:3, 3] - goal).norm()
        distance.backward()
        optimiser.step()
    assert distance < 0.02


def test_dlpack_shares_memory(panda, rng):
    q = torch.tensor(rng.uniform(0.2, 1, (5, 7)))
    array = np.from_dlpack(q)
    assert array.ctypes.data == q.data_ptr()
    torques = panda.gravity(array)
    back = torch.from_dlpack(torques)
    assert back.data_ptr() == torques.ctypes.data
    out = torch.empty(5, 7, dtype=torch.float64)
    panda.gravity(q.numpy(), out=out.numpy())
    assert np.array_equal(out, torques)
    assert np.array_equal(panda.gravity(q), torques)  # a tensor as an argument


def test_there_are_no_second_derivatives(panda, rng):
    q, = tensors(rng, (7,))
    for loss in (catena.torch.gravity(panda, q).sum(), catena.torch.gravity(panda, q).square().sum()):
        slope, = torch.autograd.grad(loss, q, create_graph=True)
        with pytest.raises(catena.Error) as caught:
            slope.sum().backward()
        assert str(caught.value) == ("catena.torch: second derivatives are not available\n"
                                     "  need    gradients without create_graph=True")


def test_mistakes(panda, rng):
    q, tip = tensors(rng, (7,), (6,))
    with pytest.raises(catena.Error) as caught:
        catena.torch.id(panda, q, q, q, tip=tip)
    assert str(caught.value) == ("id: there are no gradients by 'tip'\n  need    a tensor that does not require gradients\n"
                                 "  hint    tip.detach()")
    with pytest.raises(catena.Error) as caught:
        catena.torch.gravity(panda, torch.empty(7, device="meta"))
    assert str(caught.value) == "gravity: a tensor is not on the CPU\n  given   meta\n  need    cpu\n  hint    tensor.cpu()"
    with pytest.raises(catena.Error, match="'q' has the wrong shape"):
        catena.torch.gravity(panda, q[:3])
