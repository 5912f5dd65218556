// SPDX-License-Identifier: Apache-2.0
// "Let go": the arm falls and swings as its dynamics say, and the pointer can push it. The worker computes; the page asks for the
// next piece of motion once a frame, and never waits for it.
import { shortNumber } from '../../../src/format';
import { palette } from '../../../src/theme';
import { element, icon } from '../../../src/ui/element';
import { icons } from '../../../src/ui/icons';
import type { App } from '../app';
import type { Crew } from '../crew';
import type { Moving, Recorded } from '../messages';
import type { Stage } from './stage';

const kept = 3600; // frames of the last motion: a minute

export interface Recording {
  name: string;
  robot: string;
  time: number[];
  q: number[][];
  qd: number[][];
  energy: number[][]; // kinetic, potential
}

export class MotionBar {
  readonly element: HTMLElement;
  readonly button = element('button', { type: 'button', class: 'button primary', id: 'let-go', 'aria-pressed': 'false' });
  recording: Recording | null = null;
  onBegin: () => void = () => {};
  running = false;
  began = 0; // when the last motion did
  private asked = false;
  private last = 0;
  private arm = 0; // which one moves
  private readonly damped = element('input', { type: 'checkbox', id: 'damping' });
  private readonly friction = element('input', { type: 'checkbox', id: 'friction' });
  private readonly energies = element('div', { class: 'energies', role: 'group', 'aria-label': 'Energy' });
  private readonly texts: HTMLElement[] = [];
  private readonly chart = element('canvas', { 'aria-hidden': 'true', hidden: true });
  private stiffness = 100;
  slowest = 0; // milliseconds that the worker has needed for a frame, at most

  constructor(
    private readonly app: App,
    private readonly crew: Crew,
    private readonly stage: Stage,
  ) {
    this.button.addEventListener('click', () => this.toggle());
    for (const [name, title] of [['kinetic', 'kinetic energy'], ['potential', 'potential energy'], ['total', 'their sum: constant if nothing pushes, damps or rubs']] as const) {
      const value = element('b', {});
      this.texts.push(value);
      this.energies.append(element('span', { title }, `${name} `, value, ...(name === 'total' ? [' J'] : [])));
    }
    const check = (input: HTMLInputElement, text: string, title: string) => element('label', { class: 'check', title }, input, text);
    this.element = element(
      'div',
      { class: 'motion-bar card' },
      this.button,
      check(this.damped, 'Damping', 'a little viscous damping in every joint, so that the arm comes to rest'),
      check(this.friction, 'Motors', 'rotor inertias and friction of the robot file'),
      this.energies,
      this.chart,
    );
    this.paintButton();
  }

  toggle(): void {
    if (this.running) this.stop();
    else void this.start();
  }

  async start(): Promise<void> {
    this.onBegin();
    const { entry } = this.app;
    const { arm, drawing } = this.app.loaded;
    const mass = arm.robot().rows.reduce((sum, row) => sum + row.mass, 0);
    this.stiffness = (4 * 9.81 * Math.max(mass, 0.1)) / Math.max(drawing.reach, 0.05);
    this.arm = this.app.state.active;
    this.app.setState(this.arm, {}, 'motion'); // one step back leads to where it was let go
    this.app.pause();
    this.began = performance.now();
    this.recording = { name: arm.name, robot: entry.text, time: [], q: [], qd: [], energy: [] };
    this.running = this.stage.pushing = true;
    this.slowest = 0;
    this.paintButton();
    try {
      this.asked = true;
      this.take(await this.crew.ask('drop', { robot: entry.text, q: [...entry.q], qd: [...entry.qd], damping: 0, friction: this.friction.checked }));
    } catch (error) {
      this.stop();
      this.stage.tell(error instanceof Error ? error.message : String(error), true);
    }
    this.asked = false;
    this.last = performance.now();
  }

  stop(): void {
    if (!this.running) return;
    this.running = this.stage.pushing = false;
    this.paintButton();
    this.app.setState(this.arm, { qd: this.app.state.arms[this.arm]!.qd.map(() => 0) }, null);
    this.stage.tell('');
  }

  get recorded(): Recorded | null {
    if (!this.recording || this.recording.time.length < 2) return null;
    const { name, robot, time, q, qd, energy } = this.recording;
    const flat = (lists: readonly number[][]) => Float64Array.from(lists.flat());
    return { what: 'let go', name, robot, time: [...time], q: flat(q), qd: flat(qd), qdd: null, torque: null, energy: [energy.map(([k]) => k!), energy.map(([, p]) => p!)] };
  }

  // Once a frame.
  tick(now: number): void {
    if (!this.running || this.asked) return;
    const seconds = Math.min(Math.max(0, (now - this.last) / 1000), 0.1);
    if (seconds < 1e-3) return;
    this.last = now;
    this.asked = true;
    const damping = this.damped.checked ? 0.02 * this.stiffness : 0;
    this.crew
      .ask('advance', { seconds, push: this.stage.push(this.stiffness), damping })
      .then((moving) => this.take(moving))
      .catch((error: unknown) => {
        this.stop();
        this.stage.tell(error instanceof Error ? error.message : String(error), true);
      })
      .finally(() => (this.asked = false));
  }

  // The energies of the present state.
  show(): void {
    const last = this.recording?.energy.at(-1);
    if (this.running && last) {
      this.showEnergy(last[0]!, last[1]!);
      this.drawChart();
      return;
    }
    const { q, qd } = this.app.entry;
    this.showEnergy(this.app.arm.value('kinetic_energy', { q, qd }), this.app.arm.value('potential_energy', { q }));
  }

  private take(moving: Moving): void {
    if (!this.running) return;
    this.slowest = Math.max(this.slowest, moving.took);
    const record = this.recording!;
    record.time.push(moving.time);
    record.q.push([...moving.q]);
    record.qd.push([...moving.qd]);
    record.energy.push([moving.kinetic, moving.potential]);
    if (record.time.length > kept) for (const list of [record.time, record.q, record.qd, record.energy]) list.shift();
    this.app.setState(this.arm, { q: moving.q, qd: moving.qd }, null);
    if (!moving.ok) {
      this.stop();
      this.stage.tell('the motion became too violent to compute', true);
    }
  }

  private showEnergy(kinetic: number, potential: number): void {
    [kinetic, potential, kinetic + potential].forEach((value, k) => {
      const text = Math.abs(value) < 5e-4 ? '0.000' : Math.abs(value) < 1e4 ? value.toFixed(3) : shortNumber(value, 4);
      if (this.texts[k]!.textContent !== text) this.texts[k]!.textContent = text;
    });
  }

  // The last seconds: kinetic, potential and total energy.
  private drawChart(): void {
    const { energy } = this.recording!;
    const list = energy.slice(-180);
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = 120 * ratio;
    const height = 30 * ratio;
    this.chart.hidden = false;
    if (this.chart.width !== width) Object.assign(this.chart, { width, height });
    const pen = this.chart.getContext('2d')!;
    pen.clearRect(0, 0, width, height);
    const series = [list.map(([k]) => k!), list.map(([, p]) => p! - list[0]![1]!), list.map(([k, p]) => k! + p! - list[0]![1]!)];
    const all = series.flat();
    const low = Math.min(...all, 0);
    const high = Math.max(...all, low + 1e-9);
    const { series: colours, strong } = palette();
    series.forEach((values, k) => {
      pen.strokeStyle = [colours[0]!, colours[1]!, strong][k]!;
      pen.lineWidth = 1.4 * ratio;
      pen.beginPath();
      values.forEach((value, i) => {
        const x = (i / 179) * width;
        const y = 2 + (1 - (value - low) / (high - low)) * (height - 4);
        if (i === 0) pen.moveTo(x, y);
        else pen.lineTo(x, y);
      });
      pen.stroke();
    });
  }

  private paintButton(): void {
    this.button.replaceChildren(icon(this.running ? icons.pause : icons.play), this.running ? 'Hold' : 'Let go');
    this.button.setAttribute('aria-pressed', String(this.running));
    this.button.title = this.running ? 'Stop the motion (space)' : 'Let the arm fall; drag it to push (space)';
    if (this.running) this.stage.tell('drag the arm to push it');
  }
}
