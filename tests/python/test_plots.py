# SPDX-License-Identifier: Apache-2.0
"""How arms, runs and comparisons show themselves in a notebook, and plots where matplotlib is installed."""
import html
import json
import re
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import catena
from catena import notebook


def page_of(shown):
    """The page in the frame."""
    return html.unescape(re.search(r'<iframe srcdoc="([^"]*)"', shown)[1])


def document_of(page):
    """What the page shows."""
    return json.loads(re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.S)[1])


@pytest.fixture(scope="module")
def run():
    arm = catena.Arm("planar2")
    return arm.simulate([0.1, 0.2], duration=0.5)


def test_an_arm_shows_its_page_and_a_picture(panda):
    shown = panda._repr_html_()
    page = page_of(shown)
    assert page.lstrip().lower().startswith("<!doctype html>")
    found = document_of(page)
    assert found["title"] == "Franka Emika Panda" and len(found["runs"]) == 1
    assert "Content-Security-Policy" in page and 'sandbox="allow-scripts' in shown
    picture = xml.fromstring(panda._repr_svg_())
    assert picture.tag.endswith("svg") and len([e for e in picture if e.tag.endswith("circle")]) == len(panda.frames)
    assert f"<noscript>{panda._repr_svg_()}</noscript>" in shown


def test_the_picture_shows_the_frames_where_they_are():
    """The upright arm of two links of equal length: from the base, one straight line with the joint in its middle."""
    arm = catena.Arm("planar2")
    up = -arm.gravity_acceleration / 9.81
    angle = np.arctan2(up[1], up[0])
    points = notebook.skeleton(arm, [angle, 0])
    assert np.allclose(points[-1] / np.linalg.norm(points[-1]), up)
    circles = [e for e in xml.fromstring(notebook.arm_svg(arm, [angle, 0])) if e.tag.endswith("circle")]
    x, y = (np.array([float(e.get(key)) for e in circles]) for key in ("cx", "cy"))
    assert np.ptp(x) < 0.2 and y[0] > y[-1] + 100  # downwards is positive in SVG


def test_all_arms_of_the_catalogue_show_themselves():
    for name in catena.catalogue():
        arm = catena.Arm(name)
        xml.fromstring(arm._repr_svg_())
        assert np.isfinite(notebook.posture_to_show(arm)).all()


def test_a_run_shows_its_signals(run):
    found = document_of(page_of(run._repr_html_()))
    assert found["title"] == "Planar 2R" and run.arm.name == "Planar 2R"
    names = json.dumps(found["runs"][0])
    assert all(word in names for word in ("Joint positions", "Joint velocities", "Torques", "Energy", "by the controller"))
    lines = [e for e in xml.fromstring(run._repr_svg_()) if e.tag.endswith("polyline")]
    assert len(lines) == 2 and len(lines[0].get("points").split()) == len(run.time)
    scenario = catena.simulate("planar3_free_fall")
    assert scenario.arm is None and document_of(page_of(scenario._repr_html_()))["title"] == "Simulation"


def test_a_long_run_is_thinned(run):
    arm = catena.Arm("planar2")
    many = arm.simulate([0.1, 0.2], duration=2, sample=1e-4)
    assert len(many.time) > 10_000 and len(page_of(many._repr_html_())) < 1_500_000


def test_a_comparison_shows_a_table_and_the_arms():
    made = catena.compare(["planar2", "planar3"], weights=["reach", "workspace"], samples=64)
    shown = made._repr_html_()
    table = xml.fromstring(re.search(r"<table>.*?</table>", shown)[0])
    cells = [[cell.text for cell in row] for row in table]
    assert cells[0] == [None, "place", "reach [m]", f"workspace [{made.units[1]}]"] and cells[1][:2] == ["planar2", "2"]
    found = document_of(page_of(shown))
    assert len(found["runs"]) == 2 and html.escape(made.verdict) in shown


def test_text_cannot_break_out_of_the_page():
    link = {"a": 1.0, "mass": 1.0, "com": (0, 0, 0), "inertia": (1, 1, 1, 0, 0, 0)}
    arm = catena.Arm.from_dh([link], name='"><script>alert(1)</script>')
    shown = arm._repr_html_()
    assert shown.count("<iframe") == 1 and "<script>alert" not in shown
    assert "<script>alert" not in page_of(shown) and document_of(page_of(shown))["title"] == arm.name


def test_plots(run, panda):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (python3-matplotlib); 'make python-extras' installs it")
    import matplotlib
    matplotlib.use("agg")
    ax = panda.plot(np.linspace(np.zeros(7), np.full(7, 0.3), 4))
    assert len(ax.lines) == 5 and panda.plot(np.zeros(7), ax=ax) is ax
    np.testing.assert_allclose(np.array(ax.lines[-1].get_data_3d()).T, notebook.skeleton(panda, np.zeros(7)))
    axes = run.plot()
    np.testing.assert_array_equal(np.ravel(axes)[0].lines[1].get_ydata(), run.q[:, 1])
    assert [len(panel.lines) for panel in np.ravel(axes)] == [2, 2, 2, 3] and run.plot(axes) is axes


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch, panda):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.pyplot", None)
    with pytest.raises(ModuleNotFoundError) as caught:
        panda.plot(np.zeros(7))
    assert str(caught.value) == "plots need matplotlib (Debian: python3-matplotlib; pip: matplotlib)"
