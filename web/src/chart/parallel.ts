// SPDX-License-Identifier: Apache-2.0
// A section with parallel coordinates: an axis for each measure with its better end up, a line for each thing. A drag
// along an axis leaves only the lines that pass there.
import type { Measure, ParallelSection } from '../sections';
import { palette } from '../theme';
import { element } from '../ui/element';
import { Density, fade, type Rgb, rgb, thin } from './density';
import { front } from './front';
import { apart } from './labels';
import { axisTitle, breakable, directionText, type Look, nameOf, valueText } from './look';
import { type ColourBy, fewThings, paintBy, type Paint } from './paint';
import { makeRange } from './range';
import { type Scale, scaleOf } from './scale';
import { haloText, Surface } from './surface';
import { choose, tableButton, toolbar } from './toolbar';

const top = 58; // room for names
const bottom = 18;
const narrowest = 104; // between axes
const mostStrokes = 600; // that many lines are drawn one by one, more are counted
const mostLines = 20000; // that are counted; of more, a part
const quickLines = 2500; // that are counted while a range moves

export function parallelPlot(section: ParallelSection, look: Look): HTMLElement {
  const { things } = look;
  const { axes } = section;
  const measures = axes.map((axis) => things.measures[axis]!);
  const few = things.size <= fewThings;
  const scales: Scale[] = measures.map((measure) => scaleOf(measure, [measure.values, ...(few ? ends(measure) : [])], 0.03));
  const flipped = measures.map(({ better }) => better === 'less');
  const marked = new Set(things.front ?? (axes.length === 2 ? front(measures[0]!.values, measures[1]!.values, measures[0]!.better, measures[1]!.better) : []));
  let by: ColourBy = section.colour ?? (few ? 'thing' : axes[0]!);
  let paint: Paint = paintBy(by, things);
  let onlyFront = false;
  let hidden = new Set<number>(); // of a few, those that were switched off

  const height = few ? 340 : 400;
  const longest = Math.max(...Array.from({ length: few ? things.size : 0 }, (_, k) => nameOf(things, k).length), 0);
  const right = few ? Math.min(54 + 8 * longest, 240) : 58; // room for names, or for the numbers of the last axis
  const left = 34;
  const surface: Surface = new Surface(section.title || 'Parallel coordinates', () => height, { base: drawBase, top: drawTop });
  surface.element.style.minWidth = `${(axes.length - 1) * narrowest + left + right}px`;
  const scroller = element('div', { class: 'scroller' }, surface.element);

  const gap = () => (surface.width - left - right) / (axes.length - 1);
  const toX = (axis: number) => left + axis * gap();
  const toY = (axis: number, value: number) => {
    const place = scales[axis]!.place(value);
    return top + (flipped[axis] ? place : 1 - place) * (height - top - bottom);
  };
  const fromY = (axis: number, pixel: number) => {
    const place = (pixel - top) / (height - top - bottom);
    return scales[axis]!.value(flipped[axis] ? place : 1 - place);
  };
  const ys = measures.map((measure, axis) => Float32Array.from(measure.values, (value) => toY(axis, value)));
  let behind: { width: number; colour: string; picture: HTMLCanvasElement } | null = null;
  let quick = false; // a range moves
  let settled = 0; // the timer after which all is drawn again
  const drawn = (k: number) => look.within(k) && !hidden.has(k) && (!onlyFront || marked.has(k));

  const keys = element('div', { class: 'keys' });
  const table = tableButton(look, () => axes, () => [...marked]);
  const colours: [string, string][] = [...(few ? [['thing', things.noun] as [string, string]] : [['none', 'one colour'] as [string, string]]), ...things.measures.map((measure, k): [string, string] => [String(k), axisTitle(measure)])];
  const bar = toolbar(
    choose('colour', colours, String(by), (value) => {
      by = value === 'none' || value === 'thing' ? value : Number(value);
      paint = paintBy(by, things);
      showKeys();
      surface.redraw();
    }),
  );
  if (marked.size > 0 && !few) {
    const button = element('button', { type: 'button', class: 'text', 'aria-pressed': 'false' }, 'Only the front');
    button.addEventListener('click', () => {
      onlyFront = !onlyFront;
      button.setAttribute('aria-pressed', String(onlyFront));
      surface.redraw();
    });
    bar.append(button);
  }
  const clear = element('button', { type: 'button', class: 'text', hidden: true }, 'Clear ranges');
  clear.addEventListener('click', () => look.clear());
  bar.append(clear, table.button);

  const ranges = axes.map((measure, axis) =>
    makeRange(look, measure, {
      flipped: flipped[axis]!,
      top,
      height: height - top - bottom,
      value: (pixel) => fromY(axis, pixel),
      pixel: (value) => toY(axis, value),
      scale: scales[axis]!,
    }),
  );
  const titles = measures.map((measure, axis) => {
    const name = element('span', { class: 'name' }, breakable(measure.name));
    const title = element('div', { class: 'axis-name', title: `${axisTitle(measure)} ${directionText(measure.better)}`.trim() }, name);
    const small = [measure.unit ? `[${measure.unit}]` : '', directionText(measure.better)].filter(Boolean).join(' ');
    if (small) title.append(element('span', { class: 'small' }, small));
    if (axis === 0) title.classList.add('first');
    if (axis === axes.length - 1 && !few) title.classList.add('last');
    return title;
  });
  surface.element.append(...titles, ...ranges.map((range) => range.element));

  function layOut(): void {
    titles.forEach((title, axis) => {
      title.style.left = `${toX(axis)}px`;
      const outer = title.matches('.first, .last');
      title.style.width = `${outer ? gap() / 2 + 28 : gap() - 10}px`;
    });
    ranges.forEach((range, axis) => range.place(toX(axis)));
  }

  function showKeys(): void {
    keys.replaceChildren();
    if (few)
      keys.append(...things.measures[0]!.values.length > 0 ? Array.from({ length: things.size }, (_, k) => chip(k)) : []);
    if (paint.legend && typeof by === 'number')
      keys.append(element('span', { class: 'key bar-key' }, axisTitle(things.measures[by]!), paint.legend));
    if (!few) {
      const stride = Math.ceil(look.count / mostLines);
      const part = stride > 1 ? `, one of ${stride} drawn` : '';
      const count = look.filtered ? `${look.count} of ${things.size} within the ranges${part}` : `${things.size} lines${part}; drag along an axis to keep a range`;
      keys.append(element('span', { class: 'key count', role: 'status' }, count));
    } else if (look.filtered) {
      keys.append(element('span', { class: 'key count', role: 'status' }, `${look.count} of ${things.size} within the ranges`));
    }
    clear.hidden = !look.filtered;
  }

  function chip(k: number): HTMLElement {
    const button = element('button', { type: 'button', class: 'chip', 'aria-pressed': String(!hidden.has(k)) }, element('span', { class: 'swatch' }), element('span', { class: 'name' }, nameOf(things, k)));
    if (marked.has(k)) button.append(element('span', { class: 'mark good' }, 'front'));
    button.style.setProperty('--line', paint.colours()[paint.group[k]!]!);
    button.addEventListener('click', () => {
      hidden = new Set(hidden);
      if (!hidden.delete(k)) hidden.add(k);
      button.setAttribute('aria-pressed', String(!hidden.has(k)));
      surface.redraw();
    });
    button.addEventListener('pointerenter', () => look.point(k));
    button.addEventListener('pointerleave', () => look.point(null));
    return button;
  }

  function drawBase(): void {
    layOut();
    const c = surface.base;
    drawAxes(c);
    if (few) {
      showKeys(); // in the colours of now
      drawFew(c);
      return;
    }
    drawMany(c);
  }

  function drawAxes(c: CanvasRenderingContext2D): void {
    const { ink } = palette();
    c.strokeStyle = ink;
    c.lineWidth = 1;
    c.globalAlpha = 0.6;
    c.beginPath();
    axes.forEach((_, axis) => {
      const x = Math.round(toX(axis)) + 0.5;
      c.moveTo(x, top);
      c.lineTo(x, height - bottom);
    });
    c.stroke();
    c.globalAlpha = 1;
  }

  // Over the lines, or nobody could read them.
  function drawTicks(c: CanvasRenderingContext2D): void {
    const { ink, card } = palette();
    c.font = '10.5px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
    c.textAlign = 'left';
    c.textBaseline = 'middle';
    axes.forEach((_, axis) => {
      const x = toX(axis);
      for (const { value, text } of scales[axis]!.ticks(few ? 4 : 5)) {
        const y = toY(axis, value);
        c.fillStyle = ink;
        c.fillRect(x - 3, y - 0.5, 6, 1);
        haloText(c, text, x + 6, y, card);
      }
    });
  }

  function path(c: CanvasRenderingContext2D, k: number): void {
    let joined = false;
    for (let axis = 0; axis < axes.length; ++axis) {
      const y = ys[axis]![k]!;
      if (Number.isNaN(y)) {
        joined = false;
        continue;
      }
      if (joined) c.lineTo(toX(axis), y);
      else c.moveTo(toX(axis), y);
      joined = true;
    }
  }

  function drawFew(c: CanvasRenderingContext2D): void {
    const colours = paint.colours();
    const { card } = palette();
    for (let k = 0; k < things.size; ++k) {
      if (hidden.has(k)) continue;
      c.globalAlpha = drawn(k) ? 1 : 0.15;
      c.strokeStyle = colours[paint.group[k]!]!;
      c.lineWidth = 2.2;
      c.beginPath();
      path(c, k);
      c.stroke();
    }
    c.globalAlpha = 1;
    drawTicks(c);
    for (let k = 0; k < things.size; ++k) {
      if (hidden.has(k)) continue;
      c.globalAlpha = drawn(k) ? 1 : 0.15;
      c.strokeStyle = c.fillStyle = colours[paint.group[k]!]!;
      measures.forEach((measure, axis) => {
        const y = toY(axis, measure.values[k]!);
        if (Number.isNaN(y)) return;
        const error = measure.errors?.[k] ?? 0;
        if (error > 0) {
          c.lineWidth = 1.5;
          c.beginPath();
          c.moveTo(toX(axis), toY(axis, measure.values[k]! - error));
          c.lineTo(toX(axis), toY(axis, measure.values[k]! + error));
          c.stroke();
        }
        c.beginPath();
        c.arc(toX(axis), y, 4.5, 0, 2 * Math.PI);
        c.fill();
        c.strokeStyle = card;
        c.lineWidth = 1.5;
        c.stroke();
        c.strokeStyle = colours[paint.group[k]!]!;
      });
    }
    c.globalAlpha = 1;
    drawNames(c, colours);
  }

  // At the right end, moved apart where they would overlap.
  function drawNames(c: CanvasRenderingContext2D, colours: string[]): void {
    const last = axes.length - 1;
    const ends = Array.from({ length: things.size }, (_, k) => ({ k, y: toY(last, measures[last]!.values[k]!) }))
      .filter(({ k, y }) => !Number.isNaN(y) && !hidden.has(k))
      .sort((a, b) => a.y - b.y);
    const places = apart(ends.map(({ y }) => y), 14, top, height - bottom);
    c.font = '600 11.5px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
    c.textAlign = 'left';
    c.textBaseline = 'middle';
    ends.forEach(({ k }, i) => {
      c.fillStyle = colours[paint.group[k]!]!;
      haloText(c, nameOf(things, k), toX(last) + 44, places[i]!, palette().card);
    });
  }

  function drawMany(c: CanvasRenderingContext2D): void {
    const colours = paint.colours();
    const order: number[] = [];
    const faint: number[] = [];
    for (let k = 0; k < things.size; ++k) (drawn(k) ? order : faint).push(k);
    order.sort((i, j) => Number(marked.has(i)) - Number(marked.has(j)));
    if (things.size <= mostStrokes) {
      for (const k of faint) stroke(c, k, palette().none, 0.1, 1);
      for (const k of order) stroke(c, k, colours[paint.group[k]!]!, 0.75, marked.has(k) ? 1.8 : 1.1);
      drawTicks(c);
      return;
    }
    const shades = colours.map(rgb);
    const some = quick ? quickLines : mostLines;
    if (faint.length > 0) c.drawImage(backdrop(), 0, 0, surface.width, height);
    c.drawImage(crowd(thin(order, some), (k) => shades[paint.group[k]!]!), 0, 0, surface.width, height);
    const best = order.filter((k) => marked.has(k)).slice(0, mostStrokes);
    for (const k of best) stroke(c, k, colours[paint.group[k]!]!, 0.9, 1.6);
    drawTicks(c);
  }

  // All lines in grey, made once for each size and theme.
  function backdrop(): HTMLCanvasElement {
    const { none } = palette();
    if (behind?.width !== surface.width || behind.colour !== none) {
      const grey = rgb(none);
      const picture = crowd(thin(Array.from({ length: things.size }, (_, k) => k), quickLines), () => grey);
      fade(picture, 0.2);
      behind = { width: surface.width, colour: none, picture };
    }
    return behind.picture;
  }

  function crowd(lines: number[], colour: (k: number) => Rgb): HTMLCanvasElement {
    const density = new Density(surface.width, height);
    const x = axes.map((_, axis) => Math.round(toX(axis)));
    for (const k of lines) density.add(x, ys, k, colour(k));
    return density.picture();
  }

  function stroke(c: CanvasRenderingContext2D, k: number, colour: string, alpha: number, width: number): void {
    c.globalAlpha = alpha;
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.beginPath();
    path(c, k);
    c.stroke();
    c.globalAlpha = 1;
  }

  function drawTop(): void {
    ranges.forEach((range) => range.show());
    const c = surface.top;
    const k = look.shown;
    if (k === null || hidden.has(k)) {
      surface.hideCard();
      return;
    }
    const { strong, card } = palette();
    c.beginPath();
    path(c, k);
    c.strokeStyle = card;
    c.lineWidth = 6;
    c.stroke();
    c.strokeStyle = few ? paint.colours()[paint.group[k]!]! : strong;
    c.lineWidth = few ? 3.5 : 2.2;
    c.stroke();
    c.fillStyle = strong;
    c.font = '600 11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
    c.textAlign = 'left';
    c.textBaseline = 'middle';
    measures.forEach((measure, axis) => {
      const y = toY(axis, measure.values[k]!);
      if (Number.isNaN(y)) return;
      c.beginPath();
      c.arc(toX(axis), y, 4, 0, 2 * Math.PI);
      c.fill();
      haloText(c, valueText(things, axes[axis]!, k).replace(` ${measure.unit}`, ''), toX(axis) + 9, y - 9, card);
    });
    if (!few) haloText(c, nameOf(things, k), Math.min(toX(0) + 8, surface.width), top - 8, card);
  }

  // The line that is nearest, up and down, to a place between two axes.
  function nearest(a: number, b: number): number | null {
    const axis = Math.min(Math.max(Math.floor((a - left) / gap()), 0), axes.length - 2);
    const part = (a - toX(axis)) / gap();
    if (part < -0.1 || part > 1.1) return null;
    let best: number | null = null;
    let least = 12;
    const from = ys[axis]!;
    const to = ys[axis + 1]!;
    for (let k = 0; k < things.size; ++k) {
      if (!drawn(k)) continue;
      const y = from[k]! * (1 - part) + to[k]! * part;
      if (Math.abs(y - b) < least) (least = Math.abs(y - b)), (best = k);
    }
    return best;
  }

  const { element: box } = surface;
  box.addEventListener('pointermove', (event) => {
    if (event.buttons !== 0) return;
    const { left: from, top: above } = box.getBoundingClientRect();
    look.point(nearest(event.clientX - from, event.clientY - above));
  });
  box.addEventListener('pointerleave', () => look.point(null));
  box.addEventListener('click', (event) => {
    if ((event.target as HTMLElement).closest('.range')) return;
    look.keep(look.hovered);
  });
  box.addEventListener('keydown', (event) => {
    if (event.target !== box) return;
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (step !== undefined) {
      const order = Array.from({ length: things.size }, (_, k) => k).filter(drawn);
      const now = look.shown === null ? -1 : order.indexOf(look.shown);
      const k = order[now < 0 ? 0 : Math.min(Math.max(now + step, 0), order.length - 1)];
      if (k === undefined) return;
      look.point(k);
      surface.say(`${nameOf(things, k)}: ${axes.map((m) => `${things.measures[m]!.name} ${valueText(things, m, k)}`).join(', ')}`);
    } else if (event.key === 'Escape') {
      look.point(null);
      look.keep(look.kept);
      look.clear();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  box.setAttribute('aria-description', 'Arrow keys go from line to line; Tab goes to the axes, where arrow keys set ranges. The button Table shows the numbers.');

  look.onPoint(() => surface.redrawTop());
  look.onFilter(() => {
    showKeys();
    quick = things.size > quickLines;
    surface.redraw();
    clearTimeout(settled);
    settled = window.setTimeout(() => {
      if (quick) (quick = false), surface.redraw();
      table.refresh();
    }, 200);
  });
  showKeys();
  return element('figure', { class: 'card plot wide', 'aria-label': section.title || 'Parallel coordinates' }, bar, scroller, keys, table.place);
}

// Where error bars end.
function ends({ values, errors }: Measure): Float64Array[] {
  return errors ? [values.map((value, k) => value - errors[k]!), values.map((value, k) => value + errors[k]!)] : [];
}
