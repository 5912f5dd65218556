// SPDX-License-Identifier: Apache-2.0
import { Handle, type Module } from './module.js';
import type { ActiveLimit, MotionSample, TimeLawPoint } from './motion.js';

/** Where the tool is, as a function of s in metres (catena::path::PosePath). Made by `Catena.posePath`. */
export class PosePath extends Handle {
  readonly length: number;
  /** the s of corners, where the tool must stop */
  readonly corners: number[];

  /** @internal */
  constructor(module: Module, handle: number) {
    super(module, handle, 'pose_path_free');
    this.first('pose_path_about');
    const about = module.json<{ length: number; corners: number[] }>();
    this.length = about.length;
    this.corners = about.corners;
  }

  /** @internal */
  get id(): number {
    return this.handle;
  }

  /** The pose at s, 4 x 4 row by row. */
  at(s: number): Float64Array {
    this.call('pose_path_at', { s });
    return this.module.numbers();
  }
}

/** The positions of all joints as a function of s (catena::path::JointPath). Made by `Catena.jointPath` or `Arm.follow`. */
export class JointPath extends Handle {
  readonly length: number;
  readonly n: number;
  /** of a path made by `Arm.follow` */
  readonly followed: { positionError: number; orientationError: number; samples: number; inverseCondition: number; leastAt: number } | null;

  /** @internal */
  constructor(module: Module, handle: number) {
    super(module, handle, 'joint_path_free');
    this.first('joint_path_about');
    const about = module.json<{ length: number; n: number; followed: JointPath['followed'] }>();
    this.length = about.length;
    this.n = about.n;
    this.followed = about.followed;
  }

  /** @internal */
  get id(): number {
    return this.handle;
  }

  /** q and its derivatives with respect to s. */
  at(s: number): { q: Float64Array; dq: Float64Array; ddq: Float64Array } {
    this.call('joint_path_at', { s });
    const x = this.module.numbers();
    return { q: x.slice(0, this.n), dq: x.slice(this.n, 2 * this.n), ddq: x.slice(2 * this.n) };
  }
}

/** A joint path with its time law: the fastest motion, or one from point to point. */
export class Motion extends Handle {
  readonly n: number;
  readonly duration: number;
  readonly length: number;
  readonly active: ActiveLimit[];
  readonly largestShare: number;

  /** @internal */
  constructor(module: Module, handle: number) {
    super(module, handle, 'motion_free');
    this.first('motion_about');
    const about = module.json<{ n: number; duration: number; length: number; active: ActiveLimit[]; largestShare: number }>();
    this.n = about.n;
    this.duration = about.duration;
    this.length = about.length;
    this.active = about.active;
    this.largestShare = about.largestShare;
  }

  /** The state at a time; before the beginning and after the end the arm rests there. */
  sample(t: number): MotionSample {
    const s = this.samples([t]);
    return { q: s.q, qd: s.qd, qdd: s.qdd };
  }

  /** At many times: `q`, `qd`, `qdd` have n numbers for each, one time after the other; `s`, `sd` are those of the path. */
  samples(times: ArrayLike<number>): MotionSample & { s: Float64Array; sd: Float64Array } {
    this.call('motion_samples', { times });
    const x = this.module.numbers();
    const m = times.length;
    const part = (k: number): Float64Array => x.slice(k * m * this.n, (k + 1) * m * this.n);
    const rest = x.subarray(3 * m * this.n);
    return { q: part(0), qd: part(1), qdd: part(2), s: rest.slice(0, m), sd: rest.slice(m) };
  }
}

/** A position as a function of time, with limited velocity, acceleration and, if given, jerk. */
export class TimeLaw extends Handle {
  readonly duration: number;

  /** @internal */
  constructor(module: Module, handle: number) {
    super(module, handle, 'time_law_free');
    this.first('time_law_about');
    this.duration = module.numbers()[0]!;
  }

  at(t: number): TimeLawPoint {
    this.call('time_law_at', { t });
    const x = this.module.numbers();
    return { s: x[0]!, v: x[1]!, a: x[2]!, j: x[3]! };
  }
}
