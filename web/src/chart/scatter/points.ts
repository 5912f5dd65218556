// SPDX-License-Identifier: Apache-2.0
// The points of a scatter. The more there are, the smaller and the fainter.
import type { Inks, Pen } from '../pen';
import type { Places } from './places';
import type { View } from './view';

const round = 4000; // up to this many points are drawn as discs; more, as squares, which are faster to draw

export function radiusOf(size: number, few: boolean): number {
  if (few) return 5.5;
  return size <= 300 ? 4 : size <= round ? 2.8 : 1.5;
}

export function opacityOf(size: number): number {
  return size > 20000 ? 0.55 : size > 1000 ? 0.7 : 0.92;
}

export interface Groups {
  group: ArrayLike<number>; // of each point
  groups: number;
}

// The points on the surface: those within all ranges by their group, which is their colour, and the others.
export function sortPoints({ group, groups }: Groups, places: Places, view: View, within: (k: number) => boolean): { lists: number[][]; faint: number[] } {
  const lists: number[][] = Array.from({ length: groups }, () => []);
  const faint: number[] = [];
  for (let k = 0; k < places.x.length; ++k)
    if (places.isOnSurface(k, view)) (within(k) ? lists[group[k]!]! : faint).push(k);
  return { lists, faint };
}

// Group by group, so that the colour rarely changes; what is outside of a range first and faintly.
export function drawPoints(pen: Pen, { lists, faint }: ReturnType<typeof sortPoints>, places: Places, radius: number, colours: readonly string[], { none }: Inks): void {
  const size = places.x.length;
  const draw = size > round ? fillSquares : fillDiscs;
  pen.globalAlpha = 0.22;
  pen.fillStyle = none;
  draw(pen, faint, places, radius);
  pen.globalAlpha = opacityOf(size);
  lists.forEach((list, group) => {
    pen.fillStyle = colours[group]!;
    draw(pen, list, places, radius);
  });
  pen.globalAlpha = 1;
}

export function drawRings(pen: Pen, marked: readonly number[], places: Places, radius: number, within: (k: number) => boolean, { strong }: Inks): void {
  pen.strokeStyle = strong;
  pen.lineWidth = 1.4;
  pen.beginPath();
  traceCircles(pen, marked.filter((k) => within(k) && places.has(k)), places, radius + 2);
  pen.stroke();
}

function fillSquares(pen: Pen, list: readonly number[], places: Places, radius: number): void {
  for (const k of list) pen.fillRect(places.x[k]! - radius, places.y[k]! - radius, 2 * radius, 2 * radius);
}

function fillDiscs(pen: Pen, list: readonly number[], places: Places, radius: number): void {
  pen.beginPath();
  traceCircles(pen, list, places, radius);
  pen.fill();
}

function traceCircles(pen: Pen, list: readonly number[], places: Places, radius: number): void {
  for (const k of list) {
    pen.moveTo(places.x[k]! + radius, places.y[k]!);
    pen.arc(places.x[k]!, places.y[k]!, radius, 0, 2 * Math.PI);
  }
}
