// SPDX-License-Identifier: Apache-2.0
// What is shown below parallel coordinates: a switch for each of a few items, the colour bar, and how many lines there are.
import { element } from '../../ui/element';
import { axisTitle, type Look, nameOf } from '../look';
import type { ColourBy, Paint } from '../paint';
import type { Model } from './model';
import type { Selection } from './selection';
import { countText } from './texts';

export function legendParts(model: Model, look: Look, selection: Selection, by: ColourBy, paint: Paint, redraw: () => void): HTMLElement[] {
  const { things, few } = model;
  const parts: HTMLElement[] = [];
  if (few) for (let k = 0; k < things.size; ++k) parts.push(makeSwitch(model, look, selection, paint, redraw, k));
  if (paint.legend && typeof by === 'number')
    parts.push(element('span', { class: 'key bar-key' }, axisTitle(things.measures[by]!), paint.legend));
  const count = countText(look, few);
  if (count) parts.push(element('span', { class: 'key count', role: 'status' }, count));
  return parts;
}

function makeSwitch({ things, marked }: Model, look: Look, selection: Selection, paint: Paint, redraw: () => void, k: number): HTMLElement {
  const pressed = () => String(!selection.isOff(k));
  const button = element('button', { type: 'button', class: 'chip', 'aria-pressed': pressed() }, element('span', { class: 'swatch' }), element('span', { class: 'name' }, nameOf(things, k)));
  if (marked.has(k)) button.append(element('span', { class: 'mark good' }, 'front'));
  button.style.setProperty('--line', paint.colours()[paint.group[k]!]!);
  button.addEventListener('click', () => {
    selection.toggle(k);
    button.setAttribute('aria-pressed', pressed());
    redraw();
  });
  button.addEventListener('pointerenter', () => look.point(k));
  button.addEventListener('pointerleave', () => look.point(null));
  return button;
}
