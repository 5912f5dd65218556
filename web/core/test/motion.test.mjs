// SPDX-License-Identifier: Apache-2.0
// Places, inverse kinematics, motion in time, paths, changes: by identities of mechanics and by the command.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catena, difference, moreBytes, random, start, startMore, vector, withCommand, withFile, withMore } from './support.mjs';

const core = await start();
const more = moreBytes && (await startMore());
const close = (a, b, tolerance) => assert.ok(Math.abs(a - b) <= tolerance, `${a} ${b}`);

test('poses of all frames in one call are those of single frames', () => {
  for (const name of ['panda', 'stanford', 'ur5e']) {
    const arm = core.robot(name);
    const q = vector(random(3), arm.n);
    const all = arm.poses(q);
    arm.frames.forEach((frame, k) => {
      assert.ok(difference(all.subarray(16 * k, 16 * k + 16), arm.values('pose', { q }, { frame: frame.name })) < 1e-14, frame.name);
    });
    assert.equal(arm.linkPoses(q).length, 16 * (arm.n + 1));
    assert.deepEqual(arm.linkPoses(q).slice(16 * arm.n), arm.values('pose', { q }));
    arm.free();
  }
});

test('the drawing: bones end where the next link begins, whatever q', () => {
  for (const name of core.catalogue) {
    const arm = core.robot(name);
    const q = vector(random(5), arm.n, 2);
    const X = arm.linkPoses(q);
    const drawing = arm.drawing();
    const at = (k, p) => [0, 1, 2].map((i) => X[16 * k + 4 * i] * p[0] + X[16 * k + 4 * i + 1] * p[1] + X[16 * k + 4 * i + 2] * p[2] + X[16 * k + 4 * i + 3]);
    assert.equal(drawing.links.length, arm.n);
    drawing.links.forEach((link, k) => {
      const end = at(k, link.bone.at(-1));
      const next = at(k + 1, [0, 0, 0]);
      if (k + 1 < arm.n && arm.joints[k + 1].kind === 'prismatic') return; // it slides away
      assert.ok(difference(end, next) < 1e-12, `${name} ${k}`);
    });
    arm.free();
  }
});

test('the drawing: its frames follow one another as linkPoses places them', () => {
  const times = (A, B) => Array.from({ length: 16 }, (_, k) => [0, 1, 2, 3].reduce((sum, j) => sum + A[4 * (k >> 2) + j] * B[4 * j + (k & 3)], 0));
  const step = ({ alpha, a, theta, d }) => {
    const [ca, sa, ct, st] = [Math.cos(alpha), Math.sin(alpha), Math.cos(theta), Math.sin(theta)];
    return [ct, -st, 0, a, ca * st, ca * ct, -sa, -sa * d, sa * st, sa * ct, ca, ca * d, 0, 0, 0, 1];
  };
  for (const name of core.catalogue) {
    const arm = core.robot(name);
    const q = vector(random(9), arm.n, 2);
    const poses = arm.linkPoses(q);
    const { root, links, tool } = arm.drawing();
    let X = root;
    links.forEach(({ dh, kind }, k) => {
      X = times(X, step(kind === 'revolute' ? { ...dh, theta: dh.theta + q[k] } : { ...dh, d: dh.d + q[k] }));
      assert.ok(difference(X, poses.subarray(16 * k, 16 * k + 16)) < 1e-12, `${name}, link ${k + 1}`);
    });
    assert.ok(difference(times(X, tool), poses.subarray(16 * arm.n)) < 1e-12, `${name}, tool`);
    arm.free();
  }
});

test('inverse kinematics reaches poses of the arm, from where the arm is', () => {
  const arm = core.robot('panda');
  const next = random(7);
  const middle = arm.joints.map((j) => (j.limits.position[0] + j.limits.position[1]) / 2);
  const solver = arm.ikSolver();
  for (let k = 0; k < 20; ++k) {
    const q = middle.map((m, i) => m + 0.3 * next() * (arm.joints[i].limits.position[1] - m));
    const pose = arm.values('pose', { q });
    const found = solver.solve(pose, middle);
    assert.ok(found.ok, found.explanation);
    assert.ok(difference(arm.values('pose', { q: found.q }), pose) < 1e-8);
  }
  const far = arm.ik([5, 0, 0], { goal: 'position', diagnose: true });
  assert.equal(far.status, 'unreachable');
  assert.ok(far.positionError > 3);
  assert.match(far.explanation, /m/);
  solver.free();
  arm.free();
});

test('free fall keeps the energy, a damped arm comes to rest where gravity is balanced', () => {
  const arm = core.robot('planar2');
  const fall = arm.stepper({ q: [0.3, 0.4] });
  const before = fall.energy();
  assert.ok(fall.advance(2));
  close(fall.time, 2, 1e-12);
  const after = fall.energy();
  close(before.kinetic + before.potential, after.kinetic + after.potential, 1e-3);
  assert.ok(after.kinetic > 0.1);
  fall.damping(5);
  assert.ok(fall.step(2e-3, { count: 20000 }));
  assert.ok(difference(arm.values('gravity', { q: fall.q }), [0, 0]) < 1e-3);
  fall.free();
  arm.free();
});

test('a push is J^T times the force, torques are themselves', () => {
  const arm = core.robot('ur5e');
  const next = random(9);
  for (const frame of ['tool', arm.frames[3].name]) {
    const q = vector(next, arm.n), qd = vector(next, arm.n), tau = vector(next, arm.n, 10);
    const force = vector(next, 3, 20), moment = vector(next, 3, 5);
    const J = arm.values('jacobian', { q }, { frame });
    const w = [...moment, ...force];
    const total = tau.map((t, j) => t + w.reduce((sum, x, i) => sum + J[i * arm.n + j] * x, 0));
    const expected = arm.values('fd', { q, qd, tau: total });
    const stepper = arm.stepper({ q, qd });
    stepper.torque(tau);
    stepper.push({ frame, force, moment });
    const h = 1e-6;
    assert.ok(stepper.step(h, { method: 'semi_implicit_euler' }));
    const got = Array.from(stepper.qd, (v, i) => (v - qd[i]) / h);
    assert.ok(difference(got, expected) < 1e-6, `${difference(got, expected)}`);
    stepper.push();
    stepper.set(q, qd);
    stepper.step(h, { method: 'semi_implicit_euler' });
    assert.ok(difference(Array.from(stepper.qd, (v, i) => (v - qd[i]) / h), arm.values('fd', { q, qd, tau })) < 1e-6);
    stepper.free();
  }
  arm.free();
});

test('a spring pulls a link to its target', () => {
  const heavy = core.robot('ur5e');
  const arm = heavy.withChange({ gravity: [0, 0, 0] });
  const stepper = arm.stepper({ q: [0.2, -1.2, 1.6, -1.9, -1.4, 0.3] });
  const tool = () => arm.values('pose', { q: stepper.q }).filter((_, k) => [3, 7, 11].includes(k));
  const target = tool().map((x, k) => x + [0.1, 0.05, 0.1][k]);
  const distance = () => Math.hypot(...tool().map((x, k) => x - target[k]));
  const before = distance();
  stepper.damping(5);
  stepper.push({ target, stiffness: 1000, damping: 20 });
  assert.ok(stepper.step(1e-4, { count: 30000 }));
  assert.ok(distance() < 0.01 * before, `${before} to ${distance()}`);
  for (const object of [stepper, arm, heavy]) object.free();
});

test('a tool path is followed and timed as `catena path` does', { skip: withCommand.skip || withMore.skip }, () => {
  const arm = more.robot('ur5e');
  const q0 = [0.2, -1.2, 1.6, -1.9, -1.4, 0.3];
  const start = arm.values('pose', { q: q0 });
  const to = start.slice();
  to[3] += 0.1;
  to[11] -= 0.15;
  const tool = more.posePath(start, [{ kind: 'line', to }]);
  close(tool.length, Math.hypot(0.1, 0.15), 1e-12);
  const joints = arm.follow(tool, { start: q0 });
  assert.ok(joints.followed.positionError < 2e-6);
  assert.ok(difference(arm.values('pose', { q: joints.at(joints.length).q }), to) < 1e-5);
  const motion = arm.timeOptimal(joints, { acceleration: 8 });
  assert.ok(motion.largestShare <= 1 && motion.active.length > 0);
  const end = motion.sample(motion.duration);
  assert.ok(difference(end.q, joints.at(joints.length).q) < 1e-12);
  assert.ok(difference(end.qd, new Float64Array(arm.n)) < 1e-9);
  const file = arm.planFile(PATH_FILE(q0));
  close(file.duration, motion.duration, 1e-6);
  const native = withFile('path.toml', PATH_FILE(q0), (path) => JSON.parse(catena(['path', 'ur5e', path, '--json'])));
  close(file.duration, native.duration, 1e-9);
  for (const object of [tool, joints, motion, file, arm]) object.free();
});
const PATH_FILE = (q0) => `path = 1\nangle_unit = "rad"\n[start]\nq = [${q0}]\n[limits]\nacceleration = 8.0\n[[move]]\nkind = "line"\nby = [0.1, 0.0, -0.15]\n`;

test('time laws', withMore, () => {
  const law = more.timeLaw(1.5, { velocity: 1, acceleration: 2 });
  close(law.duration, 1.5 + 0.5, 1e-12); // cruise 1 m/s, half a second to reach it
  close(law.at(law.duration).s, 1.5, 1e-12);
  const smooth = more.timeLaw(1.5, { velocity: 1, acceleration: 2, jerk: 10 });
  close(smooth.duration, 1.5 + 0.5 + 0.2, 1e-12);
  law.free();
  smooth.free();
});

test('changing a mass: the torques that mechanics predicts', () => {
  const arm = core.robot('planar2');
  const heavier = arm.withChange({ rows: [{ row: 1, mass: 3 }] });
  const q = [0.3, 0.9];
  // the added mass of 2 kg sits at the middle of the second rod
  const x = 1 * Math.cos(0.3) + 0.5 * Math.cos(1.2), x2 = 0.5 * Math.cos(1.2);
  const added = [2 * 9.81 * x, 2 * 9.81 * x2];
  const g = arm.values('gravity', { q }), g2 = heavier.values('gravity', { q });
  assert.ok(difference(g2, added.map((a, i) => a + g[i])) < 1e-12);
  assert.equal(heavier.robot().rows[1].mass, 3);
  const loaded = arm.withChange({ payload: { mass: 2 } });
  assert.equal(loaded.robot().payload.mass, 2);
  const empty = loaded.withChange({ payload: null });
  assert.deepEqual(empty.values('gravity', { q }), g);
  const moon = arm.withChange({ gravity: [0, -1.62, 0] });
  assert.ok(difference(moon.values('gravity', { q }), g.map((v) => (v * 1.62) / 9.81)) < 1e-12);
  for (const object of [arm, heavier, loaded, empty, moon]) object.free();
});

test('texts: TOML and URDF as the command writes them, and back', withCommand, () => {
  for (const name of ['panda', 'stanford', 'puma560', 'baxter']) {
    const arm = core.robot(name);
    assert.equal(arm.toUrdf(), catena(['convert', name, '--to', 'urdf']), name);
    assert.equal(arm.toToml(), catena(['convert', name, '--to', 'toml']), name);
    const q = vector(random(11), arm.n);
    const back = core.arm(arm.toUrdf());
    assert.ok(difference(back.values('gravity', { q }), arm.values('gravity', { q })) < 1e-11, name);
    back.free();
    arm.free();
  }
});

test('the linter, as `catena check`', withCommand, () => {
  for (const name of core.catalogue) {
    const arm = core.robot(name);
    const found = arm.check();
    const run = JSON.parse(withCheck(name));
    const native = run[0].findings.map((f) => [f.severity, f.rule, f.where]);
    assert.deepEqual(found.map((f) => [f.severity, f.rule, f.where]), native, name);
    arm.free();
  }
});
function withCheck(name) {
  try {
    return catena(['check', name, '--json']);
  } catch (error) {
    return error.stdout;
  }
}

test('eigenvalues and ellipsoids', () => {
  const arm = core.robot('panda');
  const q = [0.1, -0.5, 0.2, -2, 0.1, 1.6, 0.4];
  const M = arm.values('inertia', { q });
  const { values, vectors } = core.eigen(M);
  for (let k = 0; k < 7; ++k)
    for (let i = 0; i < 7; ++i) {
      let sum = 0;
      for (let j = 0; j < 7; ++j) sum += M[7 * i + j] * vectors[7 * j + k];
      close(sum, values[k] * vectors[7 * i + k], 1e-13);
    }
  const velocity = arm.ellipsoid('velocity', q), force = arm.ellipsoid('force', q);
  for (let k = 0; k < 3; ++k) close(velocity.radii[k] * force.radii[k], 1, 1e-9);
  close(velocity.centre[0], arm.values('pose', { q })[3], 1e-14);
  arm.free();
});
