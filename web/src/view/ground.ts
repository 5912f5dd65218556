// SPDX-License-Identifier: Apache-2.0
// The floor: a grid that fades out, a plane that catches shadows, and the light that casts them.
import {
  BufferGeometry,
  type DirectionalLight,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  PlaneGeometry,
  Quaternion,
  ShadowMaterial,
  type Sphere,
  Vector3,
} from 'three';

export interface Ground {
  grid: LineSegments<BufferGeometry, LineBasicMaterial>;
  floor: Mesh<PlaneGeometry, ShadowMaterial>;
}

// Puts both at a height. `thick`: of the arms.
export function sinkGround({ grid, floor }: Ground, up: Vector3, level: number, thick: number): void {
  grid.position.copy(up).multiplyScalar(level);
  floor.position.copy(up).multiplyScalar(level - 1e-3 * thick);
}

// Squares of side `step` on a disc of radius `far`.
export function makeGrid(step: number, far: number, up: Vector3): Ground['grid'] {
  const { positions, colours } = gridLines(step, far);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colours, 4));
  const grid = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
  grid.quaternion.copy(upright(up));
  return grid;
}

// Both ends of every piece of line, x, y, z each, and their colours with an opacity that falls to 0 at the rim.
export function gridLines(step: number, far: number, pieces = 32): { positions: number[]; colours: number[] } {
  const positions: number[] = [];
  const colours: number[] = [];
  const lines = Math.floor(far / step);
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
  return { positions, colours };
}

export function makeFloor(side: number, up: Vector3): Ground['floor'] {
  const floor = new Mesh(new PlaneGeometry(side, side), new ShadowMaterial());
  floor.receiveShadow = true;
  floor.quaternion.copy(upright(up));
  return floor;
}

function upright(up: Vector3): Quaternion {
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
}

// The light comes from above, from the front and the left; its shadows cover the content of the scene.
export function aimLight(sun: DirectionalLight, { center, radius }: Sphere, up: Vector3, front: Vector3): void {
  const side = new Vector3().crossVectors(up, front);
  sun.target.position.copy(center);
  sun.position.copy(center).addScaledVector(up, 3.2 * radius).addScaledVector(front, 1.4 * radius);
  sun.position.addScaledVector(side, -1.1 * radius);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.radius = 5;
  sun.shadow.normalBias = 0.01 * radius;
  const wide = 1.7 * radius;
  Object.assign(sun.shadow.camera, { left: -wide, right: wide, top: wide, bottom: -wide, near: 0.1 * radius, far: 8 * radius });
  sun.shadow.camera.updateProjectionMatrix();
}
