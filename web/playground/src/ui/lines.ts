// SPDX-License-Identifier: Apache-2.0
// Lines over time on one surface, with the values under the pointer. For few lines that are often drawn anew.
import { Surface } from '../../../src/chart/surface';
import { shortNumber } from '../../../src/format';
import { palette } from '../../../src/theme';

export interface Line {
  name: string;
  values: ArrayLike<number>;
  colour: () => string;
}

export interface LineOptions {
  unit: string;
  bounds?: [number, number]; // lines of a limit
  limit?: () => string; // their colour
}

const left = 44;
const below = 18;

export class Lines {
  readonly element: HTMLElement;
  private readonly surface: Surface;
  private times: ArrayLike<number> = [];
  private lines: Line[] = [];
  private options: LineOptions = { unit: '' };
  private range: [number, number] = [0, 1];
  private at: number | null = null; // index under the pointer
  private marked: number | null = null; // time

  constructor(title: string, height = 150) {
    this.surface = new Surface(`${title}: a plot; the arrow keys read its values`, () => height, { base: () => this.draw(), top: () => this.drawTop() });
    this.element = this.surface.element;
    this.element.addEventListener('pointermove', (event) => {
      const x = event.clientX - this.element.getBoundingClientRect().left;
      this.point(Math.round(((x - left) / (this.surface.width - left)) * (this.times.length - 1)), false);
    });
    this.element.addEventListener('pointerleave', () => this.leave());
    this.element.addEventListener('blur', () => this.leave());
    this.element.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
      if (step === 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.point((this.at ?? (step > 0 ? -1 : this.times.length)) + step * Math.max(1, Math.round(this.times.length / 60)), true);
    });
  }

  show(times: ArrayLike<number>, lines: Line[], options: LineOptions): void {
    this.times = times;
    this.lines = lines;
    this.options = options;
    this.marked = null;
    let [low, high] = options.bounds ?? [0, 0];
    for (const { values } of lines)
      for (let k = 0; k < values.length; ++k) {
        if (values[k]! < low) low = values[k]!;
        if (values[k]! > high) high = values[k]!;
      }
    const room = 0.06 * (high - low || 1);
    this.range = [low - room, high + room];
    this.surface.redraw();
  }

  mark(time: number): void {
    this.marked = time;
    this.surface.redrawTop();
  }

  private x(time: number): number {
    const first = this.times[0] ?? 0;
    const last = this.times[this.times.length - 1] ?? 1;
    return left + ((time - first) / (last - first || 1)) * (this.surface.width - left - 4);
  }
  private y(value: number): number {
    const [low, high] = this.range;
    return 4 + (1 - (value - low) / (high - low)) * (this.surface.height - below - 4);
  }

  private draw(): void {
    const pen = this.surface.base;
    const { ink, grid } = palette();
    pen.fillStyle = ink;
    pen.textBaseline = 'middle';
    pen.textAlign = 'right';
    for (const value of this.options.bounds ? [this.options.bounds[0], 0, this.options.bounds[1]] : [this.range[0], 0, this.range[1]]) {
      pen.strokeStyle = value === 0 ? ink : grid;
      pen.lineWidth = 1;
      pen.beginPath();
      pen.moveTo(left, this.y(value));
      pen.lineTo(this.surface.width, this.y(value));
      pen.stroke();
      pen.fillText(shortNumber(value, 3), left - 6, this.y(value));
    }
    const end = this.times[this.times.length - 1] ?? 0;
    pen.textBaseline = 'alphabetic';
    pen.fillText(`${shortNumber(end, 3)} s`, this.surface.width - 2, this.surface.height - 4);
    pen.textAlign = 'left';
    pen.fillText(this.options.unit, left, this.surface.height - 4);
    for (const { values, colour } of this.lines) {
      pen.strokeStyle = colour();
      pen.lineWidth = 1.6;
      pen.beginPath();
      for (let k = 0; k < values.length; ++k) {
        const x = this.x(this.times[k]!);
        const y = this.y(values[k]!);
        if (k === 0) pen.moveTo(x, y);
        else pen.lineTo(x, y);
      }
      pen.stroke();
    }
  }

  private drawTop(): void {
    const time = this.at === null ? this.marked : this.times[this.at]!;
    if (time === null || time === undefined) return;
    const pen = this.surface.top;
    pen.strokeStyle = palette().accent;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(this.x(time), 0);
    pen.lineTo(this.x(time), this.surface.height - below);
    pen.stroke();
  }

  private point(index: number, aloud: boolean): void {
    if (this.times.length === 0) return;
    this.at = Math.min(Math.max(index, 0), this.times.length - 1);
    const time = this.times[this.at]!;
    const rows = this.lines.map(({ name, values }) => [name, shortNumber(values[this.at!]!, 4)] as const);
    this.surface.showCard(this.x(time), 30, `${shortNumber(time, 4)} s`, rows);
    this.surface.redrawTop();
    if (aloud) this.surface.say(`${shortNumber(time, 4)} seconds: ${rows.map((row) => row.join(' ')).join(', ')}`);
  }

  private leave(): void {
    this.at = null;
    this.surface.hideCard();
    this.surface.redrawTop();
  }
}
