// SPDX-License-Identifier: Apache-2.0
import type { ErrorKindName } from './types.js';

export interface ErrorParts {
  kind: ErrorKindName;
  where: string;
  problem: string;
  given: string;
  need: string;
  hint: string;
  line: number;
  column: number;
  s?: number;
  text: string;
}

/** What the core refused, with the parts of catena::Error. `message` is the text that the command line prints. */
export class CatenaError extends Error {
  readonly kind: ErrorKindName;
  /** the place: a file with line and column, a call, a joint */
  readonly where: string;
  readonly problem: string;
  /** the value that was found; this and the next two may be empty */
  readonly given: string;
  /** the rule, with its numbers */
  readonly need: string;
  /** one thing to try */
  readonly hint: string;
  /** of the text, from 1; 0 if the error has no place in it */
  readonly line: number;
  readonly column: number;
  /** of an arm that cannot move along a path: where on it */
  readonly s: number | undefined;

  constructor(parts: ErrorParts) {
    super(parts.text);
    this.name = 'CatenaError';
    this.kind = parts.kind;
    this.where = parts.where;
    this.problem = parts.problem;
    this.given = parts.given;
    this.need = parts.need;
    this.hint = parts.hint;
    this.line = parts.line;
    this.column = parts.column;
    this.s = parts.s;
  }
}
