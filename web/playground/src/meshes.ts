// SPDX-License-Identifier: Apache-2.0
// The meshes of a URDF, from files that were dropped together with it.
import { type BufferGeometry, Matrix4, type Mesh, Vector3 } from 'three';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import type { Arm, Drawing } from '../../core/src/index';
import type { Shape } from '../../src/document';
import { matrix, rowsOf } from './drawing';

type DrawnMesh = Drawing['meshes'][number];

export interface MeshFile {
  path: string;
  bytes: ArrayBuffer;
}

export interface Found {
  shapes: Shape[];
  missing: string[]; // the first uri of each link of which nothing is drawn: no file, or one of an unknown kind
}

// The file whose path ends as the uri does; the longer the common end, the better.
export function fileFor<T extends { path: string }>(uri: string, files: readonly T[]): T | null {
  const words = uri.toLowerCase().split('/').reverse();
  let best: T | null = null;
  let most = 0;
  for (const file of files) {
    const parts = file.path.toLowerCase().split('/').reverse();
    let same = 0;
    while (same < words.length && words[same] === parts[same]) ++same;
    if (same > most) [best, most] = [file, same];
  }
  return best;
}

// For each link its visual meshes; if none of them can be read, as those of Collada, its collision meshes, as in reports.
export function meshesOf(arm: Arm, files: readonly MeshFile[]): Found {
  const zero = new Float64Array(arm.n);
  const framePoses = arm.poses(zero);
  const linkPoses = arm.linkPoses(zero);
  const found: Found = { shapes: [], missing: [] };
  const { meshes } = arm.drawing();
  for (const frame of new Set(meshes.map((mesh) => mesh.frame))) {
    const own = meshes.filter((mesh) => mesh.frame === frame);
    const before = found.shapes.length;
    for (const collision of [false, true]) {
      if (found.shapes.length > before) break;
      for (const mesh of own) if (mesh.collision === collision) add(mesh);
    }
    if (found.shapes.length === before) found.missing.push(own[0]!.uri);
  }
  return found;

  function add(mesh: DrawnMesh): void {
    const file = fileFor(mesh.uri, files);
    const geometry = file ? geometryOf(file) : null;
    const at = arm.frames.findIndex(({ name }) => name === mesh.frame);
    if (!geometry || at < 0) return;
    const { link } = arm.frames[at]!;
    const pose = matrix(framePoses, 16 * at).multiply(matrix(mesh.pose));
    if (link >= 0) pose.premultiply(matrix(linkPoses, 16 * link).invert());
    geometry.applyMatrix4(new Matrix4().makeScale(...mesh.scale));
    const vertices = Float64Array.from(geometry.getAttribute('position').array);
    const triangles = geometry.index ? Float64Array.from(geometry.index.array) : Float64Array.from({ length: vertices.length / 3 }, (_, k) => k);
    found.shapes.push({ link, pose: rowsOf(pose), vertices, triangles });
    geometry.dispose();
  }
}

function geometryOf(file: MeshFile): BufferGeometry | null {
  try {
    if (/\.stl$/i.test(file.path)) return new STLLoader().parse(file.bytes);
    if (!/\.obj$/i.test(file.path)) return null;
    const meshes: Mesh[] = [];
    new OBJLoader().parse(new TextDecoder().decode(file.bytes)).traverse((object) => {
      if ((object as Mesh).isMesh) meshes.push(object as Mesh);
    });
    return meshes.length === 0 ? null : joined(meshes.map(({ geometry }) => geometry));
  } catch {
    return null;
  }
}

function joined(list: BufferGeometry[]): BufferGeometry {
  const [first] = list;
  if (list.length === 1) return first!;
  const points: Vector3[] = [];
  for (const geometry of list) {
    const position = geometry.getAttribute('position');
    for (let k = 0; k < position.count; ++k) points.push(new Vector3().fromBufferAttribute(position, k));
  }
  return first!.clone().setFromPoints(points).setIndex(null);
}
