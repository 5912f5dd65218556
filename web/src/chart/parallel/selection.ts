// SPDX-License-Identifier: Apache-2.0
// Which lines of parallel coordinates are drawn in colour, faintly, or not at all.

export class Selection {
  onlyFront = false;
  private readonly off = new Set<number>(); // if there are only a few lines, those that were switched off

  constructor(
    private readonly size: number,
    private readonly marked: ReadonlySet<number>, // on the front
    private readonly within: (line: number) => boolean, // all ranges
  ) {}

  isOff(line: number): boolean {
    return this.off.has(line);
  }

  toggle(line: number): void {
    if (!this.off.delete(line)) this.off.add(line);
  }

  has(line: number): boolean {
    return this.within(line) && !this.off.has(line) && (!this.onlyFront || this.marked.has(line));
  }

  lines(): number[] {
    return Array.from({ length: this.size }, (_, k) => k).filter((k) => this.has(k));
  }

  // In drawing order, the front last. `faint`: the others.
  inDrawingOrder(): { order: number[]; faint: number[] } {
    const order: number[] = [];
    const faint: number[] = [];
    for (let k = 0; k < this.size; ++k) (this.has(k) ? order : faint).push(k);
    order.sort((i, j) => Number(this.marked.has(i)) - Number(this.marked.has(j)));
    return { order, faint };
  }
}
