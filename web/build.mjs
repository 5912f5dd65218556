// SPDX-License-Identifier: Apache-2.0
// Bundles the page into one HTML file. The page is committed, so that a build of Catena needs no npm:
//   node build.mjs                     writes src/report/page/report.html and the list of what it was built from
//   node build.mjs --out report.html   writes the page elsewhere
// The same sources give the same bytes: no dates, no paths, no versions of node.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
export const committed = { page: 'src/report/page/report.html', sums: 'src/report/page/SHA256SUMS' }; // from the root

export async function bundle(entry) {
  const result = await esbuild.build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  return { text: result.outputFiles[0].text.trimEnd(), parts: Object.values(result.metafile.outputs)[0].inputs };
}

// Style sheets in the order in which they apply.
export async function style(...files) {
  const sheets = await Promise.all(files.map((file) => readFile(join(here, file), 'utf8')));
  const { code } = await esbuild.transform(sheets.join('\n'), { loader: 'css', minify: true, target: ['chrome123', 'firefox120', 'safari17.5'] });
  return code.trim();
}

// The licences of what is inside, as they ask for.
export async function licences(...packages) {
  const texts = await Promise.all(
    packages.map(async (name) => `${name}\n${(await readFile(join(here, 'node_modules', name, 'LICENSE'), 'utf8')).trim().replaceAll('\u00a9', '(c)')}`),
  );
  return `<!--\nThis page contains:\n\n${texts.join('\n\n')}\n-->`;
}

// The hash of a script in a page, for its content security policy. Neither it nor the style may end before its end.
export function hashOf(script, css) {
  if (/<\/script|<!--/i.test(script)) throw new Error('the script holds text that would end it in a page');
  if (/<\/style/i.test(css)) throw new Error('the style holds text that would end it in a page');
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

export async function page() {
  const [{ text: script, parts }, css, template, notice] = await Promise.all([
    bundle('src/main.ts'),
    style('node_modules/uplot/dist/uPlot.min.css', 'src/style.css'),
    readFile(join(here, 'src/index.html'), 'utf8'),
    licences('three', 'uplot'),
  ]);
  const hash = hashOf(script, css);
  const html = template
    .replace('<html', () => `${notice}\n<html`)
    .replace('@SCRIPT_HASH@', () => hash)
    .replace('@STYLE@', () => css)
    .replace('@SCRIPT@', () => script);
  if (html.split('@REPORT@').length !== 2) throw new Error('@REPORT@ must be in the page, once');
  // CMake cuts it into C++ string literals, anywhere
  if (/[^\t\n -~]/.test(html)) throw new Error(`the page must be printable ASCII: ${JSON.stringify(/.{0,40}[^\t\n -~]/.exec(html)[0])}`);
  return { html, script, parts };
}

async function filesBelow(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const lists = entries.map((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
  return (await Promise.all(lists)).flat();
}

// What the page is built from, and the page itself, with their hashes: the format of sha256sum, sorted by path.
// cmake/check_page.cmake makes the same list without node.
export async function sums(html) {
  const own = ['build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'].map((name) => `web/${name}`);
  const files = [...own, ...(await filesBelow('web/src'))].sort();
  const line = (content, name) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`;
  const lines = await Promise.all(files.map(async (name) => line(await readFile(join(root, name)), name)));
  return lines.join('') + line(html, committed.page);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: 'string' }, parts: { type: 'boolean' } } });
  const { html, script, parts } = await page();
  const files = values.out ? [[values.out, html]] : [[join(root, committed.page), html], [join(root, committed.sums), await sums(html)]];
  for (const [file, content] of files) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const kB = (n) => `${(n / 1000).toFixed(0)} kB`;
  console.log(`page ${kB(Buffer.byteLength(html))} (${kB(gzipSync(html, { level: 9 }).length)} compressed), script ${kB(script.length)}`);
  if (values.parts)
    for (const [name, { bytesInOutput }] of Object.entries(parts).sort((a, b) => b[1].bytesInOutput - a[1].bytesInOutput).slice(0, 12))
      console.log(`  ${kB(bytesInOutput).padStart(8)}  ${name}`);
}
