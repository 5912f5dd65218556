// SPDX-License-Identifier: Apache-2.0
// A pen that draws nothing and records the calls, with the colours and widths at that moment.
import type { Inks, Pen } from '../src/chart/pen';

export interface Call {
  name: string;
  args: any[];
  style: Record<string, unknown>;
}

export const inks: Inks = { ink: 'ink', strong: 'strong', card: 'card', accent: 'accent', none: 'none' };

export class Recorder {
  readonly calls: Call[] = [];
  readonly pen: Pen;
  private readonly style: Record<string, unknown> = { globalAlpha: 1 };

  constructor() {
    this.pen = new Proxy(this.style, {
      get: (style, name: string) => (name in style ? style[name] : (...args: any[]) => this.record(name, args)),
    }) as unknown as Pen;
  }

  // The calls with these names, in order.
  of(...names: string[]): Call[] {
    return this.calls.filter(({ name }) => names.includes(name));
  }

  // The texts in the order in which they were written.
  get texts(): string[] {
    return this.of('fillText').map(({ args }) => args[0]);
  }

  // What was traced since the last beginPath before each stroke: moves and lines.
  get strokes(): { path: (string | number)[][]; style: Record<string, unknown> }[] {
    let path: (string | number)[][] = [];
    return this.calls.flatMap(({ name, args, style }) => {
      if (name === 'beginPath') path = [];
      if (name === 'moveTo' || name === 'lineTo') path.push([name, ...args]);
      return name === 'stroke' ? [{ path, style }] : [];
    });
  }

  private record(name: string, args: any[]): unknown {
    this.calls.push({ name, args, style: { ...this.style } });
    return name === 'measureText' ? { width: 6 * args[0].length } : undefined;
  }
}
