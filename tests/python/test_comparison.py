# SPDX-License-Identifier: Apache-2.0
"""catena.compare says what the command says."""
import json
import subprocess

import numpy as np
import pytest
from conftest import run_python

import catena

ARMS = ["ur5e", "puma560", "z1"]


def command(cli, *words):
    done = subprocess.run([cli, "compare", *words, "--json"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("options, words", [
    ({}, []),
    ({"weights": {"reach": 2.0, "payload": 1.0, "workspace": 0.0}}, ["--weights", "reach=2,payload=1,workspace=0"]),
    ({"weights": ["reach", "peak_torque"], "require": ["reach >= 0.8"], "payload": 1.0, "motors": False},
     ["--criteria", "reach,peak_torque", "--require", "reach >= 0.8", "--payload", "1kg", "--without-motors"]),
])
def test_scores_places_and_verdict(options, words, cli):
    found = catena.compare(ARMS, **options, samples=64, seed=3)
    theirs = command(cli, *ARMS, *words, "--samples", "64", "--seed", "3")
    assert found.verdict == theirs["verdict"]
    assert found.criteria == [c["stem"] for c in theirs["criteria"]]
    assert found.weights.tolist() == [c["weight"] for c in theirs["criteria"]]
    for i, arm in enumerate(theirs["arms"]):
        assert found.arms[i] == arm["arm"] and found.places[i] == arm.get("place")
        for by, places in found.rankings.items():
            assert places[i] == ((arm.get("rankings") or {}).get(by) or {}).get("place")
        for j, criterion in enumerate(found.criteria):
            score, available = arm["scores"][criterion], (arm["arm"], criterion) not in found.missing
            assert available == np.isfinite(found.values[i, j])
            if available:
                assert (found.values[i, j], found.errors[i, j]) == (score["value"], score["error"])


def test_arms_may_be_objects():
    strong = catena.Arm("planar3", payload=0.5)
    found = catena.compare([catena.Arm("planar2"), strong], weights=["workspace"], samples=64)
    assert found.arms == ["Planar 2R", "Planar 3R"] and found.places == [2, 1] and found.units == ["m^2"]
    assert found.values.shape == found.errors.shape == (2, 1)


def test_mistakes():
    with pytest.raises(catena.Error, match="did you mean 'reach'?"):
        catena.compare(ARMS, weights=["reech"])
    with pytest.raises(catena.Error):
        catena.compare(ARMS, weights=["reach"], require=["reach of 3"])
    with pytest.raises(catena.Error, match="samples: invalid number"):
        catena.compare(ARMS, samples=0)
    with pytest.raises(catena.Error, match="trajectory: it does not fit"):
        catena.compare(["panda", "ur5e"], weights=["peak_torque"], trajectory="puma_computed_torque")
    with pytest.raises(TypeError, match="not an arm"):
        catena._core._compare([3], ["x"], {})


def test_an_interrupt_ends_a_comparison():
    out = run_python("""
import os, signal, threading, catena
threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    catena.compare(['planar2', 'planar3'] + ['chain:%d' % n for n in range(3, 60)], weights=['workspace', 'payload'], samples=4096)
    print('not interrupted')
except KeyboardInterrupt:
    print('interrupted')
""")
    assert out == "interrupted\n"
