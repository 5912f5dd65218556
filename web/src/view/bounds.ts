// SPDX-License-Identifier: Apache-2.0
// The points that an arm passes through during a run, and the lengths that follow from them.
import { Box3, Matrix4, Sphere, Vector3 } from 'three';
import type { Mat4, Run, Shape } from '../document';
import { origin, poses, reach } from '../kinematics';
import { thinned } from '../series';

const samples = 120; // configurations of a run that are examined
const diverged = 4; // times the usual size of the arm: farther away, it counts as having left the scene

// The corners of the box around a mesh, in the frame of its link.
export function cornersOf({ vertices, pose }: Shape): Vector3[] {
  const box = new Box3().setFromArray(vertices);
  const X = matrixOf(pose);
  const end = (high: number) => (high === 0 ? box.min : box.max);
  return Array.from({ length: 8 }, (_, k) => new Vector3(end(k & 1).x, end(k & 2).y, end(k & 4).z).applyMatrix4(X));
}

function matrixOf(X: Mat4): Matrix4 {
  return new Matrix4().set(...(X as Parameters<Matrix4['set']>));
}

// The origins of the frames and of the tool at sampled times, and the corners of the boxes around the meshes, in the base frame.
function postures(run: Run): Vector3[][] {
  const robot = run.robot!;
  const boxes = robot.meshes.map((mesh) => ({ link: mesh.link, corners: cornersOf(mesh) }));
  return thinned(run.time.length, samples).flatMap((i) => {
    const q = run.q.map((joint) => joint[i]!);
    if (!q.every(Number.isFinite)) return [];
    const frames = poses(robot, q);
    const moved = boxes.flatMap(({ link, corners }) => (link < 0 ? corners : corners.map((corner) => corner.clone().applyMatrix4(matrixOf(frames[link]!)))));
    return [[...frames.map((X) => new Vector3(...origin(X))), ...moved]];
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
