// SPDX-License-Identifier: Apache-2.0
// Sets of items with made-up measures.
import type { Measure, Things } from '../src/sections';

export const measure = (name: string, values: number[], changes: Partial<Measure> = {}): Measure => ({
  name, unit: 'm', log: false, better: 'more', values: Float64Array.from(values), errors: null, labels: [], ...changes,
});

export const things = (measures: Measure[], names: string[] = [], front: number[] | null = null): Things => ({
  noun: 'design', names, size: measures[0]!.values.length, measures, front,
});
