// SPDX-License-Identifier: Apache-2.0
// Undo and redo: the states that the reader has gone through. A gesture, such as dragging a slider, is one step: changes with
// the same label follow each other without a new step until `pause` is called or another label comes.

const mostSteps = 200;

export class History<T> {
  private past: T[] = [];
  private future: T[] = [];
  private label = '';

  constructor(private now: T) {}

  get state(): T {
    return this.now;
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  change(next: T, label = ''): void {
    if (label === '' || label !== this.label) {
      this.past.push(this.now);
      if (this.past.length > mostSteps) this.past.shift();
    }
    this.label = label;
    this.future = [];
    this.now = next;
  }

  // Replaces the present state without a step: for what the reader has not done, such as a motion that is being computed.
  replace(next: T): void {
    this.now = next;
  }

  pause(): void {
    this.label = '';
  }

  undo(): boolean {
    return this.move(this.past, this.future);
  }

  redo(): boolean {
    return this.move(this.future, this.past);
  }

  private move(from: T[], to: T[]): boolean {
    const next = from.pop();
    if (next === undefined) return false;
    to.push(this.now);
    this.now = next;
    this.label = '';
    return true;
  }
}
