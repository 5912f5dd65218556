// SPDX-License-Identifier: Apache-2.0
// The first module has what a page needs at once, and says which module has the rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatenaError } from '../dist/index.js';
import { random, start, startMore, vector, withMore } from './support.mjs';

const core = await start();
const NEEDED = ['inertia', 'coriolis', 'christoffel', 'bias', 'gravity', 'nle', 'id', 'fd', 'inertia_inverse', 'udut', 'kinetic_energy', 'potential_energy', 'jacobian', 'pose', 'manipulability', 'frame_velocity', 'wrench_torques', 'rotor_inertia', 'friction'];

test('quantities of the first view', () => {
  assert.deepEqual(core.quantities.filter(({ name }) => core.has(name)).map(({ name }) => name).sort(), [...NEEDED].sort());
});

// Which method is chosen depends on the number of joints; in bad postures a stable one takes over.
test('arms of any size have what they choose, as in the second module', withMore, async () => {
  const more = await startMore();
  for (const n of [1, 2, 3, 4, 6, 7, 9, 12, 14, 17, 20, 30]) {
    const next = random(n);
    const inputs = { q: vector(next, n), qd: vector(next, n), qdd: vector(next, n), tau: vector(next, n), wrenches: vector(next, 6 * n) };
    const [arm, other] = [core, more].map((each) => each.robot(`chain:${n}`));
    for (const name of NEEDED)
      for (const options of [{}, ...(['id', 'fd', 'inertia', 'kinetic_energy'].includes(name) ? [{ motors: true }] : [])]) {
        const [found, wanted] = [arm, other].map((each) => each.eval(name, inputs, options));
        assert.equal(found.method, wanted.method);
        assert.deepEqual(found, wanted, `${name} of ${n} joints`);
      }
    arm.free();
    other.free();
  }
});

test('nearly singular arms: the stable methods are there', withMore, async () => {
  const more = await startMore();
  const text = core.catalogueText('planar3').replace(/mass *= *[0-9.]+/, 'mass = 1e9');
  const [arm, other] = [core, more].map((each) => each.arm(text));
  const inputs = { q: [0.1, 0.2, 0.3], qd: [1, 2, 3], tau: [1, 1, 1] };
  for (const name of ['fd', 'inertia_inverse', 'udut']) {
    const [found, wanted] = [arm, other].map((each) => result(each, name, inputs));
    assert.deepEqual(found, wanted, name);
  }
  arm.free();
  other.free();
});
function result(arm, name, inputs) {
  try {
    return arm.eval(name, inputs);
  } catch (error) {
    return error.message;
  }
}

test('what it does not have is refused, with the module that has it; it works afterwards', () => {
  const arm = core.robot('planar2');
  const q = [0.1, 0.2];
  const refused = (act, pattern) => assert.throws(act, (error) => error instanceof CatenaError && error.kind === 'usage' && pattern.test(error.message) && /catena-more\.wasm/.test(error.hint));
  for (const { name, methods } of core.quantities)
    for (const { name: method, present } of methods)
      if (!present) refused(() => arm.eval(name, { q, qd: q, qdd: q, tau: q, v: q, wrenches: new Array(12).fill(0) }, { method }), new RegExp(`${name}: .*'${method}'`));
  refused(() => arm.eval('regressor', { q, qd: q, qdd: q }), /regressor/);
  refused(() => arm.eval('udut', { q }, { motors: true }), /aba_rotors/);
  refused(() => arm.eval('nu', { q, qd: q }, { motors: true, method: 'aba_rotors' }), /aba_rotors/);
  refused(() => core.jointPath([q, [1, 1]]), /joint_path/);
  refused(() => core.timeLaw(1, { velocity: 1, acceleration: 1 }), /time_law/);
  refused(() => arm.pointToPoint(q, [1, 1], { velocity: 1, acceleration: 1 }), /arm_point_to_point/);
  assert.throws(() => arm.eval('inertia', { q }, { method: 'crab' }), /there is no method 'crab'/);
  assert.equal(arm.values('inertia', { q }).length, 4);
  arm.free();
  assert.equal(core.objects, 0);
});
