// SPDX-License-Identifier: Apache-2.0
// The 3D view: all arms in one scene, drawn only when something has changed.
import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  PCFSoftShadowMap,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Run } from '../document';
import { reach } from '../kinematics';
import { place, valueAt } from '../series';
import { palette, seriesColour, theme } from '../theme';
import { element } from '../ui/element';
import { Arm } from './arm';
import { arrange, floorLevel, standHeight, type Arrangement } from './arrangement';
import { extent, pointsOf, roundLength, tipOf } from './bounds';
import { distanceToSee, eyeDirection, frontDirection, orbited, rightOf, type View } from './camera';
import { aimLight, makeFloor, makeGrid } from './ground';
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

export class Viewer {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(30, 1, 0.01, 100);
  private readonly controls: OrbitControls;
  private readonly shown: Shown[];
  private readonly grid: ReturnType<typeof makeGrid>;
  private readonly floor: ReturnType<typeof makeFloor>;
  private readonly sky = new HemisphereLight('#ffffff', '#8b95a5', 1.6);
  private readonly sun = new DirectionalLight('#ffffff', 2.2);
  private readonly up: Vector3;
  private readonly planar: boolean;
  private readonly size: number; // of the largest arm with its motion
  readonly squares: number; // side of the squares of the grid, metres
  private front = new Vector3(); // from the scene to the eye in the view from the front
  private now!: Arrangement;
  private feet: Vector3[] = []; // below arms that stand apart: where their names are
  private view: View | null = 'free'; // until somebody moves the camera
  private pending = false;

  // Throws when there is no WebGL.
  constructor(
    private readonly canvas: HTMLCanvasElement,
    runs: Run[],
    private apart: boolean, // arms stand side by side, not in one place
    names: HTMLElement,
  ) {
    this.renderer = makeRenderer(canvas);
    const first = runs.find((run) => run.robot)!.robot!;
    const g = new Vector3(...first.gravity);
    this.up = g.length() > 1e-6 ? g.clone().negate().normalize() : new Vector3(0, 0, 1);
    this.planar = first.frames.slice(1).every((frame) => Math.abs(Math.sin(frame.alpha)) < 1e-9) && first.frames.length > 1;
    this.shown = runs.flatMap((run, index) => (run.robot ? [makeShown(run, index)] : []));
    this.scene.add(...this.shown.map(({ stand }) => stand), this.sky, this.sun, this.sun.target);
    names.append(...this.shown.map(({ name }) => name));

    this.size = Math.max(...this.shown.map(({ points }) => extent(points)));
    this.squares = roundLength(this.size / 3);
    const widest = this.arranged(true).content.radius; // the floor is as large as it may ever need to be
    this.grid = makeGrid(this.squares, 3.2 * widest, this.up);
    this.floor = makeFloor(12 * widest, this.up);
    this.scene.add(this.grid, this.floor);
    this.settle();

    this.camera.up.copy(this.up);
    this.controls = this.makeControls();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
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
    if (!found) return null;
    this.camera.updateMatrixWorld();
    const p = found.arm.tipPosition().project(this.camera);
    return [((p.x + 1) / 2) * this.canvas.clientWidth, ((1 - p.y) / 2) * this.canvas.clientHeight];
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
    this.renderer.render(this.scene, this.camera); // a canvas keeps its picture only until the next frame
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

  look(view: View): void {
    this.view = view;
    const { content, points } = this.now;
    const { sideBySide, planar } = this;
    this.camera.fov = sideBySide ? 12 : 30; // from afar sizes can be compared
    const direction = eyeDirection(view, this.up, this.front, { sideBySide, planar });
    const distance = distanceToSee([...points, ...this.feet], content.center, direction, this.up, this.camera, 0.5 * content.radius);
    this.controls.target.copy(content.center);
    this.camera.position.copy(content.center).addScaledVector(direction, distance);
    this.camera.near = distance / 100;
    this.camera.far = distance * 20;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.request();
  }

  // Turns the camera about the arm: radians to the right and up.
  orbit(right: number, above: number): void {
    this.moveEye((toEye) => orbited(toEye, this.up, right, above));
  }

  zoom(factor: number): void {
    this.moveEye((toEye) => toEye.multiplyScalar(factor));
  }

  repaint(): void {
    const { body, joint, tip, ground, background } = palette();
    for (const { arm, trace, index } of this.shown) {
      const colour = this.several ? seriesColour(index, this.shown.length) : tip;
      arm.paint({
        body: this.several ? colour : body,
        joint: this.several ? `#${new Color(joint).lerp(new Color(colour), 0.35).getHexString()}` : joint,
        tip: colour,
        axis: (i) => seriesColour(i, arm.robot.joints.length),
      });
      trace.paint(colour, background);
    }
    this.grid.material.color.set(ground);
    this.floor.material.opacity = theme() === 'dark' ? 0.35 : 0.16;
    this.sky.intensity = theme() === 'dark' ? 1.1 : 1.9;
    this.request();
  }

  private get sideBySide(): boolean {
    return this.apart && this.several;
  }

  private makeControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.enableDamping = false;
    controls.zoomToCursor = true;
    controls.addEventListener('change', () => this.request());
    controls.addEventListener('start', () => (this.view = null));
    this.canvas.addEventListener('dblclick', () => this.look('free'));
    this.canvas.addEventListener('webglcontextrestored', () => this.request());
    return controls;
  }

  private moveEye(next: (toEye: Vector3) => Vector3): void {
    this.view = null;
    const toEye = this.camera.position.clone().sub(this.controls.target);
    this.camera.position.copy(this.controls.target).add(next(toEye));
    this.controls.update();
    this.request();
  }

  private request(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.renderer.render(this.scene, this.camera);
      this.placeNames();
    });
  }

  // Below the feet of arms that stand apart.
  private placeNames(): void {
    const floor = this.grid.position.dot(this.up);
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

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement!;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    for (const { trace } of this.shown) trace.resize(width, height);
    if (this.view) this.look(this.view);
    this.request();
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
    this.grid.position.copy(this.up).multiplyScalar(level);
    this.floor.position.copy(this.up).multiplyScalar(level - 1e-3 * thick);
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

function makeRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const context = canvas.getContext('webgl2', { antialias: true, alpha: true, depth: true });
  if (!context) throw new Error('WebGL 2 is not available'); // three.js would also write to the console
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFSoftShadowMap;
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
  return renderer;
}

function makeShown(run: Run, index: number): Shown {
  const arm = new Arm(run.robot!, index);
  const trace = new Trace(run.time, run.tip.length === 3 ? run.tip : tipOf(run), run.desiredTip);
  const stand = new Group();
  stand.add(arm.group, trace.group);
  return { run, stand, points: pointsOf(run), name: element('span', {}, run.name), arm, trace, index, visible: true };
}
