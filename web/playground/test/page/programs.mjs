// SPDX-License-Identifier: Apache-2.0
// The programs of the tab Code, for every quantity: they run, and print the numbers of the page.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertClose, flat, loadSecond, numbers, openTab, pick, setState, start, stop, withPage } from '../harness.mjs';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const build = dirname(process.env.CATENA_PROGRAM);
let scratch;
const programs = {}; // of each language, by quantity
const wanted = {}; // the first array of each quantity, row by row
before(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'catena-programs-'));
  await start();
  await withPage(async (page) => {
    await pick(page, 'puma560');
    await setState(page, { q: numbers(6, 51), qd: numbers(6, 52), qdd: numbers(6, 53) });
    await loadSecond(page);
    const names = await page.evaluate(() => window.playground.core.quantities.map(({ name }) => name));
    for (const [language, button] of [['shell', 'Shell'], ['cpp', 'C++'], ['python', 'Python']]) {
      await openTab(page, 'code');
      await page.click(`#panel-code .segments button:text-is("${button}")`);
      programs[language] = await page.evaluate((list) => {
        const select = document.querySelector('#panel-quantities select[aria-label="Quantity"]');
        return Object.fromEntries(
          list.map((name) => {
            select.value = name;
            select.dispatchEvent(new Event('change'));
            window.playground.tabs.update('state');
            return [name, document.querySelector('.code-box').textContent];
          }),
        );
      }, names);
    }
    Object.assign(wanted, await page.evaluate((list) => Object.fromEntries(list.map((name) => [name, [...window.playground.app.armWith(name, '').values(name, window.playground.app.inputsOf(name))]])), names));
  });
});
after(async () => {
  await stop();
  rmSync(scratch, { recursive: true });
});

// Numbers that C++ and Python print with few digits are compared as far as they go.
function assertPrinted(text, name, digits) {
  const got = (text.match(/[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|nan|inf/gi) ?? []).map(Number);
  const list = wanted[name];
  assert.ok(got.length >= list.length, `${name}: ${text}`);
  const sorted = (values) => [...values].sort((a, b) => a - b); // matrices are printed row by row, arrays of three indices as matrices
  const scale = Math.max(1, ...list.map(Math.abs));
  const first = sorted(got.slice(0, list.length));
  sorted(list).forEach((x, k) => assert.ok(Math.abs(x - first[k]) <= 10 ** -digits * scale, `${name}: ${first[k]} instead of ${x}`));
}

// `stdout` has "@name numbers" of each program.
function assertAllPrinted(stdout, all) {
  const printed = stdout.split('@').slice(1);
  assert.equal(printed.length, Object.keys(all).length);
  for (const part of printed) {
    const name = part.slice(0, part.indexOf(' '));
    assertPrinted(part.slice(name.length), name, 4);
  }
}

test('shell', () => {
  symlinkSync(process.env.CATENA_PROGRAM, join(scratch, 'catena'));
  const env = { ...process.env, PATH: `${scratch}:${process.env.PATH}` };
  assert.ok(Object.keys(programs.shell).length >= 60);
  for (const [name, text] of Object.entries(programs.shell)) {
    const { stdout, stderr, status } = spawnSync('sh', ['-c', text], { encoding: 'utf8', env });
    assert.equal(status, 0, `${name}: ${text}${stderr}`);
    const answer = JSON.parse(stdout);
    const [first] = name in answer ? [answer[name]] : Object.entries(answer).filter(([key]) => !['method', 'tag', 'line'].includes(key)).map(([, value]) => value);
    assertClose(flat(first).slice(0, wanted[name].length), wanted[name], name);
  }
});

test('C++, all in one file', (t) => {
  const libraries = existsSync(join(build, 'src')) ? readdirSync(join(build, 'src')).filter((name) => /^libcatena_\w+\.so$/.test(name)) : [];
  if (libraries.length === 0) return t.skip('the shared libraries are not beside the command: make build');
  const parts = Object.entries(programs.cpp).map(([name, text]) => {
    assert.match(text, /^#include <catena\/catena\.hpp>\n#include <iostream>\n/);
    return text.replace(/^#include.*\n/gm, '').replace('int main()', `void run_${name}()`).replace("std::cout <<", `std::cout << "@${name} " <<`);
  });
  const calls = Object.keys(programs.cpp).map((name) => `  run_${name}();\n`);
  const file = join(scratch, 'all.cpp');
  writeFileSync(file, `#include <catena/catena.hpp>\n#include <iostream>\n#include <vector>\n${parts.join('')}int main() {\n${calls.join('')}}\n`);
  const include = [join(root, 'include'), join(build, 'include'), '/usr/include/eigen3'].map((folder) => `-I${folder}`);
  const link = [`-L${join(build, 'src')}`, `-Wl,-rpath,${join(build, 'src')}`, ...libraries.map((name) => `-l${name.slice(3, -3)}`)];
  const compiled = spawnSync('c++', ['-std=c++20', '-O0', ...include, file, '-o', join(scratch, 'all'), ...link], { encoding: 'utf8' });
  assert.equal(compiled.status, 0, compiled.stderr.slice(0, 3000));
  const { stdout, stderr, status } = spawnSync(join(scratch, 'all'), { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assertAllPrinted(stdout, programs.cpp);
});

test('Python, all in one process', (t) => {
  const package_ = join(build, 'python');
  if (!existsSync(join(package_, 'catena'))) return t.skip('the Python package is not built: make python');
  const text = Object.entries(programs.python)
    .map(([name, program]) => `print("@${name}", end=" ")\n${program.replace(/^print\((\w+)\)$/m, 'print_all($1)')}`)
    .join('\n');
  const head = 'import numpy\nnumpy.set_printoptions(threshold=10**9, precision=6)\ndef print_all(x):\n    print(x[0] if isinstance(x, tuple) else next(iter(x.values())) if isinstance(x, dict) else x)\n';
  const { stdout, stderr, status } = spawnSync('/usr/bin/python3', ['-'], { input: head + text, encoding: 'utf8', env: { ...process.env, PYTHONPATH: package_ }, maxBuffer: 1e8 });
  assert.equal(status, 0, stderr);
  assertAllPrinted(stdout, programs.python);
});
