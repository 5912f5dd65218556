// SPDX-License-Identifier: Apache-2.0
// The geometry of parallel coordinates: the axes side by side, values along them, the better end up.
import type { Scale } from '../scale';

const left = 34;
const top = 58; // room for the names of the axes
const bottom = 18;
const narrowest = 104; // between axes

export class Layout {
  readonly top = top;
  readonly foot: number; // where the axes end

  constructor(
    readonly scales: readonly Scale[],
    readonly flipped: readonly boolean[], // axes whose better end is the smaller value
    readonly height: number,
    readonly right: number, // room to the right of the last axis
    readonly width = 0,
  ) {
    this.foot = height - bottom;
  }

  withWidth(width: number): Layout {
    return width === this.width ? this : new Layout(this.scales, this.flipped, this.height, this.right, width);
  }

  get leastWidth(): number {
    return (this.scales.length - 1) * narrowest + left + this.right;
  }

  get length(): number {
    return this.foot - top;
  }

  get gap(): number {
    return (this.width - left - this.right) / (this.scales.length - 1);
  }

  x(axis: number): number {
    return left + axis * this.gap;
  }

  // NaN for a value that the axis cannot show.
  y(axis: number, value: number): number {
    const place = this.scales[axis]!.place(value);
    return top + (this.flipped[axis] ? place : 1 - place) * this.length;
  }

  value(axis: number, y: number): number {
    const place = (y - top) / this.length;
    return this.scales[axis]!.value(this.flipped[axis] ? place : 1 - place);
  }

  // The axis to the left of a point and the fraction of the way to the next one; null far beyond the outer axes.
  between(x: number): { axis: number; part: number } | null {
    const axis = Math.min(Math.max(Math.floor((x - left) / this.gap), 0), this.scales.length - 2);
    const part = (x - this.x(axis)) / this.gap;
    return part < -0.1 || part > 1.1 ? null : { axis, part };
  }

  // Outer names begin or end at their axis and may reach to the middle of the gap; the others are centred.
  titleWidth(outer: boolean): number {
    return outer ? this.gap / 2 + 28 : this.gap - 10;
  }
}

// Room for the names of a few items, or for the numbers of the last axis.
export function roomOnTheRight(names: readonly string[] | null): number {
  if (!names) return 58;
  return Math.min(54 + 8 * Math.max(...names.map((name) => name.length), 0), 240);
}
