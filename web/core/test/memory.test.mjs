// SPDX-License-Identifier: Apache-2.0
// Memory: nothing leaks, a lack of it is an error like any other, and a module works in a worker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { CatenaError, CatenaMore } from '../dist/index.js';
import { bytes, start, startAll } from './support.mjs';

test('many calls of every kind leave nothing behind', async () => {
  for (const core of await startAll()) leavesNothing(core);
});
function leavesNothing(core) {
  const text = core.catalogueText('ur5e');
  const q = [0.1, -1, 1, 0.2, 0.3, 0.4];
  const round = () => {
    const arm = core.arm(text);
    arm.values('inertia', { q });
    arm.values('id', { q, qd: q, qdd: q }, { method: core.has('id', 'kalman') ? 'kalman' : 'rnea' });
    arm.values('fd', { q, qd: q, tau: q }, { motors: true });
    assert.throws(() => arm.values('id', { q }));
    assert.throws(() => core.arm(text.replace('mass', 'mas')));
    arm.ik(arm.values('pose', { q }), { seed: q });
    arm.drawing();
    arm.check();
    const stepper = arm.stepper({ q });
    stepper.push({ force: [1, 0, 0] });
    stepper.step(1e-3, { count: 10 });
    const urdf = core.arm(arm.toUrdf());
    const change = urdf.withChange({ rows: [{ row: 1, mass: 3 }] });
    for (const object of [stepper, urdf, change]) object.free();
    if (core instanceof CatenaMore) {
      core.jointPath([q, q.map((x) => x + 0.3)]).free();
      arm.pointToPoint(q, q.map((x) => x + 0.3), { velocity: 1, acceleration: 2 }).free();
    } else {
      assert.throws(() => arm.values('regressor', { q, qd: q, qdd: q }));
      assert.throws(() => core.jointPath([q, q]));
    }
    arm.free();
  };
  for (let k = 0; k < 5; ++k) round();
  const before = core.memory;
  for (let k = 0; k < 150; ++k) round();
  assert.equal(core.objects, 0);
  assert.equal(core.memory, before);
}

test('free() may be called twice, and objects are counted', async () => {
  const core = await start();
  const arm = core.robot('planar2');
  assert.equal(core.objects, 1);
  arm.free();
  arm.free();
  assert.equal(core.objects, 0);
});

test('a lack of memory is an error, and the module works afterwards', async () => {
  const core = await start();
  const arm = core.robot('chain:100');
  const q = new Float64Array(100);
  const memory = core.module.exports.memory;
  memory.grow(2 ** 14 - 1024 - memory.buffer.byteLength / 2 ** 16); // 64 MB of 1 GB are left: to fill all of it takes minutes
  const held = [];
  let failed = 0;
  try {
    for (let k = 0; k < 4000 && failed === 0; ++k) held.push(core.robot('chain:1000'));
  } catch (error) {
    assert.ok(error instanceof CatenaError, String(error));
    assert.equal(error.kind, 'memory');
    ++failed;
  }
  assert.equal(failed, 1);
  for (const one of held) one.free();
  assert.equal(core.objects, 1);
  assert.equal(arm.values('gravity', { q }).length, 100);
  const again = core.robot('chain:1000');
  again.free();
  arm.free();
});

test('in a worker', async () => {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     import(workerData.index).then(async ({ load }) => {
       const core = await load(workerData.bytes);
       const arm = core.robot('puma560');
       parentPort.postMessage(arm.values('gravity', { q: [0, 0.7854, 3.1416, 0, 0.7854, 0] }));
     });`,
    { eval: true, workerData: { bytes, index: new URL('../dist/index.js', import.meta.url).href } },
  );
  const g = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
  const core = await start();
  const arm = core.robot('puma560');
  assert.deepEqual(g, arm.values('gravity', { q: [0, 0.7854, 3.1416, 0, 0.7854, 0] }));
  assert.ok(Math.abs(g[1] - 31.6399) < 1e-4); // as in the README
  arm.free();
});
