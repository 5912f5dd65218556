// SPDX-License-Identifier: Apache-2.0
// What @catena/core takes and returns, except motions (motion.ts) and what the second module adds (more.ts). SI units and radians;
// matrices row by row; poses are 4 x 4 matrices, 16 numbers.

export type Numbers = ArrayLike<number>;

// --- the tables, as the module states them ------------------------------------------------------------------

/** One array of a quantity. A quantity with a single array leaves its name empty. */
export interface ArrayInfo {
  name: string;
  /** `scalar`, `joints`, `six`, `square`, `cube`, `six_by_n`, ... as in include/catena/core/quantity.hpp */
  shape: string;
}

export interface MethodInfo {
  name: string;
  summary: string;
  /** whether this module has it; the second one has all */
  present: boolean;
}

/** A row of the table of quantities. */
export interface QuantityInfo {
  name: string;
  what: string;
  /** the usual symbol, such as `M`; may be empty */
  symbol: string;
  unit: string;
  aliases: string[];
  /** names of the inputs it depends on: `q`, `qd`, `qdd`, `tau`, `gravity`, `tip`, `v`, `V`, `wrenches`, `frame`, `damping` */
  inputs: string[];
  arrays: ArrayInfo[];
  /** there is no result where M is singular */
  divides: boolean;
  /** the methods that compute it, the reference first */
  methods: MethodInfo[];
}

/** An array with its shape: [] for a number, [n], [rows, columns] or [n, n, n]; `data` row by row, the last index fastest. */
export interface Values {
  name: string;
  shape: number[];
  data: Float64Array;
}

export interface Evaluated {
  quantity: string;
  method: string;
  arrays: Values[];
}

// --- errors and remarks -------------------------------------------------------------------------------------

/** The kinds of catena::Error, and `memory` if the module ran out of memory. */
export type ErrorKindName = 'usage' | 'model' | 'numerical' | 'io' | 'bug' | 'memory';

/** A remark that stops nothing: what was assumed, repaired or left out while a robot was read. */
export interface Note {
  where: string;
  what: string;
  /** the value that was found, the rule, one thing to try: each may be empty */
  given: string;
  need: string;
  hint: string;
  kind: 'remark' | 'negative_mass' | 'impossible_inertia' | 'mistake';
  /** of the text, from 1; 0 if the remark has no place in it */
  line: number;
}

/** What the linter found, as `catena check` reports it. */
export interface Finding {
  severity: 'error' | 'warning' | 'hint';
  rule: string;
  where: string;
  what: string;
  given: string;
  need: string;
  hint: string;
}

// --- arms ---------------------------------------------------------------------------------------------------

export interface ArmOptions {
  /** default: URDF if the text begins with '<', else TOML */
  format?: 'toml' | 'urdf';
  /** links of the URDF between which the arm lies; default: by the rule of docs/urdf.md */
  base?: string;
  tip?: string;
  /** what hangs off the chain: locked at zero (`lump`, the default), or left out */
  branches?: 'lump' | 'drop';
  /** how messages name the text; default `<memory>` */
  where?: string;
}

export interface Joint {
  name: string;
  kind: 'revolute' | 'prismatic';
  /** null where the robot states none */
  limits: { position: [number, number] | null; velocity: number | null; effort: number | null };
}

export interface FrameInfo {
  name: string;
  /** the link that it is fixed to, counted from 0; -1: the base */
  link: number;
}

/** The data to draw an arm. `link` counts moving links from 0; -1 is the base. */
export interface Drawing {
  name: string;
  gravity: [number, number, number];
  /** how far the tool can be from the first joint, at most */
  reach: number;
  /** a line from the origin of the base to the first joint, in the base frame */
  base: [number, number, number][];
  /** the frame before that of the first link, in the base frame, 4 x 4 row by row */
  root: number[];
  links: DrawnLink[];
  /** the tool in the frame of the last link, 4 x 4 row by row */
  tool: number[];
  meshes: DrawnMesh[];
}

/** A moving link, in its own frame, the one that `Arm.linkPoses` places. Its joint moves along or about `axis`. */
export interface DrawnLink {
  name: string;
  joint: string;
  kind: 'revolute' | 'prismatic';
  /** a unit vector through `origin`, in the frame of the link */
  axis: [number, number, number];
  origin: [number, number, number];
  /** from the frame before: Rx(alpha) Tx(a) Rz(theta) Tz(d); to theta of a revolute and d of a prismatic joint its q is added */
  dh: { alpha: number; a: number; theta: number; d: number };
  /**
   * a line through the link: from its origin to the next joint and along that joint's axis, or to the tool. A prismatic joint
   * slides along its axis: draw a line from the end of the bone before it to the origin of its link.
   */
  bone: [number, number, number][];
  mass: number;
  com: [number, number, number];
  /** about the centre of mass, in the axes of the link's frame: xx, yy, zz, xy, xz, yz */
  inertia: [number, number, number, number, number, number];
  /** the ellipsoid of uniform density with this mass and inertia: its half axes, and their directions in the columns */
  ellipsoid: { radii: [number, number, number]; axes: number[] } | null;
}

export interface DrawnMesh {
  /** as in the URDF: `package://arm/meshes/link1.stl` */
  uri: string;
  /** the frame that it belongs to: the link of the URDF */
  frame: string;
  link: number;
  /** in the frame of `link`, or of the base, 4 x 4 */
  pose: number[];
  scale: [number, number, number];
  collision: boolean;
}

/** The robot as a robot file states it: each row of its table, fixed ones included. */
export interface RobotRow {
  name: string;
  jointName: string;
  kind: 'revolute' | 'prismatic' | 'fixed';
  a: number;
  alpha: number;
  d: number;
  theta: number;
  mass: number;
  com: [number, number, number];
  /** xx, yy, zz, xy, xz, yz */
  inertia: [number, number, number, number, number, number];
  limits: Joint['limits'];
  motor: { inertia: number; gear: number; viscous: number; coulomb: [number, number] } | null;
}
export interface Payload {
  mass: number;
  com?: Numbers;
  inertia?: Numbers;
}
export interface RobotData {
  name: string;
  source: string;
  convention: 'standard' | 'modified';
  gravity: [number, number, number];
  allowNonphysical: boolean;
  rows: RobotRow[];
  payload: Payload | null;
}

/** What `Arm.withChange` replaces. The other numbers stay; the result is checked like a robot file. */
export interface Change {
  /** of the rows of `Arm.robot()`, by their place in it */
  rows?: {
    row: number;
    a?: number;
    alpha?: number;
    d?: number;
    theta?: number;
    mass?: number;
    com?: Numbers;
    inertia?: Numbers;
  }[];
  gravity?: Numbers;
  /** null removes it */
  payload?: Payload | null;
  allowNonphysical?: boolean;
}

// --- evaluation ---------------------------------------------------------------------------------------------

/** The inputs that a quantity names; those that are missing have the defaults of catena::At. */
export interface Inputs {
  q?: Numbers;
  qd?: Numbers;
  qdd?: Numbers;
  tau?: Numbers;
  v?: Numbers;
  /** in the base frame; default: that of the robot */
  gravity?: Numbers;
  /** (moment; force) of the arm on its surroundings, at the tool, in tool axes */
  tip?: Numbers;
  /** n rows, row by row */
  V?: Numbers;
  /** six numbers (moment; force) for each link */
  wrenches?: Numbers;
  damping?: number;
}

export type Axes = 'base_at_frame' | 'frame' | 'base';

export interface EvalOptions {
  /** default: what the arm chooses */
  method?: string;
  /** the name of a frame; default: the tool */
  frame?: string;
  /** a point in that frame */
  point?: Numbers;
  axes?: Axes;
  wrenchAxes?: Axes;
  /** with rotor inertias and friction */
  motors?: boolean;
}

export interface EigenPairs {
  /** ascending */
  values: Float64Array;
  /** n x n row by row; column k belongs to value k */
  vectors: Float64Array;
}

/** An ellipsoid of the tool or of a frame, in base axes: half axes, and their directions in the columns of a 3 x 3 matrix. */
export interface Ellipsoid {
  radii: Float64Array;
  axes: Float64Array;
  centre: Float64Array;
}

// --- inverse kinematics -------------------------------------------------------------------------------------

export type IkGoal = 'pose' | 'position' | 'position_and_axis';
export type IkStatus = 'solved' | 'limits' | 'unreachable' | 'singular' | 'not_converged';

export interface IkOptions {
  frame?: string;
  point?: Numbers;
  goal?: IkGoal;
  /** where to start; for dragging, the present q */
  seed?: Numbers;
  preference?: 'none' | 'near' | 'limits' | 'manipulability';
  near?: Numbers;
  positionTolerance?: number;
  orientationTolerance?: number;
  starts?: number;
  iterations?: number;
  solutions?: number;
  keepLimits?: boolean;
  /** find out why a pose is not reached, which about doubles the time; default false */
  diagnose?: boolean;
}

export interface IkResult {
  /** the best posture found, solved or not */
  q: Float64Array;
  status: IkStatus;
  ok: boolean;
  positionError: number;
  orientationError: number;
  iterations: number;
  starts: number;
  solutions: number;
  /** for each joint -1 at the lower limit, 1 at the upper limit, 0 between */
  limits: Int8Array;
  explanation: string;
}
