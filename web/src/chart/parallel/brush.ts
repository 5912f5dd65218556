// SPDX-License-Identifier: Apache-2.0
// How a range on an axis is drawn, moved and stretched. All in pixels down the page.

export type Span = readonly [upper: number, lower: number];

const grip = 7; // pixels from an end within which a drag moves that end
const inside = 5; // pixels: at least this far from both ends, a drag moves the whole range
const still = 3; // pixels: a drag no longer than this is a click

const clamp = (y: number, least: number, most: number) => Math.min(Math.max(y, least), most);

// A drag along an axis from `top`, `length` pixels long.
export class Brush {
  private start: number | null = null; // where the drag began, or the end of the range that stays
  private moved: Span | null = null; // the range that the drag moves

  constructor(
    readonly top: number,
    readonly length: number,
  ) {}

  begin(y: number, now: Span | null): void {
    this.start = this.onAxis(y);
    this.moved = now && this.start > now[0] + inside && this.start < now[1] - inside ? now : null;
    if (!now || this.moved) return;
    if (Math.abs(this.start - now[0]) <= grip) this.start = now[1];
    else if (Math.abs(this.start - now[1]) <= grip) this.start = now[0];
  }

  // The new range, its ends in any order; null: it is unchanged.
  move(y: number): Span | null {
    if (this.start === null) return null;
    const at = this.onAxis(y);
    if (this.moved) {
      const by = clamp(at - this.start, this.top - this.moved[0], this.top + this.length - this.moved[1]);
      return [this.moved[0] + by, this.moved[1] + by];
    }
    return Math.abs(at - this.start) > still ? [this.start, at] : null;
  }

  // Whether it was a click, which clears the range.
  end(y: number): boolean {
    const click = this.start !== null && Math.abs(this.onAxis(y) - this.start) <= still;
    this.cancel();
    return click;
  }

  cancel(): void {
    this.start = this.moved = null;
  }

  // With an arrow key: one end goes a twentieth of the axis up (-1) or down (1), and keeps its distance from the other.
  stepped(now: Span | null, direction: number, end: 'upper' | 'lower'): Span {
    const [upper, lower] = now ?? [this.top, this.top + this.length];
    const step = (direction * this.length) / 20;
    const least = this.length / 40;
    if (end === 'upper') return [clamp(upper + step, this.top, lower - least), lower];
    return [upper, clamp(lower + step, upper + least, this.top + this.length)];
  }

  private onAxis(y: number): number {
    return clamp(y, this.top, this.top + this.length);
  }
}
