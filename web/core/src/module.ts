// SPDX-License-Identifier: Apache-2.0
// One instance of a WebAssembly module of Catena: arguments in, status, text and numbers out (web/core/wasm/call.hpp).
import { CatenaError, type ErrorParts } from './error.js';
import type { Numbers } from './types.js';

export type Source = BufferSource | WebAssembly.Module;

/** Arguments by name. What is undefined is left out; nested objects and lists get names such as `rows.0.mass`. */
export type Arguments = { [name: string]: Argument };
type Argument = undefined | null | boolean | number | string | ArrayBuffer | Numbers | Arguments | readonly (Arguments | Numbers)[];

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  argument_memory(bytes: number): number;
  text_data(): number;
  text_size(): number;
  number_data(): number;
  number_count(): number;
  [call: string]: unknown;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NUMBERS = 0;
const TEXT = 1;

// Names are few; each is encoded once.
const names = new Map<string, Uint8Array>();
function encoded(name: string): Uint8Array {
  let bytes = names.get(name);
  if (!bytes) {
    bytes = encoder.encode(name);
    if (names.size < 4096) names.set(name, bytes);
  }
  return bytes;
}

const padded = (bytes: number): number => (bytes + 7) & ~7;

type Entry = [name: Uint8Array, value: Numbers | Uint8Array];

function isNumbers(value: object): value is Numbers {
  if (ArrayBuffer.isView(value)) return true;
  return Array.isArray(value) && value.every((x) => typeof x === 'number');
}

function flatten(values: Arguments, prefix: string, out: Entry[]): void {
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value === undefined) continue;
    const name = prefix + key;
    if (value === null) out.push([encoded(name), []]);
    else if (typeof value === 'number') out.push([encoded(name), [value]]);
    else if (typeof value === 'boolean') out.push([encoded(name), [value ? 1 : 0]]);
    else if (typeof value === 'string') out.push([encoded(name), encoder.encode(value)]);
    else if (value instanceof ArrayBuffer) out.push([encoded(name), new Uint8Array(value)]); // bytes, as text is
    else if (isNumbers(value)) out.push([encoded(name), value instanceof Uint8Array ? Array.from(value) : value]);
    else if (Array.isArray(value)) {
      out.push([encoded(`${name}.count`), [value.length]]);
      value.forEach((item: Arguments | Numbers, k) => flatten({ [String(k)]: item }, `${name}.`, out));
    } else flatten(value as Arguments, `${name}.`, out);
  }
}

const broken: ErrorParts = {
  kind: 'bug', where: 'WebAssembly', problem: '', given: '', need: '', hint: 'load the module again', line: 0, column: 0, text: '',
};

const absent = (call: string): ErrorParts => ({
  ...broken, kind: 'usage', where: call, problem: 'this module does not have it', hint: 'load catena-more.wasm, which has all calls',
  text: `${call}: this module does not have it\n  hint    load catena-more.wasm, which has all calls`,
});

export class Module {
  private readonly exports: Exports;
  private at = 0;
  private room = 0;
  private trapped = '';

  private constructor(instance: WebAssembly.Instance) {
    this.exports = instance.exports as unknown as Exports;
    this.exports._initialize();
  }

  static async start(source: Source): Promise<Module> {
    const compiled = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    // The core opens no files and reads no clock; what its C library imports nevertheless fails with "not supported" (52).
    const wasi: Record<string, (...a: number[]) => number> = {};
    for (const { module, name } of WebAssembly.Module.imports(compiled))
      if (module === 'wasi_snapshot_preview1') wasi[name] = () => 52;
    wasi['proc_exit'] = (code) => {
      throw new WebAssembly.RuntimeError(`exit ${code}`);
    };
    let memory: WebAssembly.Memory | undefined;
    wasi['environ_sizes_get'] = (count, size) => { // no environment
      const view = new DataView(memory!.buffer);
      view.setUint32(count!, 0, true);
      view.setUint32(size!, 0, true);
      return 0;
    };
    wasi['environ_get'] = () => 0;
    const instance = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasi });
    memory = instance.exports['memory'] as WebAssembly.Memory;
    return new Module(instance);
  }

  /** Bytes of the module's memory, which only grows. */
  get memory(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** Runs a call of the module; a negative status throws a CatenaError. */
  call(name: string, handle: number, args: Arguments = {}): number {
    if (this.trapped) throw new CatenaError({ ...broken, problem: this.trapped, text: `WebAssembly: ${this.trapped}` });
    if (!(name in this.exports)) throw new CatenaError(absent(name));
    const entries: Entry[] = [];
    flatten(args, '', entries);
    let size = 0;
    for (const [key, value] of entries)
      size += 16 + padded(key.length) + padded(value instanceof Uint8Array ? value.length : 8 * value.length);
    let status: number;
    try {
      if (size > this.room) {
        this.at = this.exports.argument_memory(size);
        this.room = this.at === 0 ? 0 : size;
        if (this.at === 0) throw new RangeError('the module has no memory left for the arguments');
      }
      this.write(entries);
      status = (this.exports[name] as (handle: number, bytes: number) => number)(handle, size);
    } catch (error) {
      if (error instanceof RangeError && !/call stack/.test(error.message))
        throw new CatenaError({ ...broken, kind: 'memory', problem: error.message, hint: '', text: `WebAssembly: ${error.message}` });
      this.trapped = `the module stopped: ${error instanceof Error ? error.message : String(error)}`;
      throw new CatenaError({ ...broken, problem: this.trapped, text: `WebAssembly: ${this.trapped}` });
    }
    if (status < 0) throw new CatenaError(this.json<ErrorParts>());
    return status;
  }

  private write(entries: Entry[]): void {
    const buffer = this.exports.memory.buffer;
    const view = new DataView(buffer);
    let at = this.at;
    for (const [key, value] of entries) {
      const text = value instanceof Uint8Array;
      view.setUint32(at, key.length, true);
      view.setUint32(at + 4, text ? TEXT : NUMBERS, true);
      view.setUint32(at + 8, value.length, true);
      new Uint8Array(buffer, at + 16, key.length).set(key);
      at += 16 + padded(key.length);
      if (text) new Uint8Array(buffer, at, value.length).set(value);
      else new Float64Array(buffer, at, value.length).set(value);
      at += padded(text ? value.length : 8 * value.length);
    }
  }

  /** The text of the last call. */
  text(): string {
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, this.exports.text_data(), this.exports.text_size()));
  }
  json<T>(): T {
    return JSON.parse(this.text()) as T;
  }
  /** A copy of the numbers of the last call. */
  numbers(): Float64Array {
    return new Float64Array(this.exports.memory.buffer, this.exports.number_data(), this.exports.number_count()).slice();
  }
}

/** An object of the module. Freed by `free()`, or after it was garbage-collected. */
export abstract class Handle {
  private static readonly registry = new FinalizationRegistry<() => void>((free) => free());
  private freed = false;

  protected constructor(
    protected readonly module: Module,
    protected readonly handle: number,
    private readonly drop: string,
  ) {
    Handle.registry.register(this, () => module.call(drop, handle), this);
  }

  /** Frees the memory that the module keeps for this object; every later call throws. */
  free(): void {
    if (this.freed) return;
    this.freed = true;
    Handle.registry.unregister(this);
    this.module.call(this.drop, this.handle);
  }

  protected call(name: string, args?: Arguments): number {
    return this.module.call(name, this.handle, args);
  }

  /** The first call of a constructor: nobody else can free the object if it throws. */
  protected first(name: string): void {
    try {
      this.call(name);
    } catch (error) {
      this.free();
      throw error;
    }
  }
}
