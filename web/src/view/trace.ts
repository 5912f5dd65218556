// SPDX-License-Identifier: Apache-2.0
// The path of the tool: the whole path faintly, and the part up to the current time in full colour; the desired path dashed.
import { Color, Group } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { place, thinned } from '../series';
import { palette } from '../theme';

const mostPoints = 6000; // more cannot be distinguished on a screen

export class Trace {
  readonly group = new Group();
  private readonly time: Float64Array; // of the points
  private readonly past: Line2;
  private readonly faint = new LineMaterial({ linewidth: 1.5, });
  private readonly dashed = new LineMaterial({ linewidth: 1.5, dashed: true });
  private readonly full = new LineMaterial({ linewidth: 2.5, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -8 });

  constructor(time: Float64Array, tip: Float64Array[], desired: Float64Array[]) {
    const finite = finiteSamples(tip);
    this.time = Float64Array.from(finite, (i) => time[i]!);
    const points = pointsAt(tip, finite);
    if (finite.length < 2) points.push(...points.slice(0, 3), ...(finite.length === 0 ? [0, 0, 0, 0, 0, 0] : []));

    this.past = new Line2(new LineGeometry(), this.full);
    this.past.geometry.setPositions(points);
    this.past.frustumCulled = false; // its bounding sphere is that of the whole path
    const whole = new Line2(new LineGeometry(), this.faint);
    whole.geometry.setPositions(points);
    this.past.renderOrder = 1; // over the faint one
    this.group.add(whole, this.past);
    if (desired.length === 3) this.addDesired(desired);
  }

  // Dashes have a hundredth of the length of the path.
  private addDesired(tip: Float64Array[]): void {
    const finite = finiteSamples(tip);
    if (finite.length < 2) return;
    const line = new Line2(new LineGeometry(), this.dashed);
    line.geometry.setPositions(pointsAt(tip, finite));
    line.computeLineDistances();
    const distances = line.geometry.getAttribute('instanceDistanceEnd');
    this.dashed.dashSize = this.dashed.gapSize = distances.getX(distances.count - 1) / 100 || 1;
    this.group.add(line);
  }

  show(t: number): void {
    this.past.geometry.instanceCount = this.time.length < 2 ? 0 : place(this.time, t).index;
  }

  // Faint by mixing with the background, not by transparency, because the pieces of the line overlap.
  paint(colour: string, background: string): void {
    this.faint.color.set(colour).lerp(new Color(background), 0.6);
    this.full.color.set(colour);
    this.dashed.color.set(palette().ink);
  }

  resize(width: number, height: number): void {
    this.faint.resolution.set(width, height);
    this.full.resolution.set(width, height);
    this.dashed.resolution.set(width, height);
  }
}

function finiteSamples(tip: Float64Array[]): number[] {
  return thinned(tip[0]!.length, mostPoints).filter((i) => tip.every((axis) => Number.isFinite(axis[i]!)));
}

function pointsAt(tip: Float64Array[], samples: number[]): number[] {
  return samples.flatMap((i) => tip.map((axis) => axis[i]!));
}
