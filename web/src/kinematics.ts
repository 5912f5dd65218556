// SPDX-License-Identifier: Apache-2.0
// Forward kinematics with the same frames as the C++ chain: frame i is fixed to link i, its z axis is the axis of joint i.
import type { Frame, Joint, Mat4, Robot } from './document';

// T(i-1 -> i) = Rx(alpha) Tx(a) Rz(theta) Tz(d), row by row.
export function frameMatrix(frame: Frame, kind: Joint['kind'], q: number): number[] {
  const theta = frame.theta + (kind === 'revolute' ? q : 0);
  const d = frame.d + (kind === 'prismatic' ? q : 0);
  const ca = Math.cos(frame.alpha);
  const sa = Math.sin(frame.alpha);
  const ct = Math.cos(theta);
  const st = Math.sin(theta);
  // prettier-ignore
  return [
    ct,      -st,      0,   frame.a,
    ca * st, ca * ct, -sa, -sa * d,
    sa * st, sa * ct,  ca,  ca * d,
    0,       0,        0,   1,
  ];
}

export function product(a: Mat4, b: Mat4): number[] {
  const out = new Array<number>(16).fill(0);
  for (let i = 0; i < 4; ++i)
    for (let j = 0; j < 4; ++j)
      for (let k = 0; k < 4; ++k) out[4 * i + j]! += a[4 * i + k]! * b[4 * k + j]!;
  return out;
}

export function origin(X: Mat4): [number, number, number] {
  return [X[3]!, X[7]!, X[11]!];
}

// The poses of all frames and, last, of the tool, in the robot's base frame.
export function poses(robot: Robot, q: ArrayLike<number>): number[][] {
  let X: Mat4 = robot.base;
  const out = robot.frames.map((frame, i) => {
    X = product(X, frameMatrix(frame, robot.joints[i]!.kind, q[i]!));
    return X as number[];
  });
  out.push(product(X, robot.tool));
  return out;
}

// The sum of all link lengths: an upper bound of the reach.
export function reach(robot: Robot): number {
  const tool = origin(robot.tool);
  return robot.frames.reduce((sum, f) => sum + Math.abs(f.a) + Math.abs(f.d), Math.hypot(...tool));
}
