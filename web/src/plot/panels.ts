// SPDX-License-Identifier: Apache-2.0
// Which signals share a plot: those of one group and one unit, of all runs.
import uPlot from 'uplot';
import type { Run, Signal } from '../document';

export interface Line {
  run: number; // index
  signal: Signal;
  name: number; // index among the names of the panel
}

export interface Panel {
  title: string;
  unit: string;
  log: boolean; // begins with a logarithmic axis
  names: string[];
  abouts: string[]; // what the legend says beside each name; may be empty
  lines: Line[];
}

export function panels(runs: Run[]): Panel[] {
  const found = new Map<string, Panel>();
  runs.forEach((run, index) => {
    for (const signal of run.signals) {
      const key = JSON.stringify([signal.group, signal.unit]);
      let panel = found.get(key);
      if (!panel) found.set(key, (panel = { title: signal.group, unit: signal.unit, log: false, names: [], abouts: [], lines: [] }));
      panel.log ||= signal.log;
      let name = panel.names.indexOf(signal.name);
      if (name < 0) {
        name = panel.names.push(signal.name) - 1;
        panel.abouts.push(signal.about);
      }
      panel.lines.push({ run: index, signal, name });
    }
  });
  return [...found.values()];
}

// The data as uPlot requires them: one list of times for all lines, and values that are null in a gap. `place` says where on the axis a value
// is; NaN is a gap.
export function aligned(panel: Panel, runs: Run[], place?: (value: number) => number): uPlot.AlignedData {
  const placed = ({ signal: { values } }: Line) => gaps(place ? values.map(place) : values);
  const used = [...new Set(panel.lines.map((line) => line.run))];
  const first = runs[used[0]!]!.time;
  if (used.every((run) => sameTimes(runs[run]!.time, first)))
    return [first, ...panel.lines.map(placed)];
  const tables = used.map((run): uPlot.AlignedData => [
    distinct(runs[run]!.time),
    ...panel.lines.filter((line) => line.run === run).map(placed),
  ]);
  const joined = uPlot.join(tables);
  // `joined` lists the lines run by run, as the panel does
  return joined;
}

function sameTimes(a: Float64Array, b: Float64Array): boolean {
  return a === b || (a.length === b.length && a.every((t, i) => t === b[i]));
}

// Two samples may share a time, one before and one after a jump. The second is shifted by about a rounding error; otherwise
// the join would drop the first.
function distinct(time: Float64Array): Float64Array {
  const out = time.slice();
  for (let i = 1; i < out.length; ++i)
    if (out[i]! <= out[i - 1]!) out[i] = out[i - 1]! + Math.max(Math.abs(out[i - 1]!), 1e-300) * 2 ** -51;
  return out;
}

function gaps(values: Float64Array): Float64Array | (number | null)[] {
  if (!values.some((value) => !Number.isFinite(value))) return values;
  return Array.from(values, (value) => (Number.isFinite(value) ? value : null));
}
