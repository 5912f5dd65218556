// SPDX-License-Identifier: Apache-2.0
// The modules as files: their size, what they need from a page, what they offer.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bytes, moreBytes, root, withMore } from './support.mjs';

const core = await WebAssembly.compile(bytes);
const more = moreBytes && (await WebAssembly.compile(moreBytes));
const functions = (module) => new Set(WebAssembly.Module.exports(module).filter((e) => e.kind === 'function').map((e) => e.name));

// The weight of the first view (docs/decisions/0015-browser.md).
test('the first module has at most 900 kB', () => {
  assert.ok(bytes.length <= 900_000, `${bytes.length} bytes`);
  assert.ok(gzipSync(bytes, { level: 9 }).length <= 370_000, `${gzipSync(bytes, { level: 9 }).length} bytes, compressed`);
});

test('the second module has all calls of the first', withMore, () => {
  const all = functions(more);
  for (const name of functions(core)) assert.ok(all.has(name), name);
});

test('no module needs files, clocks or random numbers', () => {
  for (const module of [core, more].filter(Boolean))
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      assert.equal(from, 'wasi_snapshot_preview1');
      assert.ok(!/path_|clock|random|sock|poll|args/.test(name), name);
    }
});

test('every call of the package is exported, and every exported call is used', () => {
  const used = new Set();
  for (const file of readdirSync(join(root, 'web/core/src'))) {
    if (!more && ['more.ts', 'path.ts', 'arm.ts', 'catena.ts'].includes(file)) continue; // they call the second module
    const text = readFileSync(join(root, 'web/core/src', file), 'utf8');
    for (const match of text.matchAll(/(?:call|first)\('([a-z_]+)'|super\(module, handle, '([a-z_]+)'\)/g)) used.add(match[1] ?? match[2]);
  }
  const offered = new Set([...functions(core), ...(more ? functions(more) : [])]);
  for (const name of used) assert.ok(offered.has(name), `${name} is not exported`);
  const plumbing = new Set(['_initialize', 'argument_memory', 'text_data', 'text_size', 'number_data', 'number_count']);
  for (const name of offered) assert.ok(used.has(name) || plumbing.has(name), `${name} is exported and not used`);
});
