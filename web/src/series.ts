// SPDX-License-Identifier: Apache-2.0
// Interpolation between samples.

export interface Place {
  index: number; // the last sample at or before the time
  part: number; // of the way to the next one, 0..1
  inside: boolean; // false before the first and after the last sample
}

// Where `t` lies among times that never decrease. Outside their range, the nearer end is used.
export function place(time: Float64Array, t: number): Place {
  const last = time.length - 1;
  if (!(t >= time[0]!)) return { index: 0, part: 0, inside: false };
  if (t >= time[last]!) return { index: last, part: 0, inside: t === time[last] };
  let low = 0; // time[low] <= t < time[high]
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle]! <= t) low = middle;
    else high = middle;
  }
  return { index: low, part: (t - time[low]!) / (time[high]! - time[low]!), inside: true };
}

export function valueAt(values: Float64Array, at: Place): number {
  const here = values[at.index]!;
  return at.part === 0 ? here : here + at.part * (values[at.index + 1]! - here);
}

// At most `most` indices of `size`, evenly spread, with the first and the last.
export function thinned(size: number, most: number): number[] {
  if (size <= most) return Array.from({ length: size }, (_, i) => i);
  return Array.from({ length: most }, (_, k) => Math.round((k * (size - 1)) / (most - 1)));
}
