// SPDX-License-Identifier: Apache-2.0
// The 3D view: all arms in one scene, drawn only when something has changed.
import {
  Box3,
  BufferGeometry,
  Color,
  DirectionalLight,
  Float32BufferAttribute,
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
import { Arm } from './arm';
import { Trace } from './trace';

export type View = 'free' | 'front' | 'side' | 'top';

interface Shown {
  run: Run;
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
  private readonly ahead: Vector3; // from the arm to the eye in the view from the front
  private readonly planar: boolean;
  private readonly content = new Sphere(); // everything that the arms touch
  private readonly points: Vector3[] = []; // where frames and tools come, a sample
  private lowest = 0; // height of the lowest point that a frame reaches
  private view: View | null = 'free'; // until somebody moves the camera
  private pending = false;

  // Throws when there is no WebGL.
  constructor(
    private readonly canvas: HTMLCanvasElement,
    runs: Run[],
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
      this.scene.add(arm.group, trace.group);
      this.shown.push({ run, arm, trace, index, visible: true });
    });
    const arm = this.shown[0]!.arm;
    this.planar = first.frames.slice(1).every((frame) => Math.abs(Math.sin(frame.alpha)) < 1e-9) && first.frames.length > 1;
    this.ahead = this.facing(arm);

    const size = this.measure();
    this.scene.add(this.sky, this.sun, this.sun.target);
    this.light(size);
    this.grid = makeGrid(size, this.up);
    this.floor = new Mesh(new PlaneGeometry(12 * size, 12 * size), new ShadowMaterial());
    this.floor.receiveShadow = true;
    this.floor.quaternion.copy(this.grid.quaternion);
    this.scene.add(this.grid, this.floor);
    this.sink(arm);

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
    return found ? (found.arm.tipPosition().toArray() as [number, number, number]) : null;
  }

  // The same in pixels of the canvas.
  tipOnScreen(run: number): [number, number] | null {
    const found = this.shown.find((each) => each.index === run);
    if (!found) return null;
    this.camera.updateMatrixWorld();
    const p = found.arm.tipPosition().project(this.camera);
    return [((p.x + 1) / 2) * this.canvas.clientWidth, ((1 - p.y) / 2) * this.canvas.clientHeight];
  }

  setVisible(run: number, visible: boolean): void {
    for (const each of this.shown)
      if (each.index === run) {
        each.visible = visible;
        each.arm.group.visible = visible;
        each.trace.group.visible = visible;
      }
    this.request();
  }

  showAxes(shown: boolean): void {
    for (const { arm } of this.shown) arm.showAxes(shown);
    this.request();
  }

  showTraces(shown: boolean): void {
    for (const { trace, visible } of this.shown) trace.group.visible = shown && visible;
    this.request();
  }

  look(view: View): void {
    this.view = view;
    const side = new Vector3().crossVectors(this.up, this.ahead).normalize();
    const from = new Vector3();
    if (view === 'front') from.copy(this.ahead);
    else if (view === 'side') from.copy(side);
    else if (view === 'top') from.copy(this.up).addScaledVector(this.ahead, 1e-3);
    else if (this.planar) from.copy(this.ahead).addScaledVector(side, 0.35).addScaledVector(this.up, 0.22);
    else from.copy(this.ahead).addScaledVector(side, 0.75).addScaledVector(this.up, 0.5);

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

  // A planar arm is looked at along its axes, any other one along x.
  private facing(arm: Arm): Vector3 {
    const axis = arm.axisOf(arm.robot.joints.length - 1);
    const wanted = this.planar && Math.abs(axis.dot(this.up)) < 0.9 ? axis : new Vector3(1, 0, 0);
    if (Math.abs(wanted.dot(this.up)) > 0.9) wanted.set(0, 0, 1);
    return wanted.addScaledVector(this.up, -wanted.dot(this.up)).normalize();
  }

  // The sphere around all that moves; returns its radius.
  private measure(): number {
    const box = new Box3();
    for (const { run, arm } of this.shown) {
      box.expandByPoint(new Vector3());
      this.points.push(new Vector3());
      for (const i of thinned(run.time.length, 120)) {
        const q = run.q.map((joint) => joint[i]!);
        if (!q.every(Number.isFinite)) continue;
        for (const X of poses(arm.robot, q)) {
          const point = new Vector3(...origin(X));
          box.expandByPoint(point);
          this.points.push(point);
          this.lowest = Math.min(this.lowest, point.dot(this.up));
        }
      }
      box.expandByScalar(0.5 * arm.radius);
    }
    box.getBoundingSphere(this.content);
    const most = Math.max(...this.shown.map(({ arm }) => reach(arm.robot)), 1e-3);
    this.content.radius = Math.max(this.content.radius, 0.25 * most);
    return this.content.radius;
  }

  // How far the eye must be, in this direction from the middle, to see all.
  private distanceFrom(direction: Vector3): number {
    const room = 0.82; // of the half width and height
    const high = room * Math.tan((this.camera.fov / 2) * (Math.PI / 180));
    const wide = high * this.camera.aspect;
    const right = new Vector3().crossVectors(this.up, direction).normalize();
    const above = new Vector3().crossVectors(direction, right);
    let distance = 0.5 * this.content.radius;
    for (const point of this.points) {
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
  }

  // The floor is below the stand and below all that moves.
  private sink(arm: Arm): void {
    const stand = -0.72 * arm.radius;
    const level = this.lowest < stand - arm.radius ? this.lowest - 1.4 * arm.radius : stand;
    this.grid.position.copy(this.up).multiplyScalar(level);
    this.floor.position.copy(this.up).multiplyScalar(level - 1e-3 * arm.radius);
    if (level < stand) arm.addPost(this.up, stand, level);
  }
}

function tipOf(run: Run): Float64Array[] {
  const out = [0, 1, 2].map(() => new Float64Array(run.time.length));
  for (let i = 0; i < run.time.length; ++i) {
    const X = poses(run.robot!, run.q.map((joint) => joint[i]!)).at(-1)!;
    origin(X).forEach((x, k) => (out[k]![i] = x));
  }
  return out;
}

// Squares of a round length on a disc that fades out.
function makeGrid(size: number, up: Vector3): LineSegments {
  const wanted = size / 3;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5].map((k) => k * power).filter((s) => s <= wanted).at(-1)!;
  const far = 3.2 * size;
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
