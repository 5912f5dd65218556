// SPDX-License-Identifier: Apache-2.0
// The keys of a scatter plot: arrows move from point to point, others keep a point, release it, or zoom.
import { stepTo } from '../step';
import type { Places } from './places';

export type Action = { walk: 'x' | 'y'; step: 1 | -1 } | { zoom: number } | 'keep' | 'leave' | 'all';

const actions: Record<string, Action> = {
  ArrowRight: { walk: 'x', step: 1 },
  ArrowLeft: { walk: 'x', step: -1 },
  ArrowUp: { walk: 'y', step: 1 },
  ArrowDown: { walk: 'y', step: -1 },
  '+': { zoom: 0.5 },
  '-': { zoom: 2 },
  '0': 'all',
  Enter: 'keep',
  Escape: 'leave',
};

export function actionOf(key: string): Action | undefined {
  return Object.hasOwn(actions, key) ? actions[key] : undefined;
}

// The next of some points to the right (x, 1), the left (x, -1), above (y, 1) or below (y, -1).
export function nextPoint(points: readonly number[], places: Places, direction: 'x' | 'y', step: number, shown: number | null): number | undefined {
  const along = direction === 'x' ? (k: number) => places.x[k]! : (k: number) => -places.y[k]!;
  const order = points.filter((k) => places.has(k)).sort((i, j) => along(i) - along(j) || i - j);
  return stepTo(order, shown, step, step > 0 ? 0 : order.length - 1);
}
