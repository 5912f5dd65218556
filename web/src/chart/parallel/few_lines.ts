// SPDX-License-Identifier: Apache-2.0
// A few items as lines with a colour each, discs and error bars on the axes, and names at the right end.
import type { Measure } from '../../sections';
import { apart } from '../labels';
import { nameOf } from '../look';
import { haloText, type Inks, labelsToTheRight, type Pen } from '../pen';
import { drawTicks } from './axes';
import type { Layout } from './layout';
import { tracePath } from './lines';
import type { Model } from './model';
import type { Selection } from './selection';

const ticks = 4;
const faint = 0.15; // opacity of what is outside of a range
const lineHeight = 14; // of names

export function drawFew(pen: Pen, model: Model, layout: Layout, selection: Selection, colour: (thing: number) => string, inks: Inks): void {
  const { things, ys } = model;
  const shown = Array.from({ length: things.size }, (_, k) => k).filter((k) => !selection.isOff(k));
  for (const k of shown) {
    pen.globalAlpha = selection.has(k) ? 1 : faint;
    pen.strokeStyle = colour(k);
    pen.lineWidth = 2.2;
    pen.beginPath();
    tracePath(pen, layout, ys, k);
    pen.stroke();
  }
  pen.globalAlpha = 1;
  drawTicks(pen, layout, ticks, inks);
  for (const k of shown) {
    pen.globalAlpha = selection.has(k) ? 1 : faint;
    pen.fillStyle = colour(k);
    model.measures.forEach((measure, axis) => drawValue(pen, layout, axis, measure, k, colour(k), inks.card));
  }
  pen.globalAlpha = 1;
  drawNames(pen, model, layout, shown, colour, inks);
}

// A disc with its error bar.
function drawValue(pen: Pen, layout: Layout, axis: number, { values, errors }: Measure, k: number, colour: string, card: string): void {
  const x = layout.x(axis);
  const y = layout.y(axis, values[k]!);
  if (Number.isNaN(y)) return;
  const error = errors?.[k] ?? 0;
  pen.lineWidth = 1.5;
  if (error > 0) {
    pen.strokeStyle = colour;
    pen.beginPath();
    pen.moveTo(x, layout.y(axis, values[k]! - error));
    pen.lineTo(x, layout.y(axis, values[k]! + error));
    pen.stroke();
  }
  pen.beginPath();
  pen.arc(x, y, 4.5, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = card;
  pen.stroke();
}

// Moved apart where they would overlap.
function drawNames(pen: Pen, { things, measures }: Model, layout: Layout, shown: readonly number[], colour: (thing: number) => string, { card }: Inks): void {
  const last = measures.length - 1;
  const ends = shown
    .map((k) => ({ k, y: layout.y(last, measures[last]!.values[k]!) }))
    .filter(({ y }) => !Number.isNaN(y))
    .sort((a, b) => a.y - b.y);
  const places = apart(ends.map(({ y }) => y), lineHeight, layout.top, layout.foot);
  labelsToTheRight(pen, '600 11.5px');
  ends.forEach(({ k }, i) => {
    pen.fillStyle = colour(k);
    haloText(pen, nameOf(things, k), layout.x(last) + 44, places[i]!, card);
  });
}
