// SPDX-License-Identifier: Apache-2.0
// The axes of parallel coordinates and the numbers beside them.
import { haloText, type Inks, labelsToTheRight, type Pen } from '../pen';
import type { Layout } from './layout';

export function drawAxes(pen: Pen, layout: Layout, { ink }: Inks): void {
  pen.strokeStyle = ink;
  pen.lineWidth = 1;
  pen.globalAlpha = 0.6;
  pen.beginPath();
  layout.scales.forEach((_, axis) => {
    const x = Math.round(layout.x(axis)) + 0.5;
    pen.moveTo(x, layout.top);
    pen.lineTo(x, layout.foot);
  });
  pen.stroke();
  pen.globalAlpha = 1;
}

// Drawn over the lines, so that they stay readable.
export function drawTicks(pen: Pen, layout: Layout, count: number, { ink, card }: Inks): void {
  labelsToTheRight(pen, '10.5px');
  layout.scales.forEach((scale, axis) => {
    const x = layout.x(axis);
    for (const { value, text } of scale.ticks(count)) {
      const y = layout.y(axis, value);
      pen.fillStyle = ink;
      pen.fillRect(x - 3, y - 0.5, 6, 1);
      haloText(pen, text, x + 6, y, card);
    }
  });
}
