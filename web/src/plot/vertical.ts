// SPDX-License-Identifier: Apache-2.0
// The vertical axis of a plot over time: linear, or logarithmic in the absolute value.

export interface Vertical {
  place: (value: number) => number; // position along the axis; NaN: it has none
  range: (min: number | null, max: number | null) => [number, number]; // of positions
  splits: (min: number, max: number, step: number) => number[]; // positions of grid lines
  label: (at: number) => string; // of a position
}

const decades = 10; // at most: anything smaller is rounding error of the largest values

export const linear: Vertical = {
  place: (value) => value,
  range: roomy,
  splits: multiples,
  label: tick,
};

export const logarithmic: Vertical = {
  place: (value) => (value === 0 ? NaN : Math.log10(Math.abs(value))),
  range: (min, max) => (min === null || max === null ? [-1, 1] : roomy(Math.max(min, max - decades), max)),
  splits: (min, max, step) => {
    const whole = multiples(min, max, Math.max(1, Math.ceil((max - min) / 6)));
    return whole.length > 1 ? whole : multiples(min, max, step);
  },
  label: (at) => tick(Number((10 ** at).toPrecision(3))),
};

// A margin above and below; a constant gets a band around it.
function roomy(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null || !Number.isFinite(min) || !Number.isFinite(max)) return [-1, 1];
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (max - min <= 1e-12 * size || max === min) {
    const band = size > 0 ? 0.1 * size : 1;
    return [min - band, max + band];
  }
  const room = 0.06 * (max - min);
  return [min - room, max + room];
}

function multiples(min: number, max: number, step: number): number[] {
  const out: number[] = [];
  for (let k = Math.ceil(min / step); k * step <= max; ++k) out.push(Number((k * step).toPrecision(12)));
  return out;
}

export function tick(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 1e-3)) return value.toExponential().replace('e+', 'e').replaceAll('-', '\u2212');
  return String(Number(value.toPrecision(10))).replaceAll('-', '\u2212');
}
