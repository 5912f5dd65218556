# SPDX-License-Identifier: Apache-2.0
"""One state gives what `catena eval` gives, many what `catena eval --batch` gives, bit for bit, at the same vector instructions."""
import json
import subprocess

import numpy as np
import pytest
from conftest import arguments, arrays_of

import catena

FILES = {"q", "qd", "qdd", "tau", "v"}
ROBOTS = ["panda", "puma560", "mixed:9"]
IN_COMMON = {"id_derivatives", "fd_derivatives"}  # eval refuses them beside their parts
PRODUCTS = {"id_vjp", "fd_vjp"}
# others would take the wrenches, or the vector v, of the same line
GROUPS = {"derivatives": IN_COMMON, "wrenches": {"wrench_torques"}, "products": PRODUCTS}


def evaluated(cli, *options, text=""):
    done = subprocess.run([cli, "eval", *options], input=text, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("group", ["others", *GROUPS])
@pytest.mark.parametrize("robot", ROBOTS)
def test_one_state(robot, group, cli, table, rng):
    arm = catena.Arm(robot)
    line, expected = {}, {}
    chosen = GROUPS.get(group) or set(table).difference(*GROUPS.values())
    for row in table.values():
        if row["name"] in chosen:
            names = [name for name in row["positional"] if name not in ("V", "v") or name in row["required"]]
            values = [line.setdefault(name, value.tolist()) for name, value in zip(names, arguments(row, arm.n, rng))]
            expected[row["name"]] = row, [np.array(v) for v in values]
    answer = json.loads(evaluated(cli, robot, "--want", ",".join(expected), text=json.dumps(line)))
    for name, (row, values) in expected.items():
        result = arrays_of(getattr(arm, name)(*values))
        for mine, key in zip(result, [name] if len(result) == 1 else row["arrays"]):
            theirs = answer[key] if key in answer else answer[name][key]
            assert np.array_equal(mine, np.array(theirs, dtype=float)), name


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("which", ["all", "derivatives", "products", "by other methods"])
def test_many_states(robot, which, cli, table, rng, tmp_path):
    arm, methods = catena.Arm(robot), which == "by other methods"
    rows = [row for row in table.values() if row["positional"] and set(row["positional"]) <= FILES]
    rows = [row for row in rows if (row["name"] in IN_COMMON) == (which == "derivatives")]
    rows = [row for row in rows if ("v" in row["positional"]) == (which == "products")]
    if methods:
        rows = [row for row in rows if row["name"] in ("id", "inertia", "fd", "bias", "gravity")]
    values = dict(zip(["q", "qd", "qdd", "tau", "v"], rng.uniform(-1, 1, (5, 150, arm.n))))
    values["q"] = arguments(table["inertia"], arm.n, rng, (150,))[0]
    options = []
    for name, value in values.items():
        if any(name in row["positional"] for row in rows):
            np.save(tmp_path / f"{name}.npy", value)
            options += [f"--{name}", str(tmp_path / f"{name}.npy")]
    chosen = {row["name"]: row["methods"][1] for row in rows} if methods else {}
    if methods:
        options += ["--method", ",".join(f"{name}={method}" for name, method in chosen.items())]
    report = json.loads(evaluated(cli, robot, "--batch", "--want", ",".join(row["name"] for row in rows), *options,
                                  "--output", str(tmp_path / "out")))
    files = iter(report["files"])
    for row in rows:
        option = {"method": chosen[row["name"]]} if methods else {}
        for array in arrays_of(getattr(arm, row["name"])(*(values[name] for name in row["positional"]), **option)):
            assert np.array_equal(array, np.load(next(files))), row["name"]
    assert next(files, None) is None


def test_a_frame_and_a_payload(cli, rng):
    arm = catena.Arm("panda")
    q = rng.uniform(-1, 1, 7)
    line = json.dumps({"q": q.tolist()})
    answer = json.loads(evaluated(cli, "panda", "--want", "jacobian,pose", "--frame", "flange", "--point", "0.1,0,0.2",
                                  "--axes", "frame", text=line))
    for name in "jacobian", "pose":
        mine = getattr(arm, name)(q, frame="flange", point=[0.1, 0, 0.2], axes="frame")
        assert np.array_equal(mine, answer[name])
    answer = json.loads(evaluated(cli, "panda", "--want", "gravity", "--payload", "2,0,0,0.1", text=line))
    np.testing.assert_allclose(arm.gravity(q, payload=(2.0, (0, 0, 0.1))), answer["gravity"], rtol=1e-14, atol=1e-14)
