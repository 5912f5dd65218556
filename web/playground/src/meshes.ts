// SPDX-License-Identifier: Apache-2.0
// The meshes of a URDF, from files that were dropped together with it. The core reads them.
import type { Drawing, Mesh } from '../../core/src/index';
import type { Shape } from '../../src/document';

type DrawnMesh = Drawing['meshes'][number];

export interface MeshFile {
  path: string;
  bytes: ArrayBuffer;
}

export interface Found {
  shapes: Shape[];
  missing: string[]; // of each link of which nothing is drawn, the first uri, with what is wrong with its file
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
  const found: Found = { shapes: [], missing: [] };
  for (const frame of new Set(meshes.map((mesh) => mesh.frame))) {
    const own = meshes.filter((mesh) => mesh.frame === frame);
    const before = found.shapes.length;
    let problem = '';
    for (const collision of [false, true]) {
      if (found.shapes.length > before) break;
      for (const mesh of own) {
        if (mesh.collision !== collision) continue;
        const wrong = await add(mesh);
        if (wrong && !problem) problem = `${mesh.uri}${wrong}`;
      }
    }
    if (found.shapes.length === before) found.missing.push(problem);
  }
  return found;

  async function add({ uri, link, pose, scale }: DrawnMesh): Promise<string> {
    const file = fileFor(uri, files);
    if (!file) return ' (no file)';
    try {
      found.shapes.push({ link, pose, ...(await read(file, scale)) });
      return '';
    } catch (error) {
      return ` (${error instanceof Error ? error.message.split('\n')[0] : String(error)})`;
    }
  }
}
