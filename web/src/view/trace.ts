// SPDX-License-Identifier: Apache-2.0
// The path of the tool: the whole path faintly, and the part up to the current time in full colour.
import { Color, Group } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { place, thinned } from '../series';

const mostPoints = 6000; // more cannot be distinguished on a screen

export class Trace {
  readonly group = new Group();
  private readonly time: Float64Array; // of the points
  private readonly past: Line2;
  private readonly faint = new LineMaterial({ linewidth: 1.5, });
  private readonly full = new LineMaterial({ linewidth: 2.5, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -8 });

  constructor(time: Float64Array, tip: Float64Array[]) {
    const [x, y, z] = tip as [Float64Array, Float64Array, Float64Array];
    const finite = thinned(time.length, mostPoints).filter((i) => Number.isFinite(x[i]! + y[i]! + z[i]!));
    this.time = Float64Array.from(finite, (i) => time[i]!);
    const points = finite.flatMap((i) => [x[i]!, y[i]!, z[i]!]);
    if (finite.length < 2) points.push(...points.slice(0, 3), ...(finite.length === 0 ? [0, 0, 0, 0, 0, 0] : []));

    this.past = new Line2(new LineGeometry(), this.full);
    this.past.geometry.setPositions(points);
    this.past.frustumCulled = false; // its bounding sphere is that of the whole path
    const whole = new Line2(new LineGeometry(), this.faint);
    whole.geometry.setPositions(points);
    this.past.renderOrder = 1; // over the faint one
    this.group.add(whole, this.past);
  }

  show(t: number): void {
    this.past.geometry.instanceCount = this.time.length < 2 ? 0 : place(this.time, t).index;
  }

  // Faint by mixing with the background, not by transparency, because the pieces of the line overlap.
  paint(colour: string, background: string): void {
    this.faint.color.set(colour).lerp(new Color(background), 0.6);
    this.full.color.set(colour);
  }

  resize(width: number, height: number): void {
    this.faint.resolution.set(width, height);
    this.full.resolution.set(width, height);
  }
}
