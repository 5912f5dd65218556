// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ramp, rampColours } from '../src/chart/ramp';

// As WCAG 2 defines it.
function luminance(rgb: readonly number[]): number {
  const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
// What is left for an eye without one kind of cones (Viénot, Brettel, Mollon 1999), in linear light.
const blind = {
  red: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
  green: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
};
function seen(rgb: readonly number[], by: number[][]): number {
  const linear = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  const [r, g, b] = by.map((row) => row.reduce((sum, w, i) => sum + w * linear[i]!, 0)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('more is brighter, also without colours and for the colour-blind', () => {
  for (const theme of ['light', 'dark'] as const) {
    const colours = Array.from({ length: 33 }, (_, k) => ramp(k / 32, theme));
    for (const light of [luminance, (c: readonly number[]) => seen(c, blind.red), (c: readonly number[]) => seen(c, blind.green)])
      colours.forEach((colour, k) => assert.ok(k === 0 || light(colour) > light(colours[k - 1]!), `${theme} at ${k}: ${colour}`));
  }
});

test('both ends stand out from the card', () => {
  const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const cards = { light: [255, 255, 255], dark: [23, 28, 37] };
  for (const theme of ['light', 'dark'] as const)
    for (const part of [0, 1]) assert.ok(contrast(luminance(ramp(part, theme)), luminance(cards[theme])) > 1.4, `${theme} ${part}`);
});

test('beyond the ends the ends count, and colours are colours', () => {
  assert.deepEqual(ramp(-1, 'dark'), ramp(0, 'dark'));
  assert.deepEqual(ramp(2, 'light'), ramp(1, 'light'));
  for (const colour of rampColours(64, 'light')) assert.match(colour, /^rgb\(\d{1,3}, \d{1,3}, \d{1,3}\)$/);
});
