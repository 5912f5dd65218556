// SPDX-License-Identifier: Apache-2.0
// The axes of a plot: lines and numbers at round values, what is shown, and which way is better.
import type { Axis } from '../sections';
import { palette } from '../theme';
import { axisTitle } from './look';
import type { Scale } from './scale';
import type { Surface } from './surface';

export interface Margin {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function drawAxes(surface: Surface, margin: Margin, [across, up]: readonly [Scale, Scale], [x, y]: readonly [Axis, Axis]): void {
  const c = surface.base;
  const { ink, grid, strong } = palette();
  const right = surface.width - margin.right;
  const bottom = surface.height - margin.bottom;
  const width = right - margin.left;
  const height = bottom - margin.top;
  c.strokeStyle = grid;
  c.fillStyle = ink;
  c.lineWidth = 1;
  c.beginPath();
  c.textBaseline = 'top';
  c.textAlign = 'center';
  for (const { value, text } of across.ticks(Math.max(2, width / 90))) {
    const at = Math.round(margin.left + across.place(value) * width) + 0.5;
    c.moveTo(at, margin.top);
    c.lineTo(at, bottom);
    c.fillText(text, at, bottom + 7);
  }
  c.textBaseline = 'middle';
  c.textAlign = 'right';
  for (const { value, text } of up.ticks(Math.max(2, height / 50))) {
    const at = Math.round(bottom - up.place(value) * height) + 0.5;
    c.moveTo(margin.left, at);
    c.lineTo(right, at);
    c.fillText(text, margin.left - 7, at, margin.left - 26);
  }
  c.stroke();
  c.fillStyle = strong;
  c.textBaseline = 'bottom';
  c.textAlign = 'center';
  c.fillText(label(x), margin.left + width / 2, surface.height - 4, width);
  c.save();
  c.translate(13, margin.top + height / 2);
  c.rotate(-Math.PI / 2);
  c.textBaseline = 'middle';
  c.fillText(label(y), 0, 0, height);
  c.restore();
}

// With an arrow along the axis.
function label(axis: Axis): string {
  const title = axisTitle(axis);
  if (axis.better === 'less') return `\u2190 lower is better   ${title}`;
  return axis.better === 'more' ? `${title}   higher is better \u2192` : title;
}
