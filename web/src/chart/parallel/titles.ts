// SPDX-License-Identifier: Apache-2.0
// The names above the axes of parallel coordinates.
import type { Measure } from '../../sections';
import { element } from '../../ui/element';
import { axisTitle, breakable, directionText } from '../look';
import type { Layout } from './layout';
import { smallPrint } from './texts';

export function makeTitles(measures: readonly Measure[], few: boolean): HTMLElement[] {
  return measures.map((measure, axis) => {
    const name = element('span', { class: 'name' }, breakable(measure.name));
    const title = element('div', { class: 'axis-name', title: `${axisTitle(measure)} ${directionText(measure.better)}`.trim() }, name);
    const small = smallPrint(measure);
    if (small) title.append(element('span', { class: 'small' }, small));
    if (axis === 0) title.classList.add('first');
    if (axis === measures.length - 1 && !few) title.classList.add('last');
    return title;
  });
}

export function placeTitles(titles: readonly HTMLElement[], layout: Layout): void {
  titles.forEach((title, axis) => {
    title.style.left = `${layout.x(axis)}px`;
    title.style.width = `${layout.titleWidth(title.matches('.first, .last'))}px`;
  });
}
