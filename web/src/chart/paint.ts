// SPDX-License-Identifier: Apache-2.0
// The colours of items: one for each if they are few, by the label of a choice, or by a value with a colour bar.
import { shortNumber } from '../format';
import type { Things } from '../sections';
import { onTheme, palette, seriesColour, theme } from '../theme';
import { element } from '../ui/element';
import { axisTitle } from './look';
import { rampColours } from './ramp';
import { Scale, scaleOf } from './scale';

const shades = 48;
const barWidth = 210; // as in style.css
export const fewThings = 12; // up to this many have colours and names of their own

export type ColourBy = number | 'thing' | 'none'; // a number: a measure

// What a reader may choose: some of the general ways, and every measure.
export function colourChoices(things: Things, general: readonly ('thing' | 'none')[]): [string, string][] {
  const texts = { thing: things.noun, none: 'single colour' };
  return [...general.map((way): [string, string] => [way, texts[way]]), ...things.measures.map((measure, k): [string, string] => [String(k), axisTitle(measure)])];
}

export function readColour(choice: string): ColourBy {
  return choice === 'none' || choice === 'thing' ? choice : Number(choice);
}

export interface Paint {
  group: Uint16Array; // of each item; the last group has no value
  groups: number;
  colours: () => string[]; // of the groups, in the current theme
  legend: HTMLElement | null;
}

export function paintBy(by: ColourBy, things: Things): Paint {
  const group = new Uint16Array(things.size);
  if (by === 'none') return { group, groups: 1, colours: () => [seriesColour(0, 1)], legend: null };
  if (by === 'thing') {
    group.forEach((_, k) => (group[k] = k));
    return { group, groups: things.size, colours: () => Array.from(group, (k) => seriesColour(k, things.size)), legend: null };
  }
  const { values, labels } = things.measures[by]!;
  if (labels.length > 0) {
    const count = labels.length;
    values.forEach((value, k) => (group[k] = Number.isFinite(value) ? value : count));
    const colours = () => [...labels.map((_, k) => seriesColour(k, count)), palette().none];
    return { group, groups: count + 1, colours, legend: labelLegend(labels, colours) };
  }
  const { scale, clamped } = shadeScale(things, by);
  values.forEach((value, k) => {
    const place = Math.min(Math.max(scale.place(value), 0), 1);
    group[k] = Number.isNaN(place) ? shades : Math.round(place * (shades - 1));
  });
  const colours = () => [...rampColours(shades, theme()), palette().none];
  return { group, groups: shades + 1, colours, legend: colourBar(scale, clamped) };
}

// With many values, the lowest and the highest hundredth share the colours of the ends.
function shadeScale(things: Things, by: number): { scale: Scale; clamped: boolean } {
  const measure = things.measures[by]!;
  const finite = measure.values.filter((value) => Number.isFinite(value) && (!measure.log || value > 0)).sort();
  const cut = finite.length >= 200 ? Math.floor(0.01 * finite.length) : 0;
  const inner = finite.subarray(cut, finite.length - cut);
  return { scale: scaleOf(measure, [inner], 0), clamped: cut > 0 };
}

function labelLegend(labels: string[], colours: () => string[]): HTMLElement {
  const box = element('div', { class: 'legend' });
  const swatches = labels.map((label) => {
    const chip = element('span', { class: 'chip still' }, element('span', { class: 'swatch' }), element('span', { class: 'name' }, label));
    box.append(chip);
    return chip;
  });
  const recolour = () => swatches.forEach((chip, k) => chip.style.setProperty('--line', colours()[k]!));
  onTheme(recolour);
  recolour();
  return box;
}

// With numbers at its ends and in between.
export function colourBar(scale: Scale, clamped: boolean): HTMLElement {
  const strip = element('div', { class: 'strip' });
  const marks = element('div', { class: 'marks' });
  const from = { place: 0, text: `${clamped ? '\u2264 ' : ''}${shortNumber(scale.value(0), 3)}` };
  const to = { place: 1, text: `${clamped ? '\u2265 ' : ''}${shortNumber(scale.value(1), 3)}` };
  const wide = (text: string) => (6.5 * text.length + 8) / barWidth; // approximate, as a fraction of the bar
  const between = scale
    .ticks(5)
    .map(({ value, text }) => ({ place: scale.place(value), text }))
    .filter(({ place, text }) => place - wide(text) * place > wide(from.text) && place + wide(text) * (1 - place) < 1 - wide(to.text));
  const texts = [from, ...between, to];
  for (const { place, text } of texts) {
    const mark = element('span', {}, text);
    mark.style.left = `${(100 * place).toFixed(2)}%`;
    mark.style.transform = `translateX(${-100 * place}%)`;
    marks.append(mark);
  }
  const recolour = () => (strip.style.background = `linear-gradient(to right, ${rampColours(24, theme()).join(', ')})`);
  onTheme(recolour);
  recolour();
  return element('div', { class: 'colour-bar' }, strip, marks);
}
