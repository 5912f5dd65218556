// SPDX-License-Identifier: Apache-2.0
// Many items as lines: hundreds are drawn one by one, more are counted pixel by pixel.
import { type Rgb, thin } from '../density';
import type { Inks, Pen } from '../pen';
import { drawTicks } from './axes';
import type { Layout } from './layout';
import { strokeLine } from './lines';
import type { Model } from './model';
import type { Selection } from './selection';

const ticks = 5;
export const mostStrokes = 600; // lines that are drawn one by one
export const mostLines = 20000; // lines that are counted; of more, only a sample
export const quickLines = 2500; // lines that are counted while a range moves

// Images of counted lines.
export interface Crowds {
  of(layout: Layout, lines: readonly number[], colour: (line: number) => Rgb): CanvasImageSource;
  backdrop(layout: Layout, colour: string): CanvasImageSource; // all lines, faintly
}

export interface Shades {
  text: (line: number) => string;
  rgb: (line: number) => Rgb;
}

export function drawMany(pen: Pen, model: Model, layout: Layout, selection: Selection, colour: Shades, inks: Inks, crowds: Crowds, quick: boolean): void {
  const { marked, ys } = model;
  const { order, faint } = selection.inDrawingOrder();
  if (model.things.size <= mostStrokes) {
    for (const k of faint) strokeLine(pen, layout, ys, k, inks.none, 0.1, 1);
    for (const k of order) strokeLine(pen, layout, ys, k, colour.text(k), 0.75, marked.has(k) ? 1.8 : 1.1);
  } else {
    if (faint.length > 0) pen.drawImage(crowds.backdrop(layout, inks.none), 0, 0, layout.width, layout.height);
    const some = thin(order, quick ? quickLines : mostLines);
    pen.drawImage(crowds.of(layout, some, colour.rgb), 0, 0, layout.width, layout.height);
    const best = order.filter((k) => marked.has(k)).slice(0, mostStrokes);
    for (const k of best) strokeLine(pen, layout, ys, k, colour.text(k), 0.9, 1.6);
  }
  drawTicks(pen, layout, ticks, inks);
}
