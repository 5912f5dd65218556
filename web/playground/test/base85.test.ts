// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decoded } from '../src/base85';

// With letters from ! on, of which nine are left out: 0 is !, 1 is #, 84 is ~.
test('five letters are four bytes, the highest digit first', () => {
  assert.deepEqual([...decoded('!!!!!')], [0, 0, 0, 0]);
  assert.deepEqual([...decoded('!!!!#')], [0, 0, 0, 1]);
  assert.deepEqual([...decoded('!!!#!')], [0, 0, 0, 85]);
  assert.deepEqual([...decoded('#!!!!')], [...new Uint8Array(Uint32Array.of(85 ** 4).buffer)].reverse());
});
test('the end may have fewer', () => {
  assert.deepEqual([...decoded('')], []);
  assert.deepEqual([...decoded('!!!!##!')], [0, 0, 0, 1, 3]); // # ! ~ ~ ~ is 85⁴ + 85³ - 1, whose first byte is 3
  for (const [letters, bytes] of [[2, 1], [3, 2], [4, 3], [5, 4], [6, 4], [7, 5]] as const) assert.equal(decoded('!'.repeat(letters)).length, bytes);
});
