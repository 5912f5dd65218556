// SPDX-License-Identifier: Apache-2.0
// The names of the arms, below their bases; in pixels.

export interface Label {
  x: number; // its middle
  y: number; // its top
  half: number; // of its width
}

const line = 22;

// Moves down the labels that would cover an earlier one.
export function stacked(labels: Label[]): Label[] {
  const taken: Label[] = [];
  for (const { x, y, half } of labels) {
    let top = y;
    for (const other of taken) if (Math.abs(other.x - x) < half + other.half && Math.abs(other.y - top) < line) top = other.y + line;
    taken.push({ x, y: top, half });
  }
  return taken;
}

// Approximately half the width of a name.
export function halfWidth(name: string): number {
  return 4 * name.length + 8;
}
