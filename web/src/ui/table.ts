// SPDX-License-Identifier: Apache-2.0
// Tables of the report. A click on a column's name sorts.
import type { Cell, TableSection } from '../document';
import { shortNumber } from '../format';
import { element } from './element';

export function makeTable(section: TableSection): HTMLElement {
  const body = element('tbody');
  const head = element('tr');
  const rows = section.rows.map((cells) => ({ cells, row: makeRow(cells, section) }));
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
    const sign = rising ? 1 : -1;
    const order = [...rows].sort((a, b) => sign * compare(a.cells[k]!, b.cells[k]!));
    body.replaceChildren(...order.map(({ row }) => row));
  }

  body.append(...rows.map(({ row }) => row));
  const table = element('table', {}, element('thead', {}, head), body);
  return element('div', { class: 'card table', tabindex: 0, role: 'region', 'aria-label': section.title }, table);
}

function makeRow(cells: Cell[], section: TableSection): HTMLTableRowElement {
  const row = element('tr');
  cells.forEach((cell, k) => {
    const numeric = typeof cell.text === 'number';
    const out = element('td', { class: section.columns[k]!.align });
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

function compare(a: Cell, b: Cell): number {
  if (typeof a.text === 'number' && typeof b.text === 'number') return a.text - b.text;
  return String(a.text).localeCompare(String(b.text), 'en', { numeric: true });
}
