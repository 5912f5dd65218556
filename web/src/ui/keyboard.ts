// SPDX-License-Identifier: Apache-2.0
// Keys work wherever the focus is, except in fields that need them.
import type { Clock } from '../clock';
import { speeds } from './transport';

export interface Actions {
  clock: Clock;
  samples: Float64Array; // the times of the first run, for single steps
  orbit: (right: number, above: number) => void;
  zoomView: (factor: number) => void;
  look: (view: 'free' | 'front' | 'side' | 'top') => void;
  zoomPlots: (factor: number) => void;
  zoomPlotsOut: () => void;
  help: () => void;
}

export const keyHelp: readonly (readonly [string, string])[] = [
  ['Space', 'play or pause'],
  ['\u2190  \u2192', 'step back or forward by 1 %, with Shift by 10 %'],
  [',  .', 'step back or forward by one sample'],
  ['Home  End', 'go to the start or the end'],
  ['[  ]', 'slower, faster'],
  ['+  \u2212  0', 'zoom the plots in, out, or to the full time range'],
  ['w a s d', 'rotate the view'],
  ['q e', 'zoom the view out, in'],
  ['1  2  3  4', 'view: free, front, side, top'],
  ['?', 'this help'],
];

export function listen(actions: Actions): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = event.target as HTMLElement;
    if (target instanceof HTMLSelectElement || target.isContentEditable) return;
    const onButton = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
    if ((event.key === ' ' || event.key === 'Enter') && onButton) return; // presses it
    if (act(event.key, event.shiftKey, actions)) event.preventDefault();
  });
}

function act(key: string, shift: boolean, actions: Actions): boolean {
  const { clock } = actions;
  const stride = (shift ? 0.1 : 0.01) * clock.duration;
  switch (key) {
    case ' ':
      clock.toggle();
      return true;
    case 'ArrowLeft':
      clock.step(-stride);
      return true;
    case 'ArrowRight':
      clock.step(stride);
      return true;
    case ',':
      clock.step(neighbour(actions.samples, clock.time, -1) - clock.time);
      return true;
    case '.':
      clock.step(neighbour(actions.samples, clock.time, 1) - clock.time);
      return true;
    case 'Home':
      clock.seek(clock.start);
      return true;
    case 'End':
      clock.seek(clock.end);
      return true;
    case '[':
      clock.setSpeed(speeds.filter((rate) => rate < clock.speed).at(-1) ?? clock.speed);
      return true;
    case ']':
      clock.setSpeed(speeds.find((rate) => rate > clock.speed) ?? clock.speed);
      return true;
    case '+':
    case '=':
      actions.zoomPlots(0.5);
      return true;
    case '-':
      actions.zoomPlots(2);
      return true;
    case '0':
      actions.zoomPlotsOut();
      return true;
    case 'a':
      actions.orbit(-0.12, 0);
      return true;
    case 'd':
      actions.orbit(0.12, 0);
      return true;
    case 'w':
      actions.orbit(0, 0.12);
      return true;
    case 's':
      actions.orbit(0, -0.12);
      return true;
    case 'q':
      actions.zoomView(1.15);
      return true;
    case 'e':
      actions.zoomView(1 / 1.15);
      return true;
    case '1':
      actions.look('free');
      return true;
    case '2':
      actions.look('front');
      return true;
    case '3':
      actions.look('side');
      return true;
    case '4':
      actions.look('top');
      return true;
    case '?':
      actions.help();
      return true;
    default:
      return false;
  }
}

// The sample before or after a time.
export function neighbour(samples: Float64Array, t: number, way: 1 | -1): number {
  if (way > 0) {
    const next = samples.find((sample) => sample > t);
    return next ?? t;
  }
  for (let i = samples.length - 1; i >= 0; --i) if (samples[i]! < t) return samples[i]!;
  return t;
}
