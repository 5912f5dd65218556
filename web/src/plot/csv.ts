// SPDX-License-Identifier: Apache-2.0
// The numbers of a plot as a table: a column of times for each run, and a column for each of its lines.
import type { Run } from '../document';
import type { TableSection } from '../sections';
import { heading } from '../ui/csv';
import type { Panel } from './panels';

interface Numbers {
  name: string;
  unit: string;
  values: Float64Array;
}

function columnsOf(panel: Panel, runs: Run[]): Numbers[] {
  const several = runs.length > 1;
  return runs.flatMap((run, index) => {
    const lines = panel.lines.filter((line) => line.run === index);
    if (lines.length === 0) return [];
    const prefix = several ? `${run.name}: ` : '';
    return [
      { name: `${prefix}t`, unit: 's', values: run.time },
      ...lines.map(({ signal, name }) => ({ name: `${prefix}${panel.names[name]!}${signal.desired ? ' desired' : ''}`, unit: panel.unit, values: signal.values })),
    ];
  });
}

function rowsOf<T>(columns: Numbers[], cell: (value: number | '') => T): T[][] {
  const rows = Math.max(0, ...columns.map(({ values }) => values.length));
  const at = (value: number | undefined) => cell(value === undefined || !Number.isFinite(value) ? '' : value);
  return Array.from({ length: rows }, (_, k) => columns.map(({ values }) => at(values[k])));
}

export function csv(panel: Panel, runs: Run[]): string {
  const columns = columnsOf(panel, runs);
  return [columns.map(heading).join(','), ...rowsOf(columns, String).map((row) => row.join(','))].join('\n') + '\n';
}

export function tableOf(panel: Panel, runs: Run[]): TableSection {
  const columns = columnsOf(panel, runs);
  return {
    kind: 'table',
    title: panel.title,
    text: '',
    columns: columns.map(({ name, unit }) => ({ name, unit, align: 'right' })),
    rows: rowsOf(columns, (text) => ({ text, mark: 'none' })),
  };
}
