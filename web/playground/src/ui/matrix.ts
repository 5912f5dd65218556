// SPDX-License-Identifier: Apache-2.0
// A matrix as a picture: a square for each number, blue where it is positive, orange where it is negative, and the stronger the
// larger it is. Pointing at a square, or the arrow keys, show its number.
import { fontOf } from '../../../src/chart/pen';
import { Surface } from '../../../src/chart/surface';
import { shortNumber } from '../../../src/format';
import { palette, theme } from '../../../src/theme';

export interface MatrixData {
  rows: number;
  columns: number;
  values: ArrayLike<number>; // row by row
}

export interface MatrixLabels {
  title: string; // "Inertia matrix M"
  cell: (row: number, column: number) => string; // "M(1, 2)"
  unit?: (row: number, column: number) => string;
  note?: (row: number, column: number, value: number) => [string, string][]; // more lines for the card
}

const gap = 1;

export class MatrixPicture {
  readonly element: HTMLElement;
  private readonly surface: Surface;
  private data: MatrixData = { rows: 1, columns: 1, values: [0] };
  private most = 0;
  private at: [number, number] | null = null;

  constructor(
    private readonly labels: MatrixLabels,
    private readonly largestSide = 300,
  ) {
    this.surface = new Surface(`${labels.title}: a picture; the arrow keys read its numbers`, (width) => this.height(width), {
      base: () => this.draw(),
      top: () => this.mark(),
      marked: () => this.at !== null,
    });
    this.element = this.surface.element;
    this.element.classList.add('matrix');
    this.element.addEventListener('pointermove', (event) => this.point(event));
    this.element.addEventListener('pointerdown', (event) => this.point(event));
    this.element.addEventListener('pointerleave', () => this.leave());
    this.element.addEventListener('blur', () => this.leave());
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  show(data: MatrixData): void {
    const reshaped = data.rows !== this.data.rows || data.columns !== this.data.columns;
    this.data = data;
    this.most = 0;
    for (let k = 0; k < data.values.length; ++k) this.most = Math.max(this.most, Math.abs(data.values[k]!) || 0);
    if (reshaped) {
      this.at = null;
      const height = this.height(this.surface.width || this.element.clientWidth);
      if (this.surface.width > 0 && Math.round(height) !== this.surface.height) this.element.style.height = `${height}px`;
      this.surface.hideCard();
    }
    this.surface.redraw();
    if (this.at) this.tell(this.at, false);
  }

  private side(width: number): number {
    return Math.min(this.largestSide, width) / Math.max(this.data.columns, this.data.rows, 1);
  }
  private height(width: number): number {
    return Math.max(12, this.data.rows * this.cellSize(width)[1]);
  }
  // Wide matrices have narrow cells, but never lower than 10 pixels.
  private cellSize(width: number): [number, number] {
    const side = this.side(width);
    if (this.data.rows >= this.data.columns) return [side, side];
    const wide = Math.min(this.largestSide, width) / this.data.columns;
    return [wide, Math.max(wide, Math.min(22, 10 + 40 / this.data.rows))];
  }

  private draw(): void {
    const { rows, columns, values } = this.data;
    const [w, h] = this.cellSize(this.surface.width);
    const pen = this.surface.base;
    const positive = theme() === 'dark' ? '107, 164, 255' : '34, 104, 209';
    const negative = theme() === 'dark' ? '255, 151, 87' : '212, 86, 15';
    for (let i = 0; i < rows; ++i)
      for (let j = 0; j < columns; ++j) {
        const value = values[i * columns + j]!;
        const strength = this.most > 0 && Number.isFinite(value) ? Math.sqrt(Math.abs(value) / this.most) : 0;
        pen.fillStyle = palette().grid;
        pen.fillRect(j * w, i * h, w - gap, h - gap);
        if (strength === 0) continue;
        pen.fillStyle = `rgba(${value > 0 ? positive : negative}, ${(0.06 + 0.94 * strength).toFixed(3)})`;
        pen.fillRect(j * w, i * h, w - gap, h - gap);
      }
    if (w < 34 || h < 15) return;
    pen.font = fontOf('10.5px');
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (let i = 0; i < rows; ++i)
      for (let j = 0; j < columns; ++j) {
        const value = values[i * columns + j]!;
        const strength = this.most > 0 ? Math.sqrt(Math.abs(value) / this.most) : 0;
        pen.fillStyle = strength > 0.66 ? (theme() === 'dark' ? '#0b1220' : '#ffffff') : palette().strong;
        pen.fillText(this.brief(pen, value, w), (j + 0.5) * w - gap / 2, (i + 0.5) * h);
      }
  }

  // As many digits as fit into a cell; none: a dot.
  private brief(pen: CanvasRenderingContext2D, value: number, width: number): string {
    if (!(Math.abs(value) >= 5e-4 * this.most)) return '\u00b7';
    const texts = [3, 2, 1].map((digits) => shortNumber(value, digits)).filter((text) => text !== '0');
    return texts.find((text) => pen.measureText(text).width <= width - 5) ?? '\u00b7';
  }

  private mark(): void {
    if (!this.at) return;
    const [w, h] = this.cellSize(this.surface.width);
    const pen = this.surface.top;
    pen.strokeStyle = palette().strong;
    pen.lineWidth = 2;
    pen.strokeRect(this.at[1] * w, this.at[0] * h, w - gap, h - gap);
  }

  private point(event: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    const [w, h] = this.cellSize(this.surface.width);
    const i = Math.floor((event.clientY - box.top) / h);
    const j = Math.floor((event.clientX - box.left) / w);
    if (i < 0 || j < 0 || i >= this.data.rows || j >= this.data.columns) return this.leave();
    this.tell([i, j], false);
  }

  private leave(): void {
    this.at = null;
    this.surface.hideCard();
    this.surface.redrawTop();
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (event.key === 'Escape') return this.leave();
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [i, j] = this.at ?? [-step[0]!, -step[1]!];
    const inside = (x: number, size: number) => Math.min(Math.max(x, 0), size - 1);
    this.tell([inside(i + step[0]!, this.data.rows), inside(j + step[1]!, this.data.columns)], true);
  }

  private tell(at: [number, number], aloud: boolean): void {
    const [i, j] = (this.at = at);
    const value = this.data.values[i * this.data.columns + j]!;
    const unit = this.labels.unit?.(i, j) ?? '';
    const [w, h] = this.cellSize(this.surface.width);
    const name = this.labels.cell(i, j);
    this.surface.showCard((j + 0.5) * w, (i + 0.5) * h, name, [['value', `${shortNumber(value, 6)} ${unit}`.trim()], ...(this.labels.note?.(i, j, value) ?? [])]);
    this.surface.redrawTop();
    if (aloud) this.surface.say(`${name}: ${shortNumber(value, 6)} ${unit}`);
  }
}
