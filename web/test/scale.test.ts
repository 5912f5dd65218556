// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scale, scaleOf } from '../src/chart/scale';
import type { Axis } from '../src/sections';

const axis = (changes: Partial<Axis> & { labels?: string[] } = {}) => ({ name: 'a', unit: '', log: false, better: 'neither' as const, ...changes });

test('a place leads back to its value, straight or by logarithm', () => {
  for (const scale of [new Scale(-3, 7), new Scale(0.02, 500, true)])
    for (const value of [0.03, 1, 4.4, 6.9]) {
      assert.ok(Math.abs(scale.value(scale.place(value)) - value) < 1e-12 * 10);
      const part = scale.part(0.2, 0.9);
      assert.ok(Math.abs(part.place(value) - (scale.place(value) - 0.2) / 0.7) < 1e-12, 'a part is a magnified scale');
    }
});

test('a scale holds all values, with room, and nothing else', () => {
  const scale = scaleOf(axis(), [[3, NaN, 5], [1, Infinity]], 0.1);
  assert.deepEqual([scale.least, scale.most], [0.6, 5.4]);
  const log = scaleOf(axis({ log: true }), [[0, -3, 10, 1000]], 0);
  assert.ok(Math.abs(log.least - 10) < 1e-12 && Math.abs(log.most - 1000) < 1e-9);
  assert.ok(Number.isNaN(log.place(-3)) && !Number.isFinite(log.place(0)), 'what a logarithm cannot show');
});

test('one value, or none, has a scale too', () => {
  assert.ok(Math.abs(scaleOf(axis(), [[4, 4]]).place(4) - 0.5) < 1e-12);
  assert.equal(scaleOf(axis(), [[0]]).place(0), 0.5);
  assert.ok(Math.abs(scaleOf(axis({ log: true }), [[4]]).place(4) - 0.5) < 1e-12);
  assert.deepEqual(scaleOf(axis(), [[NaN]]).ticks(4).map(({ value }) => value), [0, 0.5, 1]);
});

test('ticks are round, inside, and not too many', () => {
  let state = 3;
  const chance = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let k = 0; k < 300; ++k) {
    const log = k % 2 === 1;
    const least = (log ? 1 : chance() - 0.5) * 10 ** (8 * chance() - 4);
    const scale = new Scale(least, log ? least * 10 ** (6 * chance() + 0.01) : least + 10 ** (8 * chance() - 4), log);
    const most = 2 + Math.floor(6 * chance());
    const values = scale.ticks(most).map(({ value }) => value);
    assert.ok(values.length <= most + 1 + (log ? 2 : 0), `${values} are more than ${most}`);
    for (const value of values) {
      assert.ok(scale.place(value) > -1e-6 && scale.place(value) < 1 + 1e-6, `${value} outside of ${scale.least}, ${scale.most}`);
      assert.ok(value === 0 || String(Number(value.toPrecision(12))) === String(value), `${value} is not round`);
    }
    assert.ok(values.every((value, i) => i === 0 || value > values[i - 1]!));
  }
  assert.deepEqual(new Scale(0, 1).ticks(5).map(({ text }) => text), ['0', '0.2', '0.4', '0.6', '0.8', '1']);
  assert.deepEqual(new Scale(0.5, 2000, true).ticks(5).map(({ text }) => text), ['1', '10', '100', '1000']);
  assert.deepEqual(new Scale(1, 10, true).ticks(8).map(({ text }) => text), ['1', '2', '5', '10']);
});

test('a choice has its labels at whole numbers, some of them if there is no room', () => {
  const scale = scaleOf(axis({ labels: ['RR', 'RP', 'PR', 'PP'] }), []);
  assert.equal(scale.place(-0.5), 0);
  assert.equal(scale.place(3.5), 1);
  assert.deepEqual(scale.ticks(4).map(({ text }) => text), ['RR', 'RP', 'PR', 'PP']);
  assert.deepEqual(scale.ticks(2).map(({ text }) => text), ['RR', 'PR']);
  assert.equal(scale.text(1), 'RP');
});
