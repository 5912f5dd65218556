// SPDX-License-Identifier: Apache-2.0
// The selection in a set of items; all sections that show the set follow it.
import type { Things } from '../sections';
import { Scale } from './scale';

export class Look {
  hovered: number | null = null; // an item
  kept: number | null = null; // one that was clicked
  private readonly ranges = new Map<number, [number, number]>(); // by measure
  private readonly inside: Uint8Array;
  private readonly pointers: (() => void)[] = [];
  private readonly filters: (() => void)[] = [];
  count: number; // of items within all ranges

  constructor(readonly things: Things) {
    this.inside = new Uint8Array(things.size).fill(1);
    this.count = things.size;
  }

  get shown(): number | null {
    return this.hovered ?? this.kept;
  }

  get filtered(): boolean {
    return this.ranges.size > 0;
  }

  within(thing: number): boolean {
    return this.inside[thing] === 1;
  }

  range(measure: number): [number, number] | undefined {
    return this.ranges.get(measure);
  }

  point(thing: number | null): void {
    if (thing === this.hovered) return;
    this.hovered = thing;
    for (const listener of this.pointers) listener();
  }

  keep(thing: number | null): void {
    this.kept = thing === this.kept ? null : thing;
    for (const listener of this.pointers) listener();
  }

  // An item without a value is in no range.
  setRange(measure: number, range: [number, number] | null): void {
    if (range) this.ranges.set(measure, range);
    else if (!this.ranges.delete(measure)) return;
    this.inside.fill(1);
    for (const [k, [least, most]] of this.ranges) {
      const { values } = this.things.measures[k]!;
      for (let i = 0; i < values.length; ++i) if (!(values[i]! >= least && values[i]! <= most)) this.inside[i] = 0;
    }
    this.count = this.inside.reduce((sum, one) => sum + one, 0);
    for (const listener of this.filters) listener();
  }

  clear(): void {
    for (const measure of [...this.ranges.keys()]) this.setRange(measure, null);
  }

  onPoint(listener: () => void): void {
    this.pointers.push(listener);
  }

  onFilter(listener: () => void): void {
    this.filters.push(listener);
  }
}

export function nameOf(things: Things, k: number): string {
  return things.names[k] ?? `${things.noun} ${k + 1}`;
}

export function axisTitle({ name, unit }: { name: string; unit: string }): string {
  return unit ? `${name} [${unit}]` : name;
}

// A long name may be wrapped after an underscore.
export function breakable(name: string): string {
  return name.replaceAll('_', '_\u200b');
}

export function directionText(better: string): string {
  return better === 'neither' ? '' : better === 'more' ? 'higher is better' : 'lower is better';
}

// A value with its error and unit.
export function valueText(things: Things, measure: number, k: number): string {
  const { values, errors, labels, unit } = things.measures[measure]!;
  const value = values[k]!;
  if (!Number.isFinite(value)) return '\u2013';
  const text = new Scale(0, 1, false, labels).text(value);
  const error = errors?.[k];
  const spread = error !== undefined && Number.isFinite(error) && error > 0 ? ` \u00b1 ${new Scale(0, 1).text(Number(error.toPrecision(2)))}` : '';
  return `${text}${spread}${unit && labels.length === 0 ? ` ${unit}` : ''}`;
}
