// SPDX-License-Identifier: Apache-2.0
// The second module: the first one with all methods, and with paths, operation counts, verification, code generation, meshes and reports.
// Load it when it is asked for.
import { Catena } from './catena.js';
import { Module, type Arguments, type Source } from './module.js';
import type { Numbers } from './types.js';

export interface Operations {
  mul: number;
  add: number;
  sqrt: number;
  trig: number;
}

/** What a method costs on this arm. */
export interface MethodCost {
  method: string;
  summary: string;
  /** nothing is known of the constants of the links */
  general: Operations;
  /** with the zeros and ones of this arm */
  known: Operations;
  /** sines, cosines and poses that it starts from, in addition */
  kinematics: Operations;
}

export interface Residual {
  check: string;
  method: string;
  against: string;
  worst: number;
  tolerance: number;
  outcome: 'ok' | 'fail' | 'allowed' | 'skipped';
  note: string;
}
export interface Verification {
  states: number;
  condition: number;
  ok: boolean;
  failed: number;
  singular: string;
  residuals: Residual[];
}

export interface CodegenOptions {
  /** names of quantities, or of derivatives such as `did_dq`; default: inverse dynamics */
  quantities?: string[];
  /** default `c` */
  language?: 'c' | 'cpp';
  /** prefix of functions and files; default: the name of the robot */
  stem?: string;
  /** numbers of the generated code; default `double` */
  real?: 'double' | 'float';
  /** default: the one with the fewest operations */
  method?: string;
  /** as arguments of the function instead of constants */
  gravity?: boolean;
  tip?: boolean;
  motors?: boolean;
}

export interface GeneratedFile {
  name: string;
  text: string;
}

export interface Generated {
  files: GeneratedFile[];
  functions: { name: string; quantity: string; method: string; mul: number; add: number }[];
}

export interface ReportRun {
  name: string;
  /** a robot file or a URDF, such as `Arm.toToml()` returns */
  robot: string;
  time: Numbers;
  /** n numbers for each time, one time after the other */
  q: Numbers;
  /** more curves, each with n numbers for each time */
  signals?: { group: string; symbol: string; unit: string; unitPrismatic?: string; values: Numbers }[];
  /** curves with one number for each time, such as energies */
  curves?: { group: string; name: string; unit: string; values: Numbers }[];
  /** drawn in place of the capsules of their links, with at most 40 000 triangles together */
  meshes?: LinkMesh[];
}

/** A mesh fixed to a link. */
export interface LinkMesh extends Mesh {
  /** from 0; -1: the base */
  link: number;
  /** in the frame of the link, or of the base; 4 x 4, row by row */
  pose: Numbers;
}

/** A triangle mesh. */
export interface Mesh {
  /** x, y, z of each vertex; equal vertices are one */
  vertices: Float64Array;
  /** three indices of vertices for each triangle, from 0 */
  triangles: Float64Array;
  /** of each triangle: red, green and blue as 0xRRGGBB, or -1 where the file gives none; empty if it gives none at all */
  colours: Float64Array;
}

/** The core with everything that it can compute. */
export class CatenaMore extends Catena {
  /** @internal */
  static override async start(source: Source): Promise<CatenaMore> {
    return new CatenaMore(await Module.start(source));
  }

  /** The operations of every method of a quantity on an arm. `robot` is the text of a robot file or a URDF: `Arm.toToml()`. */
  count(robot: string, quantity: string): MethodCost[] {
    this.module.call('count', 0, { robot, quantity });
    return this.module.json<MethodCost[]>();
  }

  /** Compares all methods with each other and with the identities of mechanics; takes a second or more: use a worker. */
  verify(robot: string, options: { states?: number; seed?: number; motors?: boolean } = {}): Verification {
    this.module.call('verify', 0, { robot, ...options });
    return this.module.json<Verification>();
  }

  /** C or C++ for one arm, as `catena codegen` writes it. `robot` is the text of a robot file or a URDF. */
  codegen(robot: string, options: CodegenOptions = {}): Generated {
    const { quantities, ...rest } = options;
    this.module.call('codegen', 0, { robot, quantities: quantities?.join(','), ...rest } as Arguments);
    return this.module.json<Generated>();
  }

  /** The mesh in a file: STL, OBJ or COLLADA, by the ending of its name. */
  mesh(name: string, bytes: ArrayBuffer, options: { scale?: Numbers } = {}): Mesh {
    const count = 3 * this.module.call('mesh', 0, { name, bytes, ...options });
    const end = count + 3 * Number(this.module.text());
    const numbers = this.module.numbers();
    return { vertices: numbers.slice(0, count), triangles: numbers.slice(count, end), colours: numbers.slice(end) };
  }

  /** A report of motions: one HTML file that loads nothing. */
  report(title: string, runs: ReportRun[]): string {
    this.module.call('report', 0, { title, runs } as unknown as Arguments);
    return this.module.text();
  }
}

/** Starts the second module: `source` is catena-more.wasm. */
export async function loadMore(source: Source): Promise<CatenaMore> {
  return CatenaMore.start(source);
}
