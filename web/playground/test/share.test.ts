// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packed, ShareError, unpacked, type Shared } from '../src/share';

const shared: Shared = {
  version: 1,
  arms: [{ robot: 'panda', q: [0.1, -2, 1e-300], qd: [0, 0, 0], qdd: [1 / 3, 0, 0] }, { text: '# \u00e4 <robot>\n'.repeat(50), q: [], qd: [], qdd: [] }],
  active: 1,
  tab: 'matrices',
  quantity: 'id',
  method: 'rnea',
  path: [[1, 2, 3]],
};

test('what is packed is unpacked without loss, and fits into an address', async () => {
  const text = await packed(shared);
  assert.match(text, /^[A-Za-z0-9_-]+$/);
  assert.ok(text.length < 400);
  assert.deepEqual(await unpacked(text), shared);
});

test('an address without a method, as older pages wrote them, is read', async () => {
  const { method: _, ...older } = shared;
  assert.equal((await unpacked(await packed(older as Shared))).method, '');
});

test('a damaged address is refused', async () => {
  const text = await packed(shared);
  await assert.rejects(unpacked(text.slice(0, text.length / 2)), ShareError);
  await assert.rejects(unpacked('!!!'), ShareError);
  await assert.rejects(unpacked(''), ShareError);
});

test('an address with something else in it is refused', async () => {
  const bad: unknown[] = [null, 3, {}, { ...shared, version: 2 }, { ...shared, arms: [] }, { ...shared, arms: [{ robot: 'panda', q: ['1'], qd: [], qdd: [] }] }, { ...shared, arms: [{ q: [], qd: [], qdd: [] }] }];
  for (const each of bad) await assert.rejects(unpacked(await packed(each as Shared)), ShareError);
});
