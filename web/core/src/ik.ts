// SPDX-License-Identifier: Apache-2.0
import { Handle, type Module } from './module.js';
import type { IkResult, IkStatus, Numbers } from './types.js';

const STATUS: IkStatus[] = ['solved', 'limits', 'unreachable', 'singular', 'not_converged'];

/** An inverse-kinematics solver for one arm and one set of options; for dragging, call `solve` with the present q as the seed. */
export class Ik extends Handle {
  /** @internal */
  constructor(module: Module, handle: number) {
    super(module, handle, 'ik_free');
  }

  /** `pose`: 16 numbers; or a position, 3 numbers, for the goal `position`. */
  solve(pose: Numbers, seed?: Numbers): IkResult {
    this.call('ik_solve', { pose, seed });
    const x = this.module.numbers();
    const n = (x.length - 6) / 2;
    return {
      q: x.slice(0, n),
      limits: Int8Array.from(x.subarray(n, 2 * n)),
      status: STATUS[x[2 * n]!]!,
      ok: x[2 * n] === 0,
      positionError: x[2 * n + 1]!,
      orientationError: x[2 * n + 2]!,
      iterations: x[2 * n + 3]!,
      starts: x[2 * n + 4]!,
      solutions: x[2 * n + 5]!,
      explanation: this.module.text(),
    };
  }
}
