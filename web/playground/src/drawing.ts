// SPDX-License-Identifier: Apache-2.0
// An arm of the core as the reports draw arms: by the frames of its links.
import { Matrix4 } from 'three';
import type { Arm, Drawing } from '../../core/src/index';
import type { Robot } from '../../src/document';
import { shapesOf, type Given } from './meshes';
import type { JointRange } from './ui/joints';

export function matrix(numbers: ArrayLike<number>, from = 0): Matrix4 {
  return new Matrix4().set(...(Array.from({ length: 16 }, (_, k) => numbers[from + k]!) as Parameters<Matrix4['set']>));
}

export function drawn(arm: Arm, drawing: Drawing, given?: Given): Robot {
  return {
    name: arm.name,
    joints: arm.joints.map(({ name, kind }) => ({ name, kind })),
    frames: drawing.links.map(({ dh }) => dh),
    base: drawing.root,
    tool: drawing.tool,
    gravity: arm.gravity,
    meshes: given ? shapesOf(drawing, given) : [],
  };
}

// The limits of the sliders: those of the robot, or a turn, or half the reach.
export function ranges(arm: Arm, { reach }: Drawing): JointRange[] {
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
