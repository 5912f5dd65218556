// SPDX-License-Identifier: Apache-2.0
// What the page can save: the robot, numbers, pictures, a video, a report and generated code.
import { download, fileName } from '../../src/ui/download';
import type { App } from './app';
import type { Crew } from './crew';
import type { QuantityChoice } from './panel/quantities';
import type { Item } from './ui/menu';
import type { MotionBar } from './ui/motion';
import type { Stage } from './ui/stage';

const videoSeconds = 6;

export class Exports {
  constructor(
    private readonly app: App,
    private readonly crew: Crew,
    private readonly stage: Stage,
    private readonly motion: MotionBar,
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
      { title: 'Numbers', items: [item('export-csv', 'State and torques (CSV)', '', () => this.csv()), item('export-motion', 'Last motion (CSV)', 'time, q, q\u0307 and energies of "Let go"', () => this.motionCsv()), ...more] },
      { title: 'Picture', items: [item('export-png', 'Picture (PNG)', '', () => this.png()), item('export-video', 'Video (WebM)', `the next ${videoSeconds} seconds`, () => this.video())] },
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

  private get recorded(): NonNullable<MotionBar['recording']> {
    const { recording } = this.motion;
    if (!recording || recording.time.length < 2) throw new Error('There is no motion yet: press "Let go" first.');
    return recording;
  }

  private motionCsv(): void {
    const { time, q, qd, energy } = this.recorded;
    const names = (symbol: string) => q[0]!.map((_, i) => `${symbol}${i + 1}`);
    const lines = time.map((t, k) => [t, ...q[k]!, ...qd[k]!, ...energy[k]!].join(','));
    download(`${this.stem}_motion.csv`, `${['t', ...names('q'), ...names('qd'), 'kinetic_energy', 'potential_energy'].join(',')}\n${lines.join('\n')}\n`, 'text/csv');
  }

  private async png(): Promise<void> {
    if (!this.stage.scene) throw new Error('There is no picture without WebGL.');
    download(`${this.stem}.png`, await this.stage.scene.picture());
  }

  private async video(): Promise<void> {
    const { scene } = this.stage;
    if (!scene || typeof MediaRecorder === 'undefined') throw new Error('This browser cannot record a video of the view.');
    const recorder = new MediaRecorder(scene.stream(30), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', (event) => parts.push(event.data));
    const ended = new Promise((done) => recorder.addEventListener('stop', done));
    recorder.start();
    this.toast(`Recording ${videoSeconds} seconds\u2026`);
    if (!this.motion.running) await this.motion.start();
    await new Promise((done) => setTimeout(done, 1000 * videoSeconds));
    recorder.stop();
    await ended;
    download(`${this.stem}.webm`, new Blob(parts, { type: 'video/webm' }));
  }

  private async report(): Promise<void> {
    const { robot, time, q, qd } = this.recorded;
    this.toast('Writing the report\u2026');
    const velocity = { group: 'Joint velocities', symbol: 'qd', unit: 'rad/s', unitPrismatic: 'm/s', values: Float64Array.from(qd.flat()) };
    const html = await this.crew.askMore('report', { title: `${this.app.arm.name}, let go`, runs: [{ name: this.app.arm.name, robot, time, q: Float64Array.from(q.flat()), signals: [velocity] }] });
    download(`${this.stem}_report.html`, html, 'text/html');
  }

  private async code(): Promise<void> {
    this.toast('Generating code\u2026');
    const options = { quantities: [this.choice.quantity], ...(this.choice.method ? { method: this.choice.method } : {}) };
    const { files } = await this.crew.askMore('codegen', { robot: this.app.entry.text, options });
    for (const { name, text } of files) download(name, text);
  }
}
