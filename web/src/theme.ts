// SPDX-License-Identifier: Apache-2.0
// Dark or light, as the system prefers or as chosen. Colours of canvases are here; those of the page in
// style.css.

export type Theme = 'light' | 'dark';
export type Choice = 'auto' | Theme;

interface Colours {
  ink: string;
  grid: string;
  body: string; // links of a single arm
  joint: string;
  tip: string;
  ground: string;
  background: string; // approximately that of the 3D view
  card: string;
  strong: string; // emphasised text
  accent: string;
  none: string; // for items without a value
  series: readonly string[];
}

const colours: Record<Theme, Colours> = {
  light: {
    ink: '#5b6675',
    grid: 'rgba(96, 112, 134, 0.16)',
    body: '#dde3ea',
    joint: '#3c4a5e',
    tip: '#e4572e',
    ground: '#9aa7b8',
    background: '#f2f4f7',
    card: '#ffffff',
    strong: '#1a2230',
    accent: '#2268d1',
    none: '#a3adba',
    series: ['#2268d1', '#d4560f', '#0f8f68', '#b0459a', '#a97c00', '#1495b8', '#7454d3', '#8b5a3b'],
  },
  dark: {
    ink: '#96a2b4',
    grid: 'rgba(150, 168, 194, 0.13)',
    body: '#cdd5e0',
    joint: '#5a6a82',
    tip: '#ff7a50',
    ground: '#4a5a70',
    background: '#171d27',
    card: '#171c25',
    strong: '#e4e9f1',
    accent: '#6ba4ff',
    none: '#566274',
    series: ['#6ba4ff', '#ff9757', '#45cfa0', '#e78ccf', '#ecc04f', '#62cdea', '#b39dff', '#cf9f80'],
  },
};

const key = 'catena-report-theme';
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners: (() => void)[] = [];
let choice: Choice = 'auto';
let printing = false; // on white paper

// `wanted`: for this time, without keeping it.
export function startTheme(wanted: string | null = null): void {
  try {
    const kept = localStorage.getItem(key); // browsers may deny this to pages opened from a file
    if (kept === 'light' || kept === 'dark') choice = kept;
  } catch {
    choice = 'auto';
  }
  if (wanted === 'light' || wanted === 'dark') choice = wanted;
  dark.addEventListener('change', apply);
  for (const [event, value] of [['beforeprint', true], ['afterprint', false]] as const)
    window.addEventListener(event, () => {
      printing = value;
      apply();
    });
  apply();
}

export function theme(): Theme {
  if (printing) return 'light';
  return choice === 'auto' ? (dark.matches ? 'dark' : 'light') : choice;
}

export function themeChoice(): Choice {
  return choice;
}

export function chooseTheme(next: Choice): void {
  choice = next;
  try {
    localStorage.setItem(key, next);
  } catch {
    // could not be stored: applies until the page is closed
  }
  apply();
}

export function onTheme(listener: () => void): void {
  listeners.push(listener);
}

export function palette(): Colours {
  return colours[theme()];
}

// The colour of item k of n; the hues of many items are spread around the colour circle.
export function seriesColour(k: number, n: number): string {
  const { series } = palette();
  if (n <= series.length) return series[k % series.length]!;
  const hue = Math.round((360 * k) / n + 215) % 360;
  return theme() === 'dark' ? `hsl(${hue} 75% 68%)` : `hsl(${hue} 70% 40%)`;
}

function apply(): void {
  document.documentElement.dataset.theme = theme();
  for (const listener of listeners) listener();
}
