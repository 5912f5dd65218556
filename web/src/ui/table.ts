// SPDX-License-Identifier: Apache-2.0
// Tables of the report. A click on a column's name sorts. A long table shows its first rows, and more on demand.
import type { Cell, TableSection } from '../sections';
import { shortNumber } from '../format';
import { tableCsv } from './csv';
import { element } from './element';
import { csvButton } from './saving';

const page = 250; // rows at once

// A table that is a section of its own, with a button that saves it.
export function tableSection(section: TableSection): HTMLElement {
  return element('div', { class: 'own-table' }, element('div', { class: 'chart-tools' }, element('span', { class: 'data-tools' }, csvButton(section.title || 'Table', () => tableCsv(section)))), makeTable(section));
}

export function makeTable(section: TableSection): HTMLElement {
  const body = element('tbody');
  const head = element('tr');
  const more = element('button', { type: 'button', class: 'text more' });
  let order = section.rows;
  let shown = 0;
  const buttons = section.columns.map((column, k) => {
    const button = element('button', { type: 'button', title: 'Sort' }, column.name);
    if (column.unit) button.append(element('span', { class: 'unit' }, column.unit));
    button.addEventListener('click', () => sort(k));
    const cell = element('th', { scope: 'col', class: column.align }, button);
    head.append(cell);
    return cell;
  });

  function sort(k: number): void {
    const rising = buttons[k]!.getAttribute('aria-sort') !== 'ascending';
    buttons.forEach((button) => button.removeAttribute('aria-sort'));
    buttons[k]!.setAttribute('aria-sort', rising ? 'ascending' : 'descending');
    order = [...section.rows].sort((a, b) => compare(a[k]!, b[k]!, rising ? 1 : -1));
    body.replaceChildren();
    shown = 0;
    showMore();
  }

  function showMore(): void {
    const next = order.slice(shown, shown + page);
    body.append(...next.map((cells) => makeRow(cells, section)));
    shown += next.length;
    more.hidden = shown >= order.length;
    more.textContent = `${shown} of ${order.length} rows: show ${Math.min(page, order.length - shown)} more`;
  }

  more.addEventListener('click', showMore);
  showMore();
  const table = element('table', {}, element('thead', {}, head), body);
  const cue = element('p', { class: 'scroll-cue', 'aria-hidden': 'true' }, '\u2194 Scroll sideways for more columns');
  cue.hidden = true;
  const box = element('div', { class: 'card table', tabindex: 0, role: 'region', 'aria-label': section.title }, cue, table, more);
  const update = () => (cue.hidden = box.scrollWidth <= box.clientWidth + 1);
  const watch = new ResizeObserver(update);
  for (const each of [box, table]) watch.observe(each);
  return box;
}

function makeRow(cells: Cell[], section: TableSection): HTMLTableRowElement {
  const row = element('tr');
  cells.forEach((cell, k) => {
    const numeric = typeof cell.text === 'number';
    const short = String(cell.text).length <= 28 ? ' short' : ''; // a few words stay on one line
    const out = element('td', { class: section.columns[k]!.align + short });
    if (numeric) {
      out.textContent = shortNumber(cell.text as number, 6);
      out.title = String(cell.text);
    } else if (cell.mark === 'none') {
      out.textContent = String(cell.text);
    }
    if (cell.mark !== 'none') {
      const text = out.textContent || String(cell.text);
      out.replaceChildren(element('span', { class: `mark ${cell.mark}` }, text));
    }
    row.append(out);
  });
  return row;
}

// Missing values come last in either order.
function compare(a: Cell, b: Cell, sign: number): number {
  if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
  if (typeof a.text === 'number' && typeof b.text === 'number') return sign * (a.text - b.text);
  return sign * String(a.text).localeCompare(String(b.text), 'en', { numeric: true });
}
