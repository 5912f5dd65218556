// SPDX-License-Identifier: Apache-2.0
// The texts of a scatter plot: the values of a point and the meaning of the marks.
import type { Measure, Things } from '../../sections';
import { axisTitle, directionText, nameOf, valueText } from '../look';

const mostRows = 10;

// The two axes and the colour first, then the rest, as far as there is room.
export function rowsOf(things: Things, chosen: readonly number[], k: number, onFront: boolean): [string, string][] {
  const order = new Set([...chosen, ...things.measures.keys()]);
  const rows = [...order].slice(0, mostRows).map((m): [string, string] => [things.measures[m]!.name, valueText(things, m, k)]);
  return onFront ? [...rows, ['', 'on the Pareto front']] : rows;
}

export function spokenPoint(things: Things, k: number, rows: readonly (readonly [string, string])[]): string {
  return `${nameOf(things, k)}: ${rows.map(([name, value]) => `${name} ${value}`).join(', ')}`;
}

export function frontTexts({ front, size }: Things, marked: number): { ring: string; stair: string } {
  return {
    ring: `${front ? 'Pareto front of all criteria' : 'Pareto front'}: ${marked} of ${size}`,
    stair: front ? 'Pareto front of the two axes' : 'boundary of the Pareto front',
  };
}

export function description(x: Measure, y: Measure): string {
  const words = (axis: Measure) => `${axisTitle(axis)} ${directionText(axis.better)}`;
  return `${words(x)} and ${words(y)}. Arrow keys move from point to point. The Table button shows the numbers.`;
}
