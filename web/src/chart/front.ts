// SPDX-License-Identifier: Apache-2.0
// The Pareto front of two values: points that no other point improves in one value without losing in the other.
import type { Better } from '../sections';

const sign = (better: Better) => (better === 'less' ? -1 : 1);

// Indices in the order of x; equal points are all included, points with a missing value never.
export function front(x: ArrayLike<number>, y: ArrayLike<number>, betterX: Better, betterY: Better): number[] {
  if (betterX === 'neither' || betterY === 'neither') return [];
  const sx = sign(betterX);
  const sy = sign(betterY);
  const order: number[] = [];
  for (let k = 0; k < x.length; ++k) if (Number.isFinite(x[k]) && Number.isFinite(y[k])) order.push(k);
  order.sort((i, j) => sx * (x[j]! - x[i]!) || sy * (y[j]! - y[i]!)); // the best x first, of these the best y
  const out: number[] = [];
  let best = -Infinity; // y of all that have a better x
  for (const k of order) {
    const last = out.at(-1);
    const equal = last !== undefined && x[last] === x[k] && y[last] === y[k];
    if (sy * y[k]! > best || equal) out.push(k);
    best = Math.max(best, sy * y[k]!);
  }
  return sx > 0 ? out.reverse() : out;
}

// The staircase through the points of a front; between two of them it passes the corner that is worse in both values.
export function staircase(points: readonly (readonly [number, number])[], betterX: Better, betterY: Better): [number, number][] {
  const worseX = sign(betterX) > 0 ? Math.min : Math.max;
  const worseY = sign(betterY) > 0 ? Math.min : Math.max;
  return points.flatMap(([x, y], k): [number, number][] => {
    const before = points[k - 1];
    return before ? [[worseX(before[0], x), worseY(before[1], y)], [x, y]] : [[x, y]];
  });
}
