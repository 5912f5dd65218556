// SPDX-License-Identifier: Apache-2.0
// A path through postures that the reader stores, its fastest motion within the limits, and its torques.
import { shortNumber } from '../../../src/format';
import { palette, seriesColour } from '../../../src/theme';
import { download, fileName } from '../../../src/ui/download';
import { element, iconButton } from '../../../src/ui/element';
import type { App, What } from '../app';
import type { Crew } from '../crew';
import type { Planned, Recorded } from '../messages';
import { Lines } from '../ui/lines';
import { Grid, type Panel, section, segments, Stats } from './panel';

export interface Playing {
  store: (on: boolean) => void; // postures by clicks in the 3D view
  begin: () => void; // stops other motions
  show: (tips: number[][], line: number[][]) => void; // in the 3D view
}

const samples = 241;

export class PathPanel implements Panel {
  readonly id = 'path';
  readonly name = 'Path';
  readonly element: HTMLElement;
  private readonly list = element('ol', { class: 'poses', 'aria-label': 'Postures of the path' });
  private readonly play = element('button', { type: 'button', class: 'button primary', id: 'play-path' }, 'Play');
  private readonly wrong = element('p', { role: 'status', class: 'worse' });
  private readonly stats = new Stats();
  private readonly torques = new Lines('Torques along the path, relative to their limits');
  private readonly active = new Grid('What limits the motion', [{ name: 'Limited by' }, { name: 'from', number: true }, { name: 'to', number: true }]);
  private readonly results: HTMLElement;
  private readonly acceleration = element('input', { type: 'number', id: 'path-acceleration', min: 0.1, step: 'any', value: 10, 'aria-label': 'Acceleration limit, rad/s\u00b2 or m/s\u00b2' });
  private readonly torque = element('input', { type: 'checkbox', checked: true, id: 'keep-torque' });
  private spline = true;
  private key = '';
  private planned: Planned | null = null;
  private plannedFor = { name: '', robot: '' };
  began = 0; // when it was last played
  private running = false;
  private from = 0;

  constructor(
    private readonly app: App,
    private readonly crew: Crew,
    private readonly playing: Playing,
  ) {
    const add = element('button', { type: 'button', class: 'button primary', id: 'add-pose' }, 'Add this posture');
    add.addEventListener('click', () => this.add());
    const clear = element('button', { type: 'button', class: 'button', id: 'clear-path' }, 'Clear');
    clear.addEventListener('click', () => app.setPath([]));
    const clicks = element('input', { type: 'checkbox', id: 'click-path' });
    clicks.addEventListener('change', () => playing.store(clicks.checked));
    this.play.addEventListener('click', () => this.toggle());
    const save = element('button', { type: 'button', class: 'button', id: 'save-path' }, 'Save CSV');
    save.addEventListener('click', () => this.save());
    for (const input of [this.acceleration, this.torque]) input.addEventListener('change', () => this.refresh());
    const shape = segments('Shape of the path', [['spline', 'Spline'], ['lines', 'Lines']], 'spline', (value) => {
      this.spline = value === 'spline';
      this.refresh();
    });
    this.results = element('div', { hidden: true }, section('Fastest motion', 'within the limits of velocity, acceleration and torque', this.stats.element, element('div', { class: 'row' }, this.play, save), this.torques.element), section('What limits it', 'by parts of the path', this.active.element));
    this.results.classList.add('panel-part');
    this.element = element(
      'div',
      {},
      section(
        'A path through postures',
        'move the arm, store the posture, and so on',
        element('div', { class: 'row' }, add, clear, element('label', { class: 'check', title: 'A click in the 3D view moves the tool there and stores the posture; a click on a ball goes back to it' }, clicks, 'add by clicking in the view'), shape.element, element('label', {}, 'Acceleration', this.acceleration), element('label', { class: 'check' }, this.torque, 'keep torque limits')),
        this.list,
        this.wrong,
      ),
      this.results,
    );
  }

  add(): void {
    this.app.setPath([...this.app.state.path, this.app.entry.q]);
  }

  update(what: What): void {
    void what;
    this.refresh();
  }

  // While it plays, the motion goes on when another tab is open.
  tick(now: number): void {
    const planned = this.planned;
    if (!this.running || !planned) return;
    const t = Math.max(0, now - this.from) / 1000; // the time of a frame may be before the click
    const at = Math.min(planned.times.length - 1, Math.floor((t / planned.duration) * (planned.times.length - 1)));
    const n = this.app.arm.n;
    const part = (x: Float64Array) => x.subarray(at * n, (at + 1) * n);
    this.app.setState(this.app.state.active, { q: part(planned.q), qd: part(planned.qd), qdd: part(planned.qdd) }, null);
    this.torques.mark(planned.times[at]!);
    if (t >= planned.duration) this.stop();
  }

  get isRunning(): boolean {
    return this.running;
  }

  get recorded(): Recorded | null {
    if (!this.planned) return null;
    const { times, q, qd, qdd, torque } = this.planned;
    return { what: 'path', ...this.plannedFor, time: [...times], q, qd, qdd, torque, energy: null };
  }

  stop(): void {
    if (!this.running) return;
    this.running = false;
    this.play.textContent = 'Play';
    const zero = this.app.entry.q.map(() => 0);
    this.app.setState(this.app.state.active, { qd: zero, qdd: zero }, null);
  }

  private toggle(): void {
    if (this.running) this.stop();
    else this.start();
  }

  start(): void {
    if (!this.planned) return;
    this.playing.begin();
    this.began = performance.now();
    this.app.setState(this.app.state.active, {}, 'path');
    this.app.pause();
    this.running = true;
    this.play.textContent = 'Stop';
    this.from = this.began;
  }

  private refresh(): void {
    const { path } = this.app.state;
    const key = JSON.stringify([path, this.app.entry.text, this.spline, this.acceleration.value, this.torque.checked]);
    if (key === this.key) return;
    this.key = key;
    this.stop();
    this.list.replaceChildren(
      ...path.map((q, k) => {
        const go = element('button', { type: 'button', title: q.map((x) => shortNumber(x, 3)).join(', ') }, `Posture ${k + 1}`);
        go.addEventListener('click', () => this.app.setState(this.app.state.active, { q }, ''));
        const remove = iconButton('M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z', `Remove posture ${k + 1}`, () => this.app.setPath(this.app.state.path.filter((_, at) => at !== k)));
        return element('li', {}, go, remove);
      }),
    );
    if (path.length === 0) this.list.append(element('li', { class: 'empty' }, 'No postures yet.'));
    void this.compute(key);
  }

  private async compute(key: string): Promise<void> {
    const { path } = this.app.state;
    this.planned = null;
    this.wrong.textContent = '';
    this.results.hidden = path.length < 2;
    const plannedFor = { name: this.app.arm.name, robot: this.app.entry.text };
    try {
      const tips = path.map((q) => [3, 7, 11].map((k) => this.app.arm.values('pose', { q })[k]!));
      this.playing.show(tips, []);
      if (path.length < 2) return;
      const acceleration = this.acceleration.valueAsNumber > 0 ? this.acceleration.valueAsNumber : 10;
      const planned = await this.crew.askMore('plan', { robot: this.app.entry.text, points: path, spline: this.spline, blend: 0.2, velocity: 3, acceleration, torque: this.torque.checked, samples });
      if (key !== this.key) return;
      this.planned = planned;
      this.plannedFor = plannedFor;
      this.showPlan(planned, tips);
    } catch (error) {
      if (key !== this.key) return;
      this.results.hidden = true;
      this.wrong.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  private showPlan(planned: Planned, tips: number[][]): void {
    const { joints } = this.app.loaded;
    const n = joints.length;
    const share = (i: number) => {
      const most = joints[i]!.effort ?? Math.max(...planned.torque.map(Math.abs));
      return planned.times.map((_, k) => planned.torque[k * n + i]! / most);
    };
    let way = 0;
    const line = Array.from(planned.times, (_, k) => [...planned.tips.subarray(3 * k, 3 * k + 3)]);
    for (let k = 1; k < line.length; ++k) way += Math.hypot(...line[k]!.map((x, axis) => x - line[k - 1]![axis]!));
    this.stats.show([
      { name: 'Duration', value: shortNumber(planned.duration, 4), unit: 's' },
      { name: 'Way of the tool', value: shortNumber(way, 4), unit: 'm' },
      { name: 'Postures', value: String(tips.length) },
    ]);
    this.torques.show(planned.times, joints.map(({ name }, i) => ({ name, values: share(i), colour: () => seriesColour(i, n) })), { unit: 'torque / limit', bounds: [-1, 1], limit: () => palette().ink });
    this.active.show(planned.active.map(({ begin, end, name }) => [name, `${(100 * begin).toFixed(1)} %`, `${(100 * end).toFixed(1)} %`]));
    this.playing.show(tips, line);
  }

  private save(): void {
    const planned = this.planned;
    if (!planned) return;
    const n = this.app.arm.n;
    const names = (symbol: string) => Array.from({ length: n }, (_, i) => `${symbol}${i + 1}`);
    const lines = [['t', ...names('q'), ...names('qd'), ...names('qdd'), ...names('tau')].join(',')];
    planned.times.forEach((t, k) => {
      const part = (x: Float64Array) => [...x.subarray(k * n, (k + 1) * n)];
      lines.push([t, ...part(planned.q), ...part(planned.qd), ...part(planned.qdd), ...part(planned.torque)].join(','));
    });
    download(`${fileName(this.plannedFor.name)}_path.csv`, `${lines.join('\n')}\n`, 'text/csv');
  }
}

