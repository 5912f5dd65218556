// SPDX-License-Identifier: Apache-2.0
// The path of the tool through the postures that the reader has stored, and a ball at each of them.
import { Color, Group, Mesh, MeshPhongMaterial, SphereGeometry, type Vector3 } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';

export class Way {
  readonly group = new Group();
  private readonly line = new Line2(new LineGeometry(), new LineMaterial({ linewidth: 2.5 }));
  private readonly balls = new Group();
  private readonly skin = new MeshPhongMaterial();

  constructor(private readonly size: number) {
    this.line.frustumCulled = false;
    this.group.add(this.line, this.balls);
    this.group.visible = false;
  }

  show(tips: readonly (readonly number[])[], points: readonly (readonly number[])[]): void {
    for (const ball of this.balls.children) (ball as Mesh).geometry.dispose();
    this.balls.clear();
    this.group.visible = tips.length > 0;
    for (const [x, y, z] of tips) {
      const ball = new Mesh(new SphereGeometry(0.5 * this.size, 16, 12), this.skin);
      ball.position.set(x!, y!, z!);
      this.balls.add(ball);
    }
    this.line.visible = points.length > 1;
    if (points.length > 1) {
      this.line.geometry.dispose();
      this.line.geometry = new LineGeometry();
      this.line.geometry.setPositions(points.flat());
    }
  }

  // Of the balls, in the robot's base frame.
  places(): Vector3[] {
    return this.balls.children.map(({ position }) => position.clone());
  }

  paint(colour: string, background: string): void {
    this.skin.color.set(colour);
    this.line.material.color.set(colour).lerp(new Color(background), 0.25);
  }

  resize(width: number, height: number): void {
    this.line.material.resolution.set(width, height);
  }
}
