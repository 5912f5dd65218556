// SPDX-License-Identifier: Apache-2.0
// A section with slices: cells in a plane coloured by a value, side by side at one scale. Cells that are not reached stay white.
import { shortNumber } from '../format';
import type { Cell, Column, Slice, SlicesSection, TableSection } from '../sections';
import { palette, theme } from '../theme';
import { element } from '../ui/element';
import { tableCsv } from '../ui/csv';
import { axisTitle, directionText } from './look';
import { colourBar } from './paint';
import { ramp } from './ramp';
import { Scale, scaleOf } from './scale';
import { Surface } from './surface';
import { tableView, toolbar } from './toolbar';

const margin = { left: 46, right: 12, top: 8, bottom: 40 };

interface Box {
  left: number;
  bottom: number;
  width: number;
  height: number;
}

export function slicesPlot(section: SlicesSection): HTMLElement {
  const { slices, value } = section;
  const scale = scaleOf(value, slices.map((slice) => slice.values), 0);
  const box = around(slices);
  const grid = element('div', { class: 'slices' });
  for (const slice of slices) grid.append(makeSlice(slice, section, scale, box));
  grid.style.setProperty('--count', String(Math.max(slices.length, 1)));

  const title = section.title || 'Slices';
  const table = tableView({ title, table: () => summary(section), csv: () => tableCsv(cells(section)) });
  const bar = toolbar(
    element('span', { class: 'key bar-key' }, `${axisTitle(value)} ${directionText(value.better)}`.trim(), colourBar(scale, false)),
    element('span', { class: 'key' }, element('span', { class: 'not-reached' }), 'not reached'),
    table.buttons,
  );
  return element('figure', { class: 'card plot wide', 'aria-label': title }, bar, grid, table.place);
}

// All slices, and the origin unless it is far away.
export function around(slices: readonly Slice[]): Box {
  const left = Math.min(...slices.map((s) => s.left));
  const right = Math.max(...slices.map((s) => s.left + s.columns * s.cell));
  const bottom = Math.min(...slices.map((s) => s.bottom));
  const top = Math.max(...slices.map((s) => s.bottom + s.rows * s.cell));
  if (!(right > left) || !(top > bottom)) return { left: -1, bottom: -1, width: 2, height: 2 };
  return { left, bottom, width: right - left, height: top - bottom };
}

function makeSlice(slice: Slice, section: SlicesSection, scale: Scale, box: Box): HTMLElement {
  const picture = document.createElement('canvas'); // a pixel for each cell
  let cursor: [number, number] | null = null; // column and row
  const inner = (width: number) => Math.max(width - margin.left - margin.right, 10);
  const surface: Surface = new Surface(
    `${slice.name}: ${axisTitle(section.value)}`,
    (width) => Math.min((inner(width) * box.height) / box.width, 460) + margin.top + margin.bottom,
    { base: drawBase, top: drawTop },
  );
  // one scale for both directions and, as all are equally wide, for all slices
  const unit = () => Math.min(inner(surface.width) / box.width, (surface.height - margin.top - margin.bottom) / box.height);
  const shift = () => (inner(surface.width) - unit() * box.width) / 2;
  const toX = (x: number) => margin.left + shift() + (x - box.left) * unit();
  const toY = (y: number) => surface.height - margin.bottom - (y - box.bottom) * unit();

  function drawBase(): void {
    const c = surface.base;
    const { ink, grid, strong } = palette();
    c.fillStyle = ink;
    c.strokeStyle = grid;
    c.lineWidth = 1;
    c.beginPath();
    const right = toX(box.left + box.width);
    const lowest = surface.height - margin.bottom;
    const highest = toY(box.bottom + box.height);
    c.textAlign = 'center';
    c.textBaseline = 'top';
    for (const { value, text } of new Scale(box.left, box.left + box.width).ticks(Math.max(2, inner(surface.width) / 70))) {
      c.moveTo(toX(value), lowest);
      c.lineTo(toX(value), highest);
      c.fillText(text, toX(value), lowest + 6);
    }
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    for (const { value, text } of new Scale(box.bottom, box.bottom + box.height).ticks(Math.max(2, (lowest - highest) / 50))) {
      c.moveTo(toX(box.left), toY(value));
      c.lineTo(right, toY(value));
      c.fillText(text, toX(box.left) - 6, toY(value));
    }
    c.stroke();
    c.textAlign = 'center';
    c.textBaseline = 'bottom';
    c.fillText(axisTitle(section.x), toX(box.left + box.width / 2), surface.height - 4);
    c.save();
    c.translate(10, (lowest + highest) / 2);
    c.rotate(-Math.PI / 2);
    c.textBaseline = 'middle';
    c.fillText(axisTitle(section.y), 0, 0);
    c.restore();

    fillCells();
    if (slice.columns > 0 && slice.rows > 0) {
      c.imageSmoothingEnabled = false;
      const [x, y] = [toX(slice.left), toY(slice.bottom + slice.rows * slice.cell)];
      c.drawImage(picture, x, y, slice.columns * slice.cell * unit(), slice.rows * slice.cell * unit());
    }
    // where the arm stands
    if (0 >= box.left && 0 <= box.left + box.width && 0 >= box.bottom && 0 <= box.bottom + box.height) {
      c.strokeStyle = strong;
      c.lineWidth = 1.5;
      c.beginPath();
      c.moveTo(toX(0) - 6, toY(0));
      c.lineTo(toX(0) + 6, toY(0));
      c.moveTo(toX(0), toY(0) - 6);
      c.lineTo(toX(0), toY(0) + 6);
      c.stroke();
    }
  }

  function fillCells(): void {
    picture.width = Math.max(slice.columns, 1);
    picture.height = Math.max(slice.rows, 1);
    const c = picture.getContext('2d')!;
    const image = c.createImageData(picture.width, picture.height);
    const colours = Array.from({ length: 256 }, (_, k) => ramp(k / 255, theme()));
    for (let row = 0; row < slice.rows; ++row)
      for (let column = 0; column < slice.columns; ++column) {
        const place = scale.place(slice.values[row * slice.columns + column]!);
        if (Number.isNaN(place)) continue;
        const colour = colours[Math.round(255 * Math.min(Math.max(place, 0), 1))]!;
        const at = 4 * ((slice.rows - 1 - row) * slice.columns + column);
        image.data.set([...colour, 255], at);
      }
    c.putImageData(image, 0, 0);
  }

  const valueAt = ([column, row]: [number, number]) => slice.values[row * slice.columns + column]!;
  const middle = ([column, row]: [number, number]): [number, number] => [slice.left + (column + 0.5) * slice.cell, slice.bottom + (row + 0.5) * slice.cell];

  function rows(at: [number, number]): [string, string][] {
    const [x, y] = middle(at);
    const number = valueAt(at);
    const text = Number.isFinite(number) ? `${shortNumber(number, 4)} ${section.value.unit}`.trim() : 'not reached';
    return [
      [section.value.name, text],
      [section.x.name, `${shortNumber(x, 4)} ${section.x.unit}`.trim()],
      [section.y.name, `${shortNumber(y, 4)} ${section.y.unit}`.trim()],
    ];
  }

  function drawTop(): void {
    if (!cursor) {
      surface.hideCard();
      return;
    }
    const c = surface.top;
    const [column, row] = cursor;
    const x = toX(slice.left + column * slice.cell);
    const y = toY(slice.bottom + (row + 1) * slice.cell);
    const side = slice.cell * unit();
    c.strokeStyle = palette().strong;
    c.lineWidth = 1.5;
    c.strokeRect(x - 0.75, y - 0.75, side + 1.5, side + 1.5);
    surface.showCard(x + side / 2, y + side / 2, slice.name, rows(cursor));
  }

  function point(to: [number, number] | null): void {
    cursor = to;
    surface.redrawTop();
  }

  const { element: area } = surface;
  area.addEventListener('pointermove', (event) => {
    const { left, top } = area.getBoundingClientRect();
    const column = Math.floor((event.clientX - left - toX(slice.left)) / (slice.cell * unit()));
    const row = Math.floor((toY(slice.bottom) - (event.clientY - top)) / (slice.cell * unit()));
    const inside = column >= 0 && column < slice.columns && row >= 0 && row < slice.rows;
    point(inside && Number.isFinite(valueAt([column, row])) ? [column, row] : null);
  });
  area.addEventListener('pointerleave', () => point(null));
  area.addEventListener('blur', () => point(null));
  area.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!by || slice.columns * slice.rows === 0) return;
    const from = cursor ?? [Math.floor(slice.columns / 2), Math.floor(slice.rows / 2)];
    const clamp = (k: number, size: number) => Math.min(Math.max(k, 0), size - 1);
    const to: [number, number] = [clamp(from[0]! + by[0]!, slice.columns), clamp(from[1]! + by[1]!, slice.rows)];
    point(to);
    surface.say(rows(to).map(([name, text]) => `${name} ${text}`).join(', '));
    event.preventDefault();
    event.stopPropagation();
  });
  area.setAttribute('aria-description', 'Arrow keys move from cell to cell. The Table button shows a summary.');
  return element('div', { class: 'slice' }, element('h3', {}, slice.name), area);
}

// The summary of a slice.
function summary({ slices, value, x }: SlicesSection): TableSection {
  const columns: Column[] = [
    { name: 'slice', unit: '', align: 'left' },
    { name: 'cells reached', unit: '', align: 'right' },
    { name: 'area reached', unit: x.unit ? `${x.unit}\u00b2` : '', align: 'right' },
    ...['least', 'mean', 'most'].map((word): Column => ({ name: `${word} ${value.name}`, unit: value.unit, align: 'right' })),
  ];
  const rows = slices.map((slice): Cell[] => {
    const finite = slice.values.filter(Number.isFinite);
    const sum = finite.reduce((total, one) => total + one, 0);
    const least = finite.reduce((a, b) => Math.min(a, b), Infinity);
    const most = finite.reduce((a, b) => Math.max(a, b), -Infinity);
    const numbers = finite.length === 0 ? ['', '', ''] : [least, sum / finite.length, most];
    return [slice.name, finite.length, finite.length * slice.cell ** 2, ...numbers].map((text) => ({ text, mark: 'none' }));
  });
  return { kind: 'table', title: 'Slices', text: '', columns, rows };
}

// Every cell that is reached, by its centre.
export function cells({ slices, x, y, value }: SlicesSection): Pick<TableSection, 'columns' | 'rows'> {
  const columns = [{ name: 'slice', unit: '' }, x, y, value].map(({ name, unit }): Column => ({ name, unit, align: 'left' }));
  const rows = slices.flatMap((slice) => {
    const { name, left, bottom, cell, columns: across, values } = slice;
    return Array.from(values, (one, k): Cell[] => {
      const centre = [left + ((k % across) + 0.5) * cell, bottom + (Math.floor(k / across) + 0.5) * cell];
      return [name, ...centre, one].map((text) => ({ text, mark: 'none' }));
    }).filter((row) => Number.isFinite(row[3]!.text));
  });
  return { columns, rows };
}
