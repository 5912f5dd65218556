// SPDX-License-Identifier: Apache-2.0
// What all panels share: their interface, and small tables and lists of numbers that are changed in place.
import { shortNumber } from '../../../src/format';
import { element } from '../../../src/ui/element';
import type { What } from '../app';

export interface Panel {
  id: string;
  name: string;
  element: HTMLElement;
  update: (what: What) => void; // called when the panel is visible and something has changed
}

export function section(title: string, hint: string, ...children: (Node | string)[]): HTMLElement {
  const head = element('h2', {}, title);
  if (hint) head.append(element('small', {}, hint));
  return element('section', {}, head, ...children);
}

// A table whose cells are text; rows that stay keep their elements, so that nothing flickers.
export class Grid {
  private readonly body = element('tbody');
  readonly element: HTMLElement;

  constructor(
    label: string,
    private readonly columns: readonly { name: string; number?: boolean; title?: string }[],
  ) {
    const head = element('tr', {}, ...columns.map(({ name, number, title }) => element('th', { scope: 'col', class: number ? 'number' : 'left', title }, name)));
    this.element = element('div', { class: 'card table', role: 'region', tabindex: 0, 'aria-label': label }, element('table', {}, element('thead', {}, head), this.body));
  }

  show(rows: readonly (readonly (string | Node)[])[], classes: readonly string[] = []): void {
    while (this.body.children.length > rows.length) this.body.lastElementChild!.remove();
    rows.forEach((cells, i) => {
      let row = this.body.children[i] as HTMLTableRowElement | undefined;
      if (!row) {
        row = element('tr', {}, ...this.columns.map(({ number }) => element('td', { class: number ? 'number' : 'left' })));
        this.body.append(row);
      }
      const kind = classes[i] ?? '';
      if (row.className !== kind) row.className = kind;
      cells.forEach((cell, j) => {
        const place = row.children[j]!;
        if (typeof cell !== 'string') {
          if (place.firstChild !== cell) place.replaceChildren(cell);
        } else if (place.textContent !== cell) place.textContent = cell;
      });
    });
  }
}

export class Stats {
  readonly element = element('div', { class: 'stats' });
  private readonly cells = new Map<string, HTMLElement>();

  show(stats: readonly { name: string; value: string; unit?: string; title?: string }[]): void {
    if (stats.length !== this.cells.size || stats.some(({ name }) => !this.cells.has(name))) {
      this.cells.clear();
      this.element.replaceChildren(
        ...stats.map(({ name, unit, title }) => {
          const value = element('b', {});
          this.cells.set(name, value);
          const cell = element('div', { class: 'stat', title }, element('span', {}, name), value);
          if (unit) cell.append(element('i', {}, unit));
          return cell;
        }),
      );
    }
    for (const { name, value } of stats) {
      const cell = this.cells.get(name)!;
      if (cell.textContent !== value) cell.textContent = value;
    }
  }
}

export function torqueUnit(kind: 'revolute' | 'prismatic'): string {
  return kind === 'revolute' ? 'N m' : 'N';
}

// The unit of an element of M, or of its rates.
export function inertiaUnit(row: 'revolute' | 'prismatic', column: 'revolute' | 'prismatic'): string {
  if (row !== column) return 'kg m';
  return row === 'revolute' ? 'kg m\u00b2' : 'kg';
}

export function chooser(label: string, options: readonly (readonly [string, string])[], act: (value: string) => void): { element: HTMLElement; select: HTMLSelectElement } {
  const select = element('select', { 'aria-label': label }, ...options.map(([value, text]) => element('option', { value }, text)));
  select.addEventListener('change', () => act(select.value));
  return { element: element('label', {}, label, select), select };
}

export function segments(label: string, options: readonly (readonly [string, string, string?])[], chosen: string, act: (value: string) => void): { element: HTMLElement; set: (value: string) => void } {
  const buttons = options.map(([value, text, title]) => {
    const button = element('button', { type: 'button', 'aria-pressed': String(value === chosen), title: title ?? text }, text);
    button.addEventListener('click', () => {
      set(value);
      act(value);
    });
    return button;
  });
  const set = (value: string) => options.forEach(([each], k) => buttons[k]!.setAttribute('aria-pressed', String(each === value)));
  return { element: element('span', { class: 'segments', role: 'group', 'aria-label': label }, ...buttons), set };
}

// A number with its change from another one, in per cent.
export function changed(now: number, before: number | undefined): string {
  if (before === undefined || !(Math.abs(before) > 1e-12)) return before === undefined ? '' : shortNumber(now - before, 3);
  const percent = (100 * (now - before)) / Math.abs(before);
  return Math.abs(percent) < 5e-3 ? '0 %' : `${percent > 0 ? '+' : ''}${shortNumber(percent, 3)} %`;
}
