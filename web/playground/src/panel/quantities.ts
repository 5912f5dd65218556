// SPDX-License-Identifier: Apache-2.0
// Any quantity of the core's table, by any of its methods, as numbers.
import type { QuantityInfo, Values } from '../../../core/src/index';
import { download, fileName } from '../../../src/ui/download';
import { element } from '../../../src/ui/element';
import type { App, What } from '../app';
import type { Turns } from '../turns';
import { copyText } from '../ui/clipboard';
import { MatrixPicture } from '../ui/matrix';
import { chooser, type Panel, section } from './panel';

const together = 28; // cells that are written in one frame

export interface QuantityChoice {
  quantity: string;
  method: string; // empty: the arm chooses
}

export function quantitiesPanel(app: App, choice: QuantityChoice, toast: (text: string) => void, turns: Turns): Panel {
  const quantities = chooser('Quantity', app.core.quantities.map(({ name, what }) => [name, `${name}: ${what}`] as const), (name) => {
    choice.quantity = name;
    choice.method = '';
    update('arms');
  });
  const methods = chooser('Method', [], (name) => {
    choice.method = name;
    update('state');
  });
  const about = element('p', {});
  const place = element('div', { class: 'numbers' });
  const wrong = element('p', { role: 'status', class: 'worse' });
  const copy = element('button', { type: 'button', class: 'button', id: 'copy-quantity' }, 'Copy as CSV');
  copy.addEventListener('click', () => void copyText(csv()).then((done) => toast(done ? 'Copied.' : 'The browser does not allow copying.')));
  const save = element('button', { type: 'button', class: 'button', id: 'save-quantity' }, 'Save CSV');
  save.addEventListener('click', () => download(`${fileName(app.arm.name)}_${choice.quantity}.csv`, csv(), 'text/csv'));
  let now: readonly Values[] = [];

  const info = (): QuantityInfo => app.core.quantity(choice.quantity) ?? app.core.quantities[0]!;
  const csv = () => now.map((array) => (array.name ? `# ${array.name}\n` : '') + table(array).map((row) => row.join(',')).join('\n')).join('\n') + '\n';

  const update = (what: What) => {
    const { name, what: meaning, unit, inputs, symbol } = info();
    if (what === 'arms') {
      quantities.select.value = name;
      const chosen = app.arm.method(name);
      methods.select.replaceChildren(
        element('option', { value: '' }, `chosen by the arm (${chosen})`),
        ...info().methods.map((method) => element('option', { value: method.name, title: method.summary }, method.name)),
      );
      methods.select.value = choice.method;
      about.textContent = [meaning + (symbol ? `, ${symbol}` : ''), unit ? `unit: ${unit}` : '', `depends on ${inputs.length > 0 ? inputs.join(', ') : 'the arm alone'}`].filter(Boolean).join('; ') + '.';
    }
    try {
      const arm = app.armWith(name, choice.method);
      now = arm?.eval(name, app.inputsOf(name), choice.method ? { method: choice.method } : {}).arrays ?? [];
      wrong.textContent = arm ? '' : 'Loading all methods\u2026';
    } catch (error) {
      now = [];
      wrong.textContent = error instanceof Error ? error.message : String(error);
    }
    show();
  };

  let shapes = '';
  let fill: (() => void)[] = [];
  function show(): void {
    const key = JSON.stringify([choice.quantity, now.map(({ name, shape }) => [name, shape])]);
    if (key !== shapes) {
      shapes = key;
      fill = [];
      place.replaceChildren(...now.map((array, at) => makeArray(array, at)));
    }
    fill.forEach((each, k) => turns.later(`numbers ${k}`, each));
  }

  function makeArray(array: Values, at: number): HTMLElement {
    const head = element('h3', {}, array.name || choice.quantity, element('small', {}, array.shape.length === 0 ? 'a number' : array.shape.join(' \u00d7 ')));
    const [rows, columns] = sizes(array.shape);
    const box = element('div', { class: 'card table', role: 'region', tabindex: 0, 'aria-label': array.name || choice.quantity });
    const body = element('tbody');
    box.append(element('table', {}, body));
    const cells: HTMLElement[] = [];
    for (let i = 0; i < rows; ++i) {
      const row = element('tr', {}, element('th', { scope: 'row' }, String(i + 1)));
      for (let j = 0; j < columns; ++j) {
        const cell = element('td', { class: 'number mono' });
        cells.push(cell);
        row.append(cell);
      }
      body.append(row);
    }
    const parts: HTMLElement[] = [head];
    const wide = columns > rows;
    const picture = rows > 1 && columns > 1 ? new MatrixPicture({ title: array.name || choice.quantity, cell: (i, j) => `(${i + 1}, ${j + 1})` }, wide ? 900 : 300) : null;
    if (picture) parts.push(element('div', { class: wide ? 'wide-matrix' : '' }, picture.element));
    for (let from = 0; from < cells.length; from += together)
      fill.push(() => {
        const data = now[at]?.data;
        cells.slice(from, from + together).forEach((cell, k) => {
          const text = String(data?.[from + k] ?? '');
          if (cell.textContent !== text) cell.textContent = text;
        });
      });
    if (picture)
      fill.push(() => {
        const data = now[at]?.data;
        if (data?.length === rows * columns) picture.show({ rows, columns, values: data });
      });
    return element('section', {}, ...parts, box);
  }

  return {
    id: 'quantities',
    name: 'Quantities',
    element: element(
      'div',
      {},
      section('Any quantity', 'the table of the core, at the state of the sliders; tau is zero, v is q\u0307', element('div', { class: 'row' }, quantities.element, methods.element), about, element('div', { class: 'row' }, copy, save)),
      wrong,
      place,
    ),
    update,
  };
}

// A list is a column; a cube [i][j][k] has rows i and columns (j, k).
export function sizes(shape: readonly number[]): [number, number] {
  if (shape.length === 0) return [1, 1];
  if (shape.length === 1) return [shape[0]!, 1];
  return [shape[0]!, shape.slice(1).reduce((a, b) => a * b, 1)];
}

function table({ shape, data }: Values): string[][] {
  const [rows, columns] = sizes(shape);
  return Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (__, j) => String(data[i * columns + j]!)));
}
