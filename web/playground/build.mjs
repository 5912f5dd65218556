// SPDX-License-Identifier: Apache-2.0
// Bundles the playground: one HTML file that works from a disk, and a folder for servers.
//   node build.mjs [--core FOLDER] [--out FOLDER]
// FOLDER of --core holds catena-core.wasm and, if it was built, catena-more.wasm (web/core/dist). The same sources give the same
// bytes.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { bundle, hashOf, licences, style } from '../build.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const none = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data: blob:; media-src blob:";

// Five letters for four bytes (src/base85.ts).
const letters = Array.from({ length: 94 }, (_, k) => String.fromCharCode(33 + k)).filter((c) => !'"$&\'-<>\\`'.includes(c));
export function encoded(bytes) {
  const out = [];
  for (let k = 0; k < bytes.length; k += 4) {
    let word = [0, 1, 2, 3].reduce((sum, i) => 256 * sum + (bytes[k + i] ?? 0), 0);
    const digits = [0, 0, 0, 0, 0].map(() => {
      const digit = word % 85;
      word = (word - digit) / 85;
      return letters[digit];
    });
    out.push(digits.reverse().slice(0, Math.min(bytes.length - k, 4) + 1).join(''));
  }
  return out.join('');
}

export async function build(core, out) {
  const modules = ['catena-core.wasm', 'catena-more.wasm'].filter((name) => existsSync(join(core, name)));
  if (!modules.includes('catena-core.wasm')) throw new Error(`${join(core, 'catena-core.wasm')} does not exist: build the core first (make playground does it)`);
  const [main, worker, css, template, notice, ...bytes] = await Promise.all([
    bundle('playground/src/main.ts'),
    bundle('playground/src/worker.ts'),
    style('src/style.css', 'playground/src/style.css'),
    readFile(join(here, 'src/index.html'), 'utf8'),
    licences('three'),
    ...modules.map((name) => readFile(join(core, name))),
  ]);
  const filled = (parts) => Object.entries(parts).reduce((html, [name, text]) => html.replace(`@${name}@`, () => text), template.replace('<html', () => `${notice}\n<html`));

  // Everything inside, compressed, as text.
  const asset = (name, content) => `<script type="text/plain" id="asset-${name}">${encoded(gzipSync(content, { level: 9 }))}</script>`;
  const single = filled({
    POLICY: `${none}; script-src '${hashOf(main.text, css)}' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'`,
    STYLE: `<style>${css}</style>`,
    ASSETS: [asset('worker.js', worker.text), ...modules.map((name, k) => asset(name, bytes[k]))].join('\n'),
    SCRIPT: `<script>${main.text}</script>`,
  });

  // Files beside each other; nothing from elsewhere.
  const served = filled({
    POLICY: `${none}; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'`,
    STYLE: '<link rel="stylesheet" href="playground.css">',
    ASSETS: '',
    SCRIPT: '<script src="playground.js"></script>',
  });
  const folder = join(out, 'site');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = { 'index.html': served, 'playground.js': main.text, 'worker.js': worker.text, 'playground.css': css };
  await Promise.all([
    writeFile(join(out, 'playground.html'), single),
    ...Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)),
    ...modules.map((name, k) => writeFile(join(folder, name), bytes[k])),
  ]);
  return { single, script: main.text, parts: main.parts, modules: Object.fromEntries(modules.map((name, k) => [name, bytes[k].length])) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { core: { type: 'string', default: join(here, '../core/dist') }, out: { type: 'string', default: join(here, 'dist') }, parts: { type: 'boolean' } } });
  const { single, script, modules, parts } = await build(values.core, values.out);
  const kB = (n) => `${(n / 1000).toFixed(0)} kB`;
  console.log(`${join(values.out, 'playground.html')}: ${kB(single.length)} (${kB(gzipSync(single, { level: 9 }).length)} compressed), script ${kB(script.length)}, ${Object.entries(modules).map(([name, size]) => `${name} ${kB(size)}`).join(', ')}`);
  if (values.parts)
    for (const [name, { bytesInOutput }] of Object.entries(parts).sort((a, b) => b[1].bytesInOutput - a[1].bytesInOutput).slice(0, 12))
      console.log(`  ${kB(bytesInOutput).padStart(8)}  ${name}`);
}
