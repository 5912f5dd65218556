// SPDX-License-Identifier: Apache-2.0
// Builds the documentation as a folder of plain HTML pages that load nothing from elsewhere, from a server or by file://:
//   node build.mjs OUT [--reference FOLDER] [--playground PAGE.html] [--reports FOLDER]
// The pages are those of docs/, the top-level documents, and the reference that tools/reference writes into FOLDER. OUT is replaced.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { elements } from './elements.mjs';
import { escapeHtml, render } from './markdown.mjs';
import { headerBox, methodBox, methodCode, withEquations } from './methods.mjs';
import { notebook } from './notebook.mjs';
import { address, sections, unlisted } from './pages.mjs';
import { anchorOf, lineOf, linkedPapers, paperRows } from './papers.mjs';
import { writeIndex } from './search.mjs';
import { folderPage, sourcePage } from './source.mjs';
import { symbolTable, symbolsOf } from './symbols.mjs';
import { frame } from './template.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reference: { type: 'string' }, playground: { type: 'string' }, reports: { type: 'string' } },
});
const out = positionals[0];
if (!out) {
  console.error('usage: node build.mjs OUT [--reference FOLDER] [--playground PAGE.html] [--reports FOLDER]');
  process.exit(2);
}

// --- what there is ---------------------------------------------------------------------------------------
const below = (folder, prefix) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? below(join(folder, entry.name), `${prefix}/${entry.name}`) : [[`${prefix}/${entry.name}`, join(folder, entry.name)]]);
const files = new Map(below(join(root, 'docs'), 'docs').filter(([name]) => /\.(md|ipynb)$/.test(name)));
for (const name of ['CONTRIBUTING.md', 'NOTATION.md', 'PAPERS.md', 'CHANGELOG.md', 'SECURITY.md', 'bench/README.md']) files.set(name, join(root, name));
if (values.reference) for (const [name, path] of below(values.reference, 'reference')) files.set(name, path);
const texts = new Map([...files].map(([name, path]) => [name, readFileSync(path, 'utf8')]));
const isPage = (name) => texts.has(name);

// --- the order of the pages ------------------------------------------------------------------------------
const listed = new Set(sections.flatMap((section) => section.pages.map(([name]) => name)));
const wanted = sections.map((section) => ({ title: section.title, pages: section.pages.filter(([name, , optional]) => isPage(name) || !(optional || name.startsWith('reference/'))) }));
for (const [name] of wanted.flatMap((section) => section.pages)) if (!isPage(name)) throw new Error(`web/site/pages.mjs lists ${name}, which does not exist`);
const more = [...texts.keys()].filter((name) => !listed.has(name) && !unlisted.some(([pattern]) => pattern.test(name))).sort();
if (more.length) wanted.push({ title: 'More', pages: more.map((name) => [name, /^# (.*)/m.exec(texts.get(name))?.[1] ?? name]) });
const nav = wanted.filter((section) => section.pages.length).map((section) => ({ title: section.title, pages: section.pages.map(([name, title]) => ({ title, address: address(name), name })) }));
const order = nav.flatMap((section) => section.pages);

// --- links -----------------------------------------------------------------------------------------------
const sources = new Set(); // files and folders of the repository that pages link to
const assets = new Set();
// The files of the source tree, without what is built or fetched.
const skipped = /^(\.git|node_modules|__pycache__|build.*|dist|\.lock|\.mypy_cache|\.pytest_cache)$/;
const walk = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.test(entry.name) && !(folder.startsWith('python') && entry.name === 'build_backend')) return [];
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    return entry.isDirectory() ? walk(path) : [path];
  });
const tracked = new Set(walk(''));
const folders = new Set([...tracked].flatMap((name) => name.split('/').slice(0, -1).map((_, k, parts) => parts.slice(0, k + 1).join('/'))));
const sourceAddress = (path) => `source/${path}${folders.has(path) ? '/index' : ''}.html`;
const problems = [];

// The address in the site of a path of the repository, or undefined.
function target(path) {
  if (path === 'README.md') return 'index.html';
  if (isPage(path)) return address(path);
  if (folders.has(path) && isPage(`${path}/README.md`)) return address(`${path}/README.md`);
  if (/^docs\/.*\.(svg|png|csv)$/.test(path) && tracked.has(path)) {
    assets.add(path);
    return path.replace(/^docs\//, '');
  }
  if (!tracked.has(path) && !folders.has(path)) return undefined;
  sources.add(path);
  return sourceAddress(path);
}

const shorthands = ['', 'include/catena/', 'include/catena/core/', 'include/catena/core/algo/', 'docs/', 'src/', 'include/'];
const rows = paperRows(texts.get('PAPERS.md'));
const rowAt = new Map(rows.map((row) => [anchorOf(row), row]));
const content = new Map();
const textOf = (path) => content.get(path) ?? content.set(path, readFileSync(join(root, path), 'utf8')).get(path);
const methodPage = (file) => {
  const stem = /^include\/catena\/core\/algo\/(\w+)\.hpp$/.exec(file)?.[1];
  return stem && isPage(`docs/papers/${stem}.md`) ? `docs/papers/${stem}.md` : undefined;
};
const referencePage = (file) => {
  const name = file.replace(/^include\/catena\//, 'reference/cpp/').replace(/\.hpp$/, '.md');
  return isPage(name) ? name : undefined;
};
const place = (file, name) => `${file}#L${lineOf(textOf(file), name)}`;

// --- pages -----------------------------------------------------------------------------------------------
const globalSymbols = symbolTable(texts.get('NOTATION.md'));
const documents = []; // for the search
const built = new Map(); // address -> HTML
const hasPlayground = Boolean(values.playground && existsSync(values.playground));
const hasReport = (name) => Boolean(values.reports && existsSync(join(values.reports, name)));

function build(name) {
  const at = address(name);
  const up = '../'.repeat(at.split('/').length - 1);
  const generated = name.startsWith('reference/');
  let text = name.endsWith('.ipynb') ? notebook(texts.get(name)) : texts.get(name);
  if (name === 'PAPERS.md') text = linkedPapers(text, rows, place, methodPage, referencePage);
  const theory = /^docs\/papers\/(?!rivals)|^docs\/theory\.md|^NOTATION|^docs\/derivatives|^docs\/glossary|^reference\/cpp\/core\/(algo|math|model)\//.test(name);
  const own = name.startsWith('reference/cpp/') && methodPage(name.replace(/^reference\/cpp\//, 'include/catena/').replace(/\.md$/, '.hpp'));
  const symbols = symbolsOf(globalSymbols, own ? texts.get(own) : text);
  const resolve = (href, what) => {
    if (/^(https?:|mailto:)/.test(href)) return href;
    const [path, anchor] = href.split('#');
    if (!path) return href;
    const base = generated || name === 'PAPERS.md' ? '' : dirname(name);
    const full = posix.normalize(posix.join(base === '.' ? '' : base, decodeURI(path))).replace(/\/$/, '');
    const found = target(full);
    if (found === undefined) {
      problems.push(`${name}: the ${what} ${href} leads to ${full}, which does not exist`);
      return '#';
    }
    return up + found + (anchor === undefined ? '' : `#${anchor}`);
  };
  const page = {
    where: name,
    symbols,
    theory,
    link: (href) => resolve(href, 'link'),
    // the title of the page that a link leads to, instead of the name of its file
    named: (href, text) => {
      if (!/^[\w/.]+\.md$/.test(text)) return undefined;
      const path = posix.normalize(posix.join(generated || name === 'PAPERS.md' ? '' : dirname(name), href.split('#')[0]));
      return order.find((entry) => entry.name === path)?.title;
    },
    image: (src) => resolve(src, 'image'),
    code: (code) => {
      if (!/^[\w./-]+\.(hpp|cpp|py|md|toml|sh|mjs|txt|ts|ipynb|csv|svg)$/.test(code)) return undefined;
      const found = shorthands.map((before) => before + code).find((path) => (tracked.has(path) && !path.startsWith('docs/reproduction/')) || isPage(path));
      if (!found || found === name) return undefined;
      const reference = referencePage(found);
      return up + (reference && !generated ? address(reference) : target(found));
    },
    equation: (paper, equation) => (rowAt.has(`${paper}-${equation}`) && name !== 'PAPERS.md' ? `${up}${address('PAPERS.md')}#${paper}-${equation}` : undefined),
    element: (element, attributes) => elements(element, attributes, { up, root, hasPlayground, hasReport }),
  };
  const made = render(text, page);
  const context = { up, rows, address, referencePage, methodPage, isPage, textOf, tracked, anchorOf, target };
  let body = made.html;
  const method = /^docs\/papers\/(\w+)\.md$/.exec(name)?.[1];
  if (method) {
    body = body.replace(/<\/h1>\n/, (end) => end + methodBox(method, context));
    const code = methodCode(method, context);
    const after = made.headings.findIndex((heading) => heading.anchor === 'by-hand-two-rods');
    if (code && after >= 0) {
      body = body.replace('<h2 id="by-hand-two-rods"', (next) => code + next);
      made.headings.splice(after, 0, { level: 2, content: 'The code', anchor: 'code' });
    }
  }
  if (/^reference\/cpp\//.test(name)) body = withEquations(body.replace(/<\/h1>\n/, (end) => end + headerBox(name, context)), name, context);
  const k = order.findIndex((entry) => entry.name === name);
  const parent = k < 0 ? unlisted.find(([pattern]) => pattern.test(name))?.[1] : undefined;
  const first = made.sections.flatMap((section) => section.words)[0] ?? made.title;
  built.set(at, frame({
    title: made.title || name,
    description: first.replace(/\s+/g, ' ').slice(0, 160),
    body,
    headings: made.headings,
    nav,
    here: k < 0 && parent ? address(parent) : at,
    up,
    previous: k > 0 ? order[k - 1] : undefined,
    next: k >= 0 && k + 1 < order.length ? order[k + 1] : undefined,
    wide: /^PAPERS|^docs\/index/.test(name),
    home: name === 'docs/index.md',
  }));
  for (const section of made.sections)
    documents.push({ page: made.title, title: section.title, address: at + (section.anchor ? `#${section.anchor}` : ''), text: section.words.join(' ') });
}

for (const name of texts.keys()) build(name);

// Files and folders that pages link to. Those of a folder may link to others.
const done = new Set();
for (const file of tracked) if (/^include\/.*\.hpp$/.test(file)) sources.add(file);
while (done.size < sources.size) {
  for (const path of [...sources]) {
    if (done.has(path)) continue;
    done.add(path);
    const at = sourceAddress(path);
    const up = '../'.repeat(at.split('/').length - 1);
    let body;
    if (folders.has(path)) {
      const inside = new Set([...tracked].filter((name) => name.startsWith(`${path}/`)).map((name) => name.slice(path.length + 1).split('/')[0]));
      const few = inside.size <= 60;
      body = folderPage(path, [...inside].sort().map((entry) => [entry, few || !folders.has(`${path}/${entry}`) ? up + target(`${path}/${entry}`) : '#']));
    } else if (statSync(join(root, path)).size > 400_000 || /\.(png|npz|npy)$/.test(path)) {
      body = `<h1>${escapeHtml(path)}</h1><p>This file is too large to be shown here; it is in the source tree.</p>`;
    } else body = sourcePage(path, textOf(path));
    const reference = referencePage(path);
    if (reference) body = body.replace('</h1>\n', `</h1>\n<p><a href="${up}${address(reference)}">Reference of this header</a></p>\n`);
    built.set(at, frame({ title: path.replace(/.*\//, ''), description: path, body, nav, here: '', up, wide: true }));
  }
}

if (problems.length) {
  console.error(problems.join('\n'));
  process.exit(1);
}

// --- write -----------------------------------------------------------------------------------------------
rmSync(out, { recursive: true, force: true });
const write = (name, data) => {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), data);
};
for (const [name, html] of built) write(name, html);
for (const name of assets) write(name.replace(/^docs\//, ''), readFileSync(join(root, name)));
for (const name of ['style.css', 'site.js', 'icon.svg']) write(`theme/${name}`, readFileSync(join(here, 'theme', name)));
const katex = join(here, 'node_modules/katex/dist');
const css = readFileSync(join(katex, 'katex.min.css'), 'utf8').replace(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, '');
write('theme/katex/katex.css', css);
for (const font of readdirSync(join(katex, 'fonts')).filter((name) => name.endsWith('.woff2'))) write(`theme/katex/fonts/${font}`, readFileSync(join(katex, 'fonts', font)));
writeIndex(documents, write, here);
if (hasPlayground) write('playground/index.html', readFileSync(values.playground));
if (values.reports && existsSync(values.reports)) cpSync(values.reports, join(out, 'reports'), { recursive: true });

const size = (folder) => readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => sum + (entry.isDirectory() ? size(join(folder, entry.name)) : statSync(join(folder, entry.name)).size), 0);
console.log(`${out}: ${built.size} pages, ${(size(out) / 1e6).toFixed(1)} MB; open ${join(out, 'index.html')}`);
