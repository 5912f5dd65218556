// SPDX-License-Identifier: Apache-2.0
import { Handle, type Arguments, type Module } from './module.js';
import type { Energy, Push } from './motion.js';
import type { Numbers } from './types.js';

/**
 * Integrates the motion of an arm in time: free fall, given torques, a push (catena::Stepper). After a step that leads nowhere,
 * `step` and `advance` return false and the arm stays at its last good state.
 */
export class Stepper extends Handle {
  time = 0;
  q: Float64Array = new Float64Array(0);
  qd: Float64Array = new Float64Array(0);

  /** @internal */
  constructor(module: Module, handle: number) {
    super(module, handle, 'stepper_free');
    this.first('stepper_state');
    this.read();
  }

  private read(): void {
    const x = this.module.numbers();
    const n = (x.length - 1) / 2;
    this.time = x[0]!;
    this.q = x.subarray(1, 1 + n);
    this.qd = x.subarray(1 + n);
  }

  set(q: Numbers, qd?: Numbers, time?: number): void {
    this.call('stepper_set', { q, qd, time });
    this.read();
  }

  /** Joint torques from now on; none: zero. */
  torque(tau?: Numbers): void {
    this.call('stepper_torque', { tau });
  }

  /** What acts on the arm from now on, besides torques. None: nothing. */
  push(at?: Push): void {
    this.call('stepper_push', (at ?? {}) as Arguments);
  }

  /** Viscous damping that is added to every joint, in N m s/rad or N s/m, so that a falling arm comes to rest; 0: none. */
  damping(viscous: Numbers | number): void {
    this.call('stepper_damping', { viscous });
  }

  /** Steps of `h` seconds each, by Runge-Kutta of order 4 or by semi-implicit Euler. */
  step(h: number, options: { count?: number; method?: 'rk4' | 'semi_implicit_euler' } = {}): boolean {
    const status = this.call('stepper_step', { h, ...options });
    this.read();
    return status === 1;
  }

  /** To a later time, with as many steps as the tolerances need. */
  advance(to: number): boolean {
    const status = this.call('stepper_advance', { to });
    this.read();
    return status === 1;
  }

  energy(): Energy {
    this.call('stepper_energy');
    const x = this.module.numbers();
    return { kinetic: x[0]!, potential: x[1]! };
  }
}
