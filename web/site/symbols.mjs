// SPDX-License-Identifier: Apache-2.0
// What a symbol means, shown when the reader points at it. The meanings come from tables in the pages: NOTATION.md has those of all
// pages, and a page of a paper has its own under the heading "Symbols". The first column of such a table has the symbols,
// the second their meanings. A symbol is looked up with its index (q_d) and, if that is not in the table, without it (q).

const accents = { hat: '\u0302', tilde: '\u0303', bar: '\u0304', dot: '\u0307', ddot: '\u0308', ring: '\u030a' };
const letters = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', varepsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', kappa: 'κ',
  lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', varphi: 'φ', psi: 'ψ', omega: 'ω',
  Gamma: 'Γ', Delta: 'Δ', Lambda: 'Λ', Sigma: 'Σ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω', Pi: 'Π',
};
const opaque = new Set(['text', 'mathrm', 'operatorname', 'begin', 'end', 'tag', 'textbf', 'textit', 'mathit', 'mathbf', 'mathtt', 'texttt']); // their argument has no symbols

const escapeAttribute = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// The parts of a formula: { text, symbol } where symbol is its letter with accents, or undefined; `index` is what follows after "_".
export function atoms(tex) {
  const found = [];
  let at = 0;
  const push = (end, symbol) => {
    const index = symbol && /^_(?:\{([^{}]*)\}|([A-Za-z0-9]))/.exec(tex.slice(end));
    found.push({ text: tex.slice(at, end), symbol, index: index ? (index[1] ?? index[2]) : undefined });
    at = end;
  };
  while (at < tex.length) {
    const rest = tex.slice(at);
    const command = /^\\([A-Za-z]+)\s*/.exec(rest);
    if (command) {
      const name = command[1];
      const end = at + command[0].length;
      if (opaque.has(name)) {
        const group = /^\{[^{}]*\}/.exec(tex.slice(end));
        push(end + (group ? group[0].length : 0));
      } else if (name in accents) {
        const inner = /^(?:\{\s*)?(?:\\([A-Za-z]+)|([A-Za-z]))(?:\s*\})?/.exec(tex.slice(end));
        const letter = inner && (inner[2] ?? letters[inner[1]]);
        if (letter) push(end + inner[0].length, (letter + accents[name]).normalize('NFD'));
        else push(end);
      } else push(at + 1 + name.length, letters[name]);
    } else if (/^[_^]\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|.)/.test(rest)) push(at + /^[_^]\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|.)/.exec(rest)[0].length); // an index or exponent: no symbols
    else if (/^[A-Za-z]/.test(rest)) push(at + 1, rest[0]);
    else push(at + 1);
  }
  return found;
}

// M_ij is an element of the matrix M, while M_i belongs to link i: indices of one and of two numbers are kept apart, named ones
// (q_d) as they are.
const kind = (index) => (/^[ijklmn\d](?:[+-]\d)?$/.test(index) ? '#' : /^[ijklmn\d](?:[+-]\d)?,?[ijklmn\d](?:[+-]\d)?$/.test(index) ? '##' : index);
const meaningOf = (table, symbol, index) => {
  const lone = index === undefined && !/^[ijklmn]$/.test(symbol); // these letters alone are numbers of joints and links
  const order = index === undefined ? (lone ? ['', '_##', '_#'] : ['']) : kind(index) === '##' ? ['_##', '', '_#'] : kind(index) === '#' ? ['_#', ''] : [`_${index}`, ''];
  for (const end of order) if (table.has(symbol + end)) return table.get(symbol + end);
  return undefined;
};

// The formula with a mark around each symbol of the table, for KaTeX (option trust); `finish` puts the meanings in.
export function annotate(tex, table) {
  const tips = [];
  const text = atoms(tex)
    .map(({ text: piece, symbol, index }) => {
      const meaning = symbol && meaningOf(table, symbol, index);
      if (!meaning) return piece;
      tips.push(meaning);
      return `\\htmlData{k=${tips.length - 1}}{${piece.trimEnd()}}`;
    })
    .join('');
  const finish = (html) => html.replace(/ data-k="(\d+)"/g, (_, k) => ` data-tip="${escapeAttribute(tips[Number(k)])}"`);
  return { text, finish };
}

const combining = '[\\u0302\\u0303\\u0304\\u0307\\u0308\\u030a]';
// Symbols in plain text, such as M̂_i-1, q̈ or D^½: one letter, with an accent, an index or an exponent.
export const inText = new RegExp(
  `(?<![\\p{L}\\p{N}_.\\u0302-\\u0308])(\\p{L})(${combining}*)(?:_((?:[A-Za-z0-9]+)(?:,[a-z0-9]+)*(?:[+-][0-9]+)?(?:,[a-z](?:[+-][0-9])?)?))?([ᵀ']*)(?:\\^([-+]?[0-9½A-Za-z]+))?(?![\\p{L}\\p{N}\\u0302-\\u0308_]|\\+\\+)`,
  'gu',
);

// HTML of plain text with its symbols typeset.
export function typeset(text, table, escape) {
  const source = text.normalize('NFD');
  let out = '';
  let last = 0;
  for (const match of source.matchAll(inText)) {
    const [whole, letter, accent, index, prime, exponent] = match;
    const symbol = letter + accent;
    const meaning = meaningOf(table, symbol, index);
    // a letter alone is a symbol only if it is in the table, and not a word or a number of operations (A: additions)
    if (!accent && index === undefined && exponent === undefined && !(meaning && /[\u0370-\u03ffB-HJ-Z]/.test(letter))) continue;
    const before = source.slice(0, match.index);
    const lone = !accent && index === undefined && exponent === undefined;
    // initials of names, and letters that are names of sections, steps and languages
    if (lone && (/^\. ?\p{Lu}|^\(n/u.test(source.slice(match.index + whole.length)) || /\p{Lu}\. $/u.test(before) || /(?:appendix|table|steps?|sweeps?) (?:\p{Lu}, )*(?:\p{Lu} and )?$/iu.test(before))) continue;
    out += escape(source.slice(last, match.index).normalize('NFC'));
    const tip = meaning ? ` class="m" data-tip="${escapeAttribute(meaning)}"` : ' class="m"';
    const down = index === undefined ? '' : `<sub>${escape(index.replace('-', '−'))}</sub>`;
    const up = exponent === undefined ? '' : `<sup>${escape(exponent.replace('-', '−'))}</sup>`;
    out += `<span${tip}><i>${escape(symbol.normalize('NFC'))}</i>${down}${prime.includes('ᵀ') ? '<sup>T</sup>' : ''}${escape(prime.replaceAll('ᵀ', ''))}${up}</span>`;
    last = match.index + whole.length;
  }
  return out + escape(source.slice(last).normalize('NFC'));
}

// The symbols of a page: its own, and of those of all pages the ones whose letters it does not use otherwise.
export function symbolsOf(all, page) {
  const own = symbolTable(page);
  const letters = new Set([...own.keys()].map((key) => key.replace(/_.*/, '')));
  return new Map([...[...all].filter(([key]) => !letters.has(key.replace(/_.*/, ''))), ...own]);
}

// The table under the heading "Symbols" of a page. A cell may hold several symbols, separated by blanks or commas.
export function symbolTable(page) {
  const table = new Map();
  const section = /^##+ Symbols[^\n]*\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(page);
  if (!section) return table;
  for (const row of section[1].split('\n')) {
    const cells = row.startsWith('|') ? row.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim()) : [];
    if (cells.length < 2 || /^[-: ]+$/.test(cells[0]) || /^symbols?$/i.test(cells[0])) continue;
    const meaning = cells[1].replace(/[`$]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const tex = [...cells[0].matchAll(/\$([^$]+)\$/g)].map((one) => one[1]);
    const plain = cells[0].replace(/\$[^$]+\$/g, ' ');
    for (const one of tex) {
      const first = atoms(one).find((atom) => atom.symbol);
      if (first) put(table, first.symbol, first.index, meaning);
    }
    for (const match of plain.normalize('NFD').matchAll(inText)) put(table, match[1] + match[2], match[3], meaning);
  }
  return table;
}

function put(table, symbol, index, meaning) {
  const key = index === undefined ? symbol : `${symbol}_${kind(index)}`;
  if (!table.has(key)) table.set(key, meaning);
}
