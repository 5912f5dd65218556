// SPDX-License-Identifier: Apache-2.0
// The 3D view with its buttons, and what the pointer does in it: it turns the camera, drags the arm, or pushes it while it
// moves. Without WebGL a message stands in its place, and everything else works.
import { Vector3 } from 'three';
import type { Ik, Push } from '../../../core/src/index';
import { steadyNumber } from '../../../src/format';
import { onTheme, seriesColour } from '../../../src/theme';
import { element } from '../../../src/ui/element';
import type { App, What } from '../app';
import { matrix } from '../drawing';
import type { EllipsoidKind } from '../panel/torques';
import type { View } from '../../../src/view/camera';
import { SceneView, type Hit } from '../view/scene';

interface Grip {
  hit: Hit;
  local: Vector3; // the point in the frame of the link
  link: number; // the tool belongs to the last one
  pointer: [number, number];
  ik: Ik | null; // while the arm is dragged
  moved: boolean;
}

export class Stage {
  readonly element = element('section', { class: 'view card', 'aria-label': '3D view' });
  readonly scene: SceneView | null = null;
  readonly ellipsoids: Record<EllipsoidKind, boolean> = { velocity: false, force: false };
  pushing = false; // the pointer pushes, it does not drag
  storing = false; // a click stores the posture in which the tool is there
  upright = false; // keep the orientation of the tool while it is dragged
  private readonly canvas: HTMLCanvasElement;
  private readonly tip = element('span', { class: 'xyz' });
  private readonly squares = element('span', { class: 'xyz' });
  private readonly status = element('div', { class: 'status', role: 'status' });
  private readonly names = element('div', { class: 'names-of-arms', role: 'group', 'aria-label': 'Arms' });
  private grip: Grip | null = null;
  private pressed: [number, number] | null = null; // where a click may have begun
  private drawn = '';
  private vertices: Float64Array[] = []; // of the meshes

  constructor(private readonly app: App) {
    this.canvas = element('canvas', { id: 'view', class: 'hand', role: 'img', tabindex: -1, 'aria-label': 'The arm' });
    this.element.append(this.canvas);
    // The pointer is looked at before the camera's controls see it.
    this.canvas.addEventListener('pointerdown', (event) => this.down(event), { capture: true });
    try {
      this.scene = new SceneView(this.canvas);
    } catch (error) {
      this.canvas.remove();
      this.element.append(noView(error));
      return;
    }
    this.canvas.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel'] as const) this.canvas.addEventListener(name, (event) => this.release(event));
    const readout = element('div', { class: 'readout', 'aria-hidden': 'true' }, element('div', {}, element('span', { class: 'label' }, 'tool'), this.tip), element('div', {}, element('span', { class: 'label' }, 'squares'), this.squares));
    this.element.append(this.names, this.buttons(this.scene), readout, this.status);
    onTheme(() => this.scene!.repaint());
  }

  update(what: What): void {
    const { scene, app } = this;
    const { arms, active } = app.state;
    if (what === 'arms') this.rebuild();
    if (!scene) return;
    arms.forEach(({ q }, k) => scene.pose(k, q));
    if (!this.grip) scene.keepInView();
    arms.forEach((_, k) =>
      (['velocity', 'force'] as const).forEach((kind, which) => {
        if (!this.ellipsoids[kind] || k !== active) return scene.setEllipsoid(k, which as 0 | 1, null);
        const { radii, axes, centre } = app.of(k).arm.ellipsoid(kind, arms[k]!.q);
        const column = (j: number) => [axes[j]!, axes[3 + j]!, axes[6 + j]!];
        scene.setEllipsoid(k, which as 0 | 1, { centre: [...centre], axes: [column(0), column(1), column(2)], lengths: [...radii] });
      }),
    );
    const pose = app.arm.values('pose', { q: app.entry.q });
    this.tip.textContent = `${[3, 7, 11].map((k) => steadyNumber(pose[k]!, 1)).join('  ')} m`;
  }

  // A spring from the arm to the pointer, and the arrow that shows it.
  push(stiffness: number): Push | null {
    const { grip, scene } = this;
    if (!grip || !this.pushing || !scene) return null;
    const from = scene.fromLink(grip.hit.arm, grip.link, grip.local);
    const to = scene.dragged(grip.hit.arm, ...grip.pointer, from);
    scene.setPush(grip.hit.arm, from, to);
    return { link: grip.link, point: grip.local.toArray(), target: to.toArray(), stiffness, damping: 0.1 * stiffness };
  }

  tell(text: string, warn = false): void {
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle('warn', warn);
  }

  private rebuild(): void {
    const { arms, active } = this.app.state;
    const robots = arms.map((_, k) => this.app.of(k).robot);
    this.canvas.setAttribute('aria-label', `${arms.length > 1 ? 'The arms' : 'The arm'}: ${robots.map(({ name }) => name).join(', ')}`);
    const key = JSON.stringify(robots.map(({ name, meshes, ...rest }) => [rest, meshes.map(({ link, pose }) => [link, pose])]));
    const vertices = robots.flatMap(({ meshes }) => meshes.map((mesh) => mesh.vertices));
    if (this.scene && (key !== this.drawn || vertices.some((list, k) => list !== this.vertices[k]))) {
      this.vertices = vertices;
      const names = JSON.stringify(robots.map(({ name, joints }) => [name, joints.length]));
      const keep = this.canvas.dataset['names'] === names; // the same arm with other lengths
      this.canvas.dataset['names'] = names;
      this.drawn = key;
      this.scene.setArms(robots, arms.map(({ q }) => q), keep);
      this.squares.textContent = `${this.scene.squares} m`;
    }
    this.names.replaceChildren(
      ...(arms.length < 2 ? [] : robots).map(({ name }, k) => {
        const swatch = element('span', { class: 'swatch' });
        swatch.style.setProperty('--line', seriesColour(k, 2));
        const button = element('button', { type: 'button', 'aria-pressed': String(k === active), title: 'The sliders move this arm' }, swatch, name);
        button.addEventListener('click', () => this.app.activate(k));
        return button;
      }),
    );
  }

  private buttons(scene: SceneView): HTMLElement {
    const bar = element('div', { class: 'view-tools', role: 'group', 'aria-label': 'View' });
    for (const view of ['free', 'front', 'side', 'top'] as View[]) {
      const name = view[0]!.toUpperCase() + view.slice(1);
      const button = element('button', { type: 'button', id: `view-${view}`, title: `View: ${view}` }, name);
      button.addEventListener('click', () => (view === 'free' ? scene.fit() : scene.look(view)));
      bar.append(button);
    }
    bar.append(element('span', { class: 'gap' }));
    bar.append(
      toggle('show-axes', 'Axes', 'Show or hide the axes of the joints', true, (on) => scene.showAxes(on)),
      toggle('keep-orientation', 'Keep orientation', 'Keep the orientation of the tool while it is dragged', false, (on) => (this.upright = on)),
    );
    return bar;
  }

  private place(event: PointerEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private down(event: PointerEvent): void {
    const { scene, app } = this;
    if (!scene || event.button !== 0 || this.grip) return;
    const pointer = this.place(event);
    this.pressed = pointer;
    const hit = scene.pick(...pointer);
    if (!hit) return;
    if (hit.arm !== app.state.active) {
      if (this.pushing) return;
      app.activate(hit.arm);
    }
    const link = Math.min(hit.link, app.arm.n - 1);
    scene.dragging = true;
    event.stopImmediatePropagation(); // the camera stays
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.classList.add('pulling');
    this.grip = { hit, local: scene.toLink(hit.arm, link, hit.point), link, pointer, ik: null, moved: false };
    if (!this.pushing) this.tell(hit.link === app.arm.n ? 'tool' : app.loaded.joints[hit.link]!.name);
  }

  private move(event: PointerEvent): void {
    const { scene, grip } = this;
    if (!scene) return;
    if (!grip) {
      if (event.buttons === 0 && event.pointerType === 'mouse') this.canvas.classList.toggle('over-arm', scene.pick(...this.place(event)) !== null);
      return;
    }
    grip.pointer = this.place(event);
    if (this.pushing) return;
    if (!grip.moved) {
      grip.moved = true;
      window.setTimeout(() => this.drag()); // a task of its own: inverse kinematics takes as long as a frame's drawing
    }
  }

  // At most once for each time that the browser tells where the pointer is, which is once a frame.
  private drag(): void {
    const { grip, scene, app } = this;
    if (!grip || !scene || this.pushing) return;
    grip.moved = false;
    const whole = this.upright && grip.hit.link === app.arm.n;
    grip.ik ??= this.solver(grip, whole);
    const goal = scene.dragged(grip.hit.arm, ...grip.pointer, grip.hit.point);
    let wanted: ArrayLike<number> = goal.toArray();
    if (whole) {
      const pose = app.arm.values('pose', { q: app.entry.q });
      [pose[3], pose[7], pose[11]] = goal.toArray();
      wanted = pose;
    }
    const result = grip.ik.solve(wanted, app.entry.q);
    app.setState(grip.hit.arm, { q: result.q }, 'drag');
    const stopped = [...result.limits].flatMap((limit, i) => (limit === 0 ? [] : [app.loaded.joints[i]!.name]));
    if (result.ok) this.tell('');
    else this.tell(stopped.length > 0 ? `at the limit: ${stopped.join(', ')}` : 'out of reach', true);
  }

  // A point of a link is given in one of the named frames that are fixed to it.
  private solver(grip: Grip, whole: boolean): Ik {
    const { arm } = this.app;
    const quick = { starts: 1, iterations: 25, positionTolerance: 1e-6, orientationTolerance: 1e-6, diagnose: false };
    if (whole) return arm.ikSolver({ goal: 'pose', ...quick });
    const at = arm.frames.findLastIndex(({ link }) => link === grip.link);
    const frame = arm.frames[at]!;
    const q = this.app.entry.q;
    const place = matrix(arm.poses(q), 16 * at).invert();
    const point = this.scene!.fromLink(grip.hit.arm, grip.link, grip.local).applyMatrix4(place);
    return arm.ikSolver({ goal: 'position', frame: frame.name, point: point.toArray(), ...quick });
  }

  // A press that did not move: on a ball of the path, to that posture; else, if clicks are stored, with the tool to that point, in the
  // plane through the tool that faces the eye.
  private click(x: number, y: number): void {
    const { scene, app } = this;
    const { active, path } = app.state;
    if (!scene || this.pushing) return;
    const ball = scene.pickBall(active, x, y);
    if (ball >= 0) return app.setState(active, { q: path[ball]! }, '');
    if (!this.storing) return;
    const goal = scene.dragged(active, x, y, scene.tip(active));
    const { ok, q } = app.arm.ik(goal.toArray(), { goal: 'position', seed: app.entry.q });
    if (ok) app.goAndStore(Array.from(q));
    this.tell(ok ? `posture ${path.length + 1}` : 'out of reach', !ok);
  }

  private release(event: PointerEvent): void {
    const [x, y] = this.place(event);
    const at = this.pressed;
    this.pressed = null;
    this.let(event);
    if (at && event.type === 'pointerup' && Math.hypot(x - at[0], y - at[1]) < 5) this.click(x, y);
  }

  private let(event: PointerEvent): void {
    const { grip, scene } = this;
    if (!grip || !scene) return;
    this.grip = null;
    grip.ik?.free();
    scene.dragging = false;
    scene.setPush(grip.hit.arm, null, null);
    if (this.canvas.hasPointerCapture(event.pointerId)) this.canvas.releasePointerCapture(event.pointerId);
    this.canvas.classList.remove('pulling');
    this.app.pause();
    this.tell('');
  }
}

function toggle(id: string, name: string, title: string, on: boolean, act: (on: boolean) => void): HTMLButtonElement {
  const button = element('button', { type: 'button', id, 'aria-pressed': String(on), title }, name);
  button.addEventListener('click', () => {
    const next = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(next));
    act(next);
  });
  return button;
}

function noView(error: unknown): HTMLElement {
  return element(
    'div',
    { class: 'no-view', role: 'status' },
    element('h3', {}, 'No 3D view'),
    element('p', {}, 'The 3D view needs WebGL, which this browser does not support or has disabled. The joints, torques, matrices and all other numbers still work.'),
    element('p', { class: 'detail' }, error instanceof Error ? error.message : String(error)),
  );
}
