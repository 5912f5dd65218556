// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scale } from '../src/chart/scale';
import { Drag } from '../src/chart/scatter/drag';
import { countMissing, scalesOf, shownValues } from '../src/chart/scatter/scales';
import { type Scales, View } from '../src/chart/scatter/view';
import { measure, things } from './things';

const near = (found: number[], wanted: number[]) =>
  found.forEach((value, k) => assert.ok(Math.abs(value - wanted[k]!) < 1e-9 * Math.max(1, Math.abs(wanted[k]!)), `${found} is not ${wanted}`));
const ends = (scales: Scales) => scales.flatMap(({ least, most }) => [least, most]);
const view = new View([new Scale(0, 10), new Scale(1, 100, true)], 480, 260); // 400 by 200 pixels from 64, 14

test('x goes to the right and y up, inside of the margins', () => {
  assert.deepEqual([view.left, view.right, view.top, view.bottom], [64, 464, 14, 214]);
  near([view.x(0), view.x(10), view.x(2.5)], [64, 464, 164]);
  near([view.y(1), view.y(100), view.y(10)], [214, 14, 114]);
  assert.ok(Number.isNaN(view.x(NaN)) && Number.isNaN(view.y(-1)));
});

test('a rectangle becomes scales, whichever corner comes first', () => {
  const wanted = [2.5, 5, 10, 100];
  near(ends(view.part([164, 114], [264, 14])), wanted);
  near(ends(view.part([264, 14], [164, 114])), wanted);
  near(ends(view.part([164, 14], [264, 114])), wanted);
});

test('zooming leaves a point where it is, or the middle', () => {
  for (const factor of [0.5, 2]) {
    const zoomed = new View(view.around(factor, [164, 64]), view.width, view.height);
    near([zoomed.x(2.5), zoomed.y(10 ** 1.5)], [164, 64]);
    near([(zoomed.x(5) - zoomed.x(2.5)) * factor], [view.x(5) - view.x(2.5)]);
    const middle = new View(view.around(factor, null), view.width, view.height);
    near([middle.x(5), middle.y(10)], [264, 114]);
  }
});

test('a drag spans a rectangle inside of the plot', () => {
  const drag = new Drag();
  assert.equal(drag.move([100, 100], view), false, 'none has begun');
  drag.begin([100, 100]);
  assert.equal(drag.move([999, -5], view), true);
  assert.deepEqual(drag.rectangle, { from: [100, 100], to: [464, 14] });
  assert.deepEqual(drag.end(), { from: [100, 100], to: [464, 14] });
  assert.deepEqual([drag.rectangle, drag.end()], [null, null]);
});

test('a short drag is a click, and so is a flat one', () => {
  for (const [x, y, wide] of [[106, 150, false], [150, 94, false], [107, 107, true], [93, 93, true]] as const) {
    const drag = new Drag();
    drag.begin([100, 100]);
    drag.move([x, y], view);
    assert.equal(drag.end() !== null, wide, `to ${x}, ${y}`);
  }
});

test('only things with a place count for the scales', () => {
  const [a, b] = [measure('a', [1, 2, 900, 3]), measure('b', [1, 10, NaN, -4], { log: true })];
  assert.deepEqual([...shownValues(a, b, true)[0]!], [1, 2, NaN, NaN]);
  const [across, up] = scalesOf(things([a, b]), 0, 1);
  assert.ok(across.most < 2.1 && across.least < 1 && across.least > 0.9, `${across.least} to ${across.most}`);
  assert.ok(up.log && up.least < 1 && up.most > 10 && up.most < 20);
  assert.equal(countMissing(things([a, b]), 0, 1, [across, up]), 2);
});

test('error bars fit on the scales if they are drawn', () => {
  const errors = (size: number) => new Float64Array(size).fill(4);
  const of = (size: number, log = false) => scalesOf(things([measure('a', new Array(size).fill(3), { errors: errors(size), log }), measure('b', new Array(size).fill(1))]), 0, 1)[0];
  assert.ok(of(400).least <= -1 && of(400).most >= 7);
  assert.ok(of(401).least > 2);
  assert.ok(of(4, true).least > 0 && of(4, true).most >= 7, 'a logarithm cannot show the lower end');
});
