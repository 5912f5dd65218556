// SPDX-License-Identifier: Apache-2.0
// Colours for values: from dark blue to bright yellow. The lightness rises evenly, so that the order is visible without
// colour as well, and both ends stand out from the card, light or dark.
import type { Theme } from '../theme';

type Rgb = [number, number, number]; // 0 to 255

const ends: Record<Theme, readonly [number, number]> = { light: [0.32, 0.86], dark: [0.44, 0.95] }; // lightness

export function ramp(part: number, theme: Theme): Rgb {
  const t = Math.min(Math.max(part, 0), 1);
  const [from, to] = ends[theme];
  const hue = ((282 - 182 * t) * Math.PI) / 180;
  let chroma = 0.11 + 0.07 * t;
  for (;;) {
    const rgb = fromOklch(from + t * (to - from), chroma, hue);
    if (chroma < 0.005 || rgb.every((c) => c >= 0 && c <= 1)) return rgb.map((c) => Math.round(255 * Math.min(Math.max(c, 0), 1))) as Rgb;
    chroma -= 0.005; // as vivid as the screen can show
  }
}

export function rampColours(count: number, theme: Theme): string[] {
  return Array.from({ length: count }, (_, k) => `rgb(${ramp(count > 1 ? k / (count - 1) : 1, theme).join(', ')})`);
}

// Oklab (Ottosson 2020) to sRGB, 0 to 1 within its gamut.
function fromOklch(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return linear.map((c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
}
