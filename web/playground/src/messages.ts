// SPDX-License-Identifier: Apache-2.0
// What the page and its worker say to each other. Every question has one answer with the same number.

import type { StateInputs } from './app';
import type { CodegenOptions, Finding, Generated, LinkMesh, Mesh, MethodCost, Push } from '../../core/src/index';

export interface Drop {
  robot: string; // the text
  q: readonly number[];
  qd: readonly number[];
  damping: number;
  friction: boolean;
}

export interface Plan {
  robot: string;
  points: readonly (readonly number[])[];
  spline: boolean;
  blend: number;
  velocity: number; // where the robot states no limit
  acceleration: number;
  torque: boolean; // keep the torque limits
  samples: number;
}

export interface Timing {
  robot: string;
  quantity: string;
  methods: readonly string[];
  inputs: StateInputs;
  milliseconds: number; // for each method
}

// A motion that the page has shown, with n numbers for each time.
export interface Recorded {
  what: 'let go' | 'path';
  name: string; // of the arm that moved
  robot: string;
  time: number[];
  q: Float64Array;
  qd: Float64Array;
  qdd: Float64Array | null;
  torque: Float64Array | null; // of the drives
  energy: [kinetic: number[], potential: number[]] | null;
}

export interface Questions {
  start: { module: WebAssembly.Module };
  drop: Drop;
  advance: { seconds: number; push: Push | null; damping: number };
  check: { robot: string };
  startMore: { module: WebAssembly.Module };
  // by the second module
  plan: Plan;
  time: Timing;
  count: { robot: string; quantity: string };
  verify: { robot: string; states: number };
  codegen: { robot: string; options: CodegenOptions };
  report: { title: string; motion: Recorded; meshes: LinkMesh[] };
  mesh: { name: string; bytes: ArrayBuffer; scale: readonly number[] };
}

export interface Moving {
  time: number;
  q: Float64Array;
  qd: Float64Array;
  kinetic: number;
  potential: number;
  ok: boolean; // false: the step led to numbers that are not finite
  took: number; // milliseconds
}

export interface Planned {
  duration: number;
  times: Float64Array;
  q: Float64Array; // n for each time
  qd: Float64Array;
  qdd: Float64Array;
  torque: Float64Array;
  tips: Float64Array; // x, y, z for each time
  active: { begin: number; end: number; name: string; share: number }[]; // begin and end as parts of the path, 0 to 1
}

export interface Answers {
  start: null;
  drop: Moving;
  advance: Moving;
  plan: Planned;
  time: { method: string; nanoseconds: number; error: string }[];
  check: Finding[];
  startMore: null;
  count: MethodCost[];
  verify: { ok: boolean; failed: number; checks: number; states: number; worst: string };
  codegen: Generated;
  report: string;
  mesh: Mesh;
}

export type Kind = keyof Questions;
export type MoreKind = 'plan' | 'time' | 'count' | 'verify' | 'codegen' | 'report' | 'mesh';
export interface Question<K extends Kind = Kind> {
  id: number;
  kind: K;
  body: Questions[K];
}
export type Answer = { id: number; body: unknown } | { id: number; error: { message: string; parts: unknown } };
