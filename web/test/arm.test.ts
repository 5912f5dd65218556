// SPDX-License-Identifier: Apache-2.0
// An arm as three.js objects: meshes stand where their links are, in place of capsules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BufferGeometry, Color, type Mesh, type MeshPhongMaterial, type Object3D, Vector3 } from 'three';
import type { Robot, Shape } from '../src/document';
import { Arm } from '../src/view/arm';

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const moved = [1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]; // by 0.5 along x

function triangle(link: number): Shape {
  return {
    link,
    pose: moved,
    vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    triangles: Float64Array.of(0, 1, 2),
    colours: Float64Array.of(),
  };
}

// Two joints about z, 1 m apart; the base is at (0, 0, 2) of the robot's base frame.
function planar(meshes: Shape[]): Robot {
  const joint = { name: 'q', kind: 'revolute' as const };
  return {
    name: 'planar',
    joints: [joint, joint],
    frames: [
      { alpha: 0, a: 0, theta: 0, d: 0 },
      { alpha: 0, a: 1, theta: 0, d: 0 },
    ],
    base: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1],
    tool: identity,
    gravity: [0, 0, -9.81],
    meshes,
  };
}

function parts(arm: Arm): Mesh<BufferGeometry>[] {
  const out: Mesh<BufferGeometry>[] = [];
  arm.group.traverse((part: Object3D) => {
    if ((part as Mesh).isMesh) out.push(part as Mesh<BufferGeometry>);
  });
  return out;
}

const kinds = (arm: Arm): string[] => parts(arm).map((part) => part.geometry.type);
const shapes = (arm: Arm): Mesh<BufferGeometry>[] => parts(arm).filter((part) => part.geometry.type === 'BufferGeometry');

function corner(mesh: Mesh<BufferGeometry>, k: number): Vector3 {
  return new Vector3().fromBufferAttribute(mesh.geometry.getAttribute('position'), k).applyMatrix4(mesh.matrixWorld);
}

function near(found: Vector3, wanted: Vector3): void {
  assert.ok(found.distanceTo(wanted) < 1e-6, `${found.toArray().join()} is not ${wanted.toArray().join()}`);
}

test('a mesh moves with its link', () => {
  const arm = new Arm(planar([triangle(1)]), 0);
  arm.pose([Math.PI / 2, 0]); // the second frame is at (0, 1, 2), its x axis along y
  const [mesh] = shapes(arm);
  near(corner(mesh!, 0), new Vector3(0, 1.5, 2));
  near(corner(mesh!, 1), new Vector3(0, 2.5, 2));
  near(corner(mesh!, 2), new Vector3(-1, 1.5, 2));
});

test('the boxes around meshes move with their links', () => {
  const arm = new Arm(planar([triangle(1), triangle(-1)]), 0);
  arm.pose([Math.PI / 2, 0]);
  const corners = arm.meshCorners();
  assert.equal(corners.length, 16);
  near(corners[7]!, new Vector3(-1, 2.5, 2));
  near(corners[15]!, new Vector3(1.5, 1, 0));
});

test('a mesh of the base stands in the base frame of the robot and does not move', () => {
  const arm = new Arm(planar([triangle(-1)]), 0);
  arm.pose([1, 1]);
  near(corner(shapes(arm)[0]!, 0), new Vector3(0.5, 0, 0));
});

test('links with meshes have no capsules or drums, others keep them', () => {
  const count = (arm: Arm, kind: string): number => kinds(arm).filter((k) => k === kind).length;
  const bare = new Arm(planar([]), 0);
  const half = new Arm(planar([triangle(0)]), 0);
  const full = new Arm(planar([triangle(-1), triangle(0), triangle(1)]), 0);
  assert.equal(count(bare, 'CapsuleGeometry'), 1); // from joint 1 to joint 2, on link 0
  assert.equal(count(half, 'CapsuleGeometry'), 0);
  assert.equal(count(bare, 'CylinderGeometry') - count(half, 'CylinderGeometry'), 1); // its drum
  assert.equal(count(half, 'CylinderGeometry') - count(full, 'CylinderGeometry'), 2); // the other drum and the stand
  assert.equal(shapes(full).length, 3);
});

const paint = { body: '#808080', tint: '#ffffff', joint: '#404040', tip: '#ff0000', axis: () => '#000000' };

test('the triangles of a mesh have their own colours, and the others that of the arm', () => {
  const square = { ...triangle(0), vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0), triangles: Float64Array.of(0, 1, 2, 0, 2, 3, 0, 3, 1) };
  const arm = new Arm(planar([{ ...square, colours: Float64Array.of(-1, 0xff8000, 0x000000) }]), 0);
  arm.paint(paint);
  const [plain, coloured, ...others] = shapes(arm);
  assert.equal(others.length, 0);
  const of = (mesh: Mesh) => mesh.material as MeshPhongMaterial;
  assert.deepEqual([plain!.geometry.getIndex()!.count, of(plain!).vertexColors, of(plain!).color.getHexString()], [3, false, '808080']);
  assert.deepEqual([of(coloured!).vertexColors, of(coloured!).color.getHexString()], [true, 'ffffff']);
  const colours = coloured!.geometry.getAttribute('color');
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((k) => new Color().fromBufferAttribute(colours, k).getHexString()),
    ['ff8000', 'ff8000', 'ff8000', '000000', '000000', '000000'],
  );
  near(corner(coloured!, 2), new Vector3(0.5, 1, 2)); // of the second triangle of the square: its last corner
  arm.paint({ ...paint, tint: '#ff0000' });
  assert.equal(of(coloured!).color.getHexString(), 'ff0000');

  assert.equal(shapes(new Arm(planar([{ ...square, colours: Float64Array.of(1, 2, 3) }]), 0)).length, 1);
  assert.equal(shapes(new Arm(planar([{ ...square, colours: Float64Array.of() }]), 0)).length, 1);
});
