// SPDX-License-Identifier: Apache-2.0
// The bar above a chart: choices, and buttons for its numbers and its picture.
import type { Cell, Column, TableSection } from '../sections';
import { tableCsv } from '../ui/csv';
import { element } from '../ui/element';
import { pictureOf } from '../ui/picture';
import { csvButton, pngButton } from '../ui/saving';
import { makeTable } from '../ui/table';
import { type Look, nameOf } from './look';

export function toolbar(...parts: HTMLElement[]): HTMLElement {
  return element('div', { class: 'chart-tools' }, ...parts);
}

export function choose(name: string, options: readonly (readonly [string, string])[], chosen: string, act: (value: string) => void): HTMLElement {
  const select = element('select', { 'aria-label': name });
  for (const [value, text] of options) select.append(element('option', { value, selected: value === chosen }, text));
  select.addEventListener('change', () => act(select.value));
  return element('label', { class: 'choice' }, name, select);
}

export interface TableView {
  buttons: HTMLElement; // CSV, PNG, Table
  place: HTMLElement;
  refresh: () => void;
}

export interface Data {
  title: string;
  table: () => TableSection;
  csv?: () => string; // if it has more than the table
  picture?: () => HTMLCanvasElement; // if it is not the figure as the page shows it
}

// The table is made when the button is pressed; so are the files.
export function tableView({ title, table, csv, picture }: Data): TableView {
  const place = element('div', { class: 'table-view', hidden: true });
  const button = element('button', { type: 'button', class: 'text', 'aria-expanded': 'false', title: 'The data of this plot' }, 'Table');
  const refresh = () => {
    if (!place.hidden) place.replaceChildren(makeTable(table()));
  };
  button.addEventListener('click', () => {
    place.hidden = !place.hidden;
    button.setAttribute('aria-expanded', String(!place.hidden));
    button.textContent = place.hidden ? 'Table' : 'Hide table';
    refresh();
  });
  const drawn = picture ?? (() => pictureOf(place.closest('figure')!, title));
  const buttons = element('span', { class: 'data-tools' }, csvButton(title, csv ?? (() => tableCsv(table()))), pngButton(title, drawn), button);
  return { buttons, place, refresh };
}

// The items within all ranges, the front first, the chosen measures before the others.
export function tableOfThings(title: string, look: Look, first: () => number[], front: () => number[]): TableView {
  const { things } = look;
  const table = (): TableSection => {
    const order = [...new Set([...first(), ...things.measures.keys()])];
    const marked = new Set(front());
    const columns: Column[] = [{ name: things.noun, unit: '', align: 'left' }];
    if (marked.size > 0) columns.push({ name: 'front', unit: '', align: 'left' });
    for (const m of order) {
      const { name, unit, errors, labels } = things.measures[m]!;
      columns.push({ name, unit, align: labels.length > 0 ? 'left' : 'right' });
      if (errors) columns.push({ name: '\u00b1', unit, align: 'right' });
    }
    const rows: Cell[][] = [];
    for (let k = 0; k < things.size; ++k) {
      if (!look.within(k)) continue;
      const row: Cell[] = [{ text: nameOf(things, k), mark: 'none' }];
      if (marked.size > 0) row.push({ text: marked.has(k) ? 'yes' : '', mark: marked.has(k) ? 'good' : 'none' });
      for (const m of order) {
        const { values, errors, labels } = things.measures[m]!;
        const value = values[k]!;
        row.push({ text: !Number.isFinite(value) ? '' : labels.length > 0 ? labels[value]! : value, mark: 'none' });
        if (errors) row.push({ text: Number.isFinite(errors[k]) ? errors[k]! : '', mark: 'none' });
      }
      rows.push(row);
    }
    if (marked.size > 0) rows.sort((a, b) => String(b[1]!.text).localeCompare(String(a[1]!.text)));
    return { kind: 'table', title: 'The data of this plot', text: '', columns, rows };
  };
  return tableView({ title, table });
}
