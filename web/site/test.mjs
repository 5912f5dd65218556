// SPDX-License-Identifier: Apache-2.0
// The tests of the site:
//   node test.mjs unit                what needs no browser
//   node test.mjs build OUT [PYTHON]  the site is built from the sources, no link in it is dead, and its pages are not too heavy
//   node test.mjs pages SITE          the pages of a built site in a browser (make check-docs)
// Exits with 77, skipped, where npm has not fetched what they need.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
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
// What a reader loads: the first page with all that it needs, any other page, and the index of the search, which is loaded at its first use.
function heavy(site) {
  const kB = (...names) => names.reduce((sum, name) => sum + statSync(join(site, name)).size, 0) / 1000;
  const html = (below) =>
    readdirSync(join(site, below), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? html(join(below, entry.name)) : entry.name.endsWith('.html') ? [join(below, entry.name)] : []));
  const pages = html('').sort((a, b) => kB(b) - kB(a));
  const budget = [
    ['the first page', kB('index.html', 'theme/style.css', 'theme/site.js', 'theme/katex/katex.css', 'theme/icon.svg'), 120],
    [pages[0], kB(pages[0]), 400],
    ['the index of the search', kB('theme/search.js', 'theme/minisearch.js'), 3000],
  ];
  for (const [what, size, most] of budget) console.log(`${size > most ? 'too heavy: ' : ''}${what}: ${size.toFixed(0)} kB, at most ${most}`);
  return budget.some(([, size, most]) => size > most) ? 1 : 0;
}

if (!existsSync(join(here, 'node_modules/markdown-it'))) skip('npm ci has not run in web/site; make docs does it');

let code;
if (what === 'unit') {
  code = run(process.execPath, '--test', join(here, 'test/units.mjs'));
} else if (what === 'build' && folder) {
  code =
    run(python, join(root, 'tools/reference'), join(folder, 'reference')) ||
    run(process.execPath, join(here, 'build.mjs'), join(folder, 'site'), '--reference', join(folder, 'reference')) ||
    run(python, join(root, 'tools/check_links.py'), join(folder, 'site')) ||
    heavy(join(folder, 'site'));
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
