// SPDX-License-Identifier: Apache-2.0
// The tests of the playground:
//   node test.mjs types                  the types are right
//   node test.mjs unit                   what needs no browser
//   node test.mjs page FOLDER CATENA     the built page of FOLDER in a browser, beside the native program CATENA
// A third word of page chooses files of test/page: node test.mjs page FOLDER CATENA numbers
// Exits with 77, skipped, where npm has not fetched what they need.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [what, folder, catena, only = ''] = process.argv.slice(2);
const run = (files, env) => spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...files], { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;

if (!existsSync(join(here, '../node_modules/esbuild'))) {
  console.log('skipped: npm ci has not run in web/; make playground does it');
  process.exit(77);
}
let code;
if (what === 'types') {
  code = spawnSync(process.execPath, [join(here, '../node_modules/typescript/bin/tsc'), '-p', join(here, 'tsconfig.json')], { stdio: 'inherit' }).status ?? 1;
} else if (what === 'unit') {
  const esbuild = await import('esbuild');
  const out = mkdtempSync(join(tmpdir(), 'catena-playground-'));
  const tests = readdirSync(join(here, 'test')).filter((name) => name.endsWith('.test.ts'));
  try {
    await esbuild.build({
      entryPoints: tests.map((name) => join(here, 'test', name)),
      bundle: true,
      platform: 'node',
      format: 'esm',
      outdir: out,
      outExtension: { '.js': '.mjs' },
      banner: { js: 'globalThis.window ??= { matchMedia: () => ({ addEventListener() {} }) };' }, // the theme asks when it is loaded
      logLevel: 'warning',
    });
    code = run([...readdirSync(out).map((name) => join(out, name)), join(here, 'test/ids.test.mjs')]);
  } finally {
    rmSync(out, { recursive: true });
  }
} else if (what === 'page' && folder && catena) {
  for (const path of [join(folder, 'playground.html'), catena])
    if (!existsSync(path)) {
      console.error(`${path} does not exist: run 'make playground' and 'make build'`);
      process.exit(1);
    }
  const { chromiumPath } = await import('../browser.mjs');
  if (!chromiumPath()) {
    console.error('there is no Chromium; Debian: chromium');
    process.exit(1);
  }
  const files = readdirSync(join(here, 'test/page')).filter((name) => name.endsWith('.mjs') && name.includes(only));
  code = run(files.map((name) => join(here, 'test/page', name)), { CATENA_PLAYGROUND_FOLDER: resolve(folder), CATENA_PROGRAM: resolve(catena) });
} else {
  console.error('usage: node test.mjs types | unit | page FOLDER CATENA [FILE]');
  code = 2;
}
process.exit(code);
