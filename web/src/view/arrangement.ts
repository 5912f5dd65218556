// SPDX-License-Identifier: Apache-2.0
// Where the arms of a scene stand: in one place, or side by side.
import { Box3, Sphere, Vector3 } from 'three';
import { extent } from './bounds';

export interface Occupant {
  points: Vector3[]; // that the arm passes through, from its base
  radius: number; // of its thickest link
  reach: number;
}

export interface Arrangement {
  places: Vector3[]; // of the bases
  points: Vector3[]; // of all arms, in the scene
  lowest: number; // height of the lowest point
  content: Sphere; // around all points
}

// `side`: the direction to the right, in which arms that stand apart follow each other.
export function arrange(arms: Occupant[], up: Vector3, side: Vector3, apart: boolean): Arrangement {
  const places = apart ? inARow(arms, side) : arms.map(() => new Vector3());
  const points = arms.flatMap((arm, k) => arm.points.map((point) => point.clone().add(places[k]!)));
  const content = new Box3()
    .setFromPoints(points)
    .expandByScalar(0.5 * Math.max(...arms.map(({ radius }) => radius)))
    .getBoundingSphere(new Sphere());
  content.radius = Math.max(content.radius, 0.25 * Math.max(...arms.map(({ reach }) => reach), 1e-3));
  return { places, points, lowest: Math.min(...points.map((point) => point.dot(up))), content };
}

// One after the other with gaps, the middle of the row at the origin.
function inARow(arms: Occupant[], side: Vector3): Vector3[] {
  const gap = 0.16 * Math.max(...arms.map(({ points }) => extent(points)));
  let right = 0;
  const offsets = arms.map(({ points, radius }) => {
    const along = points.map((point) => point.dot(side));
    const from = Math.min(...along) - 2 * radius;
    const to = Math.max(...along) + 2 * radius;
    const offset = right - from;
    right += to - from + gap;
    return offset;
  });
  const half = (right - gap) / 2;
  return offsets.map((offset) => side.clone().multiplyScalar(offset - half));
}

// The height of the floor: just below the stands, or below everything that moves if the arms reach deeper.
export function floorLevel(lowest: number, thick: number): number {
  const stand = standHeight(thick);
  return lowest < stand - thick ? lowest - 1.4 * thick : stand;
}

// The height of the underside of a stand.
export function standHeight(radius: number): number {
  return -0.72 * radius;
}
