# SPDX-License-Identifier: Apache-2.0
"""Random leading axes, strides and types: every state of a call equals the same state on its own."""
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import catena

ARMS = {n: catena.Arm(f"mixed:{n}") for n in (1, 3, 6)}
LEAD = hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=3, max_side=4, min_side=0)


def strided(array, draw):
    """The same values in another layout."""
    for axis in range(array.ndim):
        way = draw(st.sampled_from(["as it is", "reversed", "every second"]))
        at = [slice(None)] * array.ndim
        if way == "reversed":
            at[axis] = slice(None, None, -1)
            array = np.ascontiguousarray(array[tuple(at)])[tuple(at)]
        elif way == "every second":
            at[axis] = slice(None, None, 2)
            array = np.repeat(array, 2, axis=axis)[tuple(at)]
    return np.asfortranarray(array) if draw(st.booleans()) else array


@settings(max_examples=150, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), n=st.sampled_from(sorted(ARMS)), lead=LEAD, single=st.booleans(),
       name=st.sampled_from(["id", "fd", "did_dq", "frame_acceleration"]))
def test_every_state_is_computed_on_its_own(data, n, lead, single, name):
    arm, rng = ARMS[n], np.random.default_rng(1)
    dtype = np.float32 if single else np.float64
    values = [strided(rng.uniform(-1, 1, (*shape, n)).astype(dtype), data.draw) for shape in lead.input_shapes]
    result = getattr(arm, name)(*values)
    assert result.dtype == dtype
    assert result.shape[:len(lead.result_shape)] == lead.result_shape
    wide = [np.broadcast_to(v, (*lead.result_shape, n)) for v in values]
    for at in list(np.ndindex(*lead.result_shape))[:20]:
        one = getattr(arm, name)(*(w[at].copy() for w in wide))
        np.testing.assert_allclose(result[at], one, rtol=1e-5 if single else 0,
                                   atol=(1e-5 if single else 1e-12) * max(1, np.abs(one).max()))
    out = np.zeros(result.shape, dtype=dtype)
    assert np.array_equal(getattr(arm, name)(*values, out=strided(out, data.draw)), result)
