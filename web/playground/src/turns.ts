// SPDX-License-Identifier: Apache-2.0
// Work that may wait a few frames: one piece in each, so that no frame takes long. A piece that is asked for again before its turn
// runs once.

type Schedule = (act: () => void) => void;

export class Turns {
  private readonly pieces = new Map<string, () => void>();
  private readonly preferred = new Map<string, () => void>();
  private wasPreferred = false;
  private asked = false;

  constructor(private readonly nextFrame: Schedule = (act) => void requestAnimationFrame(act)) {}

  // Every second turn belongs to pieces that are preferred, as long as there are any.
  later(name: string, act: () => void, { preferred = false } = {}): void {
    (preferred ? this.preferred : this.pieces).set(name, act);
    this.ask();
  }

  get busy(): boolean {
    return this.pieces.size + this.preferred.size > 0;
  }

  private ask(): void {
    if (this.asked || !this.busy) return;
    this.asked = true;
    this.nextFrame(() => {
      this.asked = false;
      this.turn();
      this.ask();
    });
  }

  private turn(): void {
    const preferred = this.preferred.size > 0 && (this.pieces.size === 0 || !this.wasPreferred);
    this.wasPreferred = preferred;
    const list = preferred ? this.preferred : this.pieces;
    const [first] = list;
    if (!first) return;
    const [name, act] = first;
    list.delete(name);
    act();
  }
}
