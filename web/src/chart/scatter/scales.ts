// SPDX-License-Identifier: Apache-2.0
// The scales of a scatter: they hold all points that the axes can show, and the error bars if these are drawn.
import type { Measure, Things } from '../../sections';
import { scaleOf } from '../scale';
import { mostBars } from './error_bars';
import type { Scales } from './view';

const room = 0.06; // beside the outermost points

export function scalesOf({ measures, size }: Things, x: number, y: number): Scales {
  const bars = size <= mostBars;
  const [across, up] = [measures[x]!, measures[y]!];
  return [scaleOf(across, shownValues(across, up, bars), room), scaleOf(up, shownValues(up, across, bars), room)];
}

// An item that the other axis cannot show is not drawn, so its value does not count on this one.
export function shownValues({ values, errors }: Measure, other: Measure, bars: boolean): Float64Array[] {
  const placed = (k: number) => Number.isFinite(other.values[k]) && (!other.log || other.values[k]! > 0);
  const shown = values.map((value, k) => (placed(k) ? value : NaN));
  if (!errors || !bars) return [shown];
  return [shown, ...[-1, 1].map((sign) => shown.map((value, k) => value + sign * errors[k]!))];
}

export function countMissing({ measures, size }: Things, x: number, y: number, [across, up]: Scales): number {
  let count = 0;
  for (let k = 0; k < size; ++k)
    if (Number.isNaN(across.place(measures[x]!.values[k]!) + up.place(measures[y]!.values[k]!))) ++count;
  return count;
}
