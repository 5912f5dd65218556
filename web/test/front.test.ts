// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { front, staircase } from '../src/chart/front';
import type { Better } from '../src/sections';

let state = 7; // of the random numbers
const chance = () => (state = (state * 48271) % 2147483647) / 2147483647;
const directions: [Better, Better][] = [['more', 'more'], ['more', 'less'], ['less', 'more'], ['less', 'less']];
const beats = (a: number, b: number, better: Better) => (better === 'less' ? a < b : a > b);

// By its definition: at least as good in both, better in one.
function dominated(k: number, x: number[], y: number[], [bx, by]: [Better, Better]): boolean {
  return x.some((_, i) => {
    const worse = beats(x[k]!, x[i]!, bx) || beats(y[k]!, y[i]!, by) || Number.isNaN(x[i]! + y[i]!);
    return !worse && (beats(x[i]!, x[k]!, bx) || beats(y[i]!, y[k]!, by));
  });
}

test('the front is what nothing dominates, in all four directions, with ties and gaps', () => {
  for (const size of [0, 1, 2, 7, 60])
    for (const steps of [3, 1000]) // few steps make many ties
      for (const pair of directions) {
        const x = Array.from({ length: size }, () => (chance() < 0.1 ? NaN : Math.floor(steps * chance())));
        const y = Array.from({ length: size }, () => (chance() < 0.1 ? NaN : Math.floor(steps * chance())));
        const wanted = x.flatMap((_, k) => (Number.isNaN(x[k]! + y[k]!) || dominated(k, x, y, pair) ? [] : [k]));
        const found = front(x, y, ...pair);
        assert.deepEqual([...found].sort((a, b) => a - b), wanted, `${pair} of ${x} and ${y}`);
        assert.ok(found.every((k, i) => i === 0 || x[k]! >= x[found[i - 1]!]!), 'in the order of x');
      }
});

test('without a direction there is no front', () => {
  assert.deepEqual(front([1, 2], [2, 1], 'neither', 'more'), []);
  assert.deepEqual(front([1, 2], [2, 1], 'more', 'neither'), []);
});

test('the stairs go by the corner that is worse in both', () => {
  const falling: [number, number][] = [[1, 3], [2, 1]];
  assert.deepEqual(staircase(falling, 'more', 'more'), [[1, 3], [1, 1], [2, 1]]);
  assert.deepEqual(staircase(falling, 'less', 'less'), [[1, 3], [2, 3], [2, 1]]);
  const rising: [number, number][] = [[1, 1], [2, 3]];
  assert.deepEqual(staircase(rising, 'less', 'more'), [[1, 1], [2, 1], [2, 3]]);
  assert.deepEqual(staircase(rising, 'more', 'less'), [[1, 1], [1, 3], [2, 3]]);
  assert.deepEqual(staircase([], 'more', 'more'), []);
});

test('no point lies beyond the stairs', () => {
  for (const pair of directions) {
    const x = Array.from({ length: 200 }, chance);
    const y = Array.from({ length: 200 }, chance);
    const corners = staircase(front(x, y, ...pair).map((k) => [x[k]!, y[k]!]), ...pair);
    for (const [cx, cy] of corners)
      x.forEach((_, k) => assert.ok(!(beats(x[k]!, cx, pair[0]) && beats(y[k]!, cy, pair[1])), `${pair}: point ${k}`));
  }
});
