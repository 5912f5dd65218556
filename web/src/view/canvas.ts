// SPDX-License-Identifier: Apache-2.0
// A canvas with a scene, its light and a camera that the reader moves; drawn only when something has changed. The views of the
// reports and of the playground put their arms into it.
import { DirectionalLight, HemisphereLight, PCFSoftShadowMap, PerspectiveCamera, Scene, type Sphere, SRGBColorSpace, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { palette, theme } from '../theme';
import { distanceToSee, orbited, type View } from './camera';
import type { Ground } from './ground';

export interface Aim {
  direction: Vector3; // from the scene to the eye
  points: Vector3[]; // to be seen
  content: Sphere; // the eye looks at its centre
  fov: number; // degrees
}

export abstract class SceneCanvas {
  protected readonly scene = new Scene();
  protected readonly camera = new PerspectiveCamera(30, 1, 0.01, 100);
  protected readonly controls: OrbitControls;
  protected readonly sun = new DirectionalLight('#ffffff', 2.2);
  protected up = new Vector3(0, 0, 1);
  protected view: View | null = 'free'; // until somebody moves the camera
  private readonly renderer: WebGLRenderer;
  private readonly sky = new HemisphereLight('#ffffff', '#8b95a5', 1.6);
  private pending = false;

  // Throws when there is no WebGL.
  protected constructor(protected readonly canvas: HTMLCanvasElement) {
    this.renderer = makeRenderer(canvas);
    this.scene.add(this.sky, this.sun, this.sun.target);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener('change', () => this.request());
    this.controls.addEventListener('start', () => (this.view = null));
    canvas.addEventListener('dblclick', () => this.fit());
    canvas.addEventListener('webglcontextrestored', () => this.request());
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
  }

  protected abstract aim(view: View): Aim | null; // null: there is nothing to see yet
  protected abstract resized(width: number, height: number): void;
  protected drawn(): void {}

  look(view: View): void {
    const aim = this.aim(view);
    if (!aim) return;
    const { direction, points, content, fov } = aim;
    this.view = view;
    this.camera.fov = fov;
    const distance = distanceToSee(points, content.center, direction, this.up, this.camera, 0.5 * content.radius);
    this.controls.target.copy(content.center);
    this.camera.position.copy(content.center).addScaledVector(direction, distance);
    this.camera.near = distance / 100;
    this.camera.far = distance * 20;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.request();
  }

  fit(): void {
    this.look('free');
  }

  // Turns the camera about the arm: radians to the right and up.
  orbit(right: number, above: number): void {
    this.moveEye((toEye) => orbited(toEye, this.up, right, above));
  }

  zoom(factor: number): void {
    this.moveEye((toEye) => toEye.multiplyScalar(factor));
  }

  protected request(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
      this.drawn();
    });
  }

  protected draw(): void {
    this.renderer.render(this.scene, this.camera);
  }

  protected resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement!;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.resized(width, height);
    if (this.view) this.look(this.view);
    this.request();
  }

  // In pixels of the canvas; overwrites `point`.
  protected onScreen(point: Vector3): [number, number] {
    this.camera.updateMatrixWorld();
    const { x, y } = point.project(this.camera);
    return [((x + 1) / 2) * this.canvas.clientWidth, ((1 - y) / 2) * this.canvas.clientHeight];
  }

  protected paintGround({ grid, floor }: Ground): void {
    grid.material.color.set(palette().ground);
    floor.material.opacity = theme() === 'dark' ? 0.35 : 0.16;
    this.sky.intensity = theme() === 'dark' ? 1.1 : 1.9;
  }

  private moveEye(next: (toEye: Vector3) => Vector3): void {
    this.view = null;
    const toEye = this.camera.position.clone().sub(this.controls.target);
    this.camera.position.copy(this.controls.target).add(next(toEye));
    this.controls.update();
    this.request();
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
