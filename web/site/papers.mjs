// SPDX-License-Identifier: Apache-2.0
// The rows of PAPERS.md: which code implements which equation. They link the page of the papers, the pages of the methods and
// the reference to each other.

// [{ paper, equation, what, code: [{ file, functions }], tests: [{ file, name }], status, line }]
export function paperRows(text) {
  const rows = [];
  let paper;
  text.split('\n').forEach((line, k) => {
    const heading = /^## (\d{3})\b/.exec(line);
    if (line.startsWith('## ')) paper = heading?.[1];
    const cells = paper && line.startsWith('| (') ? line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim()) : undefined;
    if (!cells) return;
    const places = (cell) => cell.split(';').map((one) => /^(\S+): (.*)$/.exec(one.trim())).filter(Boolean);
    rows.push({
      paper,
      equation: /^\((.*)\)$/.exec(cells[0])[1],
      what: cells[1],
      code: places(cells[2]).map(([, file, names]) => ({ file, functions: names.split(',').map((name) => name.trim()) })),
      tests: places(cells[3]).map(([, file, name]) => ({ file, name })),
      status: cells[4],
      line: k,
    });
  });
  return rows;
}

export const anchorOf = (row) => `${row.paper}-${row.equation}`;

// Long names may be broken before capitals and underscores.
const breakable = (name) => name.replace(/(?<=[a-z0-9.])(?=[A-Z])|(?=_)/g, '\u200b').replace('.', '.\u200b');

// PAPERS.md with an anchor for each row, and links from its functions and tests to the lines where they are.
// `place(file, name)` -> an address from the root of the repository; `page(file)` and `reference(file)` -> the pages of a method and of a
// header, or undefined.
export function linkedPapers(text, rows, place, page, reference = () => undefined) {
  const lines = text.split('\n');
  for (const row of rows) {
    const cells = lines[row.line].split(/(?<!\\)\|/);
    cells[1] = ` <a id="${anchorOf(row)}" href="#${anchorOf(row)}">(${row.equation})</a> `;
    const code = row.code.map(({ file, functions }) => {
      const links = functions.map((name) => `[${breakable(name)}](${place(file, name)})`).join(', ');
      const stem = file.replace(/.*\//, '');
      const method = page(file);
      return `${links} in [${breakable(stem)}](${reference(file) ?? file})${method ? ` ([theory](${method}))` : ''}`;
    });
    if (code.length) cells[3] = ` ${code.join('; ')} `;
    const tests = row.tests.map(({ file, name }) => `[${breakable(name)}](${place(file, name)})`);
    if (tests.length) cells[4] = ` ${tests.join('; ')} `;
    lines[row.line] = cells.join('|');
  }
  return lines.join('\n');
}

// The fields of the comment at the head of a header: { text, fields: { Paper: ..., Cost: ... } }.
export function headComment(source) {
  const lines = [];
  for (const line of source.split('\n')) {
    if (!line.startsWith('//')) break;
    if (!line.includes('SPDX')) lines.push(line.replace(/^\/\/ ?/, ''));
  }
  const fields = {};
  const text = [];
  let current;
  for (const line of lines) {
    const field = /^([A-Z][a-z]+)  ?\s*(\S.*)$/.exec(line);
    if (field && /^(Paper|Source|Symbols|Frames|Differs|Misprint|Cost)$/.test(field[1])) {
      current = field[1];
      fields[current] = field[2];
    } else if (current && /^ {2,}/.test(line)) fields[current] += ` ${line.trim()}`;
    else {
      current = undefined;
      text.push(line);
    }
  }
  return { text: text.join('\n').trim(), fields };
}

// Where a name is declared: the number of its line, from 1; 1 if it is not found.
export function lineOf(source, name) {
  const [group, test] = name.split('.');
  const patterns = test
    ? [new RegExp(`\\w+\\(\\s*${group}\\s*,\\s*${test}\\b`), new RegExp(`\\b${test}\\b`)]
    : [new RegExp(`^(?!\\s*(?://|return\\b)).*[\\w>&*\\]] +[&*]?${name}\\(`, 'm'), new RegExp(`\\b(?:struct|class|enum|concept)\\b[^;]*\\b${name}\\b`), new RegExp(`\\b${name}\\b`)];
  for (const pattern of patterns) {
    const match = pattern.exec(source);
    if (match) return source.slice(0, match.index + match[0].length).split('\n').length;
  }
  return 1;
}
