// SPDX-License-Identifier: Apache-2.0
// The front of a scatter as a staircase across the plot, and what it dominates as a tint.
import type { Measure } from '../../sections';
import { staircase } from '../front';
import type { Inks, Pen } from '../pen';
import type { Point, View } from './view';

// From edge to edge: at one end it goes on towards worse x, at the other towards worse y. `corner`: worst in both.
export function stairPath(front: readonly number[], x: Measure, y: Measure, view: View): { path: Point[]; corner: Point } {
  const corners = staircase(front.map((k) => [x.values[k]!, y.values[k]!]), x.better, y.better);
  const path = corners.map(([a, b]): Point => [view.x(a), view.y(b)]);
  const worseX = x.better === 'more' ? view.left : view.right;
  const worseY = y.better === 'more' ? view.bottom : view.top;
  const [first, last] = [path[0], path.at(-1)];
  if (first && last) {
    if (x.better === 'more') path.unshift([worseX, first[1]]), path.push([last[0], worseY]);
    else path.unshift([first[0], worseY]), path.push([worseX, last[1]]);
  }
  return { path, corner: [worseX, worseY] };
}

export function drawStairs(pen: Pen, front: readonly number[], x: Measure, y: Measure, view: View, { accent }: Inks): void {
  if (front.length === 0) return;
  const { path, corner } = stairPath(front, x, y, view);
  pen.beginPath();
  for (const [a, b] of path) pen.lineTo(a, b);
  pen.strokeStyle = accent;
  pen.lineWidth = 1.5;
  pen.globalAlpha = 0.75;
  pen.stroke();
  pen.lineTo(...corner);
  pen.closePath();
  pen.globalAlpha = 0.05;
  pen.fillStyle = accent;
  pen.fill();
  pen.globalAlpha = 1;
}
