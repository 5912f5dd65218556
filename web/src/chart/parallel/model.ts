// SPDX-License-Identifier: Apache-2.0
// What parallel coordinates show: their axes, the items on the Pareto front, and where all lines cross the axes.
import type { Measure, Things } from '../../sections';
import { front } from '../front';
import { nameOf } from '../look';
import { scaleOf } from '../scale';
import { Layout, roomOnTheRight } from './layout';
import { heights } from './lines';

export interface Model {
  things: Things;
  axes: readonly number[]; // measures
  measures: readonly Measure[]; // those of the axes
  few: boolean; // few enough for a colour and a name each
  marked: ReadonlySet<number>; // items on the front
  layout: Layout; // without a width
  ys: readonly Float32Array[]; // for each axis, of all lines
}

export function modelOf(things: Things, axes: readonly number[], few: boolean): Model {
  const measures = axes.map((axis) => things.measures[axis]!);
  const scales = measures.map((measure) => scaleOf(measure, [measure.values, ...(few ? errorEnds(measure) : [])], 0.03));
  const names = few ? Array.from({ length: things.size }, (_, k) => nameOf(things, k)) : null;
  const layout = new Layout(scales, measures.map(({ better }) => better === 'less'), few ? 340 : 400, roomOnTheRight(names));
  return { things, axes, measures, few, marked: new Set(things.front ?? frontOfTwo(measures)), layout, ys: heights(measures, layout) };
}

function errorEnds({ values, errors }: Measure): Float64Array[] {
  return errors ? [values.map((value, k) => value - errors[k]!), values.map((value, k) => value + errors[k]!)] : [];
}

// With two axes the front is computed here; with more, it must be given with the set.
function frontOfTwo([a, b, ...more]: readonly Measure[]): number[] {
  return a && b && more.length === 0 ? front(a.values, b.values, a.better, b.better) : [];
}
