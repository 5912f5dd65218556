// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, type Box, freeBox } from '../src/chart/labels';

test('the first place counts that is inside and free', () => {
  const inside: Box = [0, 0, 100, 100];
  const wanted: Box[] = [[-5, 0, 5, 10], [10, 10, 30, 20], [40, 10, 60, 20]];
  assert.deepEqual(freeBox(wanted, [], inside), wanted[1]);
  assert.deepEqual(freeBox(wanted, [[25, 15, 26, 16]], inside), wanted[2]);
  assert.deepEqual(freeBox(wanted, [[30, 10, 40, 20]], inside), wanted[1], 'to touch is not to cover');
  assert.equal(freeBox(wanted, [inside], inside), undefined);
});

test('numbers move apart, and no farther', () => {
  assert.deepEqual(apart([], 10, 0, 100), []);
  assert.deepEqual(apart([10, 50, 90], 10, 0, 100), [10, 50, 90]);
  assert.deepEqual(apart([50, 50], 10, 0, 100), [45, 55]);
  assert.deepEqual(apart([49, 50, 51], 10, 0, 100), [40, 50, 60]);
  assert.deepEqual(apart([99, 100], 10, 0, 100), [90, 100]);
  assert.deepEqual(apart([0, 0, 0], 10, 0, 100), [0, 10, 20]);
});

test('whatever they are, their order and their distance hold', () => {
  let state = 5;
  const chance = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 200; ++round) {
    const values = Array.from({ length: 1 + Math.floor(8 * chance()) }, () => 100 * chance()).sort((a, b) => a - b);
    const out = apart(values, 10, 0, 100);
    assert.equal(out.length, values.length);
    out.forEach((value, k) => assert.ok(k === 0 || value - out[k - 1]! >= 10 - 1e-9, `${values} -> ${out}`));
    assert.ok(out[0]! >= -1e-9 && out.at(-1)! <= 100 + 1e-9, `${values} -> ${out}`);
  }
});
