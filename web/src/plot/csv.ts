// SPDX-License-Identifier: Apache-2.0
// The numbers of a plot as a table: a column of times for each run, and a column for each of its lines.
import type { Run } from '../document';
import type { Panel } from './panels';

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csv(panel: Panel, runs: Run[]): string {
  const several = runs.length > 1;
  const unit = panel.unit ? ` [${panel.unit}]` : '';
  const columns = runs.flatMap((run, index) => {
    const lines = panel.lines.filter((line) => line.run === index);
    if (lines.length === 0) return [];
    const prefix = several ? `${run.name}: ` : '';
    return [
      { head: `${prefix}t [s]`, values: run.time },
      ...lines.map(({ signal, name }) => ({
        head: `${prefix}${panel.names[name]!}${signal.desired ? ' desired' : ''}${unit}`,
        values: signal.values,
      })),
    ];
  });
  const rows = Math.max(0, ...columns.map(({ values }) => values.length));
  const cell = (value: number | undefined) => (value === undefined || !Number.isFinite(value) ? '' : String(value));
  const text = [columns.map(({ head }) => quoted(head)).join(',')];
  for (let k = 0; k < rows; ++k) text.push(columns.map(({ values }) => cell(values[k])).join(','));
  return text.join('\n') + '\n';
}
