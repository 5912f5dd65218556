// SPDX-License-Identifier: Apache-2.0
// The tests of the page:  node test.mjs unit  |  node test.mjs page FOLDER-WITH-REPORTS
// Exits with 77, skipped, where npm has not fetched what they need.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
if (what === 'unit') {
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
  console.error('usage: node test.mjs unit  |  node test.mjs page FOLDER');
  code = 2;
}
process.exit(code);
