// SPDX-License-Identifier: Apache-2.0
// The frame of every page: the bar with the search, the side bar, the contents of the page, previous and next.
import { escapeHtml } from './markdown.mjs';

const icon = (path) => `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">${path}</svg>`;
const sun = icon('<circle cx="12" cy="12" r="4"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9l2.1 2.1M17 17l2.1 2.1M4.9 19.1 7 17M17 7l2.1-2.1"/>');
const menu = icon('<path d="M4 6h16M4 12h16M4 18h16"/>');

// `nav`: [{ title, pages: [{ title, address }] }]; all addresses are from the root of the site, `up` leads there.
export function frame({ title, description, body, headings = [], nav, here, up, previous, next, wide = false, home = false }) {
  const at = (address) => escapeHtml(up + address);
  const side = nav
    .map((section) => {
      const open = home ? true : section.pages.some((page) => page.address === here);
      const items = section.pages
        .map((page) => `<li><a href="${at(page.address)}"${page.address === here ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`)
        .join('');
      return `<details${open ? ' open' : ''}><summary>${escapeHtml(section.title)}</summary><ul>${items}</ul></details>`;
    })
    .join('\n');
  const outline = headings.filter((h) => h.level === 2 || (h.level === 3 && headings.length <= 24));
  const contents = outline.length > 1 && !wide
    ? `<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${outline.map((h) => `<li class="l${h.level}"><a href="#${escapeHtml(h.anchor)}">${escapeHtml(h.content)}</a></li>`).join('')}</ul></nav>`
    : '';
  const turn = (page, word, kind) => (page ? `<a class="${kind}" href="${at(page.address)}"><small>${word}</small>${escapeHtml(page.title)}</a>` : '<span></span>');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}${home ? '' : ' · Catena'}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="${at('theme/icon.svg')}">
<link rel="stylesheet" href="${at('theme/katex/katex.css')}">
<link rel="stylesheet" href="${at('theme/style.css')}">
<script>try{document.documentElement.dataset.theme=localStorage.getItem('catena-theme')||''}catch{}</script>
</head>
<body${home ? ' class="home"' : ''} data-up="${escapeHtml(up)}">
<a class="skip" href="#content">Skip to the text</a>
<header>
<button id="menu" aria-label="Pages" aria-expanded="false" aria-controls="side">${menu}</button>
<a class="brand" href="${at('index.html')}"><img src="${at('theme/icon.svg')}" alt="" width="26" height="26">Catena</a>
<div class="find" role="search"><input id="find" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" aria-controls="found" disabled><div id="found" hidden></div></div>
<button id="theme" aria-label="Dark or light">${sun}</button>
</header>
<div class="page${wide ? ' wide' : ''}">
<nav id="side" aria-label="Pages">
${side}
</nav>
<main id="content">
${body}
${previous || next ? `<nav class="turn" aria-label="Previous and next page">${turn(previous, 'Previous', 'previous')}${turn(next, 'Next', 'next')}</nav>` : ''}
</main>
${contents}
</div>
<script src="${at('theme/site.js')}"></script>
</body>
</html>
`;
}
