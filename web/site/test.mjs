// SPDX-License-Identifier: Apache-2.0
// The tests of the site:
//   node test.mjs unit                what needs no browser
//   node test.mjs build OUT [PYTHON]  the site is built from the sources, and no link in it is dead
//   node test.mjs pages SITE          the pages of a built site in a browser (make check-docs)
// Exits with 77, skipped, where npm has not fetched what they need.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const [what, folder, python = 'python3'] = process.argv.slice(2);
const skip = (why) => {
  console.log(`skipped: ${why}`);
  process.exit(77);
};
const run = (command, ...words) => spawnSync(command, words, { stdio: 'inherit' }).status ?? 1;
if (!existsSync(join(here, 'node_modules/markdown-it'))) skip('npm ci has not run in web/site; make docs does it');

let code;
if (what === 'unit') {
  code = run(process.execPath, '--test', join(here, 'test/units.mjs'));
} else if (what === 'build' && folder) {
  code =
    run(python, join(root, 'tools/reference'), join(folder, 'reference')) ||
    run(process.execPath, join(here, 'build.mjs'), join(folder, 'site'), '--reference', join(folder, 'reference')) ||
    run(python, join(root, 'tools/check_links.py'), join(folder, 'site'));
} else if (what === 'pages' && folder) {
  if (!existsSync(join(here, '../node_modules/playwright-core'))) skip('npm ci has not run in web/; make web does it');
  const { chromiumPath } = await import('../browser.mjs');
  if (!chromiumPath()) skip('there is no Chromium; Debian: chromium');
  code = run(process.execPath, join(here, 'test/pages.mjs'), folder);
} else {
  console.error('usage: node test.mjs unit | build OUT [PYTHON] | pages SITE');
  code = 2;
}
process.exit(code);
