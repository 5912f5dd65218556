// SPDX-License-Identifier: Apache-2.0
// A drawing surface: a canvas for what is drawn rarely, one above it for what follows the pointer, and a card with the
// values of what is under the pointer. Sharp on every screen, as wide as the page allows.
import { onTheme } from '../theme';
import { element } from '../ui/element';
import { fontOf } from './pen';

export type Row = readonly [string, string];

export class Surface {
  readonly element: HTMLElement;
  readonly base: CanvasRenderingContext2D;
  readonly top: CanvasRenderingContext2D;
  width = 0;
  height = 0;
  private readonly canvases: HTMLCanvasElement[];
  private readonly card = element('div', { class: 'tip-card', hidden: true, 'aria-hidden': 'true' });
  private readonly spoken = element('div', { class: 'unseen', role: 'status' });
  private ratio = 1; // screen pixels per CSS pixel
  private marked = true; // the upper canvas is not empty
  private pending = 0; // 1: the upper canvas must be redrawn, 2: both

  constructor(
    label: string,
    private readonly heightFor: (width: number) => number,
    private readonly draw: { base: () => void; top: () => void; marked?: () => boolean }, // marked: whether `top` draws anything
  ) {
    this.canvases = ['base', 'top'].map((name) => element('canvas', { class: name, 'aria-hidden': 'true' }));
    [this.base, this.top] = this.canvases.map((canvas) => canvas.getContext('2d')!) as [CanvasRenderingContext2D, CanvasRenderingContext2D];
    this.element = element('div', { class: 'surface', tabindex: 0, role: 'application', 'aria-label': label }, ...this.canvases, this.card, this.spoken);
    new ResizeObserver(() => this.fit()).observe(this.element);
    onTheme(() => this.now());
  }

  redraw(): void {
    this.request(2);
  }

  redrawTop(): void {
    this.request(1);
  }

  // Immediately, for example when the page is about to be printed.
  now(): void {
    if (this.width === 0) return;
    this.pending = 0;
    this.clear(this.base);
    this.draw.base();
    this.drawTop();
  }

  // Next to a point, on the side where there is room.
  showCard(x: number, y: number, title: string, rows: readonly Row[], colour?: string): void {
    const list = element('dl');
    for (const [name, value] of rows) list.append(element('dt', {}, name), element('dd', {}, value));
    const heading = element('strong', {}, title);
    if (colour) heading.style.setProperty('--line', colour), heading.classList.add('coloured');
    this.card.replaceChildren(heading, list);
    this.card.hidden = false;
    const { offsetWidth, offsetHeight } = this.card;
    const left = x + 14 + offsetWidth <= this.width ? x + 14 : Math.max(0, x - 14 - offsetWidth);
    const top = Math.min(Math.max(0, y - offsetHeight / 2), Math.max(0, this.height - offsetHeight));
    this.card.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
  }

  hideCard(): void {
    this.card.hidden = true;
  }

  // For screen readers.
  say(text: string): void {
    this.spoken.textContent = text;
  }

  private request(what: number): void {
    if (this.pending === 0)
      requestAnimationFrame(() => {
        const todo = this.pending;
        this.pending = 0;
        if (this.width === 0 || todo === 0) return;
        if (todo === 2) {
          this.clear(this.base);
          this.draw.base();
        }
        this.drawTop();
      });
    this.pending = Math.max(this.pending, what);
  }

  // A canvas that is touched is sent to the screen once more, even if nothing is on it.
  private drawTop(): void {
    const marked = this.draw.marked?.() ?? true;
    if (marked || this.marked) this.clear(this.top);
    this.marked = marked;
    if (marked) this.draw.top();
  }

  private clear(context: CanvasRenderingContext2D): void {
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    context.font = fontOf('11px');
    context.globalAlpha = 1;
    context.setLineDash([]);
    context.lineJoin = 'round';
  }

  private fit(): void {
    const width = this.element.clientWidth;
    if (width === 0) return;
    const height = Math.round(this.heightFor(width));
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.element.style.height = `${height}px`;
    this.ratio = Math.min(window.devicePixelRatio || 1, 3);
    for (const canvas of this.canvases) {
      canvas.width = Math.round(width * this.ratio);
      canvas.height = Math.round(height * this.ratio);
    }
    this.now();
  }
}
