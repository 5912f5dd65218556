// SPDX-License-Identifier: Apache-2.0
// The golden data of tests/golden, computed by other means in 60 digits or more.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { difference, root, startAll } from './support.mjs';

const cores = await startAll();
const folder = join(root, 'tests/golden');
const files = readdirSync(folder).filter((f) => f.endsWith('.json') && f.startsWith('rnd_'));

// The robot of a golden file as a robot file.
function toml(robot, gravity) {
  const lines = ['catena = 1', 'name = "golden"', 'angle_unit = "rad"', 'source = "tests/golden"', `convention = "${robot.convention === 'std' ? 'standard' : 'modified'}"`];
  lines.push(`gravity = [${gravity.map(real)}]`, 'allow_nonphysical = true');
  for (let i = 0; i < robot.n; ++i) {
    const I = robot.inertia[i];
    lines.push(
      '[[link]]',
      `joint = "${robot.joint_types[i] === 'P' ? 'prismatic' : 'revolute'}"`,
      `dh = { a = ${real(robot.a[i])}, alpha = ${real(robot.alpha[i])}, d = ${real(robot.d[i])}, theta = ${real(robot.theta[i])} }`,
      `mass = ${real(robot.mass[i])}`,
      `com = [${robot.com[i].map(real)}]`,
      `inertia = { about = "com", xx = ${real(I[0][0])}, yy = ${real(I[1][1])}, zz = ${real(I[2][2])}, xy = ${real(I[0][1])}, xz = ${real(I[0][2])}, yz = ${real(I[1][2])} }`,
    );
  }
  return lines.join('\n') + '\n';
}
const real = (x) => {
  const text = Object.is(x, -0) ? '0' : String(x);
  return /[.e]/.test(text) ? text : `${text}.0`;
};

const FIELDS = { M: 'inertia', coriolis: 'bias', gravity_vec: 'gravity', tau: 'id', xi: 'xi', nu: 'nu', C_xi_with_gravity: 'cxi', C_nu_with_gravity: 'cnu' };

for (const file of files)
  test(file, () => {
    const data = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    let compared = 0;
    for (const [core, state] of cores.flatMap((each) => data.states.map((s) => [each, s]))) {
      const arm = core.arm(toml(data.robot, state.gravity));
      for (const [field, quantity] of Object.entries(FIELDS)) {
        if (!(field in state) || !core.has(quantity)) continue;
        const expected = [state[field]].flat(3).map(Number);
        const got = arm.values(quantity, { q: state.q, qd: state.qd, qdd: state.qdd });
        assert.ok(difference(got, expected) < 1e-11, `${quantity}: ${difference(got, expected)}`);
        ++compared;
      }
      if (state.fd_tau) {
        const got = arm.values('fd', { q: state.q, qd: state.qd, tau: state.fd_tau });
        assert.ok(difference(got, state.fd_qdd) < 1e-9, `fd: ${difference(got, state.fd_qdd)}`);
      }
      arm.free();
    }
    assert.ok(compared > 0);
  });
