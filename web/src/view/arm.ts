// SPDX-License-Identifier: Apache-2.0
// An arm as three.js objects, drawn from its frames. From frame i-1 a link goes a_i along x and then d_i along the axis
// of joint i; both are drawn as capsules. A joint is a drum on its axis, or a sleeve with a rod that slides in it. A link
// that has meshes is drawn by these instead, in their own colours if they have any.
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Matrix4,
  Mesh,
  MeshPhongMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Mat4, Robot, Shape } from '../document';
import { frameMatrix, origin, reach } from '../kinematics';
import { cornersOf } from './bounds';

const tiny = 1e-9;
const upwards = new Vector3(0, 1, 0); // the axis of three's cylinders and capsules

export interface Paint {
  body: string;
  tint: string; // over the colours of meshes; white leaves them as they are
  joint: string;
  tip: string;
  axis: (joint: number) => string;
}

export class Arm {
  readonly group = new Group();
  readonly tool = new Group();
  readonly radius: number; // of the thickest link
  private readonly post = new Group();
  readonly frames: Group[] = []; // one for each link
  private readonly rods: (Mesh | null)[] = [];
  private readonly axes: LineSegments[] = [];
  private readonly boxes: { frame: Group; corners: Vector3[] }[] = []; // around the meshes, in the frames of their links
  private readonly body = new MeshPhongMaterial({ shininess: 40, specular: '#3a3a3a' });
  private readonly joint = new MeshPhongMaterial({ shininess: 60, specular: '#444444' });
  private readonly tip = new MeshPhongMaterial({ shininess: 40 });
  private readonly shell = new MeshPhongMaterial({ shininess: 30, specular: '#2a2a2a', flatShading: true, side: DoubleSide });
  private readonly enamel = new MeshPhongMaterial({ shininess: 30, specular: '#2a2a2a', flatShading: true, side: DoubleSide, vertexColors: true });

  // Where arms coincide, the one with the lowest `layer` is visible.
  constructor(
    readonly robot: Robot,
    layer: number,
  ) {
    for (const material of [this.body, this.joint, this.tip, this.shell, this.enamel])
      Object.assign(material, { polygonOffset: true, polygonOffsetFactor: layer, polygonOffsetUnits: 4 * layer });
    const lengths = robot.frames.flatMap((f) => [Math.abs(f.a), Math.abs(f.d)]).filter((length) => length > tiny);
    const longest = Math.max(...lengths, tiny);
    const size = Math.max(reach(robot), tiny);
    this.radius = lengths.length === 0 ? 0.05 : Math.min(0.036 * size, 0.24 * longest);

    const base = new Group();
    set(base, robot.base);
    this.group.add(base);
    const covered = new Set(robot.meshes.map((mesh) => mesh.link));
    if (!covered.has(-1)) this.addStand(base);

    let parent = base;
    robot.frames.forEach((frame, i) => {
      const radius = this.radius * (1 - (0.4 * i) / robot.frames.length); // thinner towards the tip
      const { kind } = robot.joints[i]!;
      if (!covered.has(i - 1)) this.addCapsule(parent, new Vector3(), new Vector3(frame.a, 0, 0), radius);

      const child = new Group();
      child.matrixAutoUpdate = false;
      parent.add(child);
      if (kind === 'revolute' && !covered.has(i)) {
        this.addCapsule(child, new Vector3(0, 0, -frame.d), new Vector3(), radius);
        this.addDrum(child, -frame.d / 2, radius);
      }
      if (kind === 'prismatic' && !covered.has(i - 1)) this.addSleeve(parent, frame.alpha, frame.a, radius);
      this.rods.push(kind === 'prismatic' && !covered.has(i) ? this.addRod(child, radius) : null);
      this.axes.push(this.addAxis(child, kind === 'revolute' ? -frame.d / 2 : 0));
      this.frames.push(child);
      parent = child;
    });

    set(this.tool, robot.tool);
    parent.add(this.tool);
    if (!covered.has(robot.frames.length - 1))
      this.addCapsule(parent, new Vector3(), new Vector3(...origin(robot.tool)), 0.5 * this.radius);
    for (const shape of robot.meshes) this.addShape(shape.link < 0 ? this.group : this.frames[shape.link]!, shape);
    this.addTriad();
    this.pose(robot.frames.map(() => 0));
  }

  pose(q: ArrayLike<number>): void {
    this.frames.forEach((group, i) => {
      const frame = this.robot.frames[i]!;
      const { kind } = this.robot.joints[i]!;
      set(group, frameMatrix(frame, kind, q[i]!));
      const rod = this.rods[i];
      if (!rod) return;
      const d = frame.d + q[i]!;
      rod.scale.y = Math.max(Math.abs(d), tiny);
      rod.position.z = -d / 2;
    });
    this.group.updateMatrixWorld(true);
  }

  // Where the tool is, in the robot's base frame: read from the scene, as it is drawn.
  tipPosition(): Vector3 {
    return new Vector3().setFromMatrixPosition(this.tool.matrixWorld);
  }

  originPositions(): Vector3[] {
    return [...this.frames, this.tool].map((frame) => new Vector3().setFromMatrixPosition(frame.matrixWorld));
  }

  // The corners of the boxes around the meshes.
  meshCorners(): Vector3[] {
    return this.boxes.flatMap(({ frame, corners }) => corners.map((corner) => corner.clone().applyMatrix4(frame.matrixWorld)));
  }

  axisOf(joint: number): Vector3 {
    return new Vector3().setFromMatrixColumn(this.frames[joint]!.matrixWorld, 2);
  }

  paint(paint: Paint): void {
    this.body.color.set(paint.body);
    this.shell.color.set(paint.body);
    this.enamel.color.set(paint.tint);
    this.joint.color.set(paint.joint);
    this.tip.color.set(paint.tip);
    this.axes.forEach((axis, i) => (axis.material as LineBasicMaterial).color.set(paint.axis(i)));
  }

  showAxes(shown: boolean): void {
    for (const axis of this.axes) axis.visible = shown;
  }

  // A post from the base down to a floor that is lower; heights along `up`. No post if the floor is not lower.
  setPost(up: Vector3, from: number, to: number): void {
    this.group.remove(this.post);
    this.post.clear();
    if (from - to < tiny) return;
    const mesh = this.add(this.post, new CylinderGeometry(0.95 * this.radius, 1.15 * this.radius, from - to, 32), this.joint);
    mesh.quaternion.setFromUnitVectors(upwards, up);
    mesh.position.copy(up).multiplyScalar((from + to) / 2);
    const foot = this.add(this.post, new CylinderGeometry(2.6 * this.radius, 2.8 * this.radius, 0.4 * this.radius, 40), this.joint);
    foot.quaternion.copy(mesh.quaternion);
    foot.position.copy(up).multiplyScalar(to + 0.2 * this.radius);
    this.group.add(this.post);
  }

  private add(parent: Group, geometry: BufferGeometry, material: Material): Mesh {
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    parent.add(mesh);
    return mesh;
  }

  private addCapsule(parent: Group, from: Vector3, to: Vector3, radius: number): void {
    const way = to.clone().sub(from);
    const length = way.length();
    if (length < tiny) return;
    const mesh = this.add(parent, new CapsuleGeometry(radius, length, 5, 18), this.body);
    mesh.position.copy(from).addScaledVector(way, 0.5);
    mesh.quaternion.setFromUnitVectors(upwards, way.normalize());
  }

  private addShape(parent: Group, shape: Shape): void {
    this.boxes.push({ frame: parent, corners: cornersOf(shape) });
    const holder = new Group();
    set(holder, shape.pose);
    parent.add(holder);
    const { vertices, triangles, colours } = shape;
    const coloured = (corner: number) => (colours[Math.floor(corner / 3)] ?? -1) >= 0;
    for (const own of [false, true]) {
      const corners = [...triangles].filter((_, k) => coloured(k) === own);
      if (corners.length === 0) continue;
      let geometry = new BufferGeometry();
      geometry.setAttribute('position', new Float32BufferAttribute(vertices, 3));
      geometry.setIndex(corners);
      if (own) {
        geometry = geometry.toNonIndexed(); // triangles of different colours share no corners
        geometry.setAttribute('color', new Float32BufferAttribute([...colours].filter((colour) => colour >= 0).flatMap(threeTimes), 3));
      }
      geometry.computeVertexNormals();
      this.add(holder, geometry, own ? this.enamel : this.shell);
    }
  }

  private addStand(base: Group): void {
    const mesh = this.add(base, new CylinderGeometry(1.9 * this.radius, 2.2 * this.radius, 0.7 * this.radius, 40), this.joint);
    mesh.rotation.x = Math.PI / 2;
    mesh.position.z = -0.35 * this.radius;
  }

  private addDrum(frame: Group, z: number, radius: number): void {
    const mesh = this.add(frame, new CylinderGeometry(1.28 * radius, 1.28 * radius, 2.5 * radius, 32), this.joint);
    mesh.rotation.x = Math.PI / 2;
    mesh.position.z = z;
  }

  // On the previous link, at the start of the axis of a prismatic joint.
  private addSleeve(parent: Group, alpha: number, a: number, radius: number): void {
    const mesh = this.add(parent, new BoxGeometry(2.5 * radius, 2.5 * radius, 3 * radius), this.joint);
    mesh.position.x = a;
    mesh.rotation.x = alpha;
  }

  private addRod(frame: Group, radius: number): Mesh {
    const mesh = this.add(frame, new CylinderGeometry(0.62 * radius, 0.62 * radius, 1, 20), this.body);
    mesh.rotation.x = Math.PI / 2;
    return mesh;
  }

  private addAxis(frame: Group, z: number): LineSegments {
    const half = 4.2 * this.radius;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute([0, 0, z - half, 0, 0, z + half], 3));
    const axis = new LineSegments(geometry, new LineBasicMaterial({ depthTest: false, transparent: true, opacity: 0.9 }));
    axis.renderOrder = 2;
    frame.add(axis);
    return axis;
  }

  // The tool's axes x, y, z in red, green, blue, and a ball at its origin.
  private addTriad(): void {
    this.add(this.tool, new SphereGeometry(0.62 * this.radius, 20, 14), this.tip);
    const length = 3 * this.radius;
    const directions = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
    const tints = ['#e5484d', '#30a46c', '#3e7bfa'];
    directions.forEach((direction, k) => {
      const material = new MeshPhongMaterial({ color: new Color(tints[k]) });
      const mesh = this.add(this.tool, new CylinderGeometry(0.13 * this.radius, 0.13 * this.radius, length, 10), material);
      mesh.position.copy(direction).multiplyScalar(length / 2);
      mesh.quaternion.setFromUnitVectors(upwards, direction);
    });
  }
}

// A colour for the three corners of a triangle.
function threeTimes(colour: number): number[] {
  const { r, g, b } = new Color(colour);
  return [r, g, b, r, g, b, r, g, b];
}

function set(group: Group, X: Mat4): void {
  group.matrixAutoUpdate = false;
  group.matrix.copy(new Matrix4().set(...(X as Parameters<Matrix4['set']>)));
}
