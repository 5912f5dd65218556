// SPDX-License-Identifier: Apache-2.0
// One step with an arrow key through a list of items: it stops at the ends, and enters the list at `entry` if the item
// that is shown is not in it.

export function stepTo(order: readonly number[], shown: number | null, step: number, entry: number): number | undefined {
  const now = shown === null ? -1 : order.indexOf(shown);
  return order[now < 0 ? entry : Math.min(Math.max(now + step, 0), order.length - 1)];
}
