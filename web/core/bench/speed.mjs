// SPDX-License-Identifier: Apache-2.0
// Speed in WebAssembly beside native code of the same headers, in one run: node bench/speed.mjs [COMPILER]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../dist/index.js';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const compiler = process.argv[2] ?? 'g++';
const folder = mkdtempSync(join(tmpdir(), 'catena-'));
try {
  const program = join(folder, 'native');
  execFileSync(compiler, ['-std=c++20', '-O2', '-DNDEBUG', `-I${root}/include`, join(here, 'native.cpp'), '-o', program], { stdio: 'inherit' });
  const core = await load(readFileSync(join(here, '../dist/catena-core.wasm')));
  const best = (times, body) => {
    let least = Infinity;
    for (let k = 0; k < times; ++k) {
      const start = performance.now();
      body();
      least = Math.min(least, performance.now() - start);
    }
    return 1e6 * least;
  };

  console.log('ns for a step by Runge-Kutta, which is four forward dynamics');
  for (const n of [3, 6, 7, 12]) {
    // Any arm with numbers that are neither 0 nor 1.
    const x = (k, i) => Math.sin(1 + 7 * i + 3 * k);
    const links = Array.from({ length: n }, (_, i) => ({
      dh: [0.3 * x(1, i), 1.5 * x(2, i), 0.3 * x(3, i), x(4, i)], m: 2 + x(5, i), c: [0.1 * x(6, i), 0.1 * x(7, i), 0.1 * x(8, i)],
      I: [0.05, 0.06, 0.07, 0.004 * x(9, i), 0.003 * x(1, i), 0.002 * x(2, i)],
    }));
    const text = `catena = 1\nname = "arm"\nsource = "made up"\nangle_unit = "rad"\nconvention = "modified"\ngravity = [0.0, 0.0, -9.81]\n` + links.map((l) => `[[link]]\njoint = "revolute"
dh = { a = ${l.dh[0]}, alpha = ${l.dh[1]}, d = ${l.dh[2]}, theta = ${l.dh[3]} }\nmass = ${l.m}\ncom = [${l.c}]
inertia = { about = "com", xx = ${l.I[0]}, yy = ${l.I[1]}, zz = ${l.I[2]}, xy = ${l.I[3]}, xz = ${l.I[4]}, yz = ${l.I[5]} }\n`).join('');
    const arm = core.arm(text);
    const q = new Float64Array(n);
    const stepper = arm.stepper({ q });
    const numbers = links.map((l) => [0, ...l.dh, l.m, ...l.c, ...l.I].join(' ')).join('\n');
    let native = Infinity, wasm = Infinity, place = 0;
    for (let round = 0; round < 5; ++round) { // side by side
      const [time, at] = execFileSync(program, { input: `${n}\n${numbers}\n`, encoding: 'utf8' }).split(' ').map(Number);
      native = Math.min(native, time);
      wasm = Math.min(wasm, best(100, () => { stepper.set(q); stepper.step(1e-4, { count: 200 }); }) / 200);
      place = at;
    }
    if (!(Math.abs(place - stepper.q[0]) < 1e-9)) throw new Error(`different motions: ${place} ${stepper.q[0]}`);
    console.log(`${n} joints: WebAssembly ${wasm.toFixed(0)}, native ${native.toFixed(0)}, ratio ${(wasm / native).toFixed(2)}`);
    stepper.free();
    arm.free();
  }

  const arm = core.robot('panda');
  const q = [0.1, -0.5, 0.2, -2, 0.1, 1.6, 0.4];
  for (const quantity of ['gravity', 'inertia', 'id', 'fd'])
    console.log(`a call of ${quantity} (panda): ${(best(200, () => { for (let k = 0; k < 100; ++k) arm.values(quantity, { q, qd: q, qdd: q, tau: q }); }) / 1e5).toFixed(2)} us`);
  console.log(`all poses: ${(best(200, () => { for (let k = 0; k < 100; ++k) arm.linkPoses(q); }) / 1e5).toFixed(2)} us`);
  const text = core.catalogueText('panda');
  console.log(`reading a robot file: ${(best(50, () => core.arm(text).free()) / 1e6).toFixed(2)} ms`);
  const solver = arm.ikSolver();
  const pose = arm.values('pose', { q });
  pose[3] += 0.01;
  console.log(`inverse kinematics, dragged by 1 cm: ${(best(200, () => solver.solve(pose, q)) / 1e3).toFixed(1)} us`);
} finally {
  rmSync(folder, { recursive: true });
}
