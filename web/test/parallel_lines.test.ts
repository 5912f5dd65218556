// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted } from '../src/chart/parallel/crowds';
import { nearestLine, tracePath } from '../src/chart/parallel/lines';
import { modelOf } from '../src/chart/parallel/model';
import { Selection } from '../src/chart/parallel/selection';
import { countText, smallPrint, spokenLine } from '../src/chart/parallel/texts';
import { Recorder } from './recorder';
import { measure, things } from './things';

const any = (_: number) => true;
const levels = [measure('a', [0, 10, 5, NaN]), measure('b', [0, 10, NaN, 4]), measure('c', [10, 0, 5, 4], { better: 'less' })];
const model = modelOf(things(levels), [0, 1, 2], false);
const layout = model.layout.withWidth(34 + 400 + model.layout.right); // axes at 34, 234, 434

test('a gap interrupts a line, and it goes on behind it', () => {
  const paths = [0, 2, 3].map((k) => {
    const recorder = new Recorder();
    tracePath(recorder.pen, layout, model.ys, k);
    return recorder.calls.map(({ name, args }) => [name, args[0]]);
  });
  assert.deepEqual(paths, [
    [['moveTo', 34], ['lineTo', 234], ['lineTo', 434]],
    [['moveTo', 34], ['moveTo', 434]],
    [['moveTo', 234], ['lineTo', 434]],
  ]);
});

test('lines run between the heights of their values, the better end up', () => {
  const y = (axis: number, k: number) => model.ys[axis]![k]!;
  assert.ok(y(0, 1) < y(0, 2) && y(0, 2) < y(0, 0), 'more is better');
  assert.ok(y(2, 1) < y(2, 2) && y(2, 2) < y(2, 0), 'less is better');
  assert.ok(y(0, 1) > layout.top && y(0, 0) < layout.foot, 'with room at the ends');
});

test('the line that is nearest up and down is picked', () => {
  const [up, down] = [model.ys[0]![1]!, model.ys[0]![0]!];
  const pick = (x: number, y: number, may = any) => nearestLine(layout, model.ys, x, y, may);
  assert.equal(pick(134, up + 3), 1);
  assert.equal(pick(134, down - 11), 0);
  assert.equal(pick(134, down - 13), null, 'too far away');
  assert.equal(pick(134, up, (k) => k !== 1), null, 'not to be picked');
  assert.equal(pick(700, up), null, 'beside the axes');
  // between b and c lines 0 and 1 run level, and line 3 falls
  const [b, c] = [model.ys[1]![3]!, model.ys[2]![3]!];
  assert.equal(pick(334, (b + c) / 2), 3);
  assert.equal(pick(134, model.ys[0]![2]!), null, 'a line with a gap is not there');
});

test('of two lines within reach the nearer one is picked', () => {
  const close = modelOf(things([measure('a', [0, 100, 98]), measure('b', [0, 100, 98])]), [0, 1], false);
  const wide = close.layout.withWidth(500);
  const [, first, second] = close.ys[0]!;
  assert.equal(nearestLine(wide, close.ys, 100, first! - 1, any), 1);
  assert.equal(nearestLine(wide, close.ys, 100, second! + 1, any), 2);
});

test('two axes have a front of their own; of more only the set can say', () => {
  const set = things([measure('a', [1, 2, 3]), measure('b', [3, 2, 1], { better: 'less' }), measure('c', [1, 1, 1])]);
  assert.deepEqual([...modelOf(set, [0, 1], false).marked], [2]);
  assert.deepEqual([...modelOf(set, [0, 1, 2], false).marked], []);
  assert.deepEqual([...modelOf({ ...set, front: [1] }, [0, 1], false).marked], [1]);
});

test('of a few things the error bars fit on the axes', () => {
  const set = things([measure('a', [1, 2], { errors: Float64Array.of(0, 3) }), measure('b', [1, 2])], ['x', 'y']);
  const [few, many] = [true, false].map((is) => modelOf(set, [0, 1], is));
  assert.ok(few!.layout.scales[0]!.least <= -1 && few!.layout.scales[0]!.most >= 5);
  assert.ok(many!.layout.scales[0]!.most < 3);
});

test('lines are drawn that are within the ranges, switched on and, if wanted, on the front', () => {
  const outside = new Set([4]);
  const selection = new Selection(6, new Set([1, 4, 5]), (k) => !outside.has(k));
  assert.deepEqual(selection.lines(), [0, 1, 2, 3, 5]);
  selection.toggle(2);
  assert.deepEqual([selection.isOff(2), selection.lines()], [true, [0, 1, 3, 5]]);
  assert.deepEqual(selection.inDrawingOrder(), { order: [0, 3, 1, 5], faint: [2, 4] }, 'the front is drawn last');
  selection.onlyFront = true;
  assert.deepEqual(selection.lines(), [1, 5]);
  selection.onlyFront = false;
  selection.toggle(2);
  assert.deepEqual([selection.isOff(2), selection.has(2), selection.has(4)], [false, true, false]);
});

test('counted lines are where drawn ones would be', () => {
  const density = counted(layout, model.ys, [0, 1, 2], () => [0, 0, 0]);
  const rows = (x: number) => Array.from({ length: layout.height }, (_, y) => y).filter((y) => density.count(x, y) > 0);
  assert.deepEqual(rows(134), [1, 0].map((k) => Math.floor(model.ys[0]![k]! + 0.5)), 'two level lines, and none with a gap');
  assert.deepEqual([rows(33), rows(434)], [[], []], 'none outside of the axes');
});

test('the count says how many lines there are, and that only some of them are drawn', () => {
  const set = things([measure('a', new Array(30).fill(1))]);
  const text = (count: number, filtered: boolean, few: boolean, size = 30) => countText({ things: { ...set, size }, count, filtered }, few);
  assert.equal(text(30, false, false), '30 lines; drag along an axis to filter by a range');
  assert.equal(text(12, true, false), '12 of 30 within the ranges');
  assert.equal(text(20000, true, false, 50000), '20000 of 50000 within the ranges');
  assert.equal(text(20001, true, false, 50000), '20001 of 50000 within the ranges, 1 in 2 drawn');
  assert.equal(text(50000, false, false, 50000), '50000 lines, 1 in 3 drawn; drag along an axis to filter by a range');
  assert.equal(text(30, false, true), '');
  assert.equal(text(4, true, true), '4 of 30 within the ranges');
});

test('a line and an axis are described in words', () => {
  assert.equal(spokenLine(things(levels, ['', 'PUMA']), [2, 0], 1), 'PUMA: c 0 m, a 10 m');
  assert.equal(smallPrint(levels[2]!), '[m] lower is better');
  assert.equal(smallPrint(measure('a', [], { unit: '', better: 'neither' })), '');
});
