// SPDX-License-Identifier: Apache-2.0
// A drag over a scatter, which spans the rectangle to zoom in on. A short one is a click.
import type { Point, View } from './view';

const still = 6; // pixels; a rectangle must be wider and higher

export interface Rectangle {
  from: Point;
  to: Point;
}

export class Drag {
  rectangle: Rectangle | null = null; // while there is a drag

  begin(at: Point): void {
    this.rectangle = { from: at, to: at };
  }

  // Whether there is a drag to follow.
  move(to: Point, view: View): boolean {
    if (!this.rectangle) return false;
    this.rectangle = { from: this.rectangle.from, to: view.clamped(to) };
    return true;
  }

  // The rectangle to zoom in on; null: it was a click.
  end(): Rectangle | null {
    const done = this.rectangle;
    this.rectangle = null;
    return done && Math.abs(done.to[0] - done.from[0]) > still && Math.abs(done.to[1] - done.from[1]) > still ? done : null;
  }
}
