// SPDX-License-Identifier: Apache-2.0
// Motions in time and paths: what they take and return. As in types.ts.
import type { Numbers } from './types.js';

export interface StepperOptions {
  q?: Numbers;
  qd?: Numbers;
  time?: number;
  rotors?: boolean;
  friction?: boolean;
  smoothing?: number;
  rtol?: number;
  atol?: number;
  maxSteps?: number;
}

/** A force and a moment on a point of a link, and a spring that pulls it to a target; all in base axes, which it keeps as the arm moves. */
export interface Push {
  /** counted from 0; or a frame by its name, `tool` if neither is given */
  link?: number;
  frame?: string;
  /** in the frame of the link, or in that frame */
  point?: Numbers;
  force?: Numbers;
  moment?: Numbers;
  /** where the spring pulls the point to, in the base frame, with `stiffness` in N/m and `damping` in N s/m */
  target?: Numbers;
  stiffness?: number;
  damping?: number;
}

export interface Energy {
  kinetic: number;
  potential: number;
}

export interface JointLimits {
  /** one number for all joints or one for each; default: the limits of the robot */
  velocity?: Numbers | number;
  acceleration?: Numbers | number;
  torque?: Numbers | number;
}

export interface PlanOptions extends JointLimits {
  tolerance?: number;
  motors?: boolean;
  /** [m/s] of the tool, at most; for tool paths */
  speed?: number;
}

/** Pieces of a tool path. Poses are 4 x 4; `blend` rounds the corner at the end of the piece, in metres. */
export type Move =
  | { kind: 'line'; to: Numbers; blend?: number }
  | { kind: 'arc'; via: Numbers; to: Numbers; blend?: number }
  | { kind: 'turn'; centre: Numbers; axis: Numbers; angle: number; blend?: number }
  | { kind: 'spline'; through: Numbers[]; blend?: number };

export interface FollowOptions {
  start?: Numbers;
  frame?: string;
  goal?: 'pose' | 'position';
  positionTolerance?: number;
  orientationTolerance?: number;
  redundancy?: 'limits' | 'start' | 'slowest';
  keepLimits?: boolean;
}

export interface ActiveLimit {
  begin: number;
  end: number;
  kind: 'velocity' | 'acceleration' | 'torque' | 'speed';
  /** from 0; -1 for the speed of the tool */
  joint: number;
  share: number;
  /** "the torque of joint 3" */
  name: string;
}

export interface MotionSample {
  q: Float64Array;
  qd: Float64Array;
  qdd: Float64Array;
}

export interface TimeLimits {
  velocity: number;
  acceleration: number;
  jerk?: number;
}
export interface TimeLawPoint {
  s: number;
  v: number;
  a: number;
  j: number;
}
