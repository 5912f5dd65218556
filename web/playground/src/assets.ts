// SPDX-License-Identifier: Apache-2.0
// The parts of the page besides its script: the WebAssembly modules and the script of the worker. In the single file they are
// inside of it, compressed; on a server they are files beside it.
import { decoded } from './base85';

function embedded(name: string): string | null {
  return document.getElementById(`asset-${name}`)?.textContent?.trim() ?? null;
}

export async function bytesOf(name: string): Promise<ArrayBuffer> {
  const text = embedded(name);
  if (text === null) {
    if (!hasAsset(name)) throw new Error(`this page was built without ${name}`);
    const response = await fetch(name);
    if (!response.ok) throw new Error(`${name} could not be loaded: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
  }
  return new Response(new Blob(await pieces(text)).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

// The bytes of an embedded part, in pieces, each decoded in a task of its own: the second module has two million letters.
async function pieces(text: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const out: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < text.length; from += piece) {
    if (from > 0) await new Promise((done) => setTimeout(done));
    out.push(decoded(text.slice(from, from + piece)));
  }
  return out;
}
const piece = 200_000; // letters; a multiple of 5

export async function moduleOf(name: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await bytesOf(name));
}

export function hasAsset(name: string): boolean {
  return embedded(name) !== null || location.protocol.startsWith('http');
}

export async function startWorker(name: string): Promise<Worker> {
  if (embedded(name) === null) return new Worker(name);
  return new Worker(URL.createObjectURL(new Blob([await bytesOf(name)], { type: 'text/javascript' })));
}

// What the command put into the page: the arm to begin with.
export interface Start {
  robot?: string; // of the catalogue
  text?: string;
  where?: string;
}
export function startOf(): Start {
  try {
    const start: unknown = JSON.parse(document.getElementById('catena-start')?.textContent ?? '{}');
    return typeof start === 'object' && start !== null ? (start as Start) : {};
  } catch {
    return {};
  }
}
