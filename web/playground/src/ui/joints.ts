// SPDX-License-Identifier: Apache-2.0
// A row for each joint: a slider with the joint's limits, its number, and the torque beside what the motor can give.
import { shortNumber, steadyNumber } from '../../../src/format';
import { seriesColour } from '../../../src/theme';
import { element } from '../../../src/ui/element';

export type Mode = 'q' | 'qd' | 'qdd';

export interface JointRange {
  name: string;
  kind: 'revolute' | 'prismatic';
  lower: number;
  upper: number;
  given: boolean; // the robot states these limits; otherwise they are only those of the slider
  velocity: number | null;
  effort: number | null;
}

export interface JointNumbers {
  q: readonly number[];
  qd: readonly number[];
  qdd: readonly number[];
  gravity: ArrayLike<number>; // torques
  torque: ArrayLike<number>; // all of inverse dynamics
}

export interface JointActions {
  set: (joint: number, mode: Mode, value: number) => void;
  done: () => void; // the gesture has ended
  point: (joint: number | null) => void; // the row that the pointer or the focus is in
}

interface Row {
  element: HTMLElement;
  slider: HTMLInputElement;
  field: HTMLInputElement;
  unit: HTMLElement;
  bar: HTMLElement;
  weight: HTMLElement;
  torque: HTMLElement;
}

const steps = 2000; // of a slider
const defaultSpeed = 3;
const defaultAcceleration = 10;

export class JointPanel {
  readonly element = element('div', { class: 'joints', role: 'group', 'aria-label': 'Joints' });
  readonly alarm = element('div', { class: 'unseen', role: 'status' }); // for screen readers
  private joints: JointRange[] = [];
  private rows: Row[] = [];
  private numbers: JointNumbers | null = null;
  mode: Mode = 'q';
  degrees = false;

  constructor(private readonly actions: JointActions) {}

  setJoints(joints: JointRange[]): void {
    if (joints === this.joints) return;
    const same = JSON.stringify(joints) === JSON.stringify(this.joints); // of an arm with another mass, for example
    this.joints = joints;
    if (same) return;
    this.rows = joints.map((joint, i) => this.makeRow(joint, i));
    this.element.replaceChildren(...this.rows.map((row) => row.element));
    this.relabel();
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.relabel();
  }

  setDegrees(on: boolean): void {
    this.degrees = on;
    this.relabel();
  }

  // The range of joint i for what the sliders set.
  range(i: number): [number, number] {
    const { lower, upper, velocity } = this.joints[i]!;
    if (this.mode === 'q') return [lower, upper];
    const most = this.mode === 'qd' ? (velocity ?? defaultSpeed) : defaultAcceleration;
    return [-most, most];
  }

  focus(i: number): void {
    this.rows[i]?.slider.focus();
  }

  // Two parts, so that a frame need not lay out both.
  showPlaces(numbers: JointNumbers): void {
    this.numbers = numbers;
    this.rows.forEach((row, i) => this.showPlace(row, i));
  }

  showTorques(numbers: JointNumbers): void {
    const most = Math.max(1e-9, ...Array.from(numbers.torque, Math.abs), ...Array.from(numbers.gravity, Math.abs));
    this.rows.forEach((row, i) => this.showTorque(row, i, numbers, most));
    const over = this.joints.filter(({ effort }, i) => effort !== null && Math.abs(numbers.torque[i]!) > effort).map(({ name }) => name);
    const text = over.length > 0 ? `Torque over its limit: ${over.join(', ')}` : '';
    if (this.alarm.textContent !== text) this.alarm.textContent = text;
  }

  private showPlace(row: Row, i: number): void {
    const numbers = this.numbers!;
    const joint = this.joints[i]!;
    const value = numbers[this.mode][i]!;
    const [low, high] = this.range(i);
    const part = high > low ? (value - low) / (high - low) : 0;
    const position = String(Math.round(steps * Math.min(Math.max(part, 0), 1)));
    if (row.slider.value !== position) row.slider.value = position;
    row.slider.style.setProperty('--part', `${(100 * Math.min(Math.max(part, 0), 1)).toFixed(2)}%`);
    put(row.slider, 'aria-valuetext', `${shortNumber(this.shown(i, value), 4)} ${this.unit(i)}`);
    const outside = this.mode === 'q' && joint.given && (value < low - 1e-9 || value > high + 1e-9);
    row.element.classList.toggle('outside', outside);
    const number = this.shown(i, value).toFixed(this.degrees && joint.kind === 'revolute' ? 2 : 4);
    if (document.activeElement !== row.field && row.field.value !== number) row.field.value = number;
  }

  private showTorque(row: Row, i: number, numbers: JointNumbers, most: number): void {
    const joint = this.joints[i]!;
    const torque = numbers.torque[i]!;
    const scale = joint.effort ?? most;
    const share = Math.min(1, Math.abs(torque) / scale);
    row.bar.style.transform = `scaleX(${(torque < 0 ? -share : share).toFixed(4)})`;
    row.weight.style.transform = `translateX(${(50 * Math.min(Math.max(numbers.gravity[i]! / scale, -1), 1)).toFixed(2)}cqw)`;
    const over = joint.effort !== null && Math.abs(torque) > joint.effort;
    row.element.classList.toggle('over', over);
    const text = `${steadyNumber(torque, joint.effort ?? most, 4)} ${joint.kind === 'revolute' ? 'N m' : 'N'}`;
    if (row.torque.textContent !== text) row.torque.textContent = text;
    put(row.torque, 'title', joint.effort === null ? 'Torque; the robot states no limit' : `Torque; limit ${shortNumber(joint.effort, 4)}: ${Math.round((100 * Math.abs(torque)) / joint.effort)} %${over ? ', over the limit' : ''}`);
  }

  private makeRow(joint: JointRange, i: number): Row {
    const slider = element('input', { type: 'range', min: 0, max: steps, step: 1, 'aria-label': joint.name, 'data-joint': i });
    const field = element('input', { type: 'number', step: 'any', 'aria-label': `${joint.name}, value` });
    const unit = element('span', { class: 'of' });
    const bar = element('i', {});
    const weight = element('u', {});
    const torque = element('output', { class: 'torque', 'aria-label': `Torque of ${joint.name}` });
    const swatch = element('span', { class: 'swatch' });
    swatch.style.background = seriesColour(i, this.joints.length);
    const row = element(
      'div',
      { class: 'joint' },
      element('span', { class: 'name', title: `${joint.name}, ${joint.kind}` }, swatch, joint.name),
      slider,
      element('label', { class: 'number' }, field, unit),
      element('span', { class: 'torque-bar', 'aria-hidden': 'true' }, bar, weight),
      torque,
    );
    slider.addEventListener('input', () => {
      const [low, high] = this.range(i);
      this.actions.set(i, this.mode, low + ((high - low) * slider.valueAsNumber) / steps);
    });
    slider.addEventListener('change', () => this.actions.done());
    field.addEventListener('change', () => {
      if (!Number.isFinite(field.valueAsNumber)) return this.restore(i);
      this.actions.set(i, this.mode, this.angular(i) ? (field.valueAsNumber * Math.PI) / 180 : field.valueAsNumber);
      this.actions.done();
    });
    row.addEventListener('pointerenter', () => this.actions.point(i));
    row.addEventListener('pointerleave', () => this.actions.point(null));
    row.addEventListener('focusin', () => this.actions.point(i));
    return { element: row, slider, field, unit, bar, weight, torque };
  }

  private restore(i: number): void {
    if (this.numbers) this.rows[i]!.field.value = this.shown(i, this.numbers[this.mode][i]!).toFixed(4);
  }

  private angular(i: number): boolean {
    return this.degrees && this.joints[i]!.kind === 'revolute';
  }

  private shown(i: number, value: number): number {
    return this.angular(i) ? (value * 180) / Math.PI : value;
  }

  private unit(i: number): string {
    const length = this.joints[i]!.kind === 'revolute' ? (this.degrees ? '\u00b0' : 'rad') : 'm';
    return { q: length, qd: `${length}/s`, qdd: `${length}/s\u00b2` }[this.mode];
  }

  private relabel(): void {
    this.rows.forEach((row, i) => {
      row.unit.textContent = this.unit(i);
      const [low, high] = this.range(i).map((x) => shortNumber(this.shown(i, x), 4));
      const stated = this.mode === 'q' && this.joints[i]!.given ? 'limits' : 'range';
      row.slider.title = `${this.joints[i]!.name}: ${stated} ${low} to ${high} ${this.unit(i)}`;
    });
    if (!this.numbers || this.numbers.q.length !== this.rows.length) return;
    this.showPlaces(this.numbers);
    this.showTorques(this.numbers);
  }
}

// Writes an attribute only if it changes: most of them do not from one frame to the next.
function put(of: Element, name: string, value: string): void {
  if (of.getAttribute(name) !== value) of.setAttribute(name, value);
}
