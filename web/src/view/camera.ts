// SPDX-License-Identifier: Apache-2.0
// Where the camera is, and what it looks at.
import { Vector3 } from 'three';
import type { Robot } from '../document';

export type View = 'free' | 'front' | 'side' | 'top';

const filled = 0.82; // of the half width and height: a margin around the scene

// Against gravity; z without it.
export function upOf({ gravity }: Robot): Vector3 {
  const g = new Vector3(...gravity);
  return g.length() > 1e-6 ? g.negate().normalize() : new Vector3(0, 0, 1);
}

export function isPlanar({ frames }: Robot): boolean {
  return frames.length > 1 && frames.slice(1).every((frame) => Math.abs(Math.sin(frame.alpha)) < 1e-9);
}

// The direction from the scene to the eye in the view from the front. A planar arm is viewed along its joint axes (`axis`), any
// other arm along x; arms that stand side by side are viewed from a quarter turn to the side.
export function frontDirection(up: Vector3, axis: Vector3 | null, sideBySide: boolean): Vector3 {
  const wanted = axis && Math.abs(axis.dot(up)) < 0.9 ? axis.clone() : new Vector3(1, 0, 0);
  if (Math.abs(wanted.dot(up)) > 0.9) wanted.set(0, 0, 1);
  wanted.addScaledVector(up, -wanted.dot(up)).normalize();
  return sideBySide && !axis ? wanted.applyAxisAngle(up, -Math.PI / 2) : wanted;
}

export function rightOf(up: Vector3, front: Vector3): Vector3 {
  return new Vector3().crossVectors(up, front).normalize();
}

// The direction from the scene to the eye.
export function eyeDirection(view: View, up: Vector3, front: Vector3, scene: { sideBySide: boolean; planar: boolean }): Vector3 {
  const right = rightOf(up, front);
  const mixed = (toRight: number, above: number) => front.clone().addScaledVector(right, toRight).addScaledVector(up, above).normalize();
  if (view === 'front') return mixed(0, 0);
  if (view === 'side') return right;
  if (view === 'top') return up.clone().addScaledVector(front, 1e-3).normalize();
  if (scene.sideBySide) return mixed(0.12, 0.24);
  return scene.planar ? mixed(0.35, 0.22) : mixed(0.75, 0.5);
}

// How far the eye must be from the centre, in a direction, to see all points. `fov`: the vertical field of view, degrees;
// `aspect`: width over height; `least`: never nearer than that.
export function distanceToSee(points: Vector3[], centre: Vector3, direction: Vector3, up: Vector3, lens: { fov: number; aspect: number }, least: number): number {
  const high = filled * Math.tan((lens.fov / 2) * (Math.PI / 180));
  const wide = high * lens.aspect;
  const right = rightOf(up, direction);
  const above = new Vector3().crossVectors(direction, right);
  let distance = least;
  for (const point of points) {
    const p = point.clone().sub(centre);
    const out = Math.max(Math.abs(p.dot(right)) / wide, Math.abs(p.dot(above)) / high);
    distance = Math.max(distance, p.dot(direction) + out);
  }
  return distance;
}

// The vector from the target to the eye, turned by angles to the right and up, but never as far as the pole.
export function orbited(toEye: Vector3, up: Vector3, right: number, above: number): Vector3 {
  const turned = toEye.clone().applyAxisAngle(up, right);
  const raised = turned.clone().applyAxisAngle(rightOf(up, turned), -above);
  const fromPole = raised.angleTo(up);
  return fromPole > 0.02 && fromPole < Math.PI - 0.02 ? raised : turned;
}
