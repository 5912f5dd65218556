// SPDX-License-Identifier: Apache-2.0
// The geometry of a scatter plot: its frame on the surface, the positions of values in it, and parts of it as scales.
import type { Scale } from '../scale';

export const margin = { left: 64, right: 16, top: 14, bottom: 46 };

export type Point = readonly [x: number, y: number]; // in pixels
export type Scales = readonly [across: Scale, up: Scale];

export class View {
  readonly left = margin.left;
  readonly top = margin.top;
  readonly right: number;
  readonly bottom: number;

  constructor(
    readonly scales: Scales,
    readonly width: number,
    readonly height: number,
  ) {
    this.right = width - margin.right;
    this.bottom = height - margin.bottom;
  }

  get plotWidth(): number {
    return this.right - this.left;
  }

  get plotHeight(): number {
    return this.bottom - this.top;
  }

  // NaN for a value that the axis cannot show.
  x(value: number): number {
    return this.left + this.scales[0].place(value) * this.plotWidth;
  }

  y(value: number): number {
    return this.top + (1 - this.scales[1].place(value)) * this.plotHeight;
  }

  clamped([x, y]: Point): Point {
    return [Math.min(Math.max(x, this.left), this.right), Math.min(Math.max(y, this.top), this.bottom)];
  }

  // The rectangle between two corners, in any order.
  part(a: Point, b: Point): Scales {
    const atX = (x: number) => (x - this.left) / this.plotWidth;
    const atY = (y: number) => 1 - (y - this.top) / this.plotHeight;
    const [across, up] = this.scales;
    return [partOf(across, atX(a[0]), atX(b[0])), partOf(up, atY(a[1]), atY(b[1]))];
  }

  // Everything `factor` times as wide and high; one point stays where it is, by default the centre.
  around(factor: number, point: Point | null): Scales {
    const [x, y] = point ?? [this.left + this.plotWidth / 2, this.top + this.plotHeight / 2];
    const end = (edge: number, at: number) => at + (edge - at) * factor;
    return this.part([end(this.left, x), end(this.top, y)], [end(this.right, x), end(this.bottom, y)]);
  }
}

function partOf(scale: Scale, a: number, b: number): Scale {
  return scale.part(Math.min(a, b), Math.max(a, b));
}
