// SPDX-License-Identifier: Apache-2.0
// The boxes that link a method's page, its headers and its equations to each other.
import { escapeHtml, highlight } from './markdown.mjs';
import { headComment } from './papers.mjs';

const algo = 'include/catena/core/algo/';

const equationLinks = (rows, { up, address, anchorOf }) => {
  const papers = [...new Set(rows.map((row) => row.paper))];
  return papers
    .map((paper) => {
      const links = rows.filter((row) => row.paper === paper).map((row) => `<a href="${up}${address('PAPERS.md')}#${anchorOf(row)}" title="${escapeHtml(row.what)}">(${escapeHtml(row.equation)})</a>`);
      return `paper ${paper}: ${links.join(' ')}`;
    })
    .join('; ');
};

// At the top of docs/papers/METHOD.md.
export function methodBox(method, context) {
  const { up, address, rows, referencePage, textOf, tracked, target } = context;
  const headers = [...tracked].filter((path) => path.startsWith(algo) && (path === `${algo}${method}.hpp` || path.startsWith(`${algo}${method}_`))).sort();
  if (!headers.length) return '';
  const equations = rows.filter((row) => row.code.some(({ file }) => headers.includes(file)));
  const test = `tests/core/algo/${method}_test.cpp`;
  const links = headers.map((path) => {
    const name = path.slice(algo.length);
    const reference = referencePage(path);
    return `<a href="${up}${reference ? address(reference) : target(path)}"><code>${name}</code></a> (<a href="${up}${target(path)}">source</a>)`;
  });
  const cost = headComment(textOf(headers.find((path) => path === `${algo}${method}.hpp`) ?? headers[0])).fields.Cost;
  const items = [`<dt>Code</dt><dd>${links.join(', ')}${tracked.has(test) ? `; <a href="${up}${target(test)}">test</a>` : ''}</dd>`];
  if (equations.length) items.push(`<dt>Equations</dt><dd>${equationLinks(equations, context)}</dd>`);
  if (cost) items.push(`<dt>Cost</dt><dd>${escapeHtml(cost)}</dd>`);
  return `<dl class="box">${items.join('')}</dl>\n`;
}

// At the top of the reference of a header.
export function headerBox(name, context) {
  const { up, address, rows, methodPage, target } = context;
  const file = name.replace(/^reference\/cpp\//, 'include/catena/').replace(/\.md$/, '.hpp');
  const items = [`<dt>Header</dt><dd><a href="${up}${target(file)}"><code>#include &lt;${escapeHtml(file.replace('include/', ''))}&gt;</code></a></dd>`];
  const page = methodPage(file);
  if (page) items.push(`<dt>Theory</dt><dd><a href="${up}${address(page)}">${page.replace(/.*\//, '').replace('.md', '')}</a></dd>`);
  const equations = rows.filter((row) => row.code.some((code) => code.file === file));
  if (equations.length) items.push(`<dt>Equations</dt><dd>${equationLinks(equations, context)}</dd>`);
  return `<dl class="box">${items.join('')}</dl>\n`;
}

// The code of a method, for its page: its header without the comment at its head. The tags of equations, such as "002 (12) (A10)", lead to
// their rows in PAPERS.md.
export function methodCode(method, context) {
  const { up, address, rows, anchorOf, tracked, textOf, target } = context;
  const path = `${algo}${method}.hpp`;
  if (!tracked.has(path)) return '';
  const known = new Set(rows.map(anchorOf));
  const code = textOf(path).replace(/^(?:\/\/.*\n)*#pragma once\n(?:\s*#include .*\n)*\s*/, '').trimEnd();
  const linked = highlight(code, 'cpp').replace(/\b(00[0-4])((?: \([A-Za-z0-9.]+\))+)/g, (whole, paper, tags) =>
    `${paper}${tags.replace(/\(([^)]+)\)/g, (tag, equation) => (known.has(`${paper}-${equation}`) ? `<a href="${up}${address('PAPERS.md')}#${paper}-${equation}">${tag}</a>` : tag))}`);
  return `<h2 id="code">The code<a class="anchor" href="#code" aria-label="link to this section"></a></h2>\n<p><a href="${up}${target(path)}"><code>${path}</code></a>; the numbers in parentheses are equations of the paper.</p>\n<details class="beside"><summary>Show the code</summary><div class="code"><pre tabindex="0"><code class="hljs">${linked}</code></pre></div></details>\n`;
}

// The reference of a header with, at each function, the equations that it implements.
export function withEquations(body, name, context) {
  const file = name.replace(/^reference\/cpp\//, 'include/catena/').replace(/\.md$/, '.hpp');
  return body.replace(/<div class="member" id="([\w-]+)">/g, (open, id) => {
    const rows = context.rows.filter((row) => row.code.some((code) => code.file === file && code.functions.includes(id)));
    return rows.length ? `${open}\n<p class="implements">Equations, ${equationLinks(rows, context)}</p>` : open;
  });
}
