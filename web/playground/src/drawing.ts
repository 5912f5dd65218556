// SPDX-License-Identifier: Apache-2.0
// An arm of the core as the reports draw arms: by the frames of its links, which the core places.
import { Matrix4 } from 'three';
import type { Arm } from '../../core/src/index';
import type { Frame, Mat4, Robot } from '../../src/document';
import { shapesOf, type Given } from './meshes';
import type { JointRange } from './ui/joints';

const identity: Mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function matrix(numbers: ArrayLike<number>, from = 0): Matrix4 {
  return new Matrix4().set(...(Array.from({ length: 16 }, (_, k) => numbers[from + k]!) as Parameters<Matrix4['set']>));
}

function rowsOf(m: Matrix4): number[] {
  return m.clone().transpose().toArray();
}

// The parameters of T = Rx(alpha) Tx(a) Rz(theta) Tz(d), or null if T is none of these.
function frameOf(T: Mat4): Frame | null {
  if (Math.abs(T[2]!) > 1e-9) return null;
  const alpha = Math.atan2(-T[6]!, T[10]!);
  const d = -Math.sin(alpha) * T[7]! + Math.cos(alpha) * T[11]!;
  const off = Math.cos(alpha) * T[7]! + Math.sin(alpha) * T[11]!;
  return Math.abs(off) > 1e-9 ? null : { alpha, a: T[3]!, theta: Math.atan2(-T[1]!, T[0]!), d };
}

export function drawn(arm: Arm, given?: Given): Robot {
  const poses = arm.linkPoses(new Float64Array(arm.n));
  const X = Array.from({ length: arm.n + 1 }, (_, k) => matrix(poses, 16 * k));
  const first = frameOf(rowsOf(X[0]!));
  const frames = X.slice(0, -1).map((pose, i): Frame => {
    if (i === 0) return first ?? { alpha: 0, a: 0, theta: 0, d: 0 };
    const step = frameOf(rowsOf(X[i - 1]!.clone().invert().multiply(pose)));
    if (!step) throw new Error(`the frame of link ${i + 1} is not on the axis of its joint`);
    return step;
  });
  return {
    name: arm.name,
    joints: arm.joints.map(({ name, kind }) => ({ name, kind })),
    frames,
    base: first ? identity : rowsOf(X[0]!),
    tool: rowsOf(X[arm.n - 1]!.clone().invert().multiply(X[arm.n]!)),
    gravity: arm.gravity,
    meshes: given ? shapesOf(arm.drawing(), given) : [],
  };
}

// The limits of the sliders: those of the robot, or a turn, or half the reach.
export function ranges(arm: Arm): JointRange[] {
  const { reach } = arm.drawing();
  return arm.joints.map(({ name, kind, limits }): JointRange => {
    const most = kind === 'revolute' ? Math.PI : Math.max(0.1, 0.5 * reach);
    const [lower, upper] = limits.position ?? [-most, most];
    return { name, kind, lower, upper, given: limits.position !== null, velocity: limits.velocity, effort: limits.effort };
  });
}

// A posture to begin with: near the middle of the ranges, but bent, since a stretched arm is singular.
export function firstPosture(joints: readonly JointRange[]): number[] {
  return joints.map(({ kind, lower, upper }, i) => {
    const middle = (lower + upper) / 2;
    const bend = kind === 'revolute' ? Math.min(0.25 * (upper - lower), 0.7) : 0.1 * (upper - lower);
    return Math.round((middle + bend * Math.sin(1.9 * i + 0.6)) * 1e4) / 1e4;
  });
}
