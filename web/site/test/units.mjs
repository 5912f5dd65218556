// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { escapeHtml, render, slugger } from '../markdown.mjs';
import { headComment, lineOf, linkedPapers, paperRows } from '../papers.mjs';
import { address } from '../pages.mjs';
import { lines } from '../source.mjs';
import { annotate, symbolTable, symbolsOf, typeset } from '../symbols.mjs';

const page = (more = {}) => ({
  where: 'a.md', symbols: new Map(), theory: false, link: (href) => `L(${href})`, image: (src) => `I(${src})`, code: () => undefined, equation: () => undefined,
  element: (name, attributes) => `[${name} ${attributes.robot}]`, ...more,
});

test('headings have the anchors of GitHub', () => {
  const slug = slugger();
  assert.equal(slug('M = U D Uᵀ, link by link'), 'm--u-d-uᵀ-link-by-link');
  assert.equal(slug('Cost'), 'cost');
  assert.equal(slug('Cost'), 'cost-1');
});

test('links, pictures and elements lead to where they are in the site', () => {
  const { html, title, headings } = render('# A `b`\n\n[x](y.md#z) ![p](q.svg)\n\n## Two\n\n<Live robot="panda" />\n', page());
  assert.match(html, /href="L\(y.md#z\)"/);
  assert.match(html, /src="I\(q.svg\)"/);
  assert.match(html, /\[Live panda\]/);
  assert.equal(title, 'A b');
  assert.deepEqual(headings, [{ level: 2, content: 'Two', anchor: 'two' }]);
});

test('every <Live> of the documents names a robot, a quantity and a method that exist', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const below = (folder) => readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? below(join(folder, entry.name)) : [join(folder, entry.name)]));
  const robots = readdirSync(join(root, 'robots')).map((name) => name.replace('.toml', ''));
  const quantities = [...read('include/catena/core/quantity.hpp').matchAll(/QuantityInfo\{Q::(\w+), "(\w+)"/g)].map((match) => match[2]);
  const rows = below('include/catena/core/rows').map(read).join('\n');
  assert.ok(robots.length > 20 && quantities.length > 40);
  const live = below('docs').filter((path) => path.endsWith('.md')).flatMap((path) => [...read(path).matchAll(/^<Live ([^>]*)\/>/gm)].map((match) => [path, Object.fromEntries([...match[1].matchAll(/(\w+)="([^"]*)"/g)].map((pair) => pair.slice(1)))]));
  assert.ok(live.length >= 15);
  for (const [path, { robot, quantity, method, ...others }] of live) {
    assert.deepEqual(others, {}, path);
    assert.ok(robots.includes(robot), `${path}: robot ${robot}`);
    assert.ok(quantities.includes(quantity), `${path}: quantity ${quantity}`);
    if (method) assert.ok(rows.includes(`"${method}"`), `${path}: method ${method}`);
    if (path.startsWith(join('docs', 'papers'))) assert.ok(method, `${path} shows no method`);
  }
});

test('comments, which hold code for the tests, are not shown', () => {
  assert.equal(render('<!-- snippet\nint x;\n-->\ntext\n', page()).html.includes('int x'), false);
});

test('a word in angle brackets is an error that names the page', () => {
  assert.throws(() => render('use <ROBOT> here', page()), /a\.md: <ROBOT> is neither text nor an element/);
});

test('a formula that cannot be set is an error that names the page', () => {
  assert.throws(() => render('$\\frac{1}$', page()), /a\.md: formula/);
});

test('amounts of money are not formulas', () => {
  assert.equal(render('it costs $5 or $6', page()).html, '<p>it costs $5 or $6</p>\n');
});

test('symbols of a formula get their meanings, with their index first', () => {
  const symbols = symbolTable('## Symbols\n\n| symbol | meaning |\n| --- | --- |\n| $\\hat M_i$ | articulated inertia |\n| q̇ | velocity |\n| $q_d$ | desired position |\n| q | position |\n');
  assert.deepEqual([...symbols.values()], ['articulated inertia', 'velocity', 'desired position', 'position']);
  const tips = (tex) => {
    const { text, finish } = annotate(tex, symbols);
    return finish([...text.matchAll(/\\htmlData\{(k=\d+)\}/g)].map((m) => ` data-${m[1].replace('=', '="')}"`).join(''));
  };
  assert.equal(tips('\\hat M_{i-1} \\dot q_i'), ' data-tip="articulated inertia" data-tip="velocity"');
  assert.equal(tips('q_d - q'), ' data-tip="desired position" data-tip="position"');
  assert.equal(tips('\\text{q} + x^q + x_q'), '');
});

test('a page gives a letter its own meaning, whatever it means elsewhere', () => {
  const all = new Map([['g', 'gravity torques'], ['q', 'positions'], ['k_#', 'axis']]);
  const symbols = symbolsOf(all, '## Symbols\n\n| symbol | meaning |\n| --- | --- |\n| $g_j$ | influence coefficients |\n');
  const tip = (text) => /data-tip="([^"]*)"/.exec(typeset(text, symbols, escapeHtml))?.[1];
  assert.deepEqual([tip('g_i'), tip('q_1'), tip('k_2')], ['influence coefficients', 'positions', 'axis']);
  const { text } = annotate('k \\ge j, g', symbols);
  assert.equal(text, 'k \\ge j, \\htmlData{k=0}{g}');
});

test('symbols in plain text are typeset, words are not', () => {
  const symbols = new Map([['M\u0302', 'inertia']]);
  assert.equal(typeset('M̂_i-1 = 2', symbols, escapeHtml), '<span class="m" data-tip="inertia"><i>M̂</i><sub>i−1</sub></span> = 2'.normalize('NFC'));
  const more = new Map([['M', 'of the arm'], ['M_#', 'of a link'], ['S', 'axis']]);
  const tip = (text) => /data-tip="([^"]*)"/.exec(typeset(text, more, escapeHtml))?.[1];
  assert.deepEqual(['M', 'M_i', 'M_ij', 'M_12', 'M_i-1'].map(tip), ['of the arm', 'of a link', 'of the arm', 'of the arm', 'of a link']);
  assert.deepEqual(['S. K. Saha', 'step S', '3M 2S'].map(tip), [undefined, undefined, undefined]);
  for (const plain of ['find_package', 'x86_64', 'a word', 'snake_case_i', 'C++', 'd_i_j']) assert.equal(typeset(plain, symbols, escapeHtml), plain);
});

test('rows of PAPERS.md link equations, functions and tests', () => {
  const text = '## 002\n\n| equation | what | code | test | status |\n|---|---|---|---|---|\n| (12) | x | a/b.hpp: f, g | t.cpp: T.Works | as printed |\n';
  const rows = paperRows(text);
  assert.deepEqual(rows[0].code, [{ file: 'a/b.hpp', functions: ['f', 'g'] }]);
  const linked = linkedPapers(text, rows, (file, name) => `${file}#${name}`, () => undefined);
  assert.match(linked, /<a id="002-12" href="#002-12">/);
  assert.match(linked, /\[g\]\(a\/b\.hpp#g\)/);
  assert.match(linked, /\(t\.cpp#T\.Works\)/);
});

test('names are found where they are declared', () => {
  const source = '// f(x) is called below\nstruct S {};\nvoid f(int x) {\n  return f(x);\n}\nTEST(G, Works) {}\n';
  assert.equal(lineOf(source, 'f'), 3);
  assert.equal(lineOf(source, 'S'), 2);
  assert.equal(lineOf(source, 'G.Works'), 6);
});

test('the fields of a header are read', () => {
  const { text, fields } = headComment('// SPDX\n// What.\n//\n// Cost     2n mul,\n//          3n add\n#pragma once\n');
  assert.equal(text, 'What.');
  assert.equal(fields.Cost, '2n mul, 3n add');
});

test('coloured text is cut into lines that are complete', () => {
  assert.deepEqual(lines('<span class="c">a\nb</span>c'), ['<span class="c">a</span>', '<span class="c">b</span>c']);
});

test('addresses', () => {
  assert.equal(address('docs/papers/udut.md'), 'papers/udut.html');
  assert.equal(address('PAPERS.md'), 'equations.html');
  assert.equal(address('docs/decisions/README.md'), 'decisions/index.html');
  assert.equal(address('README.md'), 'index.html');
});
