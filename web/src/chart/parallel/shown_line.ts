// SPDX-License-Identifier: Apache-2.0
// The line under the pointer, drawn over all others, with its values.
import { nameOf, valueText } from '../look';
import { fillDisc, haloText, type Inks, labelsToTheRight, type Pen } from '../pen';
import type { Layout } from './layout';
import { tracePath } from './lines';
import type { Model } from './model';

export function drawShown(pen: Pen, { things, axes, measures, ys, few }: Model, layout: Layout, k: number, colour: string, { strong, card }: Inks): void {
  pen.beginPath();
  tracePath(pen, layout, ys, k);
  pen.strokeStyle = card;
  pen.lineWidth = 6;
  pen.stroke();
  pen.strokeStyle = few ? colour : strong;
  pen.lineWidth = few ? 3.5 : 2.2;
  pen.stroke();
  pen.fillStyle = strong;
  labelsToTheRight(pen, '600 11px');
  measures.forEach((measure, axis) => {
    const y = layout.y(axis, measure.values[k]!);
    if (Number.isNaN(y)) return;
    fillDisc(pen, layout.x(axis), y, 4);
    haloText(pen, valueText(things, axes[axis]!, k).replace(` ${measure.unit}`, ''), layout.x(axis) + 9, y - 9, card);
  });
  if (!few) haloText(pen, nameOf(things, k), Math.min(layout.x(0) + 8, layout.width), layout.top - 8, card);
}
