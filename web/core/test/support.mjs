// SPDX-License-Identifier: Apache-2.0
// What the tests share: the modules, the command `catena` to compare with, random numbers that repeat.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, loadMore } from '../dist/index.js';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
export const bytes = readFileSync(join(root, 'web/core/dist/catena-core.wasm'));
const more = join(root, 'web/core/dist/catena-more.wasm');
export const moreBytes = existsSync(more) ? readFileSync(more) : undefined; // make wasm-more
const compiled = await WebAssembly.compile(bytes);
let compiledMore;

export const start = () => load(compiled);
export async function startMore() {
  compiledMore ??= await WebAssembly.compile(moreBytes);
  return loadMore(compiledMore);
}
/** For `test(name, { skip }, ...)`: what only the second module has. */
export const withMore = { skip: moreBytes ? false : 'there is no second module: make wasm-more' };
/** One of each module that is built. */
export const startAll = async () => [await start(), ...(moreBytes ? [await startMore()] : [])];

/** The command to compare with: CATENA_CLI, or what `make build` or `make test` has built. */
export const command = [process.env.CATENA_CLI, join(root, 'build/catena'), join(root, 'build-ci/catena')].find(
  (path) => path && existsSync(path),
);
/** For `test(name, { skip }, ...)`: the comparison needs the command. */
export const withCommand = { skip: command ? false : 'there is no command to compare with: make build, or set CATENA_CLI' };

// The command without fused multiply-adds, which WebAssembly does not have: both then round alike.
const env = { ...process.env, CATENA_SIMD: 'sse2' };

export function catena(args, input = '') {
  return execFileSync(command, args, { env, input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'pipe'] });
}
/** Status and both outputs. */
export function tryCatena(args, input = '') {
  return spawnSync(command, args, { env, input, encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Calls `body` with the path of a temporary file of this text. */
export function withFile(name, text, body) {
  const folder = mkdtempSync(join(tmpdir(), 'catena-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, text);
    return body(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Uniform in -1..1, the same in every run (mulberry32). */
export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) / 4294967296) * 2 - 1;
  };
}
export const vector = (next, n, size = 1) => Array.from({ length: n }, () => size * next());

/** The largest difference, relative to the larger of 1 and the largest number. */
export function difference(a, b) {
  if (a.length !== b.length) return Infinity;
  let worst = 0;
  let scale = 1;
  for (let k = 0; k < a.length; ++k) {
    scale = Math.max(scale, Math.abs(b[k]));
    const d = Math.abs(a[k] - b[k]);
    if (!(d <= worst)) worst = Number.isNaN(d) ? Infinity : d;
  }
  return worst / scale;
}
