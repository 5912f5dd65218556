// SPDX-License-Identifier: Apache-2.0
// The points that an arm passes through during a run, and the lengths that follow from them.
import { Box3, Sphere, Vector3 } from 'three';
import type { Run } from '../document';
import { origin, poses, reach } from '../kinematics';
import { thinned } from '../series';

const samples = 120; // configurations of a run that are examined
const diverged = 4; // times the usual size of the arm: farther away, it counts as having left the scene

// The origins of the frames and of the tool at sampled times, in the base frame.
function postures(run: Run): Vector3[][] {
  return thinned(run.time.length, samples).flatMap((i) => {
    const q = run.q.map((joint) => joint[i]!);
    return q.every(Number.isFinite) ? [poses(run.robot!, q).map((X) => new Vector3(...origin(X)))] : [];
  });
}

// Points farther from the base do not belong to the scene: an unstable simulation that flies off must not shrink the arm
// to a dot.
export function sceneRadius(run: Run): number {
  const sizes = postures(run).map(farthest).sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return diverged * Math.max(reach(run.robot!), median);
}

// The points of all configurations that belong to the scene, and the base.
export function pointsOf(run: Run): Vector3[] {
  const most = sceneRadius(run);
  return [new Vector3(), ...postures(run).filter((points) => farthest(points) <= most).flat()];
}

function farthest(points: Vector3[]): number {
  return Math.max(...points.map((point) => point.length()));
}

// The radius of the sphere around points.
export function extent(points: Vector3[]): number {
  return Math.max(new Box3().setFromPoints(points).getBoundingSphere(new Sphere()).radius, 1e-3);
}

// The positions of the tool as x, y, z, where the report has none.
export function tipOf(run: Run): Float64Array[] {
  const out = [0, 1, 2].map(() => new Float64Array(run.time.length));
  for (let i = 0; i < run.time.length; ++i) {
    const X = poses(run.robot!, run.q.map((joint) => joint[i]!)).at(-1)!;
    origin(X).forEach((x, k) => (out[k]![i] = x));
  }
  return out;
}

// The largest of 1, 2, 5, 10, ... (and of 0.5, 0.2, ...) that does not exceed the wanted length.
export function roundLength(wanted: number): number {
  const power = Math.floor(Math.log10(wanted));
  return [1, 2, 5].map((k) => Number(`${k}e${power}`)).filter((length) => length <= wanted * (1 + 1e-9)).at(-1) ?? wanted;
}
