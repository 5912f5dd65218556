// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Layout, roomOnTheRight } from '../src/chart/parallel/layout';
import { Scale } from '../src/chart/scale';

const near = (found: number, wanted: number) => assert.ok(Math.abs(found - wanted) < 1e-9, `${found} is not ${wanted}`);
const scales = [new Scale(0, 10), new Scale(1, 100, true), new Scale(-1, 1)];
const layout = new Layout(scales, [false, true, false], 340, 66, 700); // axes at 34, 334, 634, from 58 to 322

test('the axes divide what the margins leave', () => {
  assert.deepEqual([0, 1, 2].map((axis) => layout.x(axis)), [34, 334, 634]);
  assert.equal(layout.gap, 300);
  assert.deepEqual([layout.top, layout.foot, layout.length], [58, 322, 264]);
  assert.equal(layout.leastWidth, 2 * 104 + 34 + 66);
});

test('the better end is up: the greater value, or the smaller one if less is better', () => {
  near(layout.y(0, 10), 58);
  near(layout.y(0, 0), 322);
  near(layout.y(1, 1), 58);
  near(layout.y(1, 100), 322);
  near(layout.y(1, 10), 190);
  assert.ok(Number.isNaN(layout.y(0, NaN)) && Number.isNaN(layout.y(1, -1)));
});

test('a height leads back to its value', () => {
  for (const [axis, value] of [[0, 3.5], [1, 42], [2, -0.25]] as const) near(layout.value(axis, layout.y(axis, value)), value);
});

test('a place is between two axes, also a little outside of the outer ones', () => {
  assert.deepEqual(layout.between(34), { axis: 0, part: 0 });
  assert.deepEqual(layout.between(184), { axis: 0, part: 0.5 });
  assert.deepEqual(layout.between(409), { axis: 1, part: 0.25 });
  assert.equal(layout.between(650)?.axis, 1);
  assert.equal(layout.between(10)?.axis, 0);
  assert.equal(layout.between(3), null);
  assert.equal(layout.between(670), null);
});

test('another width moves the axes and nothing else', () => {
  const wide = layout.withWidth(1000);
  assert.equal(layout.withWidth(700), layout);
  assert.deepEqual([0, 1, 2].map((axis) => wide.x(axis)), [34, 484, 934]);
  assert.equal(wide.y(1, 7), layout.y(1, 7));
});

test('titles do not touch each other, and the outer ones end where the surface does', () => {
  const [outer, inner] = [layout.titleWidth(true), layout.titleWidth(false)];
  assert.ok(inner < layout.gap && outer - 28 + inner / 2 < layout.gap, `${outer} and ${inner}`);
  assert.ok(outer > inner / 2);
});

test('names get the room they need, up to a limit; numbers need less', () => {
  assert.equal(roomOnTheRight(['ab', 'abcde']), 94);
  assert.equal(roomOnTheRight(['x'.repeat(99)]), 240);
  assert.equal(roomOnTheRight([]), 54);
  assert.equal(roomOnTheRight(null), 58);
});
