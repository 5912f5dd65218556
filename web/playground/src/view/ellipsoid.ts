// SPDX-License-Identifier: Apache-2.0
// An ellipsoid at the tool, half transparent, with its three axes.
import { BufferGeometry, Color, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshPhongMaterial, SphereGeometry, Vector3 } from 'three';

export interface EllipsoidShape {
  centre: readonly number[]; // x, y, z in the robot's base frame
  axes: readonly (readonly number[])[]; // three unit vectors
  lengths: readonly number[]; // of the three half axes
}

let ball: SphereGeometry | null = null; // of radius 1, the same for all

export class Ellipsoid {
  readonly group = new Group();
  private readonly skin = new MeshPhongMaterial({ transparent: true, opacity: 0.24, depthWrite: false });
  private readonly line = new LineBasicMaterial({ transparent: true, opacity: 0.9 });

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute([-1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1], 3));
    const skin = new Mesh((ball ??= new SphereGeometry(1, 36, 24)), this.skin);
    skin.renderOrder = 3;
    this.group.add(skin, new LineSegments(geometry, this.line));
    this.group.matrixAutoUpdate = false;
    this.group.visible = false;
  }

  // Drawn with its longest half axis `size` long: its shape counts, not its unit.
  show(shape: EllipsoidShape | null, size: number): void {
    const longest = shape ? Math.max(...shape.lengths) : 0;
    this.group.visible = shape !== null && longest > 0 && Number.isFinite(longest);
    if (!shape || !this.group.visible) return;
    const columns = shape.axes.map((axis, k) => new Vector3(...axis).multiplyScalar((size * Math.max(shape.lengths[k]!, 1e-3 * longest)) / longest));
    this.group.matrix.makeBasis(columns[0]!, columns[1]!, columns[2]!).premultiply(new Matrix4().setPosition(new Vector3(...shape.centre)));
    this.group.matrixWorldNeedsUpdate = true;
  }

  paint(colour: string): void {
    this.skin.color.set(colour);
    this.line.color.copy(new Color(colour));
  }
}
