// SPDX-License-Identifier: Apache-2.0
// Every control of the page is named by a test.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const texts = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

test('a test of the page uses every id that a control has', () => {
  const source = texts(at('../src'), '.ts');
  const patterns = [/\bid: '([^']+)'/g, /\.id = '([^']+)'/g, /(?<!\.)\b(?:item|button|toggle)\('([^']+)'/g, /\bid: `([^`$]+)\$/g];
  const ids = patterns.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[1])).filter((id) => !id.endsWith('-title'));
  assert.ok(ids.length > 50, `${ids.length} ids`);
  const tests = texts(at('page'), '.mjs');
  const named = (id) => new RegExp(`[#'"\`]${id}(?![a-z])`).test(tests) || tests.includes(`#tab-${id}`) || tests.includes(`#panel-${id}`);
  assert.deepEqual(ids.filter((id) => !named(id)), []);
});
