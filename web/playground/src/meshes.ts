// SPDX-License-Identifier: Apache-2.0
// The meshes of a URDF, from files that were dropped together with it. The core reads them.
import type { Drawing, Mesh } from '../../core/src/index';
import type { Shape } from '../../src/document';

type DrawnMesh = Drawing['meshes'][number];

export interface MeshFile {
  path: string;
  bytes: ArrayBuffer;
}

export type Given = ReadonlyMap<string, Mesh>; // by `keyOf` the mesh of the robot that it is

export interface Found {
  given: Given;
  missing: string[]; // of each link of which nothing is drawn, the first uri, with what is wrong with its file
}

const keyOf = ({ uri, frame, scale, collision }: DrawnMesh): string => JSON.stringify([uri, frame, scale, collision]);

// The meshes that were given, where the robot has them. They may have been given for the same robot with other numbers.
export function shapesOf({ meshes }: Drawing, given: Given): Shape[] {
  return meshes.flatMap((mesh) => {
    const found = given.get(keyOf(mesh));
    return found ? [{ link: mesh.link, pose: mesh.pose, ...found }] : [];
  });
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

// For each link its visual meshes; if none of them can be read, its collision meshes, as in reports.
export async function meshesOf({ meshes }: Drawing, files: readonly MeshFile[], read: (file: MeshFile, scale: readonly number[]) => Promise<Mesh>): Promise<Found> {
  const given = new Map<string, Mesh>();
  const missing: string[] = [];
  for (const frame of new Set(meshes.map((mesh) => mesh.frame))) {
    const own = meshes.filter((mesh) => mesh.frame === frame);
    const before = given.size;
    let problem = '';
    for (const collision of [false, true]) {
      if (given.size > before) break;
      for (const mesh of own) {
        if (mesh.collision !== collision) continue;
        const wrong = await add(mesh);
        if (wrong && !problem) problem = `${mesh.uri}${wrong}`;
      }
    }
    if (given.size === before) missing.push(problem);
  }
  return { given, missing };

  async function add(mesh: DrawnMesh): Promise<string> {
    const file = fileFor(mesh.uri, files);
    if (!file) return ' (no file)';
    try {
      given.set(keyOf(mesh), await read(file, mesh.scale));
      return '';
    } catch (error) {
      return ` (${error instanceof Error ? error.message.split('\n')[0] : String(error)})`;
    }
  }
}
