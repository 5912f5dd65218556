// SPDX-License-Identifier: Apache-2.0
import { Ik } from './ik.js';
import { Handle, type Arguments, type Module } from './module.js';
import type { FollowOptions, JointLimits, PlanOptions, StepperOptions } from './motion.js';
import { JointPath, Motion, type PosePath } from './path.js';
import { Stepper } from './stepper.js';
import type {
  Change, Drawing, Ellipsoid, EvalOptions, Evaluated, Finding, FrameInfo, IkOptions, IkResult, Inputs, Joint, Note, Numbers,
  RobotData, Values,
} from './types.js';

interface About {
  n: number;
  name: string;
  source: string;
  joints: Joint[];
  frames: FrameInfo[];
  gravity: [number, number, number];
  notes: Note[];
}

/** The dynamics of one robot arm. Made by `Catena.arm`; it never changes. */
export class Arm extends Handle {
  readonly n: number;
  readonly name: string;
  readonly source: string;
  readonly joints: Joint[];
  /** from the base to the tool; the first is `base`, the last `tool` */
  readonly frames: FrameInfo[];
  readonly gravity: [number, number, number];
  /** what was assumed, and what may be a mistake */
  readonly notes: Note[];

  /** @internal */
  constructor(module: Module, handle: number) {
    super(module, handle, 'arm_free');
    this.first('arm_about');
    const about = module.json<About>();
    this.n = about.n;
    this.name = about.name;
    this.source = about.source;
    this.joints = about.joints;
    this.frames = about.frames;
    this.gravity = about.gravity;
    this.notes = about.notes;
  }

  // --- quantities -------------------------------------------------------------------------------------------

  /** Any quantity that the module has, by its name or an alias. */
  eval(quantity: string, inputs: Inputs = {}, options: EvalOptions = {}): Evaluated {
    this.call('arm_eval', { quantity, ...inputs, ...options } as Arguments);
    const x = this.module.numbers();
    const [name, method, ...arrays] = this.module.text().split(' ');
    const out: Values[] = [];
    let at = 0;
    for (const array of arrays) {
      const indices = x[at]!;
      const shape = Array.from(x.subarray(at + 1, at + 1 + indices));
      const count = x[at + 4]!;
      at += 5;
      out.push({ name: array === '-' ? '' : array, shape, data: x.slice(at, at + count) });
      at += count;
    }
    return { quantity: name!, method: method!, arrays: out };
  }

  /** The numbers of the first array of a quantity, row by row. */
  values(quantity: string, inputs: Inputs = {}, options: EvalOptions = {}): Float64Array {
    return this.eval(quantity, inputs, options).arrays[0]!.data;
  }

  /** A quantity with a single number. */
  value(quantity: string, inputs: Inputs = {}, options: EvalOptions = {}): number {
    return this.values(quantity, inputs, options)[0]!;
  }

  /** The method that computes a quantity of this arm when none is requested. */
  method(quantity: string): string {
    this.call('arm_method', { quantity });
    return this.module.text();
  }

  /**
   * Runs a method `times` times at one state, to measure it: the time of the call, divided by `times`, is that of the method from the
   * sines and cosines of the posture on. All inputs have n numbers. Returns the numbers of the quantity, matrices column by column.
   * Only in the second module.
   */
  repeat(quantity: string, inputs: Record<'q' | 'qd' | 'qdd' | 'tau' | 'v', Numbers>, options: { method: string; times: number }): Float64Array {
    const { q, qd, qdd, tau, v } = inputs;
    this.call('arm_repeat', { quantity, q, qd, qdd, tau, v, ...options });
    return this.module.numbers();
  }

  // --- places -----------------------------------------------------------------------------------------------

  /** The poses of all `frames`, 16 numbers each. */
  poses(q: Numbers): Float64Array {
    this.call('arm_poses', { q });
    return this.module.numbers();
  }

  /** The poses of the frames of the n moving links, in which `drawing` describes them, and of the tool, 16 numbers each. */
  linkPoses(q: Numbers): Float64Array {
    this.call('arm_link_poses', { q });
    return this.module.numbers();
  }

  drawing(): Drawing {
    this.call('arm_drawing');
    return this.module.json<Drawing>();
  }

  /** All velocities (or forces, or accelerations) of a frame's origin that joint rates (torques) of norm 1 produce. */
  ellipsoid(kind: 'velocity' | 'force' | 'acceleration', q: Numbers, options: { frame?: string } = {}): Ellipsoid {
    this.call('arm_ellipsoid', { kind, q, ...options });
    const x = this.module.numbers();
    return { radii: x.slice(0, 3), axes: x.slice(3, 12), centre: x.slice(12, 15) };
  }

  // --- inverse kinematics -----------------------------------------------------------------------------------

  /** Once. `pose`: 16 numbers; or a position, 3 numbers, for the goal `position`. */
  ik(pose: Numbers, options: IkOptions = {}): IkResult {
    const solver = this.ikSolver(options);
    try {
      return solver.solve(pose, options.seed);
    } finally {
      solver.free();
    }
  }

  /** Many times with the same options. */
  ikSolver(options: IkOptions = {}): Ik {
    const { seed: _, ...rest } = options;
    return new Ik(this.module, this.call('arm_ik', rest as Arguments));
  }

  // --- judgement --------------------------------------------------------------------------------------------

  /** The findings of the linter, errors first. */
  check(): Finding[] {
    this.call('arm_check');
    return this.module.json<Finding[]>();
  }

  // --- motion -----------------------------------------------------------------------------------------------

  stepper(options: StepperOptions = {}): Stepper {
    return new Stepper(this.module, this.call('arm_stepper', options as Arguments));
  }

  // --- paths, in the second module ----------------------------------------------------------------------------

  /** The joint path of a tool path; throws where the arm cannot follow it, with `s`. */
  follow(path: PosePath, options: FollowOptions = {}): JointPath {
    return new JointPath(this.module, this.call('arm_follow', { path: path.id, ...options } as Arguments));
  }

  /** The fastest motion along a joint path. */
  timeOptimal(path: JointPath, options: PlanOptions = {}): Motion {
    return new Motion(this.module, this.call('arm_time_optimal', { path: path.id, ...options } as Arguments));
  }

  /** From rest to rest on a straight line in joint space; needs velocity and acceleration limits. */
  pointToPoint(from: Numbers, to: Numbers, limits: JointLimits & { jerk?: Numbers | number } = {}): Motion {
    return new Motion(this.module, this.call('arm_point_to_point', { from, to, ...limits } as Arguments));
  }

  /** The fastest motion along the path of a path file (docs/paths.md), given as text. */
  planFile(text: string): Motion {
    return new Motion(this.module, this.call('arm_plan_file', { text }));
  }

  // --- the robot --------------------------------------------------------------------------------------------

  robot(): RobotData {
    this.call('arm_robot');
    return this.module.json<RobotData>();
  }

  toToml(): string {
    this.call('arm_to_toml');
    return this.module.text();
  }

  toUrdf(): string {
    this.call('arm_to_urdf');
    return this.module.text();
  }

  /** A new arm with other numbers. Throws if no such arm can exist. */
  withChange(change: Change): Arm {
    return new Arm(this.module, this.call('arm_with_change', change as Arguments));
  }
}
