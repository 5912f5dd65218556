// SPDX-License-Identifier: Apache-2.0
// The range that is kept on an axis of parallel coordinates: drawn with the pointer, or moved with keys.
import { element } from '../ui/element';
import type { Look } from './look';
import type { Scale } from './scale';

export interface Frame {
  flipped: boolean;
  top: number;
  height: number;
  value: (pixel: number) => number;
  pixel: (value: number) => number;
  scale: Scale;
}

export interface Range {
  element: HTMLElement;
  place: (x: number) => void;
  show: () => void;
}

export function makeRange(look: Look, measure: number, frame: Frame): Range {
  const { name, unit } = look.things.measures[measure]!;
  const band = element('div', { class: 'band', hidden: true });
  const strip = element('div', { class: 'range', tabindex: 0, role: 'slider', 'aria-orientation': 'vertical', 'aria-label': `Range of ${name}`, title: `Drag to keep a range of ${name}` }, band);
  strip.style.top = `${frame.top}px`;
  strip.style.height = `${frame.height}px`;

  function set(from: number, to: number): void {
    const ends = [frame.value(from), frame.value(to)].sort((a, b) => a - b) as [number, number];
    look.setRange(measure, ends);
  }

  let start: number | null = null; // where a drag began
  let moved: [number, number] | null = null; // the band that a drag moves
  const at = (event: PointerEvent) => {
    const y = event.clientY - strip.getBoundingClientRect().top;
    return frame.top + Math.min(Math.max(y, 0), frame.height);
  };
  const pixels = (): [number, number] | null => {
    const range = look.range(measure);
    return range ? (range.map(frame.pixel).sort((a, b) => a - b) as [number, number]) : null;
  };
  strip.addEventListener('pointerdown', (event) => {
    event.stopPropagation();
    start = at(event);
    const now = pixels();
    moved = now && start > now[0] + 5 && start < now[1] - 5 ? now : null;
    if (now && !moved) {
      // near an end: that end follows
      if (Math.abs(start - now[0]) <= 7) start = now[1];
      else if (Math.abs(start - now[1]) <= 7) start = now[0];
    }
    strip.setPointerCapture(event.pointerId);
  });
  strip.addEventListener('pointermove', (event) => {
    if (start === null) return;
    const y = at(event);
    if (moved) {
      const by = Math.min(Math.max(y - start, frame.top - moved[0]), frame.top + frame.height - moved[1]);
      set(moved[0] + by, moved[1] + by);
    } else if (Math.abs(y - start) > 3) {
      set(start, y);
    }
  });
  strip.addEventListener('pointerup', (event) => {
    if (start !== null && Math.abs(at(event) - start) <= 3) look.setRange(measure, null); // a click clears
    start = moved = null;
  });
  strip.addEventListener('pointercancel', () => (start = moved = null));

  strip.addEventListener('keydown', (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by !== undefined) {
      const step = (by * frame.height) / 20;
      const [upper, lower] = pixels() ?? [frame.top, frame.top + frame.height];
      // without Shift the worse end, which is below; with it the better one
      const clamp = (y: number, least: number, most: number) => Math.min(Math.max(y, least), most);
      const room = frame.height / 40;
      if (event.shiftKey) set(clamp(upper + step, frame.top, lower - room), lower);
      else set(upper, clamp(lower + step, upper + room, frame.top + frame.height));
    } else if (event.key === 'Escape' || event.key === 'Delete' || event.key === 'Backspace') {
      look.setRange(measure, null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  function show(): void {
    const now = pixels();
    band.hidden = now === null;
    const [least, most] = look.range(measure) ?? [frame.scale.least, frame.scale.most];
    strip.setAttribute('aria-valuemin', String(frame.scale.least));
    strip.setAttribute('aria-valuemax', String(frame.scale.most));
    strip.setAttribute('aria-valuenow', String(frame.flipped ? most : least));
    const label = (value: number) => frame.scale.text(frame.scale.labels.length > 0 ? Math.round(value) : value);
    strip.setAttribute('aria-valuetext', now ? `${label(least)} to ${label(most)} ${unit}`.trim() : 'all');
    if (!now) return;
    band.style.top = `${now[0] - frame.top}px`;
    band.style.height = `${Math.max(now[1] - now[0], 2)}px`;
  }
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
