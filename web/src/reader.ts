// SPDX-License-Identifier: Apache-2.0
// Reads a JSON document and keeps track of the path, so that an error names its place: runs[0].time.

export class DocumentError extends Error {
  constructor(
    readonly where: string,
    readonly reason: string,
  ) {
    super(where ? `${where}: ${reason}` : reason);
    this.name = 'DocumentError';
  }
}

export class Reader {
  private constructor(
    private readonly value: unknown,
    private readonly where: string,
  ) {}

  static parse(text: string): Reader {
    try {
      return new Reader(JSON.parse(text), '');
    } catch (error) {
      throw new DocumentError('', `this is not JSON (${error instanceof Error ? error.message : String(error)})`);
    }
  }

  fail(reason: string): never {
    throw new DocumentError(this.where, reason);
  }

  present(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  // A member of an object; that it is missing is reported only when it is read. `lax`: it also counts as missing if
  // this is not an object.
  get(key: string, lax = false): Reader {
    const where = this.where ? `${this.where}.${key}` : key;
    if (!isObject(this.value)) {
      if (lax) return new Reader(undefined, where);
      return this.fail(`expected an object, got ${described(this.value)}`);
    }
    return new Reader(Object.hasOwn(this.value, key) ? this.value[key] : undefined, where);
  }

  text(absent?: string): string {
    if (this.value === undefined && absent !== undefined) return absent;
    return typeof this.value === 'string' ? this.value : this.wrong('a string');
  }

  number(): number {
    return typeof this.value === 'number' ? this.value : this.wrong('a number');
  }

  // An index of a list of this size; with Infinity, any non-negative integer.
  index(size: number): number {
    const value = this.number();
    if (!Number.isInteger(value) || value < 0) this.fail(`expected a non-negative integer, got ${value}`);
    return value < size ? value : this.fail(`expected an index below ${size}, got ${value}`);
  }

  flag(absent: boolean): boolean {
    if (this.value === undefined) return absent;
    return typeof this.value === 'boolean' ? this.value : this.wrong('true or false');
  }

  textOrNumber(): string | number | null {
    if (this.value === null) return '';
    return typeof this.value === 'string' || typeof this.value === 'number' ? this.value : null;
  }

  oneOf<T extends string>(words: readonly T[], absent?: T): T {
    if (this.value === undefined && absent !== undefined) return absent;
    const word = this.text();
    return words.find((known) => known === word) ?? this.fail(`expected one of ${words.join(', ')}, got “${word}”`);
  }

  list<T>(read: (item: Reader) => T, absent?: T[]): T[] {
    if (this.value === undefined && absent !== undefined) return absent;
    if (!Array.isArray(this.value)) return this.wrong('a list');
    return this.value.map((item, i) => read(new Reader(item, `${this.where}[${i}]`)));
  }

  // A short list of finite numbers.
  numbers(size: number, absent: readonly number[]): readonly number[] {
    if (this.value === undefined) return absent;
    const numbers = this.list((item) => item.number());
    return numbers.length === size ? numbers : this.fail(`expected ${size} numbers, got ${numbers.length}`);
  }

  // A long list: numbers and nulls, or little-endian bytes in base64 under "f64" or "f32".
  series(size?: number): Float64Array {
    const values = this.unpacked();
    if (size !== undefined && values.length !== size)
      this.fail(`expected ${size} numbers, one for each time, x value or cell, got ${values.length}`);
    return values;
  }

  private unpacked(): Float64Array {
    if (isObject(this.value)) {
      if (this.get('f64').present()) return new Float64Array(this.get('f64').bytes(8));
      if (this.get('f32').present()) return Float64Array.from(new Float32Array(this.get('f32').bytes(4)));
    }
    if (!Array.isArray(this.value)) return this.wrong('a list of numbers');
    const out = new Float64Array(this.value.length);
    this.value.forEach((item: unknown, i) => {
      if (item === null) out[i] = NaN;
      else if (typeof item === 'number') out[i] = item;
      else new Reader(item, `${this.where}[${i}]`).wrong('a number or null');
    });
    return out;
  }

  private bytes(each: number): ArrayBuffer {
    let raw = '';
    try {
      raw = atob(this.text());
    } catch {
      this.fail('this is not base64');
    }
    if (raw.length % each !== 0) this.fail(`${raw.length} bytes are not a whole number of values of ${each} bytes`);
    const bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
    return bytes.buffer;
  }

  private wrong(need: string): never {
    return this.fail(`expected ${need}, got ${described(this.value)}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function described(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  return `the ${typeof value} ${JSON.stringify(value)?.slice(0, 40)}`;
}
