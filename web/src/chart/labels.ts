// SPDX-License-Identifier: Apache-2.0
// Places for names, so that they do not cover each other.

export type Box = readonly [left: number, top: number, right: number, bottom: number];

const overlap = (a: Box, b: Box) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];
const within = (a: Box, b: Box) => a[0] >= b[0] && a[1] >= b[1] && a[2] <= b[2] && a[3] <= b[3];

// The first of the wanted boxes that is inside and free.
export function freeBox(wanted: readonly Box[], taken: readonly Box[], inside: Box): Box | undefined {
  return wanted.find((box) => within(box, inside) && !taken.some((other) => overlap(box, other)));
}

// Moves rising numbers apart to at least `gap`, as little as it takes, and keeps them between two ends if there is room.
export function apart(values: readonly number[], gap: number, least: number, most: number): number[] {
  const out = [...values];
  for (let k = 1; k < out.length; ++k) out[k] = Math.max(out[k]!, out[k - 1]! + gap);
  // numbers that were pushed together share the displacement
  for (let from = 0; from < out.length; ) {
    let to = from + 1;
    while (to < out.length && out[to]! - out[to - 1]! < gap * (1 + 1e-9)) ++to;
    let pushed = 0;
    for (let k = from; k < to; ++k) pushed += out[k]! - values[k]!;
    const room = from === 0 ? Infinity : out[from]! - out[from - 1]! - gap;
    const back = Math.min(pushed / (to - from), room);
    for (let k = from; k < to; ++k) out[k]! -= back;
    from = to;
  }
  for (let k = out.length - 1; k >= 0; --k) out[k] = Math.min(out[k]!, k + 1 < out.length ? out[k + 1]! - gap : most);
  for (let k = 0; k < out.length; ++k) out[k] = Math.max(out[k]!, k > 0 ? out[k - 1]! + gap : least);
  return out;
}
