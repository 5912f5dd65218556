// SPDX-License-Identifier: Apache-2.0
// The strip over an axis of parallel coordinates that shows its range, and changes it with the pointer or with keys.
import { element } from '../../ui/element';
import type { Look } from '../look';
import { Brush, type Span } from './brush';
import type { Layout } from './layout';

export interface Range {
  element: HTMLElement;
  place: (x: number) => void;
  show: () => void;
}

export function makeRange(look: Look, measure: number, layout: Layout, axis: number): Range {
  const { name } = look.things.measures[measure]!;
  const band = element('div', { class: 'band', hidden: true });
  const strip = element('div', { class: 'range', tabindex: 0, role: 'slider', 'aria-orientation': 'vertical', 'aria-label': `Range of ${name}`, title: `Drag to filter by a range of ${name}` }, band);
  strip.style.top = `${layout.top}px`;
  strip.style.height = `${layout.length}px`;
  const span = () => spanOf(look.range(measure), layout, axis);
  const set = (to: Span | null) => {
    if (to) look.setRange(measure, to.map((y) => layout.value(axis, y)).sort((a, b) => a - b) as [number, number]);
  };
  const clear = () => look.setRange(measure, null);
  const show = () => showRange(look, measure, layout, axis, strip, band);
  const brush = new Brush(layout.top, layout.length);
  listenToPointer(strip, brush, span, set, clear);
  listenToKeys(strip, brush, span, set, clear);
  look.onFilter(show);
  show();
  return {
    element: strip,
    place: (x) => {
      strip.style.left = `${x}px`;
      show();
    },
    show,
  };
}

function spanOf(range: readonly [number, number] | undefined, layout: Layout, axis: number): Span | null {
  return range ? (range.map((value) => layout.y(axis, value)).sort((a, b) => a - b) as [number, number]) : null;
}

function listenToPointer(strip: HTMLElement, brush: Brush, span: () => Span | null, set: (to: Span | null) => void, clear: () => void): void {
  const at = (event: PointerEvent) => brush.top + event.clientY - strip.getBoundingClientRect().top;
  strip.addEventListener('pointerdown', (event) => {
    event.stopPropagation();
    brush.begin(at(event), span());
    strip.setPointerCapture(event.pointerId);
  });
  strip.addEventListener('pointermove', (event) => set(brush.move(at(event))));
  strip.addEventListener('pointerup', (event) => {
    if (brush.end(at(event))) clear();
  });
  strip.addEventListener('pointercancel', () => brush.cancel());
}

// Without Shift the worse end moves, at the bottom; with Shift, the better one.
function listenToKeys(strip: HTMLElement, brush: Brush, span: () => Span | null, set: (to: Span | null) => void, clear: () => void): void {
  strip.addEventListener('keydown', (event) => {
    const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (direction !== undefined) set(brush.stepped(span(), direction, event.shiftKey ? 'upper' : 'lower'));
    else if (event.key === 'Escape' || event.key === 'Delete' || event.key === 'Backspace') clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function showRange(look: Look, measure: number, layout: Layout, axis: number, strip: HTMLElement, band: HTMLElement): void {
  const scale = layout.scales[axis]!;
  const now = spanOf(look.range(measure), layout, axis);
  const [least, most] = look.range(measure) ?? [scale.least, scale.most];
  strip.setAttribute('aria-valuemin', String(scale.least));
  strip.setAttribute('aria-valuemax', String(scale.most));
  strip.setAttribute('aria-valuenow', String(layout.flipped[axis] ? most : least));
  const label = (value: number) => scale.text(scale.labels.length > 0 ? Math.round(value) : value);
  strip.setAttribute('aria-valuetext', now ? `${label(least)} to ${label(most)} ${look.things.measures[measure]!.unit}`.trim() : 'all');
  band.hidden = now === null;
  if (!now) return;
  band.style.top = `${now[0] - layout.top}px`;
  band.style.height = `${Math.max(now[1] - now[0], 2)}px`;
}
