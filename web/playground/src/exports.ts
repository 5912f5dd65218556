// SPDX-License-Identifier: Apache-2.0
// What the page can save: the robot, numbers, pictures, a video, a report and generated code.
import { download, fileName } from '../../src/ui/download';
import type { App } from './app';
import type { Crew } from './crew';
import type { Recorded } from './messages';
import type { PathPanel } from './panel/path';
import type { QuantityChoice } from './panel/quantities';
import type { Item } from './ui/menu';
import type { MotionBar } from './ui/motion';
import type { Stage } from './ui/stage';

const videoSeconds = 6; // of a fall
const longestVideo = 60; // of a path

export class Exports {
  constructor(
    private readonly app: App,
    private readonly crew: Crew,
    private readonly stage: Stage,
    private readonly motion: MotionBar,
    private readonly path: PathPanel,
    private readonly choice: QuantityChoice,
    private readonly toast: (text: string) => void,
  ) {}

  groups(): { title: string; items: Item[] }[] {
    const item = (id: string, name: string, hint: string, act: () => void | Promise<void>): Item => ({ id, name, hint, act: () => void this.attempt(act) });
    const more = this.app.second.exists
      ? [
          item('export-report', 'Report (HTML)', 'of the last motion, for any browser', () => this.report()),
          item('export-c', 'C code', 'of the quantity in the tab Quantities', () => this.code()),
        ]
      : [];
    return [
      { title: 'Robot', items: [item('export-toml', 'Robot file (TOML)', '', () => this.save('toml', this.app.arm.toToml())), item('export-urdf', 'URDF', '', () => this.save('urdf', this.app.arm.toUrdf()))] },
      { title: 'Numbers', items: [item('export-csv', 'State and torques (CSV)', '', () => this.csv()), item('export-motion', 'Last motion (CSV)', 'of "Let go" or of the path, as played last', () => this.motionCsv()), ...more] },
      { title: 'Picture', items: [item('export-png', 'Picture (PNG)', '', () => this.png()), item('export-video', 'Video (WebM)', `what moves now; else the path, or a fall of ${videoSeconds} seconds`, () => this.video())] },
    ];
  }

  private async attempt(act: () => void | Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.toast(error instanceof Error ? error.message : String(error));
    }
  }

  private get stem(): string {
    return fileName(this.app.arm.name);
  }

  private save(suffix: string, text: string): void {
    download(`${this.stem}.${suffix}`, text);
  }

  private csv(): void {
    const { q, qd, qdd } = this.app.entry;
    const { arm, joints } = this.app.loaded;
    const columns = [q, qd, qdd, arm.values('gravity', { q }), arm.values('id', { q, qd, qdd })];
    const lines = joints.map(({ name }, i) => [JSON.stringify(name), ...columns.map((column) => String(column[i]!))].join(','));
    download(`${this.stem}_state.csv`, `joint,q,qd,qdd,gravity,id\n${lines.join('\n')}\n`, 'text/csv');
  }

  // The motion that began last.
  private get recorded(): Recorded {
    const { motion, path } = this;
    const fall = motion.recorded;
    const planned = path.recorded;
    const last = fall && (!planned || motion.began > path.began) ? fall : planned;
    if (!last) throw new Error('There is no motion yet: press "Let go", or plan a path.');
    return last;
  }

  private motionCsv(): void {
    const { name, time, q, qd, qdd, torque, energy } = this.recorded;
    const n = q.length / time.length;
    const joints: [string, Float64Array | null][] = [['q', q], ['qd', qd], ['qdd', qdd], ['tau', torque]];
    const lists = joints.flatMap(([symbol, values]) => (values ? [{ symbol, values }] : []));
    const head = ['t', ...lists.flatMap(({ symbol }) => Array.from({ length: n }, (_, i) => `${symbol}${i + 1}`)), ...(energy ? ['kinetic_energy', 'potential_energy'] : [])];
    const lines = time.map((t, k) => [t, ...lists.flatMap(({ values }) => [...values.subarray(k * n, (k + 1) * n)]), ...(energy ?? []).map((values) => values[k]!)].join(','));
    download(`${fileName(name)}_motion.csv`, `${head.join(',')}\n${lines.join('\n')}\n`, 'text/csv');
  }

  private async png(): Promise<void> {
    if (!this.stage.scene) throw new Error('There is no picture without WebGL.');
    download(`${this.stem}.png`, await this.stage.scene.picture());
  }

  // Of what moves; if nothing does, the path is played, or the arm is let go and held again.
  private async video(): Promise<void> {
    const { scene } = this.stage;
    const { motion, path } = this;
    if (!scene || typeof MediaRecorder === 'undefined') throw new Error('This browser cannot record a video of the view.');
    const still = !motion.running && !path.isRunning;
    if (still && path.recorded) path.start();
    const ofPath = path.isRunning;
    const recorder = new MediaRecorder(scene.stream(30), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', (event) => parts.push(event.data));
    const ended = new Promise((done) => recorder.addEventListener('stop', done));
    recorder.start();
    this.toast(ofPath ? 'Recording the path\u2026' : `Recording ${videoSeconds} seconds\u2026`);
    if (still && !ofPath) await motion.start();
    const { name } = ofPath ? path.recorded! : motion.recording!;
    const from = performance.now();
    const goes = () => (ofPath ? path.isRunning && performance.now() - from < 1000 * longestVideo : motion.running && performance.now() - from < 1000 * videoSeconds);
    while (goes()) await new Promise((done) => setTimeout(done, 50));
    recorder.stop();
    if (still && !ofPath) motion.stop();
    await ended;
    download(`${fileName(name)}.webm`, new Blob(parts, { type: 'video/webm' }));
  }

  private async report(): Promise<void> {
    const motion = this.recorded;
    this.toast('Writing the report\u2026');
    const html = await this.crew.askMore('report', { title: `${motion.name}, ${motion.what === 'path' ? 'along a path' : 'let go'}`, motion, meshes: this.app.drawingOf(motion.robot).meshes });
    download(`${fileName(motion.name)}_report.html`, html, 'text/html');
  }

  private async code(): Promise<void> {
    this.toast('Generating code\u2026');
    const options = { quantities: [this.choice.quantity], ...(this.choice.method ? { method: this.choice.method } : {}) };
    const { files } = await this.crew.askMore('codegen', { robot: this.app.entry.text, options });
    for (const { name, text } of files) download(name, text);
  }
}
