// SPDX-License-Identifier: Apache-2.0
// A section with curves over anything but time: figures of papers, counts against size.
import uPlot from 'uplot';
import { tableView, toolbar } from '../chart/toolbar';
import type { Axis, Cell, Column, TableSection, XySection } from '../sections';
import { shortNumber } from '../format';
import { onTheme, palette, seriesColour } from '../theme';
import { element } from '../ui/element';

const height = 300;
const font = '11px system-ui, sans-serif';

export function xyPlot(section: XySection): HTMLElement {
  const place = element('div', { class: 'chart' });
  const legend = element('div', { class: 'legend' });
  const title = section.title || 'Curves';
  const table = tableView({ title, table: () => numbers(section) });
  const card = element('figure', { class: 'card plot wide', 'aria-label': title }, toolbar(legend, table.buttons), place, table.place);
  const { curves } = section;

  const axis = (of: Axis, size: number): uPlot.Axis => ({
    stroke: () => palette().ink,
    grid: { stroke: () => palette().grid, width: 1 },
    ticks: { show: false },
    font,
    labelFont: font,
    size,
    label: of.unit ? `${of.name} [${of.unit}]` : of.name,
    labelSize: 18,
    values: (_, splits) => splits.map((v) => (v === null ? '' : shortNumber(v, 6))),
  });
  const scale = (of: Axis): uPlot.Scale => ({ time: false, distr: of.log ? 3 : 1 });
  const tables = curves.map((curve): uPlot.AlignedData => ordered(curve.x, curve.y));
  const chart = new uPlot(
    {
      width: 300,
      height,
      pxAlign: 0,
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false, dist: 5 } },
      scales: { x: scale(section.x), y: scale(section.y) },
      axes: [axis(section.x, 34), axis(section.y, 60)],
      series: [
        {},
        ...curves.map(({ style }, k): uPlot.Series => ({
          stroke: () => seriesColour(k, curves.length),
          width: style === 'points' ? 0 : 1.5,
          points: { show: style !== 'line', size: 6, fill: () => seriesColour(k, curves.length) },
        })),
      ],
      hooks: { setCursor: [(u) => showValues(u)] },
    },
    tables.length === 0 ? [[]] : uPlot.join(tables),
    place,
  );

  const values = curves.map((curve, k) => {
    const chip = element('button', { type: 'button', class: 'chip', 'aria-pressed': 'true' });
    const value = element('span', { class: 'value' });
    chip.append(element('span', { class: 'swatch' }), element('span', { class: 'name' }, curve.name), value);
    chip.addEventListener('click', () => {
      const show = chip.getAttribute('aria-pressed') !== 'true';
      chip.setAttribute('aria-pressed', String(show));
      chart.setSeries(k + 1, { show });
    });
    legend.append(chip);
    return value;
  });
  function showValues(u: uPlot): void {
    const at = u.cursor.idx;
    values.forEach((value, k) => {
      const y = at === null || at === undefined ? null : u.data[k + 1]![at];
      value.textContent = typeof y === 'number' ? shortNumber(y) : '';
    });
  }
  const recolour = () => {
    legend.childNodes.forEach((chip, k) =>
      (chip as HTMLElement).style.setProperty('--line', seriesColour(k, curves.length)),
    );
  };
  recolour();
  onTheme(() => {
    recolour();
    chart.redraw(true);
  });
  new ResizeObserver(() => {
    if (place.clientWidth > 0) chart.setSize({ width: place.clientWidth, height });
  }).observe(place);
  return card;
}

function numbers({ x, y, curves, title }: XySection): TableSection {
  const columns = [{ name: 'curve', unit: '' }, x, y].map(({ name, unit }, k): Column => ({ name, unit, align: k === 0 ? 'left' : 'right' }));
  const cell = (value: string | number): Cell => ({ text: typeof value === 'number' && !Number.isFinite(value) ? '' : value, mark: 'none' });
  const rows = curves.flatMap((curve) => Array.from(curve.x, (at, k) => [curve.name, at, curve.y[k]!].map(cell)));
  return { kind: 'table', title, text: '', columns, rows };
}

// uPlot requires ascending x values.
function ordered(x: Float64Array, y: Float64Array): [number[], (number | null)[]] {
  const order = Array.from(x, (_, i) => i)
    .filter((i) => Number.isFinite(x[i]))
    .sort((i, j) => x[i]! - x[j]!);
  return [order.map((i) => x[i]!), order.map((i) => (Number.isFinite(y[i]) ? y[i]! : null))];
}
