// SPDX-License-Identifier: Apache-2.0
// Builds dist/: the TypeScript of src/ compiled, and the modules of build-wasm/.  node build.mjs [FOLDER OF MODULES]
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = resolve(process.argv[2] ?? join(here, '../../build-wasm'));
const dist = join(here, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
execFileSync(join(here, '../node_modules/.bin/tsc'), ['-p', here], { stdio: 'inherit' });
for (const name of ['catena-core.wasm', 'catena-more.wasm']) {
  const from = join(modules, name);
  if (!existsSync(from)) {
    if (name === 'catena-more.wasm') continue; // make wasm-more
    console.error(`${from} is missing: make wasm`);
    process.exit(1);
  }
  copyFileSync(from, join(dist, name));
  console.log(`${name}  ${statSync(from).size} bytes`);
}
