// SPDX-License-Identifier: Apache-2.0
// The geometry of the 3D view, without WebGL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Box3, DirectionalLight, Sphere, Vector3 } from 'three';
import type { Run } from '../src/document';
import { arrange, floorLevel, type Occupant } from '../src/view/arrangement';
import { extent, pointsOf, roundLength, sceneRadius, tipOf } from '../src/view/bounds';
import { distanceToSee, eyeDirection, frontDirection, orbited } from '../src/view/camera';
import { aimLight, gridLines } from '../src/view/ground';
import { stacked } from '../src/view/names';

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const up = new Vector3(0, 0, 1);
const x = new Vector3(1, 0, 0);
const y = new Vector3(0, 1, 0);

function near(found: Vector3 | number, wanted: Vector3 | number, within = 1e-12): void {
  const off = typeof found === 'number' ? Math.abs(found - (wanted as number)) : found.distanceTo(wanted as Vector3);
  assert.ok(off <= within, `${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
}

// A slide along z on a link of 1 m along x, at given positions.
function slide(q: number[]): Run {
  return {
    name: 'slide',
    partial: '',
    robot: {
      name: 'slide',
      joints: [{ name: 'q1', kind: 'prismatic' }],
      frames: [{ alpha: 0, a: 1, theta: 0, d: 0 }],
      base: identity,
      tool: identity,
      gravity: [0, 0, -9.81],
      meshes: [],
    },
    time: Float64Array.from(q, (_, i) => i),
    q: [Float64Array.from(q)],
    tip: [],
    desiredTip: [],
    signals: [],
    events: [],
  };
}

test('the boxes around meshes belong to what an arm passes through', () => {
  const run = slide([0, 0.5]);
  const box = { pose: [1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], vertices: Float64Array.of(0, 0, 0, 1, 2, 0, 0, 0, -3), triangles: Float64Array.of(0, 1, 2), colours: Float64Array.of() };
  const bounds = (meshes: NonNullable<Run['robot']>['meshes']) => new Box3().setFromPoints(pointsOf({ ...run, robot: { ...run.robot!, meshes } }));
  const moving = bounds([{ ...box, link: 0 }]);
  near(moving.min, new Vector3(0, 0, -3));
  near(moving.max, new Vector3(4, 2, 0.5));
  near(bounds([{ ...box, link: -1 }]).max, new Vector3(3, 2, 0.5));
});

test('an arm passes through its base, its frames and its tool', () => {
  const points = pointsOf(slide([0, 0.5, NaN]));
  assert.deepEqual(points.map((point) => point.toArray()), [[0, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0.5], [1, 0, 0.5]]);
  assert.deepEqual(tipOf(slide([0, 0.5])).map((axis) => [...axis]), [[1, 1], [0, 0], [0, 0.5]]);
});

test('an arm that flies off does not set the size of the scene', () => {
  const steady = [0, 0.1, 0.2, 0.3, 0.2, 0.1];
  const usual = extent(pointsOf(slide(steady)));
  const run = slide([...steady, 50, 200]);
  near(extent(pointsOf(run)), usual);
  assert.ok(sceneRadius(run) >= 4 && sceneRadius(run) < 5, `${sceneRadius(run)} m`);
});

test('a long way that is part of the motion is shown whole', () => {
  const run = slide(Array.from({ length: 101 }, (_, k) => 0.2 * k)); // 20 m on an arm of 1 m
  near(Math.max(...pointsOf(run).map((point) => point.z)), 20);
});

test('lengths are rounded down to 1, 2 or 5', () => {
  assert.deepEqual([0.99, 1, 1.99, 3, 7, 40, 0.03].map(roundLength), [0.5, 1, 1, 2, 5, 20, 0.02]);
});

const two: Occupant[] = [
  { points: [new Vector3(0, 0, 0), new Vector3(0, 1, 0.5)], radius: 0.1, reach: 1 },
  { points: [new Vector3(0, -2, -1), new Vector3(0, 0, 0)], radius: 0.2, reach: 2 },
];

test('arms in one place stand at the origin', () => {
  const { places, lowest, content } = arrange(two, up, y, false);
  for (const place of places) near(place, new Vector3());
  assert.equal(lowest, -1);
  for (const { points } of two) for (const point of points) assert.ok(content.containsPoint(point));
});

test('arms side by side do not overlap, and their row is centred', () => {
  const { places, points } = arrange(two, up, y, true);
  const spans = two.map(({ points: own, radius }, k) => {
    const along = own.map((point) => point.y + places[k]!.y);
    return [Math.min(...along) - 2 * radius, Math.max(...along) + 2 * radius] as const;
  });
  near(spans[1]![0] - spans[0]![1], 0.16 * Math.max(...two.map((arm) => extent(arm.points))));
  near(spans[0]![0] + spans[1]![1], 0);
  for (const place of places) near(place.x, 0);
  assert.equal(points.length, 4);
});

test('the floor is below the stands, or below everything that moves', () => {
  near(floorLevel(0, 0.1), -0.072);
  near(floorLevel(-0.15, 0.1), -0.072); // hardly below the stand
  near(floorLevel(-1, 0.1), -1.14);
});

test('a planar arm is looked at along its axes, another along x, a row of arms from its side', () => {
  near(frontDirection(up, y, false), y);
  near(frontDirection(up, null, false), x);
  near(frontDirection(up, up, false), x); // it moves in the horizontal plane
  near(frontDirection(x, null, false), new Vector3(0, 0, 1)); // up is along x
  near(frontDirection(up, null, true), new Vector3(0, -1, 0));
  near(frontDirection(up, y, true), y);
});

test('views are where their names say', () => {
  const scene = { sideBySide: false, planar: false };
  near(eyeDirection('front', up, x, scene), x);
  near(eyeDirection('side', up, x, scene), y);
  near(eyeDirection('top', up, x, scene), up, 2e-3);
  const free = eyeDirection('free', up, x, scene);
  assert.ok(free.x > 0 && free.y > 0 && free.z > 0);
  near(free.length(), 1);
  assert.ok(eyeDirection('free', up, x, { ...scene, sideBySide: true }).x > free.x, 'a row is seen more from the front');
});

test('the eye is as near as it can be with every point in the picture', () => {
  const points = [new Vector3(0, 1, 0), new Vector3(0, -1, 0), new Vector3(0.5, 0, 0)];
  const lens = { fov: 90, aspect: 2 };
  const distance = distanceToSee(points, new Vector3(), x, up, lens, 0.1);
  near(distance, 1 / (0.82 * 2)); // the first two at the edges of 82 % of the half width
  near(distanceToSee(points, new Vector3(), x, up, { fov: 90, aspect: 1 }, 0.1), 1 / 0.82);
  near(distanceToSee([], new Vector3(), x, up, lens, 0.7), 0.7);
});

test('an orbit keeps the distance and never ends at the pole', () => {
  const eye = new Vector3(2, 0, 1);
  const right = orbited(eye, up, Math.PI / 2, 0);
  near(right, new Vector3(0, 2, 1));
  const above = orbited(eye, up, 0, 0.3);
  assert.ok(above.z > eye.z);
  near(above.length(), eye.length());
  near(orbited(eye, up, 0, Math.atan2(2, 1) - 0.01), eye); // would end 0.01 from the pole: stays
  near(orbited(eye, up, 0, Math.atan2(2, 1) - 0.03).angleTo(up), 0.03, 1e-9);
});

test('the grid has lines both ways that fade towards the rim', () => {
  const { positions, colours } = gridLines(1, 2.5, 4);
  assert.equal(positions.length / 3, 5 * 4 * 2 * 2); // lines x pieces x ways x ends
  assert.equal(colours.length / 4, positions.length / 3);
  for (let k = 0; k < positions.length / 3; ++k) {
    const far = Math.hypot(positions[3 * k]!, positions[3 * k + 1]!);
    assert.ok(far <= 2.5 + 1e-12);
    const opacity = colours[4 * k + 3]!;
    assert.ok(Math.abs(opacity - 0.5 * (1 - far / 2.5)) < 1e-9 || Math.abs(opacity - 0.95 * (1 - far / 2.5)) < 1e-9);
  }
});

test('the light shines on the content from above', () => {
  const sun = new DirectionalLight();
  aimLight(sun, new Sphere(new Vector3(1, 2, 3), 2), up, x);
  near(sun.target.position, new Vector3(1, 2, 3));
  near(sun.position, new Vector3(1 + 2.8, 2 - 2.2, 3 + 6.4));
  assert.equal(sun.shadow.camera.right, 3.4);
});

test('names that would cover each other are moved down', () => {
  const at = (x_: number, y_: number) => ({ x: x_, y: y_, half: 20 });
  assert.deepEqual(stacked([at(0, 10), at(30, 15), at(100, 10)]).map(({ y: top }) => top), [10, 32, 10]);
  assert.deepEqual(stacked([at(0, 10), at(0, 10), at(0, 10)]).map(({ y: top }) => top), [10, 32, 54]);
});
