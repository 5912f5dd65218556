// SPDX-License-Identifier: Apache-2.0
// Numbers as text.

const minus = '\u2212';

// About `digits` significant digits; very large and very small numbers are written with a power of ten.
export function shortNumber(x: number, digits = 5): string {
  if (Number.isNaN(x)) return '\u2013';
  if (!Number.isFinite(x)) return x > 0 ? '\u221e' : `${minus}\u221e`;
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, power] = x.toExponential(digits - 1).split('e') as [string, string];
    return `${trimmed(mantissa)}e${String(Number(power))}`.replaceAll('-', minus);
  }
  return trimmed(x.toPrecision(digits)).replaceAll('-', minus);
}

// With a fixed number of decimals, so that a changing value does not jump about.
export function steadyNumber(x: number, span: number, digits = 4): string {
  if (!Number.isFinite(x)) return '\u2013';
  const size = Math.max(span, 1e-300);
  if (size >= 1e6 || size < 1e-3) return x.toExponential(digits - 1).replaceAll('-', minus);
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return x.toFixed(Math.min(decimals, 12)).replace(/^-(?=0\.?0*$)/, '').replaceAll('-', minus);
}

// Powers as people write them: m^3 is m³.
export function unitText(unit: string): string {
  return unit.replace(/\^(-?\d+)/g, (_, power: string) => [...power].map((c) => (c === '-' ? '\u207b' : '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'[Number(c)]!)).join(''));
}

// Decimals that resolve a hundredth of a percent of the duration.
export function timeDecimals(duration: number): number {
  if (!(duration > 0)) return 3;
  return Math.min(9, Math.max(0, 3 - Math.floor(Math.log10(duration) + 1e-9)));
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
