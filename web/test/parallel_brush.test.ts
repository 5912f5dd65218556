// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Brush, type Span } from '../src/chart/parallel/brush';

const top = 50;
const length = 200; // to 250
const drag = (from: number, to: number, now: Span | null = null) => {
  const brush = new Brush(top, length);
  brush.begin(from, now);
  return { span: brush.move(to), click: brush.end(to), after: brush.move(to + 50) };
};

test('a drag spans a range, on the axis only', () => {
  assert.deepEqual(drag(80, 120).span, [80, 120]);
  assert.deepEqual(drag(120, 80).span, [120, 80]);
  assert.deepEqual(drag(20, 400).span, [50, 250]);
});

test('a short drag is a click', () => {
  assert.deepEqual(drag(80, 83), { span: null, click: true, after: null });
  assert.equal(drag(80, 84).click, false);
});

test('after its end nothing follows the pointer', () => {
  assert.equal(drag(80, 120).after, null);
  const brush = new Brush(top, length);
  assert.equal(brush.move(100), null);
  assert.equal(brush.end(100), false);
  brush.begin(80, null);
  brush.cancel();
  assert.equal(brush.move(120), null);
});

test('inside of a range the drag moves it, up to the ends of the axis', () => {
  assert.deepEqual(drag(120, 130, [100, 140]).span, [110, 150]);
  assert.deepEqual(drag(120, 20, [100, 140]).span, [50, 90]);
  assert.deepEqual(drag(120, 249, [100, 140]).span, [210, 250]);
});

test('near an end of a range that end follows, and the other one stays', () => {
  assert.deepEqual(drag(103, 70, [100, 140]).span, [140, 70]);
  assert.deepEqual(drag(94, 110, [100, 140]).span, [140, 110]);
  assert.deepEqual(drag(146, 170, [100, 140]).span, [100, 170]);
  assert.deepEqual(drag(137, 120, [100, 140]).span, [100, 120]);
});

test('away from a range the drag spans a new one', () => {
  assert.deepEqual(drag(92, 70, [100, 140]).span, [92, 70]);
  assert.deepEqual(drag(148, 170, [100, 140]).span, [148, 170]);
});

test('keys move one end by a twentieth of the axis, and never past the other', () => {
  const brush = new Brush(top, length);
  assert.deepEqual(brush.stepped(null, -1, 'lower'), [50, 240]);
  assert.deepEqual(brush.stepped(null, 1, 'upper'), [60, 250]);
  assert.deepEqual(brush.stepped([100, 140], 1, 'lower'), [100, 150]);
  assert.deepEqual(brush.stepped([100, 140], -1, 'upper'), [90, 140]);
  assert.deepEqual(brush.stepped([100, 108], -1, 'lower'), [100, 105]);
  assert.deepEqual(brush.stepped([100, 108], 1, 'upper'), [103, 108]);
  assert.deepEqual(brush.stepped([55, 245], 1, 'lower'), [55, 250]);
  assert.deepEqual(brush.stepped([55, 245], -1, 'upper'), [50, 245]);
});
