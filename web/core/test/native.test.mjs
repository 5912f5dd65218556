// SPDX-License-Identifier: Apache-2.0
// Every quantity of every robot of the catalogue, by every method that a module has, as `catena eval` computes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catena, difference, random, startAll, tryCatena, vector, withCommand } from './support.mjs';

const cores = await startAll();
const core = cores[0];

test('the table of quantities is that of the command', withCommand, () => {
  const native = JSON.parse(catena(['methods', '--json']));
  for (const { quantities } of cores) assert.deepEqual(Object.fromEntries(quantities.map((q) => [q.name, q.methods.map((m) => m.name)])), native);
  assert.ok(core.quantities.length > 40);
  for (const { name, arrays } of core.quantities) for (const { shape } of arrays) assert.ok(shape, name);
});

test('the catalogue is that of the command', withCommand, () => {
  const listed = catena(['info', '--json']);
  for (const name of core.catalogue) assert.ok(listed.includes(`"${name}"`), name);
  assert.ok(core.catalogue.length >= 28);
});

// The default method and every other one, at one state of each robot.
for (const [k, name] of core.catalogue.entries()) {
  test(`${name}: all quantities by all methods`, withCommand, () => {
    const arms = cores.map((each) => each.robot(name));
    const [{ n }] = arms;
    const next = random(k + 1);
    const inputs = { q: vector(next, n), qd: vector(next, n), qdd: vector(next, n), tau: vector(next, n, 5) };
    const list = core.quantities.filter((q) => !q.inputs.includes('V') && q.name !== 'slotine_li' && (!q.inputs.includes('wrenches') || q.inputs.includes('tip')));
    // Of several arrays each is a result of its own, by its name: quantities that share one need calls of their own.
    const groups = [list.filter((q) => q.arrays.length === 1), ...list.filter((q) => q.arrays.length > 1).map((q) => [q])];
    const compared = cores.map(() => 0);
    for (const group of groups) {
      const most = Math.max(...group.map((q) => q.methods.length));
      for (let m = -1; m < most; ++m) {
        const chosen = group.filter((q) => m < q.methods.length).map((q) => [q.name, q.methods[m]?.name]);
        const args = ['eval', name, '--json', '--want', chosen.map(([q]) => q).join(',')];
        if (m >= 0) args.push('--method', chosen.map(([q, method]) => `${q}=${method}`).join(','));
        for (const [quantity, method] of chosen)
          for (const [at, arm] of arms.entries()) {
            if (!cores[at].has(quantity, method)) continue;
            const what = `${name} ${quantity} ${method ?? 'default'}`;
            const native = lineOf(args, chosen, quantity, method, inputs);
            let result;
            try {
              result = arm.eval(quantity, inputs, method ? { method } : {});
            } catch (error) {
              assert.ok(native.error?.includes(error.problem), `${what}: ${error.message}; ${native.error}`); // refused by both
              continue;
            }
            assert.equal(native.error, undefined, what);
            for (const array of result.arrays) {
              const expected = native[array.name || quantity];
              const flat = typeof expected === 'number' ? [expected] : expected.flat(3);
              const d = difference(array.data, flat);
              assert.ok(d < 1e-12, `${what} ${array.name}: ${d}`);
              assert.equal(array.shape.length, typeof expected === 'number' ? 0 : depth(expected), what);
              ++compared[at];
            }
          }
      }
    }
    assert.ok(compared[0] > 25 && (compared[1] ?? Infinity) > 100, `${compared}`);
    for (const arm of arms) arm.free();
  });
}

const depth = (x) => (Array.isArray(x) ? 1 + depth(x[0]) : 0);

// One call of the command for all of a group; alone where the group fails, so that the error is that of the quantity.
const lines = new Map();
function lineOf(args, chosen, quantity, method, inputs) {
  const key = args.join(' ');
  if (!lines.has(key)) lines.set(key, line(args, inputs));
  const all = lines.get(key);
  if (!all.error || chosen.length === 1) return all;
  const alone = ['eval', args[1], '--json', '--want', quantity];
  return line(method ? [...alone, '--method', `${quantity}=${method}`] : alone, inputs);
}
function line(args, inputs) {
  const run = tryCatena(args, JSON.stringify(inputs) + '\n');
  assert.ok(run.stdout, `${args.join(' ')}: ${run.stderr}`);
  return JSON.parse(run.stdout);
}
