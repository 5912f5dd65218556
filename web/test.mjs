// SPDX-License-Identifier: Apache-2.0
// The tests of the page:
//   node test.mjs types                       the types are right, those of core/ as well
//   node test.mjs core [COMMAND]              the core in WebAssembly, if `make wasm` has built it, beside the command catena
//   node test.mjs build                       the committed page is what its sources build, byte for byte
//   node test.mjs unit                        what needs no browser
//   node test.mjs page FOLDER-WITH-REPORTS    reports in a browser
// Exits with 77, skipped, where npm has not fetched what they need.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [what, folder] = process.argv.slice(2);
const skip = (why) => {
  console.log(`skipped: ${why}`);
  process.exit(77);
};
const run = (files, env) =>
  spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;

if (!existsSync(join(here, 'node_modules/esbuild'))) skip('npm ci has not run in web/; make web does it');

let code;
if (what === 'types') {
  const tsc = (...args) => spawnSync(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), ...args], { cwd: here, stdio: 'inherit' }).status ?? 1;
  code = tsc() || tsc('-p', 'core', '--noEmit');
} else if (what === 'core') {
  if (!existsSync(join(here, 'core/dist/catena-core.wasm'))) skip('the core is not built; make wasm does it');
  const tests = readdirSync(join(here, 'core/test')).filter((name) => name.endsWith('.test.mjs'));
  code = run(tests.map((name) => join(here, 'core/test', name)), folder ? { CATENA_CLI: folder } : {});
} else if (what === 'build') {
  const { committed, page, sums } = await import('./build.mjs');
  const { html } = await page();
  const stale = [[committed.page, html], [committed.sums, await sums(html)]].filter(([name, text]) => readFileSync(join(here, '..', name), 'utf8') !== text);
  for (const [name] of stale) console.error(`${name} is not what web/ builds: run 'make web' and commit what it writes`);
  code = stale.length > 0 ? 1 : 0;
} else if (what === 'unit') {
  const esbuild = await import('esbuild');
  const out = mkdtempSync(join(tmpdir(), 'catena-web-'));
  try {
    await esbuild.build({
      entryPoints: readdirSync(join(here, 'test')).filter((name) => name.endsWith('.test.ts')).map((name) => join(here, 'test', name)),
      bundle: true,
      platform: 'node',
      format: 'esm',
      outdir: out,
      outExtension: { '.js': '.mjs' },
      define: { navigator: '{}' }, // uPlot looks at it when it is loaded; node 18 has none
      logLevel: 'warning',
    });
    code = run(readdirSync(out).map((name) => join(out, name)));
  } finally {
    rmSync(out, { recursive: true });
  }
} else if (what === 'page' && folder) {
  const { chromiumPath } = await import('./browser.mjs');
  if (!chromiumPath()) skip('there is no Chromium; Debian: chromium');
  code = run([join(here, 'test/page.mjs')], { CATENA_REPORTS: folder });
} else {
  console.error('usage: node test.mjs types | core [COMMAND] | build | unit | page FOLDER');
  code = 2;
}
process.exit(code);
