// SPDX-License-Identifier: Apache-2.0
// Every quantity of every robot of the catalogue, by every method, as `catena eval` computes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catena, difference, random, start, vector, withCommand } from './support.mjs';

const core = await start();

test('the table of quantities is that of the command', withCommand, () => {
  const native = JSON.parse(catena(['methods', '--json']));
  assert.deepEqual(
    Object.fromEntries(core.quantities.map((q) => [q.name, q.methods.map((m) => m.name)])),
    native,
  );
  assert.ok(core.quantities.length > 40);
});

test('the catalogue is that of the command', withCommand, () => {
  const listed = catena(['info', '--json']);
  for (const name of core.catalogue) assert.ok(listed.includes(`"${name}"`), name);
  assert.ok(core.catalogue.length >= 28);
});

// The default method and every other one, at one state of each robot; quantities that need what `eval` cannot take are left
// to other tests.
for (const [k, name] of core.catalogue.entries()) {
  test(`${name}: all quantities by all methods`, withCommand, () => {
    const arm = core.robot(name);
    const next = random(k + 1);
    const inputs = { q: vector(next, arm.n), qd: vector(next, arm.n), qdd: vector(next, arm.n), tau: vector(next, arm.n, 5) };
    const wanted = core.quantities.filter((q) => !q.inputs.some((i) => i === 'V' || i === 'wrenches') || q.inputs.includes('tip'));
    const list = wanted.filter((q) => q.name !== 'slotine_li').map((q) => q.name);
    const most = Math.max(...wanted.map((q) => q.methods.length));
    let compared = 0;
    for (let m = -1; m < most; ++m) {
      const chosen = new Map(
        list.map((q) => [q, m < 0 ? undefined : core.methods(q)[m]?.name]).filter(([, method]) => m < 0 || method),
      );
      if (chosen.size === 0) continue;
      const args = ['eval', name, '--json', '--want', [...chosen.keys()].join(',')];
      if (m >= 0) args.push('--method', [...chosen].map(([q, method]) => `${q}=${method}`).join(','));
      const native = JSON.parse(nativeLine(args, inputs));
      for (const [quantity, method] of chosen) {
        const what = `${name} ${quantity} ${method ?? 'default'}`;
        let result;
        try {
          result = arm.eval(quantity, inputs, method ? { method } : {});
        } catch (error) {
          if (native.error?.includes(error.problem)) continue; // refused by both
          throw error;
        }
        assert.equal(native.error, undefined, what);
        const expected = native[quantity];
        for (const array of result.arrays) {
          const numbers = (array.name ? expected[array.name] : expected);
          const flat = typeof numbers === 'number' ? [numbers] : numbers.flat(3);
          assert.ok(difference(array.data, flat) < 1e-12, `${what}: ${difference(array.data, flat)}`);
          ++compared;
        }
      }
    }
    assert.ok(compared > 100, `${compared}`);
    arm.free();
  });
}

function nativeLine(args, inputs) {
  try {
    return catena(args, JSON.stringify(inputs) + '\n');
  } catch (error) {
    return error.stdout;
  }
}
