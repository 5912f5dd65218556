// SPDX-License-Identifier: Apache-2.0
// The texts of parallel coordinates: how many lines are shown, the values of one, the small print of an axis.
import type { Axis, Things } from '../../sections';
import { directionText, type Look, nameOf, valueText } from '../look';
import { mostLines } from './many_lines';

// Empty for a few lines that are all shown.
export function countText({ things, count, filtered }: Pick<Look, 'things' | 'count' | 'filtered'>, few: boolean): string {
  const within = `${count} of ${things.size} within the ranges`;
  if (few) return filtered ? within : '';
  const stride = Math.ceil(count / mostLines);
  const part = stride > 1 ? `, 1 in ${stride} drawn` : '';
  return filtered ? within + part : `${things.size} lines${part}; drag along an axis to filter by a range`;
}

export function spokenLine(things: Things, axes: readonly number[], k: number): string {
  return `${nameOf(things, k)}: ${axes.map((m) => `${things.measures[m]!.name} ${valueText(things, m, k)}`).join(', ')}`;
}

export function smallPrint({ unit, better }: Axis): string {
  return [unit ? `[${unit}]` : '', directionText(better)].filter(Boolean).join(' ');
}
