// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linear, logarithmic, tick } from '../src/plot/vertical';

test('a logarithmic axis places absolute values, and zero nowhere', () => {
  assert.equal(logarithmic.place(100), 2);
  assert.equal(logarithmic.place(-0.01), -2);
  assert.ok(Number.isNaN(logarithmic.place(0)));
  assert.ok(Number.isNaN(logarithmic.place(NaN)));
  assert.equal(linear.place(-3), -3);
});

test('a logarithmic axis shows ten decades at most', () => {
  const [low, high] = logarithmic.range(-16, 1);
  assert.ok(Math.abs(low - (-9 - 0.6)) < 1e-12 && Math.abs(high - (1 + 0.6)) < 1e-12, `${low} to ${high}`);
  assert.deepEqual(logarithmic.range(-2, 3), [-2.3, 3.3]);
  assert.deepEqual(logarithmic.range(null, null), [-1, 1]);
});

test('grid lines of a logarithmic axis are powers of ten where there is room', () => {
  assert.deepEqual(logarithmic.splits(-2.3, 3.3, 0.5), [-2, -1, 0, 1, 2, 3]);
  assert.deepEqual(logarithmic.splits(-9.5, 1.5, 2), [-8, -6, -4, -2, 0]);
  assert.deepEqual(logarithmic.splits(0.2, 0.8, 0.2), [0.2, 0.4, 0.6, 0.8]);
  assert.deepEqual([-4, -1, 0, 2, 0.3].map(logarithmic.label), ['1e\u22124', '0.1', '1', '100', '2']);
});

test('a linear axis has a margin, and a band around a constant', () => {
  assert.deepEqual(linear.range(0, 100), [-6, 106]);
  assert.deepEqual(linear.range(5, 5), [4.5, 5.5]);
  assert.deepEqual(linear.range(0, 0), [-1, 1]);
  assert.deepEqual(linear.range(null, null), [-1, 1]);
  assert.deepEqual(linear.splits(-0.13, 0.31, 0.1), [-0.1, 0, 0.1, 0.2, 0.3]);
  assert.equal(tick(-1500000), '\u22121.5e6');
});
