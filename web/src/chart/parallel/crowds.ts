// SPDX-License-Identifier: Apache-2.0
// Images of lines that were counted pixel by pixel. The one of all lines, behind the others, is kept for each width and
// theme.
import { Density, fade, type Rgb, rgb, thin } from '../density';
import type { Layout } from './layout';
import { type Crowds, quickLines } from './many_lines';

export class CountedCrowds implements Crowds {
  private behind: { width: number; colour: string; picture: HTMLCanvasElement } | null = null;

  constructor(private readonly ys: readonly Float32Array[]) {}

  of(layout: Layout, lines: readonly number[], colour: (line: number) => Rgb): HTMLCanvasElement {
    return counted(layout, this.ys, lines, colour).picture();
  }

  backdrop(layout: Layout, colour: string): HTMLCanvasElement {
    if (this.behind?.width !== layout.width || this.behind.colour !== colour) {
      const grey = rgb(colour);
      const all = Array.from(this.ys[0]!, (_, k) => k);
      const picture = this.of(layout, thin(all, quickLines), () => grey);
      fade(picture, 0.2);
      this.behind = { width: layout.width, colour, picture };
    }
    return this.behind.picture;
  }
}

export function counted(layout: Layout, ys: readonly Float32Array[], lines: readonly number[], colour: (line: number) => Rgb): Density {
  const density = new Density(layout.width, layout.height);
  const x = ys.map((_, axis) => Math.round(layout.x(axis)));
  for (const k of lines) density.add(x, ys, k, colour(k));
  return density;
}
