// SPDX-License-Identifier: Apache-2.0
import { Arm } from './arm.js';
import { Module, type Arguments, type Source } from './module.js';
import { JointPath, PosePath, TimeLaw } from './path.js';
import type { Move, TimeLimits } from './motion.js';
import type { ArmOptions, EigenPairs, MethodInfo, Numbers, QuantityInfo } from './types.js';

/** The links of a URDF, and which of them can be the tip of the arm. */
export interface UrdfOutline {
  name: string;
  base: string;
  tip: string;
  joints: number;
  problem: string;
  links: { name: string; parent: number; depth: number; joint: string; type: string; inChain: boolean; tipCandidate: boolean }[];
}

/** The core. Several may exist, each with memory of its own; an object of one cannot be used with another. */
export class Catena {
  readonly version: string;
  readonly quantities: QuantityInfo[];
  /** the names of all inputs, in the order of the table */
  readonly inputs: string[];
  /** the names of the catalogue, sorted */
  readonly catalogue: string[];
  private readonly byName = new Map<string, QuantityInfo>();

  protected constructor(protected readonly module: Module) {
    module.call('about', 0);
    const about = module.json<{ version: string; quantities: QuantityInfo[]; inputs: string[]; catalogue: string[] }>();
    this.version = about.version;
    this.quantities = about.quantities;
    this.inputs = about.inputs;
    this.catalogue = about.catalogue;
    for (const quantity of about.quantities) for (const alias of quantity.aliases) this.byName.set(alias, quantity);
    for (const quantity of about.quantities) this.byName.set(quantity.name, quantity);
  }

  /** @internal */
  static async start(source: Source): Promise<Catena> {
    return new Catena(await Module.start(source));
  }

  /** A quantity by its name or an alias; undefined if there is none. */
  quantity(name: string): QuantityInfo | undefined {
    return this.byName.get(name);
  }

  /** The methods that compute a quantity. */
  methods(quantity: string): MethodInfo[] {
    return this.quantity(quantity)?.methods ?? [];
  }

  /** Whether this module computes a quantity, by this method or by the one that arms choose. */
  has(quantity: string, method = ''): boolean {
    return this.methods(quantity).some(({ name, present }) => present && (method === '' || name === method));
  }

  /** The robot file of a robot of the catalogue. */
  catalogueText(name: string): string {
    this.module.call('catalogue_text', 0, { name });
    return this.module.text();
  }

  /** An arm from the text of a robot file (TOML) or of a URDF. */
  arm(text: string, options: ArmOptions = {}): Arm {
    return new Arm(this.module, this.module.call('arm', 0, { text, ...options } as Arguments));
  }

  /** A robot of the catalogue, or a generated chain such as `chain:30`. */
  robot(name: string): Arm {
    return new Arm(this.module, this.module.call('robot', 0, { name }));
  }

  urdfOutline(text: string, options: ArmOptions = {}): UrdfOutline {
    this.module.call('urdf_outline', 0, { text, ...options } as Arguments);
    return this.module.json<UrdfOutline>();
  }

  /** Eigenvalues and eigenvectors of a symmetric matrix, n x n row by row. */
  eigen(matrix: Numbers): EigenPairs {
    const n = this.module.call('eigen', 0, { matrix });
    const x = this.module.numbers();
    return { values: x.slice(0, n), vectors: x.slice(n) };
  }

  // --- paths, in the second module ----------------------------------------------------------------------------

  /** A tool path from a pose through pieces. */
  posePath(start: Numbers, moves: Move[], options: { metresPerRadian?: number } = {}): PosePath {
    return new PosePath(this.module, this.module.call('pose_path', 0, { start, moves, ...options } as Arguments));
  }

  /** A joint path through waypoints: straight lines with rounded corners, or a spline. */
  jointPath(points: Numbers[], options: { blend?: number; spline?: boolean } = {}): JointPath {
    return new JointPath(this.module, this.module.call('joint_path', 0, { points, ...options } as Arguments));
  }

  /** As quickly as the limits allow over a distance: trapezoidal, or a double S if the jerk is limited. */
  timeLaw(distance: number, limits: TimeLimits, ends: { begin?: number; end?: number } = {}): TimeLaw {
    return new TimeLaw(this.module, this.module.call('time_law', 0, { distance, ...limits, ...ends } as Arguments));
  }

  // --- memory -------------------------------------------------------------------------------------------------

  /** How many bytes of memory the module has. It never shrinks. */
  get memory(): number {
    return this.module.memory;
  }

  /** How many objects of the module are not yet freed. */
  get objects(): number {
    return this.module.call('objects', 0);
  }
}

/** Starts the core: `source` is catena-core.wasm, or catena-more.wasm, as bytes or as a compiled module. */
export async function load(source: Source): Promise<Catena> {
  return Catena.start(source);
}
