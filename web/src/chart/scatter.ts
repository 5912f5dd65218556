// SPDX-License-Identifier: Apache-2.0
// A section with points: any two measures of a set against each other, the front of both as a staircase, colours by a
// third. Points to look at are found by the pointer or by keys.
import type { ScatterSection } from '../sections';
import { palette } from '../theme';
import { element } from '../ui/element';
import { drawAxes } from './axes';
import { front, staircase } from './front';
import { type Box, freeBox } from './labels';
import { axisTitle, directionText, type Look, nameOf, valueText } from './look';
import { type ColourBy, fewThings, paintBy, type Paint } from './paint';
import { Scale, scaleOf } from './scale';
import { haloText, Surface } from './surface';
import { choose, tableButton, toolbar } from './toolbar';

const margin = { left: 64, right: 16, top: 14, bottom: 46 };
const round = 4000; // up to that many points are discs, more are squares: quicker to draw
const mostBars = 400; // points with bars for their errors

export function scatterPlot(section: ScatterSection, look: Look): HTMLElement {
  const { things } = look;
  const { measures } = things;
  const few = things.size <= fewThings;
  let { x, y } = section;
  let by: ColourBy = section.colour ?? (few ? 'thing' : 'none');
  let paint: Paint = paintBy(by, things);
  let scales: [Scale, Scale] = [new Scale(0, 1), new Scale(0, 1)];
  let whole = true; // not zoomed
  let px = new Float32Array(things.size); // places on the surface; NaN: nowhere
  let py = new Float32Array(things.size);
  let stairs: number[] = []; // things on the front of the two axes, by x
  let marked: number[] = []; // things with a ring: those, or the front of the set
  let drag: { x: number; y: number; toX: number; toY: number } | null = null;

  const surface = new Surface(section.title || 'Points', (width) => Math.min(Math.max(0.52 * width, 300), 460), { base: drawBase, top: drawTop });
  const legend = element('div', { class: 'keys' });
  const unzoom = element('button', { type: 'button', class: 'text', hidden: true }, 'Show all');
  unzoom.addEventListener('click', zoomOut);
  const names = measures.map((measure, k): [string, string] => [String(k), axisTitle(measure)]);
  const colours: [string, string][] = [['none', 'one colour'], ...(few ? [['thing', things.noun] as [string, string]] : []), ...names];
  const table = tableButton(look, () => [x, y, ...(typeof by === 'number' ? [by] : [])], () => marked);
  const bar = toolbar(
    choose('x', names, String(x), (value) => ((x = Number(value)), arrange())),
    choose('y', names, String(y), (value) => ((y = Number(value)), arrange())),
    choose('colour', colours, String(by), (value) => {
      by = value === 'none' || value === 'thing' ? value : Number(value);
      paint = paintBy(by, things);
      showLegend();
      surface.redraw();
      table.refresh();
    }),
    unzoom,
    table.button,
  );
  const figure = element('figure', { class: 'card plot wide', 'aria-label': section.title || 'Points' }, bar, surface.element, legend, table.place);

  function arrange(): void {
    scales = [scaleOf(measures[x]!, seen(x, y), 0.06), scaleOf(measures[y]!, seen(y, x), 0.06)];
    stairs = front(measures[x]!.values, measures[y]!.values, measures[x]!.better, measures[y]!.better);
    marked = things.front ?? stairs;
    whole = true;
    unzoom.hidden = true;
    showLegend();
    surface.redraw();
    table.refresh();
  }

  // The values of points that have a place, and of a few the ends of their error bars.
  function seen(k: number, other: number): Float64Array[] {
    const { errors, log } = measures[k]!;
    const across = measures[other]!;
    const placed = (i: number) => Number.isFinite(across.values[i]) && (!across.log || across.values[i]! > 0);
    const values = measures[k]!.values.map((value, i) => (placed(i) ? value : NaN));
    if (!errors || things.size > mostBars) return [values];
    return [values, ...[-1, 1].map((sign) => values.map((value, i) => value + sign * errors[i]!))].map((list) => (log ? list.filter((v) => v > 0) : list));
  }

  function showLegend(): void {
    legend.replaceChildren();
    if (marked.length > 0) {
      const what = things.front ? 'Pareto front of all criteria' : 'Pareto front';
      legend.append(element('span', { class: 'key' }, element('span', { class: 'ring' }), `${what}: ${marked.length} of ${things.size}`));
    }
    if (stairs.length > 0)
      legend.append(element('span', { class: 'key' }, element('span', { class: 'stair' }), things.front ? 'front of these two' : 'its edge'));
    if (paint.legend && typeof by === 'number')
      legend.append(element('span', { class: 'key bar-key' }, axisTitle(measures[by]!), paint.legend));
    const missing = countMissing();
    if (missing > 0) legend.append(element('span', { class: 'key' }, `${missing} without a value here`));
  }

  function countMissing(): number {
    let count = 0;
    for (let k = 0; k < things.size; ++k)
      if (Number.isNaN(scales[0].place(measures[x]!.values[k]!) + scales[1].place(measures[y]!.values[k]!))) ++count;
    return count;
  }

  const plotWidth = () => surface.width - margin.left - margin.right;
  const plotHeight = () => surface.height - margin.top - margin.bottom;
  const toX = (value: number) => margin.left + scales[0].place(value) * plotWidth();
  const toY = (value: number) => margin.top + (1 - scales[1].place(value)) * plotHeight();

  function drawBase(): void {
    const c = surface.base;
    drawAxes(surface, margin, scales, [measures[x]!, measures[y]!]);
    placePoints();
    c.save();
    c.beginPath();
    c.rect(margin.left, margin.top, plotWidth(), plotHeight());
    c.clip();
    drawStairs(c);
    drawBars(c);
    drawPoints(c);
    drawRings(c);
    c.restore();
    if (few) drawNames(c);
  }

  // Points of one choice are spread a little, always the same way.
  function placePoints(): void {
    if (px.length !== things.size) (px = new Float32Array(things.size)), (py = new Float32Array(things.size));
    const spread = (k: number, of: number, length: number) =>
      measures[of]!.labels.length === 0 || few ? 0 : (((k * 0.6180339887) % 1) - 0.5) * 0.6 * (length / measures[of]!.labels.length);
    for (let k = 0; k < things.size; ++k) {
      px[k] = toX(measures[x]!.values[k]!) + spread(k, x, plotWidth());
      py[k] = toY(measures[y]!.values[k]!) + spread(k + 7, y, plotHeight());
    }
  }

  function drawStairs(c: CanvasRenderingContext2D): void {
    if (stairs.length === 0) return;
    const { better: betterX } = measures[x]!;
    const { better: betterY } = measures[y]!;
    const corners = staircase(stairs.map((k) => [measures[x]!.values[k]!, measures[y]!.values[k]!]), betterX, betterY);
    const path = corners.map(([a, b]): [number, number] => [toX(a), toY(b)]);
    // on to where it is worse: at one end in x, at the other in y
    const worseX = betterX === 'more' ? margin.left : surface.width - margin.right;
    const worseY = betterY === 'more' ? surface.height - margin.bottom : margin.top;
    const [first, last] = [path[0]!, path.at(-1)!];
    if (betterX === 'more') path.unshift([worseX, first[1]]), path.push([last[0], worseY]);
    else path.unshift([first[0], worseY]), path.push([worseX, last[1]]);
    c.beginPath();
    path.forEach(([a, b]) => c.lineTo(a, b));
    c.strokeStyle = palette().accent;
    c.lineWidth = 1.5;
    c.globalAlpha = 0.75;
    c.stroke();
    c.lineTo(worseX, worseY);
    c.closePath();
    c.globalAlpha = 0.05;
    c.fillStyle = palette().accent;
    c.fill();
    c.globalAlpha = 1;
  }

  function drawBars(c: CanvasRenderingContext2D): void {
    if (things.size > mostBars) return;
    c.strokeStyle = palette().ink;
    c.lineWidth = 1;
    c.globalAlpha = 0.8;
    c.beginPath();
    for (let k = 0; k < things.size; ++k) addBars(c, k);
    c.stroke();
    c.globalAlpha = 1;
  }

  function addBars(c: CanvasRenderingContext2D, k: number): void {
    const [a, b] = [px[k]!, py[k]!];
    const errorX = measures[x]!.errors?.[k] ?? 0;
    const errorY = measures[y]!.errors?.[k] ?? 0;
    if (errorX > 0) {
      const ends = [toX(measures[x]!.values[k]! - errorX), toX(measures[x]!.values[k]! + errorX)].map((end) => (Number.isNaN(end) ? margin.left : end));
      c.moveTo(ends[0]!, b);
      c.lineTo(ends[1]!, b);
      for (const end of ends) c.moveTo(end, b - 3), c.lineTo(end, b + 3);
    }
    if (errorY > 0) {
      const ends = [toY(measures[y]!.values[k]! - errorY), toY(measures[y]!.values[k]! + errorY)].map((end) => (Number.isNaN(end) ? surface.height - margin.bottom : end));
      c.moveTo(a, ends[0]!);
      c.lineTo(a, ends[1]!);
      for (const end of ends) c.moveTo(a - 3, end), c.lineTo(a + 3, end);
    }
  }

  const radius = () => (few ? 5.5 : things.size <= 300 ? 4 : things.size <= round ? 2.8 : 1.5);

  // Group by group, so that the colour changes seldom; those outside of a chosen range first and faint.
  function drawPoints(c: CanvasRenderingContext2D): void {
    const r = radius();
    const lists: number[][] = Array.from({ length: paint.groups }, () => []);
    const faint: number[] = [];
    for (let k = 0; k < things.size; ++k) {
      if (!(px[k]! >= margin.left - 9 && px[k]! <= surface.width && py[k]! >= 0 && py[k]! <= surface.height)) continue;
      (look.within(k) ? lists[paint.group[k]!]! : faint).push(k);
    }
    const drawList = (list: number[]) => {
      if (things.size > round) {
        for (const k of list) c.fillRect(px[k]! - r, py[k]! - r, 2 * r, 2 * r);
        return;
      }
      c.beginPath();
      for (const k of list) {
        c.moveTo(px[k]! + r, py[k]!);
        c.arc(px[k]!, py[k]!, r, 0, 2 * Math.PI);
      }
      c.fill();
    };
    c.globalAlpha = 0.22;
    c.fillStyle = palette().none;
    drawList(faint);
    c.globalAlpha = things.size > 20000 ? 0.55 : things.size > 1000 ? 0.7 : 0.92;
    const colours = paint.colours();
    lists.forEach((list, group) => {
      c.fillStyle = colours[group]!;
      drawList(list);
    });
    c.globalAlpha = 1;
  }

  function drawRings(c: CanvasRenderingContext2D): void {
    c.strokeStyle = palette().strong;
    c.lineWidth = 1.4;
    c.beginPath();
    for (const k of marked) {
      if (!look.within(k) || Number.isNaN(px[k]! + py[k]!)) continue;
      const r = radius() + 2;
      c.moveTo(px[k]! + r, py[k]!);
      c.arc(px[k]!, py[k]!, r, 0, 2 * Math.PI);
    }
    c.stroke();
  }

  // Beside the point, where no other name or point is.
  function drawNames(c: CanvasRenderingContext2D): void {
    const { strong, card } = palette();
    const inside: Box = [margin.left, 0, surface.width - 2, surface.height - margin.bottom];
    const taken = Array.from(px, (x, k): Box => [x - 7, py[k]! - 7, x + 7, py[k]! + 7]);
    c.textBaseline = 'middle';
    c.textAlign = 'left';
    c.fillStyle = strong;
    taken.slice().forEach((point, k) => {
      if (!freeBox([point], [], [margin.left - 8, -8, surface.width, surface.height - margin.bottom + 8])) return;
      const text = nameOf(things, k);
      const width = c.measureText(text).width;
      const [a, b] = [px[k]!, py[k]!];
      const right = a + 9;
      const left = a - 9 - width;
      // stairs run straight to the sides, up and down: names rather stand across
      const places = [[right, b - 13], [left, b - 13], [right, b + 14], [left, b + 14], [a + 11, b], [left - 2, b], [right, b - 27], [right, b + 28], [left, b - 27]] as const;
      const found = freeBox(places.map(([x, y]): Box => [x, y - 7, x + width, y + 7]), taken.filter((_, i) => i !== k), inside);
      if (!found) return;
      haloText(c, text, found[0], found[1] + 7, card);
      taken.push(found);
    });
  }

  function drawTop(): void {
    const c = surface.top;
    if (drag) {
      c.fillStyle = palette().accent;
      c.globalAlpha = 0.15;
      c.fillRect(drag.x, drag.y, drag.toX - drag.x, drag.toY - drag.y);
      c.globalAlpha = 1;
    }
    const k = look.shown;
    if (k === null || Number.isNaN(px[k]! + py[k]!) || px[k]! < margin.left || px[k]! > surface.width || py[k]! < 0 || py[k]! > surface.height - margin.bottom + 1) {
      surface.hideCard();
      return;
    }
    const { strong, card } = palette();
    const colour = paint.colours()[paint.group[k]!]!;
    c.strokeStyle = strong;
    c.lineWidth = 1;
    c.beginPath();
    addBars(c, k);
    c.stroke();
    c.beginPath();
    c.arc(px[k]!, py[k]!, radius() + 3.5, 0, 2 * Math.PI);
    c.fillStyle = card;
    c.fill();
    c.lineWidth = 2;
    c.stroke();
    c.beginPath();
    c.arc(px[k]!, py[k]!, radius() + 0.5, 0, 2 * Math.PI);
    c.fillStyle = colour;
    c.fill();
    if (surface.element.matches(':hover, :focus-visible')) surface.showCard(px[k]!, py[k]!, nameOf(things, k), rows(k), colour);
    else surface.hideCard();
  }

  // The two axes and the colour first, then the rest, as far as there is room.
  function rows(k: number): [string, string][] {
    const first = [...new Set([x, y, ...(typeof by === 'number' ? [by] : [])])];
    const rest = measures.map((_, m) => m).filter((m) => !first.includes(m));
    const out = [...first, ...rest].slice(0, 10).map((m): [string, string] => [measures[m]!.name, valueText(things, m, k)]);
    if (marked.includes(k)) out.push(['', 'on the Pareto front']);
    return out;
  }

  function nearest(a: number, b: number): number | null {
    let best: number | null = null;
    let least = 26 * 26;
    for (let k = 0; k < things.size; ++k) {
      const distance = (px[k]! - a) ** 2 + (py[k]! - b) ** 2;
      if (distance < least && look.within(k)) (least = distance), (best = k);
    }
    return best;
  }

  function zoom(from: [number, number], to: [number, number]): void {
    const part = (scale: Scale, a: number, b: number) => scale.part(Math.min(a, b), Math.max(a, b));
    const atX = (pixel: number) => (pixel - margin.left) / plotWidth();
    const atY = (pixel: number) => 1 - (pixel - margin.top) / plotHeight();
    scales = [part(scales[0], atX(from[0]), atX(to[0])), part(scales[1], atY(from[1]), atY(to[1]))];
    whole = false;
    unzoom.hidden = false;
    surface.redraw();
  }

  function zoomOut(): void {
    if (!whole) arrange();
  }

  const { element: box } = surface;
  const where = (event: PointerEvent): [number, number] => {
    const { left, top } = box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  box.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const [a, b] = where(event);
    drag = { x: a, y: b, toX: a, toY: b };
    box.setPointerCapture(event.pointerId);
  });
  box.addEventListener('pointermove', (event) => {
    const [a, b] = where(event);
    if (drag) {
      drag.toX = Math.min(Math.max(a, margin.left), surface.width - margin.right);
      drag.toY = Math.min(Math.max(b, margin.top), surface.height - margin.bottom);
      surface.redrawTop();
    } else {
      look.point(nearest(a, b));
    }
  });
  box.addEventListener('pointerup', (event) => {
    const [a, b] = where(event);
    const wide = drag !== null && Math.abs(drag.toX - drag.x) > 6 && Math.abs(drag.toY - drag.y) > 6;
    if (drag && wide) zoom([drag.x, drag.y], [drag.toX, drag.toY]);
    else look.keep(nearest(a, b));
    drag = null;
    surface.redrawTop();
  });
  box.addEventListener('pointerleave', () => look.point(null));
  box.addEventListener('dblclick', zoomOut);
  box.addEventListener('keydown', (event) => {
    const steps: Record<string, [number, 'x' | 'y']> = { ArrowRight: [1, 'x'], ArrowLeft: [-1, 'x'], ArrowUp: [1, 'y'], ArrowDown: [-1, 'y'] };
    const step = steps[event.key];
    if (step) walk(step[0], step[1] === 'x' ? px : py, step[1] === 'x' ? 1 : -1, event.shiftKey);
    else if (event.key === 'Enter' && look.hovered !== null) look.keep(look.hovered);
    else if (event.key === 'Escape') (look.point(null), look.keep(look.kept), zoomOut());
    else if (event.key === '+') zoomAround(0.5);
    else if (event.key === '-') zoomAround(2);
    else if (event.key === '0') zoomOut();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  // To the next point; the points of the front if there is one, with Shift all.
  function walk(step: number, places: Float32Array, up: number, all: boolean): void {
    const list = marked.length > 0 && !all ? marked : Array.from(px, (_, k) => k);
    const order = list.filter((k) => look.within(k) && !Number.isNaN(px[k]! + py[k]!)).sort((i, j) => up * (places[i]! - places[j]!) || i - j);
    if (order.length === 0) return;
    const now = look.shown === null ? -1 : order.indexOf(look.shown);
    const next = now < 0 ? (step > 0 ? 0 : order.length - 1) : Math.min(Math.max(now + step, 0), order.length - 1);
    const k = order[next]!;
    look.point(k);
    surface.say(`${nameOf(things, k)}: ${rows(k).map(([name, value]) => `${name} ${value}`).join(', ')}`);
  }

  function zoomAround(factor: number): void {
    const k = look.shown;
    const [a, b] = k === null || Number.isNaN(px[k]!) ? [margin.left + plotWidth() / 2, margin.top + plotHeight() / 2] : [px[k]!, py[k]!];
    const ends = (from: number, size: number, at: number): [number, number] => [at + (from - at) * factor, at + (from + size - at) * factor];
    const [left, right] = ends(margin.left, plotWidth(), a);
    const [top, bottom] = ends(margin.top, plotHeight(), b);
    zoom([left, bottom], [right, top]);
  }

  look.onPoint(() => surface.redrawTop());
  let settled = 0;
  look.onFilter(() => {
    surface.redraw();
    clearTimeout(settled);
    settled = window.setTimeout(() => table.refresh(), 200);
  });
  box.title = '';
  box.setAttribute('aria-description', `${axisTitle(measures[x]!)} ${directionText(measures[x]!.better)} and ${axisTitle(measures[y]!)} ${directionText(measures[y]!.better)}. Arrow keys go from point to point. The button Table shows the numbers.`);
  arrange();
  return figure;
}
