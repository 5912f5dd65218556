// SPDX-License-Identifier: Apache-2.0
// The 3D view: all arms in one scene, drawn only when something has changed.
import {
  Box3,
  BufferGeometry,
  Color,
  DirectionalLight,
  Float32BufferAttribute,
  Group,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  PCFSoftShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  Quaternion,
  Scene,
  ShadowMaterial,
  Sphere,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Run } from '../document';
import { origin, poses, reach } from '../kinematics';
import { place, thinned, valueAt } from '../series';
import { palette, seriesColour, theme } from '../theme';
import { element } from '../ui/element';
import { Arm } from './arm';
import { Trace } from './trace';

export type View = 'free' | 'front' | 'side' | 'top';

interface Shown {
  run: Run;
  stand: Group; // where the arm stands, with all that belongs to it
  points: Vector3[]; // where its frames and its tool come, a sample, from the stand
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
  private readonly shown: Shown[] = [];
  private readonly grid: LineSegments;
  private readonly sky = new HemisphereLight('#ffffff', '#8b95a5', 1.6);
  private readonly sun = new DirectionalLight('#ffffff', 2.2);
  private readonly floor: Mesh<PlaneGeometry, ShadowMaterial>;
  private readonly up: Vector3;
  private ahead = new Vector3(); // from the arm to the eye in the view from the front
  private readonly planar: boolean;
  private readonly content = new Sphere(); // everything that the arms touch
  private points: Vector3[] = []; // of all arms
  private feet: Vector3[] = []; // below arms that stand apart: where their names are
  readonly squares: number; // of the grid, metres
  private lowest = 0; // height of the lowest point that a frame reaches
  private view: View | null = 'free'; // until somebody moves the camera
  private pending = false;
  private apart: boolean; // arms beside each other, not in one place

  // Throws when there is no WebGL.
  constructor(
    private readonly canvas: HTMLCanvasElement,
    runs: Run[],
    apart: boolean,
    names: HTMLElement,
  ) {
    const context = canvas.getContext('webgl2', { antialias: true, alpha: true, depth: true });
    if (!context) throw new Error('WebGL 2 is not to be had'); // three.js would write to the console, too
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFSoftShadowMap;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));

    const first = runs.find((run) => run.robot)!.robot!;
    const g = new Vector3(...first.gravity);
    this.up = g.length() > 1e-6 ? g.clone().negate().normalize() : new Vector3(0, 0, 1);

    runs.forEach((run, index) => {
      if (!run.robot) return;
      const arm = new Arm(run.robot, index);
      const trace = new Trace(run.time, run.tip.length === 3 ? run.tip : tipOf(run));
      const stand = new Group();
      stand.add(arm.group, trace.group);
      this.scene.add(stand);
      const name = element('span', {}, run.name);
      names.append(name);
      this.shown.push({ run, stand, points: pointsOf(run), name, arm, trace, index, visible: true });
    });
    this.planar = first.frames.slice(1).every((frame) => Math.abs(Math.sin(frame.alpha)) < 1e-9) && first.frames.length > 1;
    this.apart = true; // the floor is as large as it may ever need to be
    this.arrange();
    const size = this.content.radius;
    this.apart = apart;
    this.arrange();
    this.scene.add(this.sky, this.sun, this.sun.target);
    this.squares = roundLength(Math.max(...this.shown.map((each) => extent(each.points))) / 3);
    this.grid = makeGrid(this.squares, 3.2 * size, this.up);
    this.floor = new Mesh(new PlaneGeometry(12 * size, 12 * size), new ShadowMaterial());
    this.floor.receiveShadow = true;
    this.floor.quaternion.copy(this.grid.quaternion);
    this.scene.add(this.grid, this.floor);
    this.light(this.content.radius);
    this.sink();

    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.request());
    this.controls.addEventListener('start', () => (this.view = null));
    canvas.addEventListener('dblclick', () => this.look('free'));
    canvas.addEventListener('webglcontextrestored', () => this.request());
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

  // Arms beside each other, or all in one place.
  setApart(apart: boolean): void {
    this.apart = apart;
    this.arrange();
    this.light(this.content.radius);
    this.sink();
    this.look('free');
  }

  setVisible(run: number, visible: boolean): void {
    for (const each of this.shown)
      if (each.index === run) each.visible = each.stand.visible = visible;
    this.request();
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
    const side = new Vector3().crossVectors(this.up, this.ahead).normalize();
    const from = new Vector3();
    if (view === 'front') from.copy(this.ahead);
    else if (view === 'side') from.copy(side);
    else if (view === 'top') from.copy(this.up).addScaledVector(this.ahead, 1e-3);
    else if (this.apart && this.several) from.copy(this.ahead).addScaledVector(side, 0.12).addScaledVector(this.up, 0.24);
    else if (this.planar) from.copy(this.ahead).addScaledVector(side, 0.35).addScaledVector(this.up, 0.22);
    else from.copy(this.ahead).addScaledVector(side, 0.75).addScaledVector(this.up, 0.5);

    this.camera.fov = this.apart && this.several ? 12 : 30; // from afar sizes can be compared
    const distance = this.distanceFrom(from.normalize());
    this.controls.target.copy(this.content.center);
    this.camera.position.copy(this.content.center).addScaledVector(from, distance);
    this.camera.near = distance / 100;
    this.camera.far = distance * 20;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.request();
  }

  // Turns the camera about the arm: radians to the right and up.
  orbit(right: number, above: number): void {
    this.view = null;
    const arm = this.camera.position.clone().sub(this.controls.target);
    arm.applyAxisAngle(this.up, right);
    const level = new Vector3().crossVectors(this.up, arm).normalize();
    const next = arm.clone().applyAxisAngle(level, -above);
    if (next.angleTo(this.up) > 0.02 && next.angleTo(this.up) < Math.PI - 0.02) arm.copy(next);
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
    this.request();
  }

  zoom(factor: number): void {
    this.view = null;
    const arm = this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor);
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
    this.request();
  }

  repaint(): void {
    const { body, joint, tip, ground, background } = palette();
    const several = this.shown.length > 1;
    for (const { arm, trace, index } of this.shown) {
      const colour = several ? seriesColour(index, this.shown.length) : tip;
      arm.paint({
        body: several ? colour : body,
        joint: several ? `#${new Color(joint).lerp(new Color(colour), 0.35).getHexString()}` : joint,
        tip: colour,
        axis: (i) => seriesColour(i, arm.robot.joints.length),
      });
      trace.paint(colour, background);
    }
    (this.grid.material as LineBasicMaterial).color.set(ground);
    this.floor.material.opacity = theme() === 'dark' ? 0.35 : 0.16;
    this.sky.intensity = theme() === 'dark' ? 1.1 : 1.9;
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

  // Below the feet of arms that stand apart; lower if a name is there already.
  private placeNames(): void {
    const taken: { x: number; y: number; half: number }[] = [];
    for (const { name, stand, arm, visible } of this.shown) {
      const foot = stand.position.clone().addScaledVector(this.up, -stand.position.dot(this.up) + this.grid.position.dot(this.up));
      const p = foot.addScaledVector(this.ahead, 3 * arm.radius).project(this.camera);
      name.hidden = !(this.apart && this.several && visible && Math.abs(p.x) < 1.1 && Math.abs(p.y) < 1.1 && p.z < 1);
      if (name.hidden) continue;
      const x = ((p.x + 1) / 2) * this.canvas.clientWidth;
      const half = 4 * name.textContent!.length + 8; // about
      let y = ((1 - p.y) / 2) * this.canvas.clientHeight + 8;
      for (const other of taken) if (Math.abs(other.x - x) < half + other.half && Math.abs(other.y - y) < 22) y = other.y + 22;
      taken.push({ x, y, half });
      name.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translateX(-50%)`;
    }
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

  // A planar arm is looked at along its axes, any other one along x; arms beside each other from the side, along y.
  private facing(): Vector3 {
    const { arm } = this.shown[0]!;
    const axis = arm.axisOf(arm.robot.joints.length - 1);
    const wanted = this.planar && Math.abs(axis.dot(this.up)) < 0.9 ? axis : new Vector3(1, 0, 0);
    if (Math.abs(wanted.dot(this.up)) > 0.9) wanted.set(0, 0, 1);
    wanted.addScaledVector(this.up, -wanted.dot(this.up)).normalize();
    return this.apart && this.several && !this.planar ? wanted.applyAxisAngle(this.up, -Math.PI / 2) : wanted;
  }

  // Where the arms stand, and the sphere around all that moves.
  private arrange(): void {
    this.ahead = this.facing();
    const side = new Vector3().crossVectors(this.up, this.ahead).normalize();
    const room = 0.16 * Math.max(...this.shown.map((each) => extent(each.points)));
    let right = 0;
    const spans = this.shown.map(({ points, arm }) => {
      const along = points.map((point) => point.dot(side));
      return { from: Math.min(...along) - 2 * arm.radius, to: Math.max(...along) + 2 * arm.radius };
    });
    this.shown.forEach(({ stand }, k) => {
      const { from, to } = spans[k]!;
      stand.position.copy(side).multiplyScalar(this.apart ? right - from : 0);
      right += to - from + room;
    });
    if (this.apart) for (const { stand } of this.shown) stand.position.addScaledVector(side, -(right - room) / 2);

    this.points = this.shown.flatMap(({ points, stand }) => points.map((point) => point.clone().add(stand.position)));
    this.lowest = Math.min(...this.points.map((point) => point.dot(this.up)));
    const box = new Box3().setFromPoints(this.points);
    box.expandByScalar(0.5 * Math.max(...this.shown.map(({ arm }) => arm.radius)));
    box.getBoundingSphere(this.content);
    const most = Math.max(...this.shown.map(({ arm }) => reach(arm.robot)), 1e-3);
    this.content.radius = Math.max(this.content.radius, 0.25 * most);
    this.scene.updateMatrixWorld(true);
  }

  // How far the eye must be, in this direction from the middle, to see all.
  private distanceFrom(direction: Vector3): number {
    const room = 0.82; // of the half width and height
    const high = room * Math.tan((this.camera.fov / 2) * (Math.PI / 180));
    const wide = high * this.camera.aspect;
    const right = new Vector3().crossVectors(this.up, direction).normalize();
    const above = new Vector3().crossVectors(direction, right);
    let distance = 0.5 * this.content.radius;
    for (const point of [...this.points, ...this.feet]) {
      const p = point.clone().sub(this.content.center);
      const out = Math.max(Math.abs(p.dot(right)) / wide, Math.abs(p.dot(above)) / high);
      distance = Math.max(distance, p.dot(direction) + out);
    }
    return distance;
  }

  private light(size: number): void {
    const { up, ahead, sun } = this;
    const side = new Vector3().crossVectors(up, ahead);
    sun.target.position.copy(this.content.center);
    sun.position.copy(this.content.center).addScaledVector(up, 3.2 * size).addScaledVector(ahead, 1.4 * size);
    sun.position.addScaledVector(side, -1.1 * size);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.radius = 5;
    sun.shadow.normalBias = 0.01 * size;
    const reachOfLight = 1.7 * size;
    Object.assign(sun.shadow.camera, {
      left: -reachOfLight,
      right: reachOfLight,
      top: reachOfLight,
      bottom: -reachOfLight,
      near: 0.1 * size,
      far: 8 * size,
    });
    sun.shadow.camera.updateProjectionMatrix();
  }

  // The floor is below the stands and below all that moves; arms stand on posts if it is deep. Those in one place share one.
  private sink(): void {
    const thick = Math.max(...this.shown.map(({ arm }) => arm.radius));
    const stand = -0.72 * thick;
    const level = this.lowest < stand - thick ? this.lowest - 1.4 * thick : stand;
    this.grid.position.copy(this.up).multiplyScalar(level);
    this.floor.position.copy(this.up).multiplyScalar(level - 1e-3 * thick);
    this.shown.forEach(({ arm, stand: place }, k) => {
      const foot = -0.72 * arm.radius;
      const shallow = level === stand;
      if (this.apart && shallow) place.position.addScaledVector(this.up, level - foot); // a thin arm stands on the same floor
      arm.setPost(this.up, foot, !shallow && (this.apart || k === 0) ? level : foot);
    });
    const below = level - 0.1 * Math.max(...this.shown.map((each) => extent(each.points)));
    this.feet = this.shown.map(({ stand: { position } }) => position.clone().addScaledVector(this.up, below - position.dot(this.up)));
    if (!this.apart) this.feet = [];
    this.scene.updateMatrixWorld(true);
  }
}

// Where the frames and the tool come, from the base; a sample.
function pointsOf(run: Run): Vector3[] {
  const out = [new Vector3()];
  for (const i of thinned(run.time.length, 120)) {
    const q = run.q.map((joint) => joint[i]!);
    if (!q.every(Number.isFinite)) continue;
    for (const X of poses(run.robot!, q)) out.push(new Vector3(...origin(X)));
  }
  return out;
}

// The radius of the sphere around points.
function extent(points: Vector3[]): number {
  return Math.max(new Box3().setFromPoints(points).getBoundingSphere(new Sphere()).radius, 1e-3);
}

function tipOf(run: Run): Float64Array[] {
  const out = [0, 1, 2].map(() => new Float64Array(run.time.length));
  for (let i = 0; i < run.time.length; ++i) {
    const X = poses(run.robot!, run.q.map((joint) => joint[i]!)).at(-1)!;
    origin(X).forEach((x, k) => (out[k]![i] = x));
  }
  return out;
}

// 1, 2 or 5 and zeros, not longer than wanted.
function roundLength(wanted: number): number {
  const power = Math.floor(Math.log10(wanted));
  return [1, 2, 5].map((k) => Number(`${k}e${power}`)).filter((length) => length <= wanted * (1 + 1e-9)).at(-1) ?? wanted;
}

// Squares on a disc that fades out.
function makeGrid(step: number, far: number, up: Vector3): LineSegments {
  const positions: number[] = [];
  const colours: number[] = [];
  const lines = Math.floor(far / step);
  const pieces = 32;
  for (let k = -lines; k <= lines; ++k) {
    const across = k * step;
    const half = Math.sqrt(Math.max(0, far * far - across * across));
    for (let p = 0; p < pieces; ++p) {
      const ends = [p, p + 1].map((e) => -half + (2 * half * e) / pieces);
      for (const flip of [false, true])
        for (const along of ends) {
          positions.push(flip ? across : along, flip ? along : across, 0);
          const fade = Math.max(0, 1 - Math.hypot(along, across) / far);
          colours.push(1, 1, 1, (k === 0 ? 0.95 : 0.5) * fade);
        }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colours, 4));
  const grid = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
  grid.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up));
  return grid;
}
