// SPDX-License-Identifier: Apache-2.0
// The 3D view: one or two arms that can be posed at any time, drawn only when something has changed. The parts are those of
// the reports.
import { Box3, Color, Group, type Object3D, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { Robot } from '../../../src/document';
import { reach } from '../../../src/kinematics';
import { palette, seriesColour } from '../../../src/theme';
import { Arm } from '../../../src/view/arm';
import { arrange, floorLevel, standHeight, type Arrangement } from '../../../src/view/arrangement';
import { extent, roundLength } from '../../../src/view/bounds';
import { eyeDirection, frontDirection, isPlanar, rightOf, upOf, type View } from '../../../src/view/camera';
import { type Aim, SceneCanvas } from '../../../src/view/canvas';
import { aimLight, type Ground, makeFloor, makeGrid, sinkGround } from '../../../src/view/ground';
import { Arrow } from './arrow';
import { Ellipsoid, type EllipsoidShape } from './ellipsoid';
import { Way } from './way';

export interface Hit {
  arm: number;
  link: number; // from 0; the number of joints: the tool
  point: Vector3; // in the base frame of the robot
}

interface Shown {
  robot: Robot;
  stand: Group;
  arm: Arm;
  ellipsoids: Ellipsoid[]; // of velocity and of force
  arrow: Arrow;
  way: Way;
}

export class SceneView extends SceneCanvas {
  private readonly ray = new Raycaster();
  private shown: Shown[] = [];
  private ground: Ground | null = null;
  private front = new Vector3(1, 0, 0);
  private now: Arrangement | null = null;
  private planar = false;
  private axes = true;
  private retired: Object3D[] = [];
  private layGround: (() => void) | null = null;
  squares = 1; // side of the squares of the grid, metres

  // Throws when there is no WebGL.
  constructor(canvas: HTMLCanvasElement) {
    super(canvas);
  }

  // Other arms, at the postures q. `keep`: the camera stays where it is.
  setArms(robots: readonly Robot[], q: readonly (readonly number[])[], keep: boolean): void {
    for (const { stand } of this.shown) this.retire(stand);
    this.shown = robots.map((robot, k) => makeShown(robot, k));
    this.scene.add(...this.shown.map(({ stand }) => stand));
    const [first] = this.shown;
    this.up = upOf(first!.robot);
    this.planar = isPlanar(first!.robot);
    this.camera.up.copy(this.up);
    this.shown.forEach(({ arm }, k) => arm.pose(q[k]!));
    this.settle();
    this.showAxes(this.axes);
    this.repaint();
    if (keep) this.resize();
    else this.fit();
  }

  // What is no longer shown is disposed of after the next picture. Before it, three.js would also drop the shaders, which the new arm
  // needs as well, and would write and compile them again: half of the time that a new arm took.
  private retire(...parts: Object3D[]): void {
    this.scene.remove(...parts);
    this.retired.push(...parts);
  }

  protected override draw(): void {
    super.draw();
    if (this.retired.length > 0) setTimeout(() => this.retired.splice(0).forEach(dispose));
  }

  pose(k: number, q: ArrayLike<number>): void {
    this.shown[k]?.arm.pose(q);
    this.request();
  }

  setEllipsoid(k: number, which: 0 | 1, shape: EllipsoidShape | null): void {
    const shown = this.shown[k];
    if (!shown) return;
    shown.ellipsoids[which]!.show(shape, 0.2 * reach(shown.robot));
    this.request();
  }

  // A force: from the point of the arm at which it acts to the pointer, in the robot's base frame.
  setPush(k: number, from: Vector3 | null, to: Vector3 | null): void {
    this.shown[k]?.arrow.show(from, to);
    this.request();
  }

  setWay(k: number, tips: readonly (readonly number[])[], line: readonly (readonly number[])[]): void {
    this.shown[k]?.way.show(tips, line);
    this.request();
  }

  // The ball of a path at a point of the canvas; -1: none.
  pickBall(k: number, x: number, y: number): number {
    this.camera.updateMatrixWorld();
    const { way, stand } = this.shown[k]!;
    return way.places().findIndex((place) => {
      const [px, py] = this.onScreen(place.add(stand.position));
      return Math.hypot(px - x, py - y) < 12;
    });
  }

  // Where the tool is, in the base frame of arm k.
  tip(k: number): Vector3 {
    const { arm, stand } = this.shown[k]!;
    return arm.tipPosition().sub(stand.position);
  }

  // What is at a point of the canvas, in pixels. The tool is also found near its ball.
  pick(x: number, y: number): Hit | null {
    this.point(x, y);
    for (const [k, { arm, stand }] of this.shown.entries()) {
      const tip = arm.tipPosition();
      const [px, py] = this.onScreen(tip.clone());
      if (Math.hypot(px - x, py - y) < 14) return { arm: k, link: arm.robot.frames.length, point: tip.sub(stand.position) };
    }
    const groups = this.shown.map(({ arm }) => arm.group);
    const [hit] = this.ray.intersectObjects(groups, true).filter(({ object }) => object.type === 'Mesh' && !object.userData['bystander']);
    if (!hit) return null;
    for (const [k, { arm, stand }] of this.shown.entries())
      for (let object = hit.object.parent; object; object = object.parent) {
        const link = arm.frames.indexOf(object as Group);
        const point = hit.point.clone().sub(stand.position);
        if (object === arm.tool) return { arm: k, link: arm.frames.length, point };
        if (link >= 0) return { arm: k, link, point };
      }
    return null;
  }

  // The point below the pointer on the plane through `point` that faces the eye; all in the base frame of arm k.
  dragged(k: number, x: number, y: number, point: Vector3): Vector3 {
    this.point(x, y);
    const { position } = this.shown[k]!.stand;
    const facing = this.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point.clone().add(position));
    const out = this.ray.ray.intersectPlane(plane, new Vector3()) ?? point.clone().add(position);
    return out.sub(position);
  }

  // A point fixed to a link: to the link's frame, and back at the present posture. Link n is the tool.
  toLink(k: number, link: number, point: Vector3): Vector3 {
    const { arm, stand } = this.shown[k]!;
    return (arm.frames[link] ?? arm.tool).worldToLocal(point.clone().add(stand.position));
  }
  fromLink(k: number, link: number, local: Vector3): Vector3 {
    const { arm, stand } = this.shown[k]!;
    return (arm.frames[link] ?? arm.tool).localToWorld(local.clone()).sub(stand.position);
  }

  tipOnScreen(k: number): [number, number] {
    return this.onScreen(this.shown[k]!.arm.tipPosition());
  }
  linkOnScreen(k: number, link: number): [number, number] {
    const { arm } = this.shown[k]!;
    const from = new Vector3().setFromMatrixPosition(arm.frames[link]!.matrixWorld);
    const to = new Vector3().setFromMatrixPosition((arm.frames[link + 1] ?? arm.tool).matrixWorld);
    return this.onScreen(from.lerp(to, 0.5));
  }

  set dragging(on: boolean) {
    this.controls.enabled = !on;
  }

  showAxes(shown: boolean): void {
    this.axes = shown;
    for (const { arm } of this.shown) arm.showAxes(shown);
    this.request();
  }

  protected aim(view: View): Aim | null {
    if (!this.now) return null;
    const { content, points } = this.now;
    const sideBySide = this.shown.length > 1;
    const direction = eyeDirection(view, this.up, this.front, { sideBySide, planar: this.planar });
    return { direction, points, content, fov: sideBySide ? 18 : 30 };
  }

  protected resized(width: number, height: number): void {
    for (const { way, arrow } of this.shown) way.resize(width, height), arrow.resize(width, height);
  }

  // The whole arm as it is now.
  override fit(): void {
    if (this.shown.length > 0) this.measure();
    super.fit();
  }

  // If a part of an arm has left the picture, and nobody has turned the camera, it steps back.
  keepInView(): void {
    if (!this.view || !this.now) return;
    this.camera.updateMatrixWorld();
    const points = this.shown.flatMap((each) => this.around(each).map((point) => point.add(each.stand.position)));
    const outside = (point: Vector3) => {
      const { x, y } = point.clone().project(this.camera);
      return !(Math.abs(x) < 0.88 && Math.abs(y) < 0.88);
    };
    if (!points.some(outside)) return;
    this.now.points.push(...points);
    new Box3().setFromPoints(this.now.points).getBoundingSphere(this.now.content);
    this.look(this.view);
  }

  repaint(): void {
    const { body, joint, tip } = palette();
    const several = this.shown.length > 1;
    this.shown.forEach(({ arm, ellipsoids, arrow, way }, k) => {
      const colour = several ? seriesColour(k, 2) : tip;
      arm.paint({
        body: several ? `#${new Color(body).lerp(new Color(colour), 0.35).getHexString()}` : body,
        tint: several ? `#${new Color('white').lerp(new Color(colour), 0.35).getHexString()}` : 'white',
        joint: several ? `#${new Color(joint).lerp(new Color(colour), 0.5).getHexString()}` : joint,
        tip: colour,
        axis: (i) => seriesColour(i, arm.robot.joints.length),
      });
      ellipsoids[0]!.paint(palette().series[0]!);
      ellipsoids[1]!.paint(palette().series[1]!);
      arrow.paint(palette().series[3]!);
      way.paint(palette().accent, palette().background);
    });
    if (this.ground) this.paintGround(this.ground);
    this.request();
  }

  // Draws at once and returns the picture.
  async picture(): Promise<Blob> {
    this.layGround?.();
    this.draw();
    return new Promise((done, failed) => this.canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('the browser did not encode the picture'))), 'image/png'));
  }

  stream(rate: number): MediaStream {
    return this.canvas.captureStream(rate);
  }

  // Aims the ray through a point of the canvas.
  private point(x: number, y: number): void {
    this.camera.updateMatrixWorld();
    const { clientWidth, clientHeight } = this.canvas;
    this.ray.setFromCamera(new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight), this.camera);
  }

  // Where the arms stand and what the camera must see: their present postures, with room to move.
  private measure(): void {
    const { arm } = this.shown[0]!;
    const axis = this.planar ? arm.axisOf(arm.robot.joints.length - 1) : null;
    const several = this.shown.length > 1;
    this.front = frontDirection(this.up, axis, several);
    const occupants = this.shown.map((each) => ({ points: this.around(each), radius: each.arm.radius, reach: reach(each.robot) }));
    this.now = arrange(occupants, this.up, rightOf(this.up, this.front), several);
  }

  private around({ arm, stand }: Shown): Vector3[] {
    const points = [new Vector3(), ...arm.originPositions().map((point) => point.sub(stand.position))];
    const meshes = arm.meshCorners().map((point) => point.sub(stand.position));
    const middle = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(points.length);
    return [...points, ...meshes, ...points.map((point) => point.clone().sub(middle).multiplyScalar(1.12).add(middle))];
  }

  private settle(): void {
    this.measure();
    const now = this.now!;
    this.shown.forEach(({ stand }, k) => stand.position.copy(now.places[k]!));
    aimLight(this.sun, now.content, this.up, this.front);
    const size = Math.max(...this.shown.map((each) => Math.max(extent(this.around(each)), 0.4 * reach(each.robot))));
    this.squares = roundLength(size / 3);
    const thick = Math.max(...this.shown.map(({ arm }) => arm.radius));
    const level = floorLevel(now.lowest, thick);
    const shallow = level === standHeight(thick);
    for (const { arm } of this.shown) {
      const foot = standHeight(arm.radius);
      arm.setPost(this.up, foot, shallow ? foot : level);
    }
    this.scene.updateMatrixWorld(true);
    // The grid has some thousand corners: they are made in another task.
    const far = 3.4 * Math.max(size, now.content.radius);
    const side = 12 * now.content.radius;
    const lay = () => {
      if (this.layGround !== lay) return; // there is another arm
      this.layGround = null;
      if (this.ground) this.retire(this.ground.grid, this.ground.floor);
      this.ground = { grid: makeGrid(this.squares, far, this.up), floor: makeFloor(side, this.up) };
      sinkGround(this.ground, this.up, level, thick);
      this.paintGround(this.ground);
      this.scene.add(this.ground.grid, this.ground.floor);
      this.request();
    };
    this.layGround = lay;
    setTimeout(lay);
  }
}

function makeShown(robot: Robot, k: number): Shown {
  const arm = new Arm(robot, k);
  const stand = new Group();
  const ellipsoids = [new Ellipsoid(), new Ellipsoid()];
  const arrow = new Arrow(arm.radius);
  const way = new Way(arm.radius);
  stand.add(arm.group, ...ellipsoids.map(({ group }) => group), arrow.group, way.group);
  return { robot, stand, arm, ellipsoids, arrow, way };
}

function dispose(group: Object3D): void {
  group.traverse((object) => {
    const drawn = object as { geometry?: { dispose: () => void }; material?: { dispose: () => void } };
    drawn.geometry?.dispose();
    drawn.material?.dispose();
  });
}
