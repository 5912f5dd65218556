// SPDX-License-Identifier: Apache-2.0
// The error bars of points, with caps. One that a logarithmic axis cannot show to its end goes on to the edge.
import type { Measure } from '../../sections';
import type { Inks, Pen } from '../pen';
import type { Places } from './places';
import type { Point, View } from './view';

export const mostBars = 400; // points with error bars
const cap = 3; // half of its length

type Segment = readonly [from: Point, to: Point];

export function errorBars(k: number, x: Measure, y: Measure, places: Places, view: View): Segment[] {
  const [a, b] = [places.x[k]!, places.y[k]!];
  const out: Segment[] = [];
  const errorX = x.errors?.[k] ?? 0;
  const errorY = y.errors?.[k] ?? 0;
  const orEdge = (end: number, edge: number) => (Number.isNaN(end) ? edge : end);
  if (errorX > 0) {
    const [from, to] = [-errorX, errorX].map((error) => orEdge(view.x(x.values[k]! + error), view.left)) as [number, number];
    out.push([[from, b], [to, b]]);
    for (const end of [from, to]) out.push([[end, b - cap], [end, b + cap]]);
  }
  if (errorY > 0) {
    const [from, to] = [-errorY, errorY].map((error) => orEdge(view.y(y.values[k]! + error), view.bottom)) as [number, number];
    out.push([[a, from], [a, to]]);
    for (const end of [from, to]) out.push([[a - cap, end], [a + cap, end]]);
  }
  return out;
}

export function traceBars(pen: Pick<Pen, 'moveTo' | 'lineTo'>, bars: readonly Segment[]): void {
  for (const [from, to] of bars) {
    pen.moveTo(...from);
    pen.lineTo(...to);
  }
}

export function drawBars(pen: Pen, x: Measure, y: Measure, places: Places, view: View, { ink }: Inks): void {
  const size = x.values.length;
  if (size > mostBars) return;
  pen.strokeStyle = ink;
  pen.lineWidth = 1;
  pen.globalAlpha = 0.8;
  pen.beginPath();
  for (let k = 0; k < size; ++k) traceBars(pen, errorBars(k, x, y, places, view));
  pen.stroke();
  pen.globalAlpha = 1;
}
