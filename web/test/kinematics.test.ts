// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Robot } from '../src/document';
import { frameMatrix, origin, poses, product, reach } from '../src/kinematics';

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function robot(changes: Partial<Robot>): Robot {
  return { name: 'r', joints: [], frames: [], base: identity, tool: identity, gravity: [0, 0, -9.81], meshes: [], ...changes };
}

function near(found: readonly number[], wanted: readonly number[], within = 1e-14): void {
  assert.equal(found.length, wanted.length);
  found.forEach((x, i) => assert.ok(Math.abs(x - wanted[i]!) <= within, `[${i}]: ${x} is not ${wanted[i]}`));
}

test('a frame is Rx(alpha) Tx(a) Rz(theta) Tz(d)', () => {
  const [alpha, a, theta, d] = [0.4, 0.3, -1.1, 0.7];
  const c = Math.cos;
  const s = Math.sin;
  const rx = [1, 0, 0, 0, 0, c(alpha), -s(alpha), 0, 0, s(alpha), c(alpha), 0, 0, 0, 0, 1];
  const tx = [1, 0, 0, a, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const rz = (angle: number) => [c(angle), -s(angle), 0, 0, s(angle), c(angle), 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const tz = (by: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, by, 0, 0, 0, 1];
  const q = 0.25;
  const before = product(rx, tx);
  near(frameMatrix({ alpha, a, theta, d }, 'revolute', q), product(product(before, rz(theta + q)), tz(d)));
  near(frameMatrix({ alpha, a, theta, d }, 'prismatic', q), product(product(before, rz(theta)), tz(d + q)));
});

test('a planar arm of two links is where geometry says', () => {
  const arm = robot({
    joints: [
      { name: '1', kind: 'revolute' },
      { name: '2', kind: 'revolute' },
    ],
    frames: [
      { alpha: 0, a: 0, theta: 0, d: 0 },
      { alpha: 0, a: 0.8, theta: 0, d: 0 },
    ],
    tool: [1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  });
  const [q1, q2] = [0.6, -1.3];
  const tip = origin(poses(arm, [q1, q2]).at(-1)!);
  near(tip, [0.8 * Math.cos(q1) + 0.5 * Math.cos(q1 + q2), 0.8 * Math.sin(q1) + 0.5 * Math.sin(q1 + q2), 0]);
  assert.equal(reach(arm), 1.3);
});

test('the base moves everything', () => {
  const arm = robot({
    joints: [{ name: '1', kind: 'prismatic' }],
    frames: [{ alpha: Math.PI / 2, a: 0, theta: 0, d: 0.1 }],
    base: [0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1], // a quarter turn about z at (5, 6, 7)
  });
  // z of the joint is -y of the base, which is +x of the world
  near(origin(poses(arm, [0.4])[0]!), [5.5, 6, 7]);
});
