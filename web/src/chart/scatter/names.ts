// SPDX-License-Identifier: Apache-2.0
// The names of a few points, each beside its point where no other name or point is.
import { type Box, freeBox } from '../labels';
import { haloText, type Inks, type Pen } from '../pen';
import type { Places } from './places';
import type { View } from './view';

const half = 7; // of the height of a name, and of the room that a point needs

export interface PlacedName {
  thing: number;
  x: number; // its left end
  y: number; // its middle
}

// Points outside the plot, and points without room around them, get no name.
export function placeNames(places: Places, view: View, width: (thing: number) => number): PlacedName[] {
  const inside: Box = [view.left, 0, view.width - 2, view.bottom];
  const onPlot: Box = [view.left - 8, -8, view.width, view.bottom + 8];
  const points = Array.from(places.x, (x, k): Box => [x - half, places.y[k]! - half, x + half, places.y[k]! + half]);
  const names: Box[] = [];
  return points.flatMap((point, k): PlacedName[] => {
    if (!freeBox([point], [], onPlot)) return [];
    const taken = [...points.filter((_, i) => i !== k), ...names];
    const found = freeBox(wanted(places.x[k]!, places.y[k]!, width(k)), taken, inside);
    if (!found) return [];
    names.push(found);
    return [{ thing: k, x: found[0], y: found[1] + half }];
  });
}

// The best first: diagonally, since the stairs of a front run horizontally and vertically.
function wanted(x: number, y: number, width: number): Box[] {
  const right = x + 9;
  const left = x - 9 - width;
  const places = [
    [right, y - 13], [left, y - 13], [right, y + 14], [left, y + 14], [right + 2, y], [left - 2, y],
    [right, y - 27], [right, y + 28], [left, y - 27],
  ] as const;
  return places.map(([a, b]): Box => [a, b - half, a + width, b + half]);
}

export function drawNames(pen: Pen, places: Places, view: View, name: (thing: number) => string, { strong, card }: Inks): void {
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  pen.fillStyle = strong;
  for (const { thing, x, y } of placeNames(places, view, (k) => pen.measureText(name(k)).width)) haloText(pen, name(thing), x, y, card);
}
