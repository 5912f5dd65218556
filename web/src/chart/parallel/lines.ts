// SPDX-License-Identifier: Apache-2.0
// The lines of parallel coordinates: where they cross the axes, their paths, and which one is nearest to a point.
import type { Measure } from '../../sections';
import type { Pen } from '../pen';
import type { Layout } from './layout';

const reach = 12; // pixels up or down within which a line is picked

// For each axis the heights of all lines; NaN: a gap.
export function heights(measures: readonly Measure[], layout: Layout): Float32Array[] {
  return measures.map((measure, axis) => Float32Array.from(measure.values, (value) => layout.y(axis, value)));
}

// A gap interrupts the line.
export function tracePath(pen: Pick<Pen, 'moveTo' | 'lineTo'>, layout: Layout, ys: readonly Float32Array[], line: number): void {
  let joined = false;
  ys.forEach((list, axis) => {
    const y = list[line]!;
    const known = !Number.isNaN(y);
    if (known && joined) pen.lineTo(layout.x(axis), y);
    else if (known) pen.moveTo(layout.x(axis), y);
    joined = known;
  });
}

export function strokeLine(pen: Pen, layout: Layout, ys: readonly Float32Array[], line: number, colour: string, alpha: number, width: number): void {
  pen.globalAlpha = alpha;
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  tracePath(pen, layout, ys, line);
  pen.stroke();
  pen.globalAlpha = 1;
}

// The nearest one vertically, among the lines that may be picked.
export function nearestLine(layout: Layout, ys: readonly Float32Array[], x: number, y: number, may: (line: number) => boolean): number | null {
  const between = layout.between(x);
  if (!between) return null;
  const { axis, part } = between;
  const from = ys[axis]!;
  const to = ys[axis + 1]!;
  let best: number | null = null;
  let least = reach;
  for (let k = 0; k < from.length; ++k) {
    if (!may(k)) continue;
    const distance = Math.abs(from[k]! * (1 - part) + to[k]! * part - y);
    if (distance < least) (least = distance), (best = k);
  }
  return best;
}
