// SPDX-License-Identifier: Apache-2.0
// The 3D view: all arms in one scene, drawn only when something has changed.
import { Color, Group, Vector3 } from 'three';
import type { Run } from '../document';
import { reach } from '../kinematics';
import { place, valueAt } from '../series';
import { palette, seriesColour } from '../theme';
import { element } from '../ui/element';
import { Arm } from './arm';
import { arrange, floorLevel, standHeight, type Arrangement } from './arrangement';
import { extent, pointsOf, roundLength, tipOf } from './bounds';
import { eyeDirection, frontDirection, isPlanar, rightOf, upOf, type View } from './camera';
import { type Aim, SceneCanvas } from './canvas';
import { aimLight, type Ground, makeFloor, makeGrid, sinkGround } from './ground';
import { halfWidth, stacked } from './names';
import { Trace } from './trace';

export type { View } from './camera';

interface Shown {
  run: Run;
  stand: Group; // at the base of the arm, with everything that belongs to it
  points: Vector3[]; // that the arm passes through, from its stand
  name: HTMLElement;
  arm: Arm;
  trace: Trace;
  index: number; // of the run
  visible: boolean;
}

export class Viewer extends SceneCanvas {
  private readonly shown: Shown[];
  private readonly ground: Ground;
  private readonly planar: boolean;
  private readonly size: number; // of the largest arm with its motion
  readonly squares: number; // side of the squares of the grid, metres
  private front = new Vector3(); // from the scene to the eye in the view from the front
  private now!: Arrangement;
  private feet: Vector3[] = []; // below arms that stand apart: where their names are

  // Throws when there is no WebGL.
  constructor(
    canvas: HTMLCanvasElement,
    runs: Run[],
    private apart: boolean, // arms stand side by side, not in one place
    names: HTMLElement,
  ) {
    super(canvas);
    const first = runs.find((run) => run.robot)!.robot!;
    this.up = upOf(first);
    this.planar = isPlanar(first);
    this.shown = runs.flatMap((run, index) => (run.robot ? [makeShown(run, index)] : []));
    this.scene.add(...this.shown.map(({ stand }) => stand));
    names.append(...this.shown.map(({ name }) => name));

    this.size = Math.max(...this.shown.map(({ points }) => extent(points)));
    this.squares = roundLength(this.size / 3);
    const widest = this.arranged(true).content.radius; // the floor is as large as it may ever need to be
    this.ground = { grid: makeGrid(this.squares, 3.2 * widest, this.up), floor: makeFloor(12 * widest, this.up) };
    this.scene.add(this.ground.grid, this.ground.floor);
    this.settle();

    this.camera.up.copy(this.up);
    this.controls.zoomToCursor = true;
    this.look('free');
    this.resize();
    this.repaint();
  }

  show(t: number): void {
    for (const { run, arm, trace } of this.shown) {
      const at = place(run.time, t);
      const q = run.q.map((joint) => valueAt(joint, at));
      if (q.every(Number.isFinite)) arm.pose(q);
      trace.show(t);
    }
    this.request();
  }

  // The tool of a run, read from the scene.
  tip(run: number): [number, number, number] | null {
    const found = this.shown.find((each) => each.index === run);
    return found ? (found.arm.tipPosition().sub(found.stand.position).toArray() as [number, number, number]) : null;
  }

  // The same in pixels of the canvas.
  tipOnScreen(run: number): [number, number] | null {
    const found = this.shown.find((each) => each.index === run);
    return found ? this.onScreen(found.arm.tipPosition()) : null;
  }

  // Where the arm of a run stands.
  placeOf(run: number): [number, number, number] | null {
    const found = this.shown.find((each) => each.index === run);
    return found ? (found.stand.position.toArray() as [number, number, number]) : null;
  }

  get several(): boolean {
    return this.shown.length > 1;
  }

  // Arms side by side, or all in one place.
  setApart(apart: boolean): void {
    this.apart = apart;
    this.settle();
    this.look('free');
  }

  setVisible(run: number, visible: boolean): void {
    for (const each of this.shown)
      if (each.index === run) each.visible = each.stand.visible = visible;
    this.request();
  }

  // The scene as it is shown now.
  picture(done: (blob: Blob | null) => void): void {
    this.draw(); // a canvas keeps its picture only until the next frame
    this.canvas.toBlob(done);
  }

  showAxes(shown: boolean): void {
    for (const { arm } of this.shown) arm.showAxes(shown);
    this.request();
  }

  showTraces(shown: boolean): void {
    for (const { trace } of this.shown) trace.group.visible = shown;
    this.request();
  }

  protected aim(view: View): Aim {
    const { content, points } = this.now;
    const { sideBySide, planar } = this;
    const direction = eyeDirection(view, this.up, this.front, { sideBySide, planar });
    return { direction, points: [...points, ...this.feet], content, fov: sideBySide ? 12 : 30 }; // from afar sizes can be compared
  }

  protected resized(width: number, height: number): void {
    for (const { trace } of this.shown) trace.resize(width, height);
  }

  repaint(): void {
    const { body, joint, tip, background } = palette();
    for (const { arm, trace, index } of this.shown) {
      const colour = this.several ? seriesColour(index, this.shown.length) : tip;
      arm.paint({
        body: this.several ? colour : body,
        tint: this.several ? `#${new Color('white').lerp(new Color(colour), 0.35).getHexString()}` : 'white',
        joint: this.several ? `#${new Color(joint).lerp(new Color(colour), 0.35).getHexString()}` : joint,
        tip: colour,
        axis: (i) => seriesColour(i, arm.robot.joints.length),
      });
      trace.paint(colour, background);
    }
    this.paintGround(this.ground);
    this.request();
  }

  private get sideBySide(): boolean {
    return this.apart && this.several;
  }

  // Below the feet of arms that stand apart.
  protected override drawn(): void {
    const floor = this.ground.grid.position.dot(this.up);
    const named = this.shown.flatMap(({ name, stand, arm, visible }) => {
      const foot = stand.position.clone().addScaledVector(this.up, floor - stand.position.dot(this.up));
      const p = foot.addScaledVector(this.front, 3 * arm.radius).project(this.camera);
      name.hidden = !(this.sideBySide && visible && Math.abs(p.x) < 1.1 && Math.abs(p.y) < 1.1 && p.z < 1);
      const x = ((p.x + 1) / 2) * this.canvas.clientWidth;
      const y = ((1 - p.y) / 2) * this.canvas.clientHeight + 8;
      return name.hidden ? [] : [{ name, x, y, half: halfWidth(name.textContent!) }];
    });
    stacked(named).forEach(({ x, y }, k) => {
      named[k]!.name.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translateX(-50%)`;
    });
  }

  private arranged(apart: boolean): Arrangement {
    const { arm } = this.shown[0]!;
    const axis = this.planar ? arm.axisOf(arm.robot.joints.length - 1) : null;
    this.front = frontDirection(this.up, axis, apart && this.several);
    const occupants = this.shown.map((each) => ({ points: each.points, radius: each.arm.radius, reach: reach(each.arm.robot) }));
    return arrange(occupants, this.up, rightOf(this.up, this.front), apart);
  }

  // Puts the arms, the floor and the light where they belong.
  private settle(): void {
    this.now = this.arranged(this.apart);
    this.shown.forEach(({ stand }, k) => stand.position.copy(this.now.places[k]!));
    aimLight(this.sun, this.now.content, this.up, this.front);
    this.sink();
    this.scene.updateMatrixWorld(true);
  }

  // Puts the floor below the stands and below all that moves; arms stand on posts if it is deep. Arms in one place share one.
  private sink(): void {
    const thick = Math.max(...this.shown.map(({ arm }) => arm.radius));
    const level = floorLevel(this.now.lowest, thick);
    const shallow = level === standHeight(thick);
    sinkGround(this.ground, this.up, level, thick);
    this.shown.forEach(({ arm, stand }, k) => {
      const foot = standHeight(arm.radius);
      if (this.apart && shallow) stand.position.addScaledVector(this.up, level - foot); // a thin arm stands on the same floor
      arm.setPost(this.up, foot, !shallow && (this.apart || k === 0) ? level : foot);
    });
    const below = level - 0.1 * this.size;
    const footOf = ({ stand: { position } }: Shown) => position.clone().addScaledVector(this.up, below - position.dot(this.up));
    this.feet = this.apart ? this.shown.map(footOf) : [];
  }
}

function makeShown(run: Run, index: number): Shown {
  const arm = new Arm(run.robot!, index);
  const trace = new Trace(run.time, run.tip.length === 3 ? run.tip : tipOf(run), run.desiredTip);
  const stand = new Group();
  stand.add(arm.group, trace.group);
  return { run, stand, points: pointsOf(run), name: element('span', {}, run.name), arm, trace, index, visible: true };
}
