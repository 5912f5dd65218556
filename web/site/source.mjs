// SPDX-License-Identifier: Apache-2.0
// Source files and folders as pages: every file that a page of the site links to can be read in the site, line by line.
import { escapeHtml, highlight } from './markdown.mjs';

const kinds = { hpp: 'cpp', cpp: 'cpp', h: 'cpp', py: 'python', toml: 'toml', sh: 'bash', md: 'markdown', mjs: 'javascript', ts: 'typescript', txt: 'cmake', cmake: 'cmake', json: 'json', urdf: 'xml', csv: '', css: 'css' };

// Coloured text, cut into lines: what is open at the end of a line is closed and opened again.
export function lines(html) {
  const open = [];
  return html.split('\n').map((line) => {
    const before = open.join('');
    for (const tag of line.matchAll(/<span[^>]*>|<\/span>/g)) tag[0] === '</span>' ? open.pop() : open.push(tag[0]);
    return before + line + '</span>'.repeat(open.length);
  });
}

export function sourcePage(path, text) {
  const kind = kinds[path.replace(/.*\./, '')] ?? '';
  const rows = lines(highlight(text.replace(/\n$/, ''), kind)).map((line, k) => `<span id="L${k + 1}"><a class="n" href="#L${k + 1}" aria-label="line ${k + 1}"></a>${line}\n</span>`);
  return `<h1>${escapeHtml(path.replace(/.*\//, ''))}</h1>\n<p><code>${escapeHtml(path)}</code></p>\n<div class="code source"><pre tabindex="0"><code class="hljs">${rows.join('')}</code></pre></div>\n`;
}

// `entries`: [[name, address]]
export function folderPage(path, entries) {
  const items = entries.map(([name, target]) => `<li><a href="${target}"><code>${escapeHtml(name)}</code></a></li>`).join('\n');
  return `<h1>${escapeHtml(path)}</h1>\n<ul>\n${items}\n</ul>\n`;
}
