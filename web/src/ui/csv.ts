// SPDX-License-Identifier: Apache-2.0
// Numbers as text for spreadsheets and programs, with all their digits.
import type { Cell, Column } from '../sections';

export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// "reach" and "m" become "reach [m]".
export function heading({ name, unit }: { name: string; unit: string }): string {
  return quoted(unit ? `${name} [${unit}]` : name);
}

export function tableCsv({ columns, rows }: { columns: readonly Column[]; rows: readonly (readonly Cell[])[] }): string {
  const lines = rows.map((row) => row.map(({ text }) => quoted(String(text))).join(','));
  return [columns.map(heading).join(','), ...lines].join('\n') + '\n';
}
