// SPDX-License-Identifier: Apache-2.0
// Many lines in one image: how many lines cross each pixel, and of what colours. Drawn line by line they would cover
// each other and take seconds; counting takes milliseconds and shows where lines are dense.

export type Rgb = readonly [number, number, number]; // 0 to 255

export class Density {
  private readonly sums: Float32Array; // for each pixel: lines, and their red, green and blue

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.sums = new Float32Array(4 * width * height);
  }

  count(x: number, y: number): number {
    return this.sums[4 * (y * this.width + x)]!;
  }

  // A line from axis to axis: in each column the pixels that it crosses. x: whole pixels, rising; y: for each axis those of
  // all lines, NaN where a line has a gap.
  add(x: readonly number[], y: readonly Float32Array[], line: number, [r, g, b]: Rgb): void {
    const { sums, width, height } = this;
    for (let axis = 0; axis + 1 < x.length; ++axis) {
      const from = x[axis]!;
      const to = x[axis + 1]!;
      const start = y[axis]![line]!;
      const slope = (y[axis + 1]![line]! - start) / (to - from);
      if (Number.isNaN(slope)) continue;
      const half = Math.abs(slope) / 2;
      let middle = start + slope / 2 + 0.5;
      for (let column = from; column < to; ++column, middle += slope) {
        const last = Math.min(Math.floor(middle + half), height - 1);
        for (let row = Math.max(Math.floor(middle - half), 0); row <= last; ++row) {
          const at = 4 * (row * width + column);
          sums[at]! += 1;
          sums[at + 1]! += r;
          sums[at + 2]! += g;
          sums[at + 3]! += b;
        }
      }
    }
  }

  // The mean colour; the more lines, the more solid.
  picture(): HTMLCanvasElement {
    const out = document.createElement('canvas');
    out.width = this.width;
    out.height = this.height;
    const image = new ImageData(this.width, this.height);
    const { data } = image;
    const { sums } = this;
    const crowd = this.crowd();
    for (let at = 0; at < sums.length; at += 4) {
      const lines = sums[at]!;
      if (lines === 0) continue;
      data[at] = sums[at + 1]! / lines;
      data[at + 1] = sums[at + 2]! / lines;
      data[at + 2] = sums[at + 3]! / lines;
      data[at + 3] = 250 * Math.min(1, Math.sqrt(lines / crowd));
    }
    out.getContext('2d')!.putImageData(image, 0, 0);
    return out;
  }

  // How many lines make a pixel solid: as many as cross the most crowded fiftieth of the pixels.
  crowd(): number {
    const stride = 4 * Math.max(1, Math.floor(this.sums.length / 4 / 20011)); // a sample of the pixels is enough
    const crossed: number[] = [];
    for (let at = 0; at < this.sums.length; at += stride) if (this.sums[at]! > 0) crossed.push(this.sums[at]!);
    crossed.sort((a, b) => a - b);
    return Math.max(crossed[Math.floor(0.98 * crossed.length)] ?? 1, 2);
  }
}

// Makes a whole image fainter.
export function fade(picture: HTMLCanvasElement, part: number): void {
  const c = picture.getContext('2d')!;
  c.globalCompositeOperation = 'destination-in';
  c.fillStyle = `rgba(0, 0, 0, ${part})`;
  c.fillRect(0, 0, picture.width, picture.height);
}

// An evenly spaced sample, the same each time.
export function thin(list: number[], most: number): number[] {
  const stride = Math.ceil(list.length / most);
  return stride <= 1 ? list : list.filter((_, i) => i % stride === 0);
}

let pixel: OffscreenCanvasRenderingContext2D | null = null;
export function rgb(colour: string): Rgb {
  pixel ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  const [r, g, b] = pixel.getImageData(0, 0, 1, 1).data;
  return [r!, g!, b!];
}
