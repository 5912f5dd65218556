// SPDX-License-Identifier: Apache-2.0
// The parts of the page besides its script: the WebAssembly modules and the script of the worker. In the single file they are
// inside of it, compressed; on a server they are files beside it.

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
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

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
