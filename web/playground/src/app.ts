// SPDX-License-Identifier: Apache-2.0
// What the page shows: one or two arms with the states of their joints, and the way back. All parts of the page read from here
// and are told when something has changed.
import { CatenaError, type Arm, type Catena, type Change, type Drawing } from '../../core/src/index';
import type { Robot } from '../../src/document';
import { drawn, firstPosture, ranges } from './drawing';
import { History } from './history';
import type { Given } from './meshes';
import { Second } from './second';
import type { Mistake } from './ui/editor';
import type { JointRange, Mode } from './ui/joints';

export interface Entry {
  robot: string; // the name in the catalogue; empty: none, or the text was changed
  text: string;
  where: string; // how messages name the text
  q: readonly number[];
  qd: readonly number[];
  qdd: readonly number[];
}

export interface State {
  arms: readonly Entry[];
  active: number;
  path: readonly (readonly number[])[]; // postures of the active arm
}

export interface Loaded {
  text: string;
  arm: Arm;
  more: Arm | null; // the same arm in the second module, if it was asked for
  drawing: Drawing;
  robot: Robot; // as the view draws it
  joints: JointRange[];
}

export type StateInputs = Record<'q' | 'qd' | 'qdd' | 'tau' | 'v' | 'wrenches', number[]>;

export type What = 'arms' | 'state';
export type Listener = (what: What) => void;

const mostLoaded = 12; // arms that are kept for undo

export class App {
  private readonly history: History<State>;
  private readonly cache = new Map<string, Loaded>();
  private readonly listeners: Listener[] = [];
  private originals: (Entry | null)[] = [null, null]; // as the arm was before it was edited
  private readonly given = new Map<string, Given>(); // meshes, by the text of the robot
  readonly second = new Second();
  mistake: Mistake | null = null;
  draft: string | null = null; // the text with the mistake
  onMistake: () => void = () => {};

  constructor(
    readonly core: Catena,
    first: string,
  ) {
    const entry = this.entryOf(this.load(core.catalogueText(first), first), first, first);
    this.history = new History<State>({ arms: [entry], active: 0, path: [] });
    this.originals = [entry, null];
    this.second.onChange = () => this.tell('state');
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  get state(): State {
    return this.history.state;
  }
  get entry(): Entry {
    return this.state.arms[this.state.active]!;
  }
  get loaded(): Loaded {
    return this.of(this.state.active);
  }
  get arm(): Arm {
    return this.loaded.arm;
  }
  of(k: number): Loaded {
    const { text, where } = this.state.arms[k]!;
    return this.load(text, where);
  }
  // The active arm as it was before it was edited; null if it was not.
  get before(): Loaded | null {
    const original = this.originals[this.state.active];
    return original && original.text !== this.entry.text && this.load(original.text, original.where).arm.n === this.arm.n
      ? this.load(original.text, original.where)
      : null;
  }
  // What any quantity may depend on: the state of the sliders, torques of zero, and the velocity itself as reference velocity.
  get inputs(): StateInputs {
    const { q, qd, qdd } = this.entry;
    return { q: [...q], qd: [...qd], qdd: [...qdd], tau: q.map(() => 0), v: [...qd], wrenches: new Array<number>(6 * q.length).fill(0) };
  }
  // Those that a quantity depends on: some refuse wrenches.
  inputsOf(quantity: string): Partial<StateInputs> {
    const needed = this.core.quantity(quantity)?.inputs ?? [];
    return Object.fromEntries(Object.entries(this.inputs).filter(([name]) => needed.includes(name)));
  }
  // The active arm in a module that has a method of a quantity; empty: the one that it chooses. Null until the second module is
  // loaded; then all parts are told. Throws if it cannot be loaded; the next call tries again.
  armWith(quantity: string, method: string): Arm | null {
    const { loaded, second } = this;
    if (this.core.has(quantity, method)) return loaded.arm;
    if (second.core) return (loaded.more ??= second.core.arm(loaded.text, { where: this.entry.where }));
    const { problem } = second;
    second.problem = null;
    if (problem) throw problem;
    second.load();
    return null;
  }
  // As an arm with this text is drawn.
  drawingOf(text: string): Robot {
    return this.load(text, '').robot;
  }
  get canUndo(): boolean {
    return this.history.canUndo;
  }
  get canRedo(): boolean {
    return this.history.canRedo;
  }

  // --- arms ---------------------------------------------------------------------------------------------------

  openCatalogue(name: string): void {
    this.open(this.core.catalogueText(name), name, name);
  }

  // A new arm in place of the active one. Returns whether it could be read; if not, the mistake is shown and the arm stays.
  openText(text: string, where: string): boolean {
    try {
      this.open(text, where, '');
      return true;
    } catch (error) {
      this.fail(error, text);
      return false;
    }
  }

  // One of the arms of a URDF that could not be read because it has several: it becomes a robot file.
  openTip(tip: string): void {
    const text = this.draft;
    if (text === null) return;
    try {
      const arm = this.core.arm(text, { tip });
      const toml = arm.toToml();
      const where = `${arm.name}.toml`;
      arm.free();
      this.open(toml, where, '');
    } catch (error) {
      this.fail(error, text);
    }
  }

  // The active arm's text was edited: its state is kept if it has as many joints as before.
  edit(text: string): boolean {
    if (text === this.entry.text) {
      this.succeed();
      return true;
    }
    try {
      this.put(this.kept(this.edited(text), ''));
      return true;
    } catch (error) {
      this.fail(error, text);
      return false;
    }
  }

  // Other numbers of the active arm. Throws CatenaError if no such arm can exist.
  change(change: Change, label: string): void {
    const next = this.arm.withChange(change);
    const text = next.toToml();
    next.free();
    this.put(this.kept(this.edited(text), ''), label);
  }

  // Back to the arm as it was opened.
  revert(): void {
    const original = this.originals[this.state.active];
    if (original) this.put({ ...this.kept(this.load(original.text, original.where), original.robot), where: original.where });
  }

  addArm(name: string): void {
    this.addEntry(this.entryOf(this.load(this.core.catalogueText(name), name), name, name));
  }

  // The first arm once more, to edit it or to open a file in its place.
  addCopy(): void {
    this.addEntry({ ...this.state.arms[0]! });
  }

  removeArm(): void {
    this.originals[1] = null;
    this.apply({ ...this.state, arms: [this.state.arms[0]!], active: 0 }, 'arms');
  }

  activate(k: number): void {
    if (k === this.state.active || k >= this.state.arms.length) return;
    this.history.replace({ ...this.state, active: k, path: [] });
    this.tell('arms');
  }

  setMeshes(text: string, given: Given): void {
    this.given.set(text, given);
    this.cache.delete(text);
    this.tell('arms');
  }

  // --- joints -------------------------------------------------------------------------------------------------

  setJoint(i: number, mode: Mode, value: number): void {
    const list = [...this.entry[mode]];
    if (i >= list.length) return; // a slider of the arm before
    list[i] = value;
    this.putState({ ...this.entry, [mode]: list }, `${mode}${i}`);
  }

  // `label`: as in History.change; null: not a step of its own.
  setState(k: number, next: { q?: ArrayLike<number>; qd?: ArrayLike<number>; qdd?: ArrayLike<number> }, label: string | null): void {
    const entry = { ...this.state.arms[k]! };
    for (const mode of ['q', 'qd', 'qdd'] as const) if (next[mode]) entry[mode] = Array.from(next[mode]);
    this.putState(entry, label, k);
  }

  setPath(path: readonly (readonly number[])[]): void {
    this.apply({ ...this.state, path }, 'state');
  }

  // Moves the active arm and stores its posture as the next of the path: one step.
  goAndStore(q: readonly number[]): void {
    const arms = this.state.arms.map((old, k) => (k === this.state.active ? { ...old, q } : old));
    this.apply({ ...this.state, arms, path: [...this.state.path, q] }, 'state');
  }

  // Everything at once, from an address.
  restore(arms: readonly Entry[], active: number, path: readonly (readonly number[])[]): void {
    for (const { text, where, q, qd, qdd } of arms) {
      const { arm } = this.load(text, where);
      if ([q, qd, qdd].some((list) => list.length !== arm.n)) throw new Error(`the address gives ${q.length} joints to an arm of ${arm.n}`);
    }
    const { arm } = this.load(arms[active]!.text, arms[active]!.where);
    const wrong = path.find((q) => q.length !== arm.n);
    if (wrong) throw new Error(`the path of the address has a posture of ${wrong.length} joints for an arm of ${arm.n}`);
    this.originals = [arms[0]!, arms[1] ?? null];
    this.apply({ arms, active, path }, 'arms');
  }

  pause(): void {
    this.history.pause();
  }

  undo(): void {
    if (this.history.undo()) this.moved();
  }

  redo(): void {
    if (this.history.redo()) this.moved();
  }

  // --- inside -------------------------------------------------------------------------------------------------

  private addEntry(entry: Entry): void {
    this.originals[1] = entry;
    this.apply({ ...this.state, arms: [this.state.arms[0]!, entry], active: 1, path: [] }, 'arms');
  }

  private moved(): void {
    this.succeed();
    this.tell('arms');
  }

  private open(text: string, where: string, robot: string): void {
    const entry = this.entryOf(this.load(text, where), where, robot);
    this.originals[this.state.active] = entry;
    this.put(entry);
  }

  private entryOf(loaded: Loaded, where: string, robot: string): Entry {
    const zero = loaded.joints.map(() => 0);
    return { robot, text: loaded.text, where, q: firstPosture(loaded.joints), qd: zero, qdd: zero };
  }

  // The active arm with another text, and with the meshes that it has.
  private edited(text: string): Loaded {
    const given = this.given.get(this.entry.text);
    if (given && !this.given.has(text)) {
      this.given.set(text, given);
      this.cache.delete(text);
    }
    return this.load(text, this.entry.where);
  }

  private kept(loaded: Loaded, robot: string): Entry {
    const { q, qd, qdd, where } = this.entry;
    return loaded.arm.n === q.length ? { robot, text: loaded.text, where, q, qd, qdd } : this.entryOf(loaded, where, robot);
  }

  private put(entry: Entry, label = ''): void {
    const arms = this.state.arms.map((old, k) => (k === this.state.active ? entry : old));
    const same = this.entry.q.length === entry.q.length;
    this.succeed();
    this.apply({ ...this.state, arms, path: same ? this.state.path : [] }, 'arms', label);
  }

  private putState(entry: Entry, label: string | null, k = this.state.active): void {
    const arms = this.state.arms.map((old, at) => (at === k ? entry : old));
    if (label === null) {
      this.history.replace({ ...this.state, arms });
      this.tell('state');
    } else this.apply({ ...this.state, arms }, 'state', label);
  }

  private apply(next: State, what: What, label = ''): void {
    this.history.change(next, label);
    this.tell(what);
  }

  private tell(what: What): void {
    for (const listener of this.listeners) listener(what);
  }

  private load(text: string, where: string): Loaded {
    const known = this.cache.get(text);
    if (known) return known;
    const arm = this.core.arm(text, { where });
    const drawing = arm.drawing();
    const loaded: Loaded = { text, arm, more: null, drawing, robot: drawn(arm, drawing, this.given.get(text)), joints: ranges(arm, drawing) };
    this.cache.set(text, loaded);
    this.trim();
    return loaded;
  }

  private trim(): void {
    if (this.cache.size <= mostLoaded) return;
    const used = new Set([...(this.history ? this.state.arms : []), ...this.originals].map((entry) => entry?.text));
    for (const [text, { arm, more }] of this.cache) {
      if (this.cache.size <= mostLoaded) return;
      if (used.has(text)) continue;
      this.cache.delete(text);
      arm.free();
      more?.free();
    }
  }

  private fail(error: unknown, text: string): void {
    this.mistake = mistakeOf(error);
    this.draft = text;
    this.onMistake();
  }

  private succeed(): void {
    this.mistake = null;
    this.draft = null;
    this.onMistake();
  }
}

export function mistakeOf(error: unknown): Mistake {
  if (!(error instanceof CatenaError)) return { line: 0, what: error instanceof Error ? error.message : String(error), details: [], tips: [] };
  const place = error.line > 0 ? '' : error.where;
  const tips = [...error.hint.matchAll(/--tip (\S+)/g)].map((match) => match[1]!); // what the command would be told
  return {
    line: error.line,
    what: place ? `${place}: ${error.problem}` : error.problem,
    details: [
      ['where', error.line > 0 ? error.where : ''],
      ['given', error.given],
      ['need', error.need],
      ['hint', tips.length > 0 ? '' : error.hint],
    ],
    tips,
  };
}
