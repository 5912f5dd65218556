// SPDX-License-Identifier: Apache-2.0
// A section with parallel coordinates: an axis for each measure with its better end up, a line for each item. A drag
// along an axis keeps only the lines that pass there.
import type { ParallelSection } from '../../sections';
import { palette } from '../../theme';
import { element } from '../../ui/element';
import { type Rgb, rgb } from '../density';
import type { Look } from '../look';
import { type ColourBy, colourChoices, fewThings, paintBy, type Paint, readColour } from '../paint';
import { stepTo } from '../step';
import { Surface } from '../surface';
import { choose, tableOfThings, toolbar } from '../toolbar';
import { drawAxes } from './axes';
import { CountedCrowds } from './crowds';
import { drawFew } from './few_lines';
import { legendParts } from './legend';
import { nearestLine } from './lines';
import { drawMany, quickLines } from './many_lines';
import { type Model, modelOf } from './model';
import { makeRange, type Range } from './range';
import { Selection } from './selection';
import { drawShown } from './shown_line';
import { spokenLine } from './texts';
import { makeTitles, placeTitles } from './titles';

const settling = 200; // milliseconds without a change after which a range counts as set

export function parallelPlot(section: ParallelSection, look: Look): HTMLElement {
  return new ParallelPlot(section, look).figure;
}

class ParallelPlot {
  readonly figure: HTMLElement;
  private readonly model: Model;
  private readonly selection: Selection;
  private readonly crowds: CountedCrowds;
  private readonly surface: Surface;
  private readonly titles: HTMLElement[];
  private readonly ranges: Range[];
  private readonly legend = element('div', { class: 'keys' });
  private readonly clear = element('button', { type: 'button', class: 'text', hidden: true }, 'Clear ranges');
  private by: ColourBy;
  private paint: Paint;
  private quick = false; // while a range is being moved, fewer lines are drawn
  private settled = 0; // the timer after which all are drawn again

  constructor(section: ParallelSection, private readonly look: Look) {
    const { things } = look;
    const few = things.size <= fewThings;
    const name = section.title || 'Parallel coordinates';
    this.model = modelOf(things, section.axes, few);
    this.selection = new Selection(things.size, this.model.marked, (k) => look.within(k));
    this.crowds = new CountedCrowds(this.model.ys);
    this.by = section.colour ?? (few ? 'thing' : section.axes[0]!);
    this.paint = paintBy(this.by, things);
    const { layout, measures } = this.model;
    this.surface = new Surface(name, () => layout.height, { base: () => this.drawBase(), top: () => this.drawTop() });
    this.surface.element.style.minWidth = `${layout.leastWidth}px`;
    this.titles = makeTitles(measures, few);
    this.ranges = section.axes.map((measure, axis) => makeRange(look, measure, layout, axis));
    this.surface.element.append(...this.titles, ...this.ranges.map((range) => range.element));
    const table = tableOfThings(name, look, () => section.axes, () => [...this.model.marked]);
    const scroller = element('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': `${name}, all axes` }, this.surface.element);
    this.figure = element('figure', { class: 'card plot wide', 'aria-label': name }, this.makeTools(table.buttons), scroller, this.legend, table.place);
    this.listen();
    look.onPoint(() => this.surface.redrawTop());
    look.onFilter(() => this.onRanges(table.refresh));
    this.showLegend();
  }

  private get layout() {
    return this.model.layout.withWidth(this.surface.width);
  }

  private makeTools(dataTools: HTMLElement): HTMLElement {
    const { things, marked, few } = this.model;
    const tools = toolbar(
      choose('colour', colourChoices(things, few ? ['thing'] : ['none']), String(this.by), (value) => {
        this.by = readColour(value);
        this.paint = paintBy(this.by, things);
        this.showLegend();
        this.surface.redraw();
      }),
    );
    if (marked.size > 0 && !few) tools.append(this.makeFrontButton());
    this.clear.addEventListener('click', () => this.look.clear());
    tools.append(this.clear, dataTools);
    return tools;
  }

  private makeFrontButton(): HTMLElement {
    const button = element('button', { type: 'button', class: 'text', 'aria-pressed': 'false' }, 'Pareto front only');
    button.addEventListener('click', () => {
      this.selection.onlyFront = !this.selection.onlyFront;
      button.setAttribute('aria-pressed', String(this.selection.onlyFront));
      this.surface.redraw();
    });
    return button;
  }

  private showLegend(): void {
    this.legend.replaceChildren(...legendParts(this.model, this.look, this.selection, this.by, this.paint, () => this.surface.redraw()));
    this.clear.hidden = !this.look.filtered;
  }

  private drawBase(): void {
    const { model, layout, selection, paint } = this;
    const pen = this.surface.base;
    const inks = palette();
    placeTitles(this.titles, layout);
    this.ranges.forEach((range, axis) => range.place(layout.x(axis)));
    drawAxes(pen, layout, inks);
    const colours = paint.colours();
    const colour = (k: number) => colours[paint.group[k]!]!;
    if (model.few) {
      this.showLegend(); // the theme may have changed
      drawFew(pen, model, layout, selection, colour, inks);
    } else {
      let shades: Rgb[] | null = null; // only if lines are counted
      const shade = (k: number) => (shades ??= colours.map(rgb))[paint.group[k]!]!;
      drawMany(pen, model, layout, selection, { text: colour, rgb: shade }, inks, this.crowds, this.quick);
    }
  }

  private drawTop(): void {
    this.ranges.forEach((range) => range.show());
    const k = this.look.shown;
    if (k === null || this.selection.isOff(k)) this.surface.hideCard();
    else drawShown(this.surface.top, this.model, this.layout, k, this.paint.colours()[this.paint.group[k]!]!, palette());
  }

  private listen(): void {
    const { element: box } = this.surface;
    box.addEventListener('pointermove', (event) => {
      if (event.buttons !== 0) return;
      const { left, top } = box.getBoundingClientRect();
      this.look.point(nearestLine(this.layout, this.model.ys, event.clientX - left, event.clientY - top, (k) => this.selection.has(k)));
    });
    box.addEventListener('pointerleave', () => this.look.point(null));
    box.addEventListener('click', (event) => {
      if (!(event.target as HTMLElement).closest('.range')) this.look.keep(this.look.hovered);
    });
    box.addEventListener('keydown', (event) => {
      if (event.target !== box || !this.press(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    box.setAttribute('aria-description', 'Arrow keys move from line to line; Tab moves to the axes, where arrow keys set ranges. The Table button shows the numbers.');
  }

  // Whether the key has a meaning here.
  private press(key: string): boolean {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key];
    if (step !== undefined) {
      const k = stepTo(this.selection.lines(), this.look.shown, step, 0);
      if (k === undefined) return false;
      this.look.point(k);
      this.surface.say(spokenLine(this.model.things, this.model.axes, k));
      return true;
    }
    if (key !== 'Escape') return false;
    this.look.point(null);
    this.look.keep(this.look.kept);
    this.look.clear();
    return true;
  }

  private onRanges(refreshTable: () => void): void {
    this.showLegend();
    this.quick = this.model.things.size > quickLines;
    this.surface.redraw();
    clearTimeout(this.settled);
    this.settled = window.setTimeout(() => {
      if (this.quick) (this.quick = false), this.surface.redraw();
      refreshTable();
    }, settling);
  }
}
