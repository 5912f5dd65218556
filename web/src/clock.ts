// SPDX-License-Identifier: Apache-2.0
// The current time, shared by the arms and all plots.

export class Clock {
  private kept: number;
  private previewed: number | null = null;
  private running = false;
  private rate = 1;
  loop = false;
  private readonly listeners: (() => void)[] = [];

  constructor(
    readonly start: number,
    readonly end: number,
  ) {
    this.kept = start;
  }

  get time(): number {
    return this.previewed ?? this.kept;
  }
  get playing(): boolean {
    return this.running;
  }
  get speed(): number {
    return this.rate;
  }
  get duration(): number {
    return this.end - this.start;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  seek(t: number): void {
    this.kept = Math.min(Math.max(t, this.start), this.end);
    this.previewed = null;
    this.changed();
  }

  // Previews another time while the pointer hovers there; null ends the preview. Ignored while playing.
  preview(t: number | null): void {
    if (this.running && t !== null) return;
    if (t === null && this.previewed === null) return;
    this.previewed = t === null ? null : Math.min(Math.max(t, this.start), this.end);
    this.changed();
  }

  step(by: number): void {
    this.running = false;
    this.seek(this.time + by);
  }

  play(): void {
    if (this.duration <= 0) return;
    if (this.kept >= this.end) this.kept = this.start;
    this.previewed = null;
    this.running = true;
    this.changed();
  }

  pause(): void {
    this.running = false;
    this.changed();
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.play();
  }

  setSpeed(rate: number): void {
    this.rate = rate;
    this.changed();
  }

  // Advances by `seconds` of wall-clock time.
  tick(seconds: number): void {
    if (!this.running) return;
    let next = this.kept + seconds * this.rate;
    if (next >= this.end) {
      this.running = this.loop;
      next = this.loop ? this.start + ((next - this.start) % this.duration) : this.end;
    }
    this.seek(next);
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
