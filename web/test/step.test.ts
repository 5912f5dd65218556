// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepTo } from '../src/chart/step';

test('a step goes to the neighbour in the list and stops at its ends', () => {
  const order = [7, 3, 9];
  assert.equal(stepTo(order, 3, 1, 0), 9);
  assert.equal(stepTo(order, 3, -1, 0), 7);
  assert.equal(stepTo(order, 9, 1, 0), 9);
  assert.equal(stepTo(order, 7, -1, 0), 7);
});

test('what is not in the list enters it', () => {
  assert.equal(stepTo([7, 3, 9], null, 1, 0), 7);
  assert.equal(stepTo([7, 3, 9], 4, -1, 2), 9);
  assert.equal(stepTo([], null, 1, 0), undefined);
  assert.equal(stepTo([], 4, -1, -1), undefined);
});
