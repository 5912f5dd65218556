# SPDX-License-Identifier: Apache-2.0
"""Golden data, computed from first principles with 50 digits: one state at a time and as batches, from arms made by from_dh."""
import json

import numpy as np
import pytest
from conftest import GOLDEN

import catena

STEMS = sorted(p.stem for p in GOLDEN.glob("*.json") if p.stem.startswith(("rnd_", "seed_")))
FIELDS = {  # field of the data: (quantity, arguments, which array)
    "M": ("inertia", ("q",), 0),
    "coriolis": ("bias", ("q", "qd"), 0),
    "gravity_vec": ("gravity", ("q",), 0),
    "tau": ("id", ("q", "qd", "qdd"), 0),
    "U": ("udut", ("q",), 0),
    "D": ("udut", ("q",), 1),
    "xi": ("xi", ("q", "qd"), 0),
    "nu": ("nu", ("q", "qd"), 0),
    "fd_qdd": ("fd", ("q", "qd", "fd_tau"), 0),
}


def arm_of(robot):
    links = []
    for i, kind in enumerate(robot["joint_types"]):
        link = {key: robot[key][i] for key in ("a", "alpha", "d", "theta", "mass", "com", "inertia")}
        links.append({"joint": "revolute" if kind == "R" else "prismatic", **link})
    builder = catena.RobotBuilder(robot["name"], convention={"std": "standard", "mod": "modified"}[robot["convention"]],
                                  gravity=robot["gravity"], allow_nonphysical=True)
    for link in links:
        builder.link(**link)
    return builder.build()


def error(x, y):
    return np.abs(x - y).max() / max(np.abs(y).max(), 1e-3)  # the measure that the data come with


def bound(field, M):
    """Rounding errors of n³ operations; those that divide by M also grow with its condition number."""
    eps = np.finfo(float).eps
    size = 100 * len(M) ** 2 * eps
    return size * np.linalg.cond(M) if field in ("U", "D", "xi", "nu", "fd_qdd") else size


@pytest.mark.parametrize("stem", STEMS)
def test_values_are_those_of_the_golden_data(stem):
    data = json.loads((GOLDEN / f"{stem}.json").read_text())
    arm = arm_of(data["robot"])
    states = data["states"]
    for field, (name, inputs, which) in FIELDS.items():
        used = [s for s in states if s.get(field) is not None and all(s.get(i) is not None for i in inputs)]
        if not used:
            continue
        given = [np.array([s[i] for s in used], dtype=float) for i in inputs]
        for gravity in {tuple(s["gravity"]) for s in used}:
            rows = [k for k, s in enumerate(used) if tuple(s["gravity"]) == gravity]
            option = {"gravity": gravity} if name in ("gravity", "id", "fd") else {}
            many = getattr(arm, name)(*(g[rows] for g in given), **option)
            many = many[which] if isinstance(many, tuple) else many
            for place, k in enumerate(rows):
                one = getattr(arm, name)(*(g[k] for g in given), **option)
                one = one[which] if isinstance(one, tuple) else one
                expected, limit = np.array(used[k][field]), bound(field, np.array(used[k]["M"]))
                assert error(one, expected) <= limit, (field, k)
                assert error(many[place], expected) <= limit, (field, k)
