// SPDX-License-Identifier: Apache-2.0
// One plot over time: lines by uPlot, a legend of buttons that show the values at the cursor, and the cursor.
import uPlot from 'uplot';
import type { Clock } from '../clock';
import type { Run } from '../document';
import { steadyNumber } from '../format';
import { place, valueAt } from '../series';
import { palette, seriesColour } from '../theme';
import { tableView, type TableView } from '../chart/toolbar';
import { element } from '../ui/element';
import { csv, tableOf } from './csv';
import { aligned, type Panel } from './panels';
import { linear, logarithmic, tick, type Vertical } from './vertical';

export const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const desiredDash = [5, 4];
const height = 190;
const font = '11px system-ui, sans-serif';

// What the plots of a page share.
export interface Linked {
  clock: Clock;
  runs: Run[];
  runVisible: (run: number) => boolean;
  zoom: (min: number, max: number, by: Plot) => void;
}

export class Plot {
  readonly element: HTMLElement;
  private readonly chart: uPlot;
  private readonly cursor = element('div', { class: 'cursor' });
  private readonly dots: HTMLElement[] = [];
  private readonly values: (HTMLElement | undefined)[] = []; // of each line; desired ones have none
  private readonly chips: HTMLButtonElement[] = [];
  private readonly hidden: boolean[]; // by name
  private readonly spans: number[]; // the magnitude that determines the decimals of each line's value
  private readonly table: TableView;
  private vertical: Vertical;
  private quiet = false; // while a zoom comes from another plot

  constructor(
    readonly panel: Panel,
    private readonly linked: Linked,
  ) {
    this.hidden = panel.names.map(() => false);
    this.spans = spans(panel);
    this.vertical = panel.log ? logarithmic : linear;

    const { runs } = linked;
    this.table = tableView({ title: panel.title, table: () => tableOf(panel, runs), csv: () => csv(panel, runs), picture: () => this.picture() });
    const legend = this.makeLegend();
    const place = element('div', { class: 'chart' });
    const heading = element('h3', {}, panel.title);
    if (panel.unit) heading.append(element('span', { class: 'unit' }, panel.unit));
    heading.append(this.makeTools());
    this.element = element('figure', { class: 'card plot', 'aria-label': `${panel.title} over time` }, heading, legend, place, this.table.place);
    this.chart = this.makeChart(place);
    this.watch(place);
    this.recolour();
  }

  // Moves the cursor and the values; cheap, called for each frame.
  show(): void {
    const { clock, runs } = this.linked;
    const t = clock.time;
    const x = this.chart.valToPos(t, 'x');
    const width = this.chart.bbox.width / uPlot.pxRatio; // without forcing a layout of the page
    this.cursor.style.transform = `translateX(${x.toFixed(2)}px)`;
    this.cursor.hidden = !(x >= -0.5 && x <= width + 0.5);
    const places = runs.map((run) => place(run.time, t));
    this.panel.lines.forEach((line, k) => {
      const at = places[line.run]!;
      const value = at.inside ? valueAt(line.signal.values, at) : NaN;
      if (line.signal.desired) return;
      this.values[k]!.textContent = steadyNumber(value, this.spans[k]!);
      const dot = this.dots[k]!;
      const y = this.chart.valToPos(this.vertical.place(value), 'y');
      dot.hidden = this.cursor.hidden || !Number.isFinite(y) || !this.lineVisible(k);
      if (!dot.hidden) dot.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
    });
  }

  // After runs were switched on or off.
  refresh(): void {
    this.chart.batch(() => {
      this.panel.lines.forEach((_, k) => this.chart.setSeries(k + 1, { show: this.lineVisible(k) }, false));
    });
    this.chips.forEach((chip, name) => {
      chip.setAttribute('aria-pressed', String(!this.hidden[name]));
      for (const [k, line] of this.panel.lines.entries())
        if (line.name === name && !line.signal.desired) this.values[k]!.hidden = !this.linked.runVisible(line.run);
    });
    this.show();
  }

  recolour(): void {
    this.panel.lines.forEach((_, k) => {
      const colour = this.colour(k);
      this.dots[k]!.style.background = colour;
      this.values[k]?.style.setProperty('--line', colour);
    });
    this.chips.forEach((chip, name) => {
      const k = this.panel.lines.findIndex((line) => line.name === name);
      chip.style.setProperty('--line', this.colour(k));
    });
    this.chart.redraw(true);
  }

  setRange(min: number, max: number): void {
    this.quiet = true;
    this.chart.setScale('x', { min, max });
    this.quiet = false;
    this.show();
  }

  private lineVisible(k: number): boolean {
    const line = this.panel.lines[k]!;
    return !this.hidden[line.name] && this.linked.runVisible(line.run);
  }

  // By name; where there is only one name, by run.
  private colour(k: number): string {
    const { names, lines } = this.panel;
    const line = lines[k]!;
    return names.length === 1 && this.linked.runs.length > 1
      ? seriesColour(line.run, this.linked.runs.length)
      : seriesColour(line.name, names.length);
  }

  private data(): uPlot.AlignedData {
    return aligned(this.panel, this.linked.runs, this.vertical === linear ? undefined : this.vertical.place);
  }

  private makeTools(): HTMLElement {
    return element('span', { class: 'plot-tools' }, this.table.buttons, this.makeLogButton());
  }

  // The chart on the colour of the page, with its title and the names of its lines.
  private picture(): HTMLCanvasElement {
    const chart = this.chart.ctx.canvas;
    const scale = uPlot.pxRatio;
    const lineHeight = 20 * scale;
    const { card, ink } = palette();
    const out = element('canvas', { width: chart.width, height: chart.height + 2 * lineHeight });
    const pen = out.getContext('2d')!;
    pen.fillStyle = card;
    pen.fillRect(0, 0, out.width, out.height);
    pen.fillStyle = ink;
    pen.font = `bold ${13 * scale}px system-ui, sans-serif`;
    pen.fillText(this.panel.unit ? `${this.panel.title} [${this.panel.unit}]` : this.panel.title, 10 * scale, 15 * scale);
    pen.font = `${11 * scale}px system-ui, sans-serif`;
    let x = 10 * scale;
    this.panel.names.forEach((name, index) => {
      if (this.hidden[index]) return;
      pen.fillStyle = this.colour(this.panel.lines.findIndex((line) => line.name === index));
      const text = `${name} ${this.panel.abouts[index]!}`.trim();
      pen.fillText(text, x, 34 * scale);
      x += pen.measureText(text).width + 12 * scale;
    });
    pen.drawImage(chart, 0, 2 * lineHeight);
    return out;
  }

  private makeLogButton(): HTMLButtonElement {
    const button = element('button', { type: 'button', class: 'text log', 'aria-pressed': String(this.panel.log), title: 'Logarithmic axis of absolute values' }, 'log');
    button.addEventListener('click', () => {
      this.vertical = this.vertical === linear ? logarithmic : linear;
      button.setAttribute('aria-pressed', String(this.vertical !== linear));
      const { min, max } = this.chart.scales.x!;
      this.quiet = true;
      this.chart.batch(() => {
        this.chart.setData(this.data(), true);
        this.chart.setScale('x', { min: min!, max: max! });
      });
      this.quiet = false;
      this.show();
    });
    return button;
  }

  private makeLegend(): HTMLElement {
    const legend = element('div', { class: 'legend' });
    const several = this.linked.runs.length > 1;
    this.panel.names.forEach((name, index) => {
      const chip = element('button', { type: 'button', class: 'chip', 'aria-pressed': 'true', title: `Show or hide ${name}` });
      chip.append(element('span', { class: 'swatch' }), element('span', { class: 'name' }, name));
      if (this.panel.abouts[index]) chip.append(element('span', { class: 'about' }, this.panel.abouts[index]!));
      this.panel.lines.forEach((line, k) => {
        if (line.name !== index || line.signal.desired) return;
        const value = element('span', { class: several ? 'value of-run' : 'value' });
        value.dataset.dash = String(line.run % dashes.length);
        this.values[k] = value;
        chip.append(value);
      });
      chip.addEventListener('click', () => {
        this.hidden[index] = !this.hidden[index];
        this.refresh();
      });
      this.chips.push(chip);
      legend.append(chip);
    });
    if (this.panel.lines.some(({ signal }) => signal.desired)) legend.append(element('span', { class: 'desired' }, 'dashed: desired'));
    return legend;
  }

  private makeChart(place: HTMLElement): uPlot {
    const { clock } = this.linked;
    const axis: uPlot.Axis = {
      stroke: () => palette().ink,
      grid: { stroke: () => palette().grid, width: 1 },
      ticks: { show: false },
      font,
    };
    const options: uPlot.Options = {
      width: 300,
      height,
      pxAlign: 0,
      legend: { show: false },
      cursor: { x: false, y: false, points: { show: false }, drag: { x: true, y: false, dist: 5 } },
      scales: { x: { time: false }, y: { range: (_, min, max) => this.vertical.range(min, max) } },
      axes: [
        { ...axis, size: 26, gap: 4, space: 60, values: (_, splits) => splits.map((v, k) => tick(v) + (k === splits.length - 1 ? ' s' : '')) },
        { ...axis, size: 56, gap: 6, space: 34, splits: (_, __, min, max, step) => this.vertical.splits(min, max, step), values: (_, splits) => splits.map((at) => this.vertical.label(at)) },
      ],
      series: [{}, ...this.panel.lines.map((_, k) => this.series(k))],
      hooks: {
        drawAxes: [(u) => this.drawEvents(u)],
        setCursor: [
          (u) => {
            const left = u.cursor.left ?? -1;
            clock.preview(left < 0 ? null : u.posToVal(left, 'x'));
          },
        ],
        setScale: [
          (u, key) => {
            const { min, max } = u.scales.x!;
            if (key !== 'x' || this.quiet || min === undefined || max === undefined) return;
            this.linked.zoom(min ?? clock.start, max ?? clock.end, this);
          },
        ],
      },
    };
    const chart = new uPlot(options, this.data(), place);
    chart.over.append(this.cursor);
    this.panel.lines.forEach(() => {
      const dot = element('div', { class: 'dot', hidden: true });
      this.dots.push(dot);
      chart.over.append(dot);
    });
    return chart;
  }

  // Thin vertical lines at the events.
  private drawEvents(u: uPlot): void {
    const { left, top, width, height: high } = u.bbox;
    u.ctx.save();
    u.ctx.strokeStyle = palette().ink;
    u.ctx.lineWidth = uPlot.pxRatio;
    u.ctx.setLineDash([2 * uPlot.pxRatio, 3 * uPlot.pxRatio]);
    u.ctx.beginPath();
    this.linked.runs.forEach((run, index) => {
      if (!this.linked.runVisible(index)) return;
      for (const { time } of run.events) {
        const x = u.valToPos(time, 'x', true);
        if (x < left || x > left + width) continue;
        u.ctx.moveTo(x, top);
        u.ctx.lineTo(x, top + high);
      }
    });
    u.ctx.stroke();
    u.ctx.restore();
  }

  private series(k: number): uPlot.Series {
    const { run, signal } = this.panel.lines[k]!;
    const several = this.panel.names.length > 1 || this.linked.runs.length === 1;
    return {
      stroke: () => this.colour(k),
      width: signal.desired ? 1 : 1.5,
      dash: signal.desired ? desiredDash : several ? [...dashes[run % dashes.length]!] : [],
      points: { show: this.linked.runs[run]!.time.length === 1 },
    };
  }

  // A click sets the time, a finger drags it, and the chart follows the width of the page.
  private watch(place: HTMLElement): void {
    const { over } = this.chart;
    const { clock } = this.linked;
    const timeAt = (event: PointerEvent) =>
      this.chart.posToVal(event.clientX - over.getBoundingClientRect().left, 'x');
    let pressed: number | null = null;
    over.addEventListener('pointerdown', (event) => {
      pressed = event.clientX;
      if (event.pointerType === 'touch') clock.seek(timeAt(event));
    });
    over.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'touch' && pressed !== null) clock.seek(timeAt(event));
    });
    over.addEventListener('pointerup', (event) => {
      if (pressed !== null && Math.abs(event.clientX - pressed) < 4) clock.seek(timeAt(event));
      pressed = null;
    });
    over.addEventListener('pointercancel', () => (pressed = null));
    new ResizeObserver(() => {
      const width = place.clientWidth;
      if (width > 0 && width !== this.chart.width) {
        this.chart.setSize({ width, height });
        this.show();
      }
    }).observe(place);
  }
}

// Lines of similar magnitude show the same number of decimals.
function spans(panel: Panel): number[] {
  const own = panel.names.map((_, name) =>
    Math.max(...panel.lines.filter((line) => line.name === name).map(({ signal }) => largest(signal.values))),
  );
  const most = Math.max(...own);
  return panel.lines.map(({ name }) => (own[name]! > 0.02 * most || own[name] === 0 ? most : own[name]!));
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (Math.abs(value) > most) most = Math.abs(value);
  return most;
}
