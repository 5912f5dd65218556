// SPDX-License-Identifier: Apache-2.0
// The positions of points on the surface, and which one is nearest to the pointer.
import type { Things } from '../../sections';
import type { View } from './view';

const reach = 26; // pixels within which a point is picked
const golden = 0.6180339887; // its multiples spread evenly between whole numbers

export class Places {
  constructor(
    readonly x: Float32Array, // NaN: not shown
    readonly y: Float32Array,
  ) {}

  has(k: number): boolean {
    return !Number.isNaN(this.x[k]! + this.y[k]!);
  }

  // Inside the frame, or just above it, where a point may stick out.
  isInFrame(k: number, view: View): boolean {
    return this.x[k]! >= view.left && this.x[k]! <= view.width && this.y[k]! >= 0 && this.y[k]! <= view.bottom + 1;
  }

  // Whether a disc there would be visible, at least in part.
  isOnSurface(k: number, view: View): boolean {
    return this.x[k]! >= view.left - 9 && this.x[k]! <= view.width && this.y[k]! >= 0 && this.y[k]! <= view.height;
  }

  nearest(x: number, y: number, may: (k: number) => boolean): number | null {
    let best: number | null = null;
    let least = reach * reach;
    for (let k = 0; k < this.x.length; ++k) {
      const distance = (this.x[k]! - x) ** 2 + (this.y[k]! - y) ** 2;
      if (distance < least && may(k)) (least = distance), (best = k);
    }
    return best;
  }
}

// Points with the same choice are spread out a little, always in the same way, unless there are only a few.
export function placesOf({ measures, size }: Things, x: number, y: number, view: View, few: boolean): Places {
  const [across, up] = [measures[x]!, measures[y]!];
  const spread = (k: number, choices: number, length: number) => (choices === 0 || few ? 0 : (((k * golden) % 1) - 0.5) * 0.6 * (length / choices));
  const out = new Places(new Float32Array(size), new Float32Array(size));
  for (let k = 0; k < size; ++k) {
    out.x[k] = view.x(across.values[k]!) + spread(k, across.labels.length, view.plotWidth);
    out.y[k] = view.y(up.values[k]!) + spread(k + 7, up.labels.length, view.plotHeight);
  }
  return out;
}
