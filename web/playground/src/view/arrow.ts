// SPDX-License-Identifier: Apache-2.0
// The force with which the pointer pulls at a link: a line with a head.
import { ConeGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';

const upwards = new Vector3(0, 1, 0); // the axis of three's cones

export class Arrow {
  readonly group = new Group();
  private readonly line = new Line2(new LineGeometry(), new LineMaterial({ linewidth: 3, depthTest: false, transparent: true }));
  private readonly head: Mesh<ConeGeometry, MeshBasicMaterial>;

  constructor(private readonly size: number) {
    this.head = new Mesh(new ConeGeometry(0.7 * size, 2 * size, 20), new MeshBasicMaterial({ depthTest: false, transparent: true }));
    this.line.frustumCulled = false;
    this.line.renderOrder = this.head.renderOrder = 5;
    this.group.add(this.line, this.head);
    this.group.visible = false;
  }

  show(from: Vector3 | null, to: Vector3 | null): void {
    this.group.visible = from !== null && to !== null && from.distanceTo(to) > 0.1 * this.size;
    if (!from || !to || !this.group.visible) return;
    this.line.geometry.setPositions([...from.toArray(), ...to.toArray()]);
    this.head.position.copy(to);
    this.head.quaternion.setFromUnitVectors(upwards, to.clone().sub(from).normalize());
  }

  paint(colour: string): void {
    this.line.material.color.set(colour);
    this.head.material.color.set(colour);
  }

  resize(width: number, height: number): void {
    this.line.material.resolution.set(width, height);
  }
}
