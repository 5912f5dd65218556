// SPDX-License-Identifier: Apache-2.0
// Many lines in one picture: how many lines cross each pixel, and of what colours. Drawn line by line they would cover
// each other and take seconds; counted they take a blink and show where the crowds are.

export class Density {
  readonly count: Float32Array;
  private readonly red: Float32Array;
  private readonly green: Float32Array;
  private readonly blue: Float32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    const make = () => new Float32Array(width * height);
    [this.count, this.red, this.green, this.blue] = [make(), make(), make(), make()];
  }

  // A line from axis to axis: in each column the pixels that it crosses. x: whole pixels, rising; y: for each axis those of
  // all lines, NaN where a line has a gap.
  add(x: readonly number[], y: readonly Float32Array[], line: number, [r, g, b]: readonly [number, number, number]): void {
    const { count, red, green, blue, width, height } = this;
    for (let axis = 0; axis + 1 < x.length; ++axis) {
      const from = x[axis]!;
      const to = x[axis + 1]!;
      const start = y[axis]![line]!;
      const slope = (y[axis + 1]![line]! - start) / (to - from);
      if (Number.isNaN(slope)) continue;
      const half = Math.abs(slope) / 2;
      let middle = start + slope / 2;
      for (let column = from; column < to; ++column, middle += slope) {
        const last = Math.min(Math.round(middle + half), height - 1);
        for (let at = Math.max(Math.round(middle - half), 0) * width + column; at <= last * width + column; at += width) {
          count[at]! += 1;
          red[at]! += r;
          green[at]! += g;
          blue[at]! += b;
        }
      }
    }
  }

  // The mean colour; the more lines, the more solid.
  image(): ImageData {
    const out = new ImageData(this.width, this.height);
    const crowd = crowded(this.count);
    this.count.forEach((count, at) => {
      if (count === 0) return;
      out.data[4 * at] = this.red[at]! / count;
      out.data[4 * at + 1] = this.green[at]! / count;
      out.data[4 * at + 2] = this.blue[at]! / count;
      out.data[4 * at + 3] = 250 * Math.min(1, Math.sqrt(count / crowd));
    });
    return out;
  }
}

// How many lines make a pixel solid: as many as cross the most crowded fiftieth of the pixels.
export function crowded(count: Float32Array): number {
  const crossed = count.filter((c) => c > 0).sort();
  return Math.max(crossed[Math.floor(0.98 * crossed.length)] ?? 1, 2);
}
