// SPDX-License-Identifier: Apache-2.0
// All plots over time: one cursor, one zoom.
import type { Clock } from '../clock';
import type { Run } from '../document';
import { element } from '../ui/element';
import { panels } from './panels';
import { Plot } from './plot';

export class Plots {
  readonly element = element('div', { class: 'plots' });
  private readonly plots: Plot[];
  private range: [number, number];
  private readonly visible: boolean[];
  private zooming = false;
  onZoom: (zoomed: boolean) => void = () => {};

  constructor(
    private readonly clock: Clock,
    runs: Run[],
  ) {
    this.visible = runs.map(() => true);
    this.range = [clock.start, clock.end];
    const linked = {
      clock,
      runs,
      runVisible: (run: number) => this.visible[run]!,
      zoom: (min: number, max: number) => this.zoomTo(min, max),
    };
    this.plots = panels(runs).map((panel) => new Plot(panel, linked));
    this.element.append(...this.plots.map((plot) => plot.element));
    this.zoomTo(clock.start, clock.end);
    clock.onChange(() => this.show());
  }

  get count(): number {
    return this.plots.length;
  }

  show(): void {
    for (const plot of this.plots) plot.show();
  }

  setVisible(run: number, visible: boolean): void {
    this.visible[run] = visible;
    for (const plot of this.plots) plot.refresh();
  }

  recolour(): void {
    for (const plot of this.plots) plot.recolour();
  }

  // Zooms about the cursor, at most out to the whole duration.
  zoomBy(factor: number): void {
    const [min, max] = this.range;
    const t = Math.min(Math.max(this.clock.time, min), max);
    this.zoomTo(t + (min - t) * factor, t + (max - t) * factor);
  }

  zoomOut(): void {
    this.zoomTo(this.clock.start, this.clock.end);
  }

  private zoomTo(from: number, to: number): void {
    if (this.zooming) return;
    const min = Math.max(from, this.clock.start);
    let max = Math.min(to, this.clock.end);
    if (max - min < 1e-9 * Math.max(Math.abs(min), Math.abs(max), 1e-9)) {
      if (this.clock.duration > 0) return; // below the resolution of double precision
      max = min + 1;
    }
    this.range = [min, max];
    this.zooming = true;
    for (const plot of this.plots) plot.setRange(min, max);
    this.zooming = false;
    this.onZoom(min > this.clock.start || max < this.clock.end);
  }
}
