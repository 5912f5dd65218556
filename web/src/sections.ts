// SPDX-License-Identifier: Apache-2.0
// The sections of a report, and the sets of items that some of them show.
import { unitText } from './format';
import type { Reader } from './reader';

export type Mark = 'good' | 'bad' | 'warn' | 'none';
export interface Cell {
  text: string | number; // a number is shown with few digits and copied with all
  mark: Mark;
}

export interface Column {
  name: string;
  unit: string;
  align: 'left' | 'right';
}

export interface TableSection {
  kind: 'table';
  title: string;
  text: string;
  columns: Column[];
  rows: Cell[][];
}

export type Better = 'neither' | 'less' | 'more';
export interface Axis {
  name: string;
  unit: string;
  log: boolean;
  better: Better;
}

export interface Curve {
  name: string;
  style: 'line' | 'points' | 'both';
  x: Float64Array;
  y: Float64Array;
}

export interface XySection {
  kind: 'xy';
  title: string;
  text: string;
  x: Axis;
  y: Axis;
  curves: Curve[];
}

// One number for each item; NaN is a gap.
export interface Measure extends Axis {
  values: Float64Array;
  errors: Float64Array | null; // half widths
  labels: string[]; // not empty: a choice; values are indices into these
}

// The items of scatter plots and parallel coordinates: arms, designs.
export interface Things {
  noun: string;
  names: string[]; // may be empty
  size: number;
  measures: Measure[];
  front: number[] | null;
}

export interface ScatterSection {
  kind: 'scatter';
  title: string;
  text: string;
  set: number;
  x: number;
  y: number;
  colour: number | null;
}

export interface ParallelSection {
  kind: 'parallel';
  title: string;
  text: string;
  set: number;
  axes: number[];
  colour: number | null;
}

export interface Slice {
  name: string;
  left: number;
  bottom: number;
  cell: number;
  columns: number;
  rows: number;
  values: Float64Array; // row by row, from the bottom up
}

export interface SlicesSection {
  kind: 'slices';
  title: string;
  text: string;
  x: Axis;
  y: Axis;
  value: Axis;
  slices: Slice[];
}

export interface Effect {
  parameter: Axis;
  criterion: Axis;
  at: Float64Array;
  mean: Float64Array;
  low: Float64Array;
  high: Float64Array;
  count: Float64Array | null;
  labels: string[];
}

export interface EffectsSection {
  kind: 'effects';
  title: string;
  text: string;
  spread: string;
  effects: Effect[];
}

export interface UnknownSection {
  kind: 'unknown';
  title: string;
  text: string;
}

export type Section =
  | TableSection
  | XySection
  | ScatterSection
  | ParallelSection
  | SlicesSection
  | EffectsSection
  | UnknownSection;

export function readSection(section: Reader, sets: Things[]): Section {
  const kind = section.get('kind').text();
  const title = section.get('title').text('');
  const text = section.get('text').text('');
  if (kind === 'table') {
    const columns = section.get('columns').list((column) => ({
      name: column.get('name').text(),
      unit: unitText(column.get('unit').text('')),
      align: column.get('align').oneOf(['left', 'right'], 'left'),
    }));
    const rows = section.get('rows').list((row) => {
      const cells = row.list(readCell);
      if (cells.length !== columns.length)
        row.fail(`expected ${columns.length} cells, one per column, got ${cells.length}`);
      return cells;
    });
    return { kind, title, text, columns, rows };
  }
  if (kind === 'xy') {
    const curves = section.get('curves').list((curve) => {
      const x = curve.get('x').series();
      return {
        name: curve.get('name').text(),
        style: curve.get('style').oneOf(['line', 'points', 'both'], 'line'),
        x,
        y: curve.get('y').series(x.length),
      };
    });
    return { kind, title, text, x: readAxis(section.get('x')), y: readAxis(section.get('y')), curves };
  }
  if (kind === 'scatter') {
    const set = section.get('set').index(sets.length);
    const { length } = sets[set]!.measures;
    const colour = section.get('colour');
    return {
      kind,
      title,
      text,
      set,
      x: section.get('x').index(length),
      y: section.get('y').index(length),
      colour: colour.present() ? colour.index(length) : null,
    };
  }
  if (kind === 'parallel') {
    const set = section.get('set').index(sets.length);
    const { measures } = sets[set]!;
    const given = section.get('axes').list((axis) => axis.index(measures.length), []);
    const axes = given.length > 0 ? given : measures.map((_, k) => k);
    if (axes.length < 2) section.get('axes').fail(`expected at least two axes, got ${axes.length}`);
    const colour = section.get('colour');
    return { kind, title, text, set, axes, colour: colour.present() ? colour.index(measures.length) : null };
  }
  if (kind === 'slices') {
    const [x, y, value] = ['x', 'y', 'value'].map((name) => readAxis(section.get(name))) as [Axis, Axis, Axis];
    return { kind, title, text, x, y, value, slices: section.get('slices').list(readSlice) };
  }
  if (kind === 'effects')
    return { kind, title, text, spread: section.get('spread').text(''), effects: section.get('effects').list(readEffect) };
  // a newer Catena may write sections that this page does not know
  return { kind: 'unknown', title, text: `This page does not support sections of kind “${kind}”.` };
}

function readAxis(axis: Reader): Axis {
  return {
    name: axis.get('name').text(),
    unit: unitText(axis.get('unit').text('')),
    log: axis.get('log').flag(false),
    better: axis.get('better').oneOf(['neither', 'less', 'more'], 'neither'),
  };
}

export function readThings(set: Reader): Things {
  const measures = set.get('measures').list((measure) => readMeasure(measure));
  if (measures.length === 0) set.get('measures').fail('expected at least one');
  const size = measures[0]!.values.length;
  measures.forEach(({ name, values }) => {
    if (values.length !== size) set.get('measures').fail(`the first has ${size} values, but “${name}” has ${values.length}`);
  });
  const names = set.get('names').list((name) => name.text(), []);
  if (names.length !== 0 && names.length !== size)
    set.get('names').fail(`expected ${size} names or none, got ${names.length}`);
  const front = set.get('front');
  return {
    noun: set.get('noun').text('design'),
    names,
    size,
    measures,
    front: front.present() ? front.list((thing) => thing.index(size)) : null,
  };
}

function readMeasure(measure: Reader): Measure {
  const values = measure.get('values').series();
  const errors = measure.get('errors');
  const labels = measure.get('labels').list((label) => label.text(), []);
  if (labels.length > 0)
    values.forEach((value, k) => {
      if (Number.isFinite(value) && labels[value] === undefined)
        measure.get('values').fail(`the value ${value} at index ${k} is not an index of the ${labels.length} labels`);
    });
  return { ...readAxis(measure), values, errors: errors.present() ? errors.series(values.length) : null, labels };
}

function readSlice(slice: Reader): Slice {
  const cell = slice.get('cell').number();
  if (!(cell > 0)) slice.get('cell').fail(`expected a positive number, got ${cell}`);
  const columns = slice.get('columns').index(Infinity);
  const rows = slice.get('rows').index(Infinity);
  return {
    name: slice.get('name').text(''),
    left: slice.get('left').number(),
    bottom: slice.get('bottom').number(),
    cell,
    columns,
    rows,
    values: slice.get('values').series(columns * rows),
  };
}

function readEffect(effect: Reader): Effect {
  const at = effect.get('at').series();
  const [mean, low, high] = ['mean', 'low', 'high'].map((name) => effect.get(name).series(at.length));
  const count = effect.get('count');
  const counts = count.present() ? count.series() : null;
  const labels = effect.get('labels').list((label) => label.text(), []);
  if (labels.length !== 0 && labels.length !== at.length)
    effect.get('labels').fail(`expected ${at.length} labels or none, got ${labels.length}`);
  return {
    parameter: readAxis(effect.get('parameter')),
    criterion: readAxis(effect.get('criterion')),
    at,
    mean: mean!,
    low: low!,
    high: high!,
    count: counts?.length === at.length ? counts : null,
    labels,
  };
}

function readCell(cell: Reader): Cell {
  const plain = cell.textOrNumber();
  if (plain !== null) return { text: plain, mark: 'none' };
  return {
    text: cell.get('text').textOrNumber() ?? cell.get('text').fail('expected a text or a number'),
    mark: cell.get('mark').oneOf(['good', 'bad', 'warn', 'none'], 'none'),
  };
}
