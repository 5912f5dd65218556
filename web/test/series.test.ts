// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { place, thinned, valueAt } from '../src/series';
import { neighbour } from '../src/ui/keyboard';

const time = Float64Array.of(0, 1, 2, 2, 4);
const values = Float64Array.of(10, 20, 30, 50, 10);
const at = (t: number) => valueAt(values, place(time, t));

test('between two samples the value is on their line', () => {
  assert.equal(at(0), 10);
  assert.equal(at(0.25), 12.5);
  assert.equal(at(1), 20);
  assert.equal(at(3), 30);
  assert.equal(at(4), 10);
});

test('at a jump the later sample counts', () => {
  assert.equal(at(2), 50);
  assert.ok(Math.abs(at(2 - 1e-9) - 30) < 1e-6);
});

test('outside, the nearer end counts and is flagged', () => {
  assert.deepEqual(place(time, -1), { index: 0, part: 0, inside: false });
  assert.deepEqual(place(time, 9), { index: 4, part: 0, inside: false });
  assert.equal(place(time, 4).inside, true);
  assert.equal(place(time, NaN).inside, false);
});

test('a run of one sample has one value', () => {
  const one = Float64Array.of(3);
  assert.deepEqual(place(one, 3), { index: 0, part: 0, inside: true });
  assert.equal(valueAt(Float64Array.of(7), place(one, 100)), 7);
});

test('a search among many finds the same as a walk', () => {
  const many = Float64Array.from({ length: 1000 }, (_, i) => Math.floor(i / 3) * 0.5);
  for (let t = -1; t < 170; t += 0.37) {
    let walk = 0;
    for (let i = 0; i < many.length; ++i) if (many[i]! <= t) walk = i;
    assert.equal(place(many, t).index, walk, `at ${t}`);
  }
});

test('a thinned list keeps its ends and its order', () => {
  assert.deepEqual(thinned(3, 10), [0, 1, 2]);
  const few = thinned(100001, 500);
  assert.equal(few.length, 500);
  assert.equal(few[0], 0);
  assert.equal(few.at(-1), 100000);
  assert.ok(few.every((k, i) => i === 0 || k > few[i - 1]!));
});

test('single steps go from sample to sample', () => {
  assert.equal(neighbour(time, 0, 1), 1);
  assert.equal(neighbour(time, 0.5, 1), 1);
  assert.equal(neighbour(time, 2, 1), 4);
  assert.equal(neighbour(time, 4, 1), 4);
  assert.equal(neighbour(time, 4, -1), 2);
  assert.equal(neighbour(time, 0, -1), 0);
});
