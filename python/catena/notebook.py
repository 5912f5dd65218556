# SPDX-License-Identifier: Apache-2.0
"""How arms, runs and comparisons show themselves in a notebook: the page of the reports in a frame, without a server, and a
picture in SVG or a table that needs no scripts. Nothing is imported besides NumPy."""
from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Iterable, Sequence

import numpy as np

from . import _core

if TYPE_CHECKING:
    from .arm import Arm
    from .comparison import Comparison
    from .motion import Run

COLOURS = ("#4477aa", "#ee6677", "#228833", "#aa8800", "#66ccee", "#aa3377", "#777777")
MOST_SAMPLES = 500  # of a run in a page


def posture_to_show(arm: Arm) -> np.ndarray:
    """The middle of the joint ranges, or zero for joints without limits, turned a little so that the links do not overlap."""
    lower, upper = arm.limits.lower, arm.limits.upper
    bounded = np.isfinite(lower) & np.isfinite(upper)
    return np.where(bounded, (np.where(bounded, lower, 0.0) + np.where(bounded, upper, 0.0)) / 2, 0.0) + 0.2


def skeleton(arm: Arm, q: Any) -> np.ndarray:
    """The origins of the frames of the arm from base to tool, (..., k, 3), in the base frame."""
    q = np.asarray(q, dtype=float)
    return np.stack([arm.pose(q, frame=name)[..., :3, 3] for name in arm.frames], axis=-2)


def arm_html(arm: Arm) -> str:
    q = posture_to_show(arm)
    subtitle = f"{arm.n} joint{'' if arm.n == 1 else 's'}"
    page = _core._page({"title": arm.name, "subtitle": subtitle, "runs": [{"name": arm.name, "arm": arm, "q": q, "time": [0.0]}]})
    return framed(page, arm_svg(arm))


def arm_svg(arm: Arm, q: Any = None, size: int = 300) -> str:
    """A drawing of the arm, from the side and a little from above."""
    points = skeleton(arm, posture_to_show(arm) if q is None else q)
    flat = points @ _view(arm)
    low, high = flat.min(0), flat.max(0)
    scale = (size - 60) / max(float((high - low).max()), 1e-9)
    place = (flat - (low + high) / 2) * scale * [1, -1] + size / 2
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in place)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[k % len(COLOURS)]}"/>' for k, (x, y) in enumerate(place))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}" role="img">'
            f"<title>{html.escape(arm.name)}</title><rect width='100%' height='100%' fill='white'/>"
            f'<polyline points="{path}" fill="none" stroke="#555555" stroke-width="6" stroke-linejoin="round"/>{dots}</svg>')


def run_html(run: Run) -> str:
    kept = np.unique(np.linspace(0, len(run.time) - 1, MOST_SAMPLES).round().astype(int)) if len(run.time) else []
    signals = [_signals("Joint velocities", "qd", run.qd[kept]), _signals("Torques", "tau", run.tau[kept])]
    if run.arm is None:
        signals.insert(0, _signals("Joint positions", "q", run.q[kept]))
    energies = [("kinetic", run.kinetic), ("potential", run.potential), ("by the controller", run.work)]
    energy = [{"group": "Energy", "name": name, "unit": "J", "values": values[kept]} for name, values in energies]
    parts = {"name": "run", "arm": run.arm, "time": run.time[kept], "q": run.q[kept], "partial": run.failure or "",
             "signals": [*sum(signals, []), *energy]}
    title = run.arm.name if run.arm is not None else "Simulation"
    page = _core._page({"title": title, "subtitle": repr(run)[1:-1], "runs": [parts], "notes": [str(note) for note in run.notes]})
    return framed(page, run_svg(run))


def run_svg(run: Run, width: int = 640, height: int = 240) -> str:
    """The joint positions over time."""
    time, q = run.time, run.q
    low, high = float(np.min(q, initial=0.0)), float(np.max(q, initial=0.0))
    x = 50 + (width - 70) * time / max(float(np.max(time, initial=0.0)), 1e-12)
    lines = ""
    for k in range(q.shape[1]):
        y = 15 + (height - 50) * (high - q[:, k]) / max(high - low, 1e-12)
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y))
        lines += f'<polyline points="{points}" fill="none" stroke="{COLOURS[k % len(COLOURS)]}" stroke-width="1.5"/>'

    def word(at: tuple[float, float], what: str, anchor: str) -> str:
        return f'<text x="{at[0]}" y="{at[1]}" text-anchor="{anchor}">{what}</text>'

    words = (word((45, 20), f"{high:.3g}", "end") + word((45, height - 35), f"{low:.3g}", "end")
             + word((width - 20, height - 15), f"{run.end_time:.4g} s", "end") + word((50, height - 15), "joint positions", "start"))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12" '
            f'role="img"><title>{html.escape(repr(run)[1:-1])}</title><rect width="100%" height="100%" fill="white"/>{lines}{words}</svg>')


def comparison_html(comparison: Comparison) -> str:
    arms = comparison.robots
    runs = [{"name": name, "arm": arm, "q": posture_to_show(arm), "time": [0.0]} for name, arm in zip(comparison.arms, arms)]
    measures = [{"name": name, "unit": unit, "values": comparison.values[:, k], "errors": comparison.errors[:, k]}
                for k, (name, unit) in enumerate(zip(comparison.criteria, comparison.units))]
    page = _core._page({"title": ", ".join(comparison.arms), "subtitle": comparison.verdict, "side_by_side": True,
                        "notes": list(comparison.remarks), "runs": runs,
                        "set": {"noun": "arm", "names": comparison.arms, "measures": measures}})
    return comparison_table(comparison) + framed(page, "")


def comparison_table(comparison: Comparison) -> str:
    """The places and scores as a table."""
    head = _row("th", ["", "place", *(f"{name} [{unit}]" if unit else name
                                      for name, unit in zip(comparison.criteria, comparison.units))])
    rows = [_row("td", [name, "" if place is None else str(place), *("" if np.isnan(x) else f"{x:.4g}" for x in values)])
            for name, place, values in zip(comparison.arms, comparison.places, comparison.values)]
    return f"<table>{head}{''.join(rows)}</table><p>{html.escape(comparison.verdict)}</p>"


def framed(page: str, picture: str, height: int = 560) -> str:
    """The page in a frame that may run scripts but reach nothing outside; the picture where scripts are off."""
    frame = (f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-downloads" style="width:100%;height:{height}px;border:0">'
             f"</iframe>")
    return frame + (f"<noscript>{picture}</noscript>" if picture else "")


def _view(arm: Arm) -> np.ndarray:
    """(3, 2): coordinates to the right and up in the picture. Up is where gravity does not pull."""
    pull = arm.gravity_acceleration
    up = -pull / np.linalg.norm(pull) if np.linalg.norm(pull) > 0 else np.array([0.0, 0.0, 1.0])
    side = np.eye(3)[np.argmin(np.abs(up))]
    ahead = np.cross(up, side) / np.linalg.norm(np.cross(up, side))
    left = np.cross(up, ahead)
    return np.stack([0.8 * ahead - 0.6 * left, 0.94 * up + 0.34 * (0.6 * ahead + 0.8 * left)], axis=1)


def _signals(group: str, symbol: str, values: np.ndarray) -> list[dict[str, Any]]:
    return [{"group": group, "name": f"{symbol}{k + 1}", "unit": "", "values": values[:, k]} for k in range(values.shape[1])]


def _row(tag: str, cells: Iterable[str] | Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
