// SPDX-License-Identifier: Apache-2.0
// A section with points: any two measures of a set against each other, the front of both as a staircase, colours by a
// third. A point is selected with the pointer or with keys.
import type { Measure, ScatterSection } from '../../sections';
import { palette } from '../../theme';
import { element } from '../../ui/element';
import { drawAxes } from '../axes';
import { front } from '../front';
import { axisTitle, type Look, nameOf } from '../look';
import { type ColourBy, colourChoices, fewThings, paintBy, type Paint, readColour } from '../paint';
import { Surface } from '../surface';
import { choose, tableOfThings, type TableView, toolbar } from '../toolbar';
import { Drag } from './drag';
import { drawBars } from './error_bars';
import { type Action, actionOf, nextPoint } from './keys';
import { drawNames } from './names';
import { Places, placesOf } from './places';
import { drawPoints, drawRings, radiusOf, sortPoints } from './points';
import { countMissing, scalesOf } from './scales';
import { drawDrag, drawShown } from './shown_point';
import { drawStairs } from './stairs';
import { description, frontTexts, rowsOf, spokenPoint } from './texts';
import { margin, type Point, type Scales, View } from './view';

const settling = 200; // milliseconds without a change after which a range counts as set

export function scatterPlot(section: ScatterSection, look: Look): HTMLElement {
  return new ScatterPlot(section, look).figure;
}

class ScatterPlot {
  readonly figure: HTMLElement;
  private readonly things;
  private readonly few: boolean;
  private readonly radius: number;
  private readonly surface: Surface;
  private readonly table: TableView;
  private readonly legend = element('div', { class: 'keys' });
  private readonly unzoom = element('button', { type: 'button', class: 'text', hidden: true }, 'Show all');
  private readonly drag = new Drag();
  private x: number; // measures
  private y: number;
  private by: ColourBy;
  private paint: Paint;
  private scales: Scales;
  private whole = true; // not zoomed
  private places: Places;
  private stairs: number[] = []; // items on the front of the two axes, by x
  private marked: number[] = []; // items with a ring: those, or the front of the set
  private settled = 0; // the timer after which the table follows a range

  constructor(section: ScatterSection, private readonly look: Look) {
    const { things } = look;
    const name = section.title || 'Points';
    this.things = things;
    this.few = things.size <= fewThings;
    this.radius = radiusOf(things.size, this.few);
    this.x = section.x;
    this.y = section.y;
    this.by = section.colour ?? (this.few ? 'thing' : 'none');
    this.paint = paintBy(this.by, things);
    this.scales = scalesOf(things, this.x, this.y);
    this.places = new Places(new Float32Array(things.size), new Float32Array(things.size));
    this.surface = new Surface(name, (width) => Math.min(Math.max(0.52 * width, 300), 460), { base: () => this.drawBase(), top: () => this.drawTop() });
    this.table = tableOfThings(name, look, () => this.chosen, () => this.marked);
    this.figure = element('figure', { class: 'card plot wide', 'aria-label': name }, this.makeTools(), this.surface.element, this.legend, this.table.place);
    this.listen();
    look.onPoint(() => this.surface.redrawTop());
    look.onFilter(() => this.onRanges());
    this.arrange();
  }

  private get axes(): [Measure, Measure] {
    return [this.things.measures[this.x]!, this.things.measures[this.y]!];
  }

  // The measures that the reader has chosen.
  private get chosen(): number[] {
    return [this.x, this.y, ...(typeof this.by === 'number' ? [this.by] : [])];
  }

  private get view(): View {
    return new View(this.scales, this.surface.width, this.surface.height);
  }

  private makeTools(): HTMLElement {
    const { things } = this;
    const names = things.measures.map((measure, k): [string, string] => [String(k), axisTitle(measure)]);
    this.unzoom.addEventListener('click', () => this.zoomOut());
    return toolbar(
      choose('x', names, String(this.x), (value) => ((this.x = Number(value)), this.arrange())),
      choose('y', names, String(this.y), (value) => ((this.y = Number(value)), this.arrange())),
      choose('colour', colourChoices(things, this.few ? ['none', 'thing'] : ['none']), String(this.by), (value) => {
        this.by = readColour(value);
        this.paint = paintBy(this.by, things);
        this.showLegend();
        this.surface.redraw();
        this.table.refresh();
      }),
      this.unzoom,
      this.table.buttons,
    );
  }

  // The whole range of both chosen measures.
  private arrange(): void {
    const [x, y] = this.axes;
    this.stairs = front(x.values, y.values, x.better, y.better);
    this.marked = this.things.front ?? this.stairs;
    this.show(scalesOf(this.things, this.x, this.y), true);
    this.showLegend();
    this.table.refresh();
  }

  private show(scales: Scales, whole: boolean): void {
    this.scales = scales;
    this.whole = whole;
    this.unzoom.hidden = whole;
    this.surface.redraw();
  }

  private zoomOut(): void {
    if (!this.whole) this.arrange();
  }

  private showLegend(): void {
    const { things, by, paint, marked, stairs } = this;
    const key = (...children: (Node | string)[]) => element('span', { class: 'key' }, ...children);
    const { ring, stair } = frontTexts(things, marked.length);
    this.legend.replaceChildren();
    if (marked.length > 0) this.legend.append(key(element('span', { class: 'ring' }), ring));
    if (stairs.length > 0) this.legend.append(key(element('span', { class: 'stair' }), stair));
    if (paint.legend && typeof by === 'number')
      this.legend.append(element('span', { class: 'key bar-key' }, axisTitle(things.measures[by]!), paint.legend));
    const missing = countMissing(things, this.x, this.y, this.scales);
    if (missing > 0) this.legend.append(key(`${missing} not shown: no value on these axes`));
  }

  private drawBase(): void {
    const { things, view, look, radius, paint } = this;
    const [x, y] = this.axes;
    const pen = this.surface.base;
    const inks = palette();
    const within = (k: number) => look.within(k);
    const places = (this.places = placesOf(things, this.x, this.y, view, this.few));
    drawAxes(this.surface, margin, view.scales, [x, y]);
    pen.save();
    pen.beginPath();
    pen.rect(view.left, view.top, view.plotWidth, view.plotHeight);
    pen.clip();
    drawStairs(pen, this.stairs, x, y, view, inks);
    drawBars(pen, x, y, places, view, inks);
    drawPoints(pen, sortPoints(paint, places, view, within), places, radius, paint.colours(), inks);
    drawRings(pen, this.marked, places, radius, within, inks);
    pen.restore();
    if (this.few) drawNames(pen, places, view, (k) => nameOf(things, k), inks);
  }

  private drawTop(): void {
    const { surface, places, view, things } = this;
    const inks = palette();
    if (this.drag.rectangle) drawDrag(surface.top, this.drag.rectangle, inks);
    const k = this.look.shown;
    if (k === null || !places.isInFrame(k, view)) {
      surface.hideCard();
      return;
    }
    const colour = this.paint.colours()[this.paint.group[k]!]!;
    drawShown(surface.top, k, ...this.axes, places, view, this.radius, colour, inks);
    if (surface.element.matches(':hover, :focus-visible')) surface.showCard(places.x[k]!, places.y[k]!, nameOf(things, k), this.rows(k), colour);
    else surface.hideCard();
  }

  private rows(k: number): [string, string][] {
    return rowsOf(this.things, this.chosen, k, this.marked.includes(k));
  }

  private nearest([x, y]: Point): number | null {
    return this.places.nearest(x, y, (k) => this.look.within(k));
  }

  private listen(): void {
    const { element: box } = this.surface;
    const where = (event: PointerEvent): Point => {
      const { left, top } = box.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    box.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      this.drag.begin(where(event));
      box.setPointerCapture(event.pointerId);
    });
    box.addEventListener('pointermove', (event) => {
      if (this.drag.move(where(event), this.view)) this.surface.redrawTop();
      else this.look.point(this.nearest(where(event)));
    });
    box.addEventListener('pointerup', (event) => {
      const rectangle = this.drag.end();
      if (rectangle) this.show(this.view.part(rectangle.from, rectangle.to), false);
      else this.look.keep(this.nearest(where(event)));
      this.surface.redrawTop();
    });
    box.addEventListener('pointerleave', () => this.look.point(null));
    box.addEventListener('dblclick', () => this.zoomOut());
    box.addEventListener('keydown', (event) => {
      const action = actionOf(event.key);
      if (!action || (action === 'keep' && this.look.hovered === null)) return;
      this.act(action, event.shiftKey);
      event.preventDefault();
      event.stopPropagation();
    });
    box.title = '';
    box.setAttribute('aria-description', description(...this.axes));
  }

  private act(action: Action, shift: boolean): void {
    const { look } = this;
    if (action === 'keep') look.keep(look.hovered);
    else if (action === 'all') this.zoomOut();
    else if (action === 'leave') (look.point(null), look.keep(look.kept), this.zoomOut());
    else if ('zoom' in action) this.show(this.view.around(action.zoom, this.shownPlace()), false);
    else this.walk(action.walk, action.step, shift);
  }

  // Along the points of the front if there is one; with Shift along all.
  private walk(direction: 'x' | 'y', step: number, all: boolean): void {
    const list = this.marked.length > 0 && !all ? this.marked : [...this.places.x.keys()];
    const k = nextPoint(list.filter((i) => this.look.within(i)), this.places, direction, step, this.look.shown);
    if (k === undefined) return;
    this.look.point(k);
    this.surface.say(spokenPoint(this.things, k, this.rows(k)));
  }

  private shownPlace(): Point | null {
    const k = this.look.shown;
    return k === null || !this.places.has(k) ? null : [this.places.x[k]!, this.places.y[k]!];
  }

  private onRanges(): void {
    this.surface.redraw();
    clearTimeout(this.settled);
    this.settled = window.setTimeout(() => this.table.refresh(), settling);
  }
}
