// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Density } from '../src/chart/density';
import { Look, nameOf, valueText } from '../src/chart/look';
import { measure, things } from './things';

test('ranges of several measures keep what is in all of them; a gap is in none', () => {
  const look = new Look(things([measure('a', [1, 2, 3, NaN]), measure('b', [9, 8, 7, 6])]));
  let calls = 0;
  look.onFilter(() => ++calls);
  assert.equal(look.count, 4);
  look.setRange(0, [1.5, 9]);
  assert.deepEqual([0, 1, 2, 3].map((k) => look.within(k)), [false, true, true, false]);
  look.setRange(1, [8, 8]);
  assert.deepEqual([look.count, look.within(1), look.filtered], [1, true, true]);
  look.setRange(0, null);
  assert.equal(look.count, 1);
  look.clear();
  assert.deepEqual([look.count, look.filtered], [4, false]);
  assert.equal(calls, 4);
  look.setRange(0, null); // no change, no call
  assert.equal(calls, 4);
});

test('what is pointed at goes before what is kept', () => {
  const look = new Look(things([measure('a', [1, 2, 3])]));
  look.keep(2);
  look.point(1);
  assert.equal(look.shown, 1);
  look.point(null);
  assert.equal(look.shown, 2);
  look.keep(2); // again: released
  assert.equal(look.shown, null);
});

test('things and values have names, errors and units', () => {
  const set = things([measure('a', [1.5, NaN], { errors: Float64Array.of(0.0123, NaN) }), measure('kind', [1, 0], { labels: ['RR', 'RP'], unit: '' })], []);
  assert.equal(nameOf(set, 1), 'design 2');
  assert.equal(nameOf(things([measure('a', [1])], ['PUMA']), 0), 'PUMA');
  assert.equal(valueText(set, 0, 0), '1.5 \u00b1 0.012 m');
  assert.equal(valueText(set, 0, 1), '\u2013');
  assert.equal(valueText(set, 1, 0), 'RP');
});

test('many lines are counted where they pass, each once in a pixel', () => {
  const density = new Density(11, 20);
  const y = [Float32Array.of(3, 0, NaN, 5), Float32Array.of(3, 19, 4, 5)];
  for (const line of [0, 1, 2, 3]) density.add([0, 10], y, line, [line, 0, 0]);
  const at = (x: number, row: number) => density.count(x, row);
  for (let x = 0; x < 10; ++x) {
    assert.equal(at(x, 5) >= 1, true, 'a level line is in every column');
    let crossed = 0;
    for (let row = 0; row < 20; ++row) crossed += at(x, row);
    assert.ok(crossed >= 4 && crossed <= 6, `column ${x}: ${crossed}`); // two level lines, a steep one, none with a gap
  }
  for (let row = 1; row < 19; ++row) {
    let crossed = 0;
    for (let x = 0; x < 10; ++x) crossed += at(x, row);
    assert.ok(crossed >= 1, `the steep line leaves out row ${row}`);
  }
  assert.equal(at(10, 5), 0, 'the last axis is the end');
});

test('a gap ends a line, and it goes on behind it', () => {
  const density = new Density(9, 3);
  const y = [1, NaN, 1, 1].map((value) => Float32Array.of(value));
  density.add([0, 2, 4, 8], y, 0, [9, 9, 9]);
  assert.deepEqual(Array.from({ length: 9 }, (_, x) => density.count(x, 1)), [0, 0, 0, 0, 1, 1, 1, 1, 0]);
});

test('a crowd is what few pixels have', () => {
  assert.equal(new Density(4, 4).crowd(), 2);
  const density = new Density(1, 100); // row k is crossed by k lines
  const y = [Float32Array.from({ length: 100 }, (_, k) => k), Float32Array.from({ length: 100 }, (_, k) => k)];
  for (let row = 0; row < 100; ++row) for (let k = 0; k < row; ++k) density.add([0, 1], y, row, [0, 0, 0]);
  assert.equal(density.crowd(), 98);
});
