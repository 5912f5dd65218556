// SPDX-License-Identifier: Apache-2.0
// Maps values to positions between 0 and 1, and chooses the ticks of an axis.
import { shortNumber } from '../format';
import type { Axis } from '../sections';

export interface Tick {
  value: number;
  text: string;
}

export class Scale {
  private readonly from: number;
  private readonly to: number;

  constructor(
    readonly least: number,
    readonly most: number,
    readonly log = false,
    readonly labels: readonly string[] = [],
  ) {
    this.from = this.bent(least);
    this.to = this.bent(most);
  }

  // NaN for a value that the axis cannot show.
  place(value: number): number {
    return (this.bent(value) - this.from) / (this.to - this.from);
  }

  value(place: number): number {
    const straight = this.from + place * (this.to - this.from);
    return this.log ? 10 ** straight : straight;
  }

  // The part between two positions, as a scale of its own.
  part(from: number, to: number): Scale {
    return new Scale(this.value(from), this.value(to), this.log, this.labels);
  }

  // At most about `most` of them, at round values.
  ticks(most: number): Tick[] {
    if (this.labels.length > 0) {
      const stride = Math.max(1, Math.ceil(this.labels.length / Math.max(most, 1)));
      return this.labels
        .map((text, value) => ({ value, text }))
        .filter(({ value }) => value % stride === 0 && value >= this.least && value <= this.most);
    }
    const values = this.log ? logTicks(this.least, this.most, most) : linearTicks(this.least, this.most, most);
    return values.map((value) => ({ value, text: shortNumber(value, 6) }));
  }

  text(value: number): string {
    return this.labels.length > 0 ? (this.labels[value] ?? '\u2013') : shortNumber(value);
  }

  private bent(value: number): number {
    return this.log ? Math.log10(value) : value;
  }
}

// All values of an axis, with a margin of `room` times their range on both sides. Values that a logarithmic axis cannot
// show are left out.
export function scaleOf(axis: Axis & { labels?: string[] }, lists: readonly ArrayLike<number>[], room = 0.04): Scale {
  const labels = axis.labels ?? [];
  if (labels.length > 0) return new Scale(-0.5, labels.length - 0.5, false, labels);
  let least = Infinity;
  let most = -Infinity;
  for (const list of lists)
    for (let k = 0; k < list.length; ++k) {
      const value = list[k]!;
      if (!Number.isFinite(value) || (axis.log && value <= 0)) continue;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  if (least > most) return new Scale(axis.log ? 0.1 : 0, 1, axis.log); // nothing to show
  if (most - least <= 1e-12 * Math.max(Math.abs(least), Math.abs(most))) {
    if (axis.log) return new Scale(least / 2, most * 2, true);
    const band = least === 0 ? 1 : 0.1 * Math.abs(least);
    return new Scale(least - band, most + band);
  }
  return new Scale(least, most, axis.log).part(-room, 1 + room);
}

function linearTicks(least: number, most: number, count: number): number[] {
  const wanted = (most - least) / Math.max(count, 1);
  if (!(wanted > 0) || !Number.isFinite(wanted)) return [least];
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= wanted * (1 - 1e-9))!;
  const out: number[] = [];
  const last = Math.floor(most / step + 1e-9);
  for (let k = Math.ceil(least / step - 1e-9); k <= last; ++k) out.push(k === 0 ? 0 : Number((k * step).toPrecision(12)));
  return out;
}

// Powers of ten, with 2 and 5 between them if there is room; less than a decade gets the ticks of a linear axis.
function logTicks(least: number, most: number, count: number): number[] {
  const decades = Math.log10(most / least);
  if (decades < 1) return linearTicks(least, most, count).filter((value) => value > 0);
  const stride = Math.max(1, Math.ceil(decades / Math.max(count, 1)));
  const between = decades * 3 <= count ? [1, 2, 5] : [1];
  const out: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); ++power)
    if (power % stride === 0) for (const k of between) out.push(Number(`${k}e${power}`));
  return out.filter((value) => value >= least * (1 - 1e-9) && value <= most * (1 + 1e-9));
}
