// SPDX-License-Identifier: Apache-2.0
// The point under the pointer, drawn over all others, with its error bars; and the rectangle that a drag spans.
import type { Measure } from '../../sections';
import { fillDisc, type Inks, type Pen } from '../pen';
import type { Rectangle } from './drag';
import { errorBars, traceBars } from './error_bars';
import type { Places } from './places';
import type { View } from './view';

export function drawShown(pen: Pen, k: number, x: Measure, y: Measure, places: Places, view: View, radius: number, colour: string, { strong, card }: Inks): void {
  pen.strokeStyle = strong;
  pen.lineWidth = 1;
  pen.beginPath();
  traceBars(pen, errorBars(k, x, y, places, view));
  pen.stroke();
  pen.fillStyle = card;
  fillDisc(pen, places.x[k]!, places.y[k]!, radius + 3.5);
  pen.lineWidth = 2;
  pen.stroke();
  pen.fillStyle = colour;
  fillDisc(pen, places.x[k]!, places.y[k]!, radius + 0.5);
}

export function drawDrag(pen: Pen, { from, to }: Rectangle, { accent }: Inks): void {
  pen.fillStyle = accent;
  pen.globalAlpha = 0.15;
  pen.fillRect(from[0], from[1], to[0] - from[0], to[1] - from[1]);
  pen.globalAlpha = 1;
}
