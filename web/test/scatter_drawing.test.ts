// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scale } from '../src/chart/scale';
import { drawBars, mostBars } from '../src/chart/scatter/error_bars';
import { drawNames } from '../src/chart/scatter/names';
import { Places } from '../src/chart/scatter/places';
import { drawPoints, drawRings } from '../src/chart/scatter/points';
import { drawDrag, drawShown } from '../src/chart/scatter/shown_point';
import { drawStairs } from '../src/chart/scatter/stairs';
import { View } from '../src/chart/scatter/view';
import { inks, Recorder } from './recorder';
import { measure } from './things';

const view = new View([new Scale(0, 10), new Scale(0, 10)], 480, 260);
const at = (size: number) => new Places(Float32Array.from({ length: size }, (_, k) => 100 + (k % 300)), new Float32Array(size).fill(100));

test('points are discs in the colours of their groups, faint ones first', () => {
  const recorder = new Recorder();
  drawPoints(recorder.pen, { lists: [[0], [2, 3]], faint: [1] }, at(4), 4, ['red', 'blue'], inks);
  const discs = recorder.of('arc').map(({ args, style }) => [args[0], args[2], style.fillStyle, style.globalAlpha]);
  assert.deepEqual(discs, [[101, 4, 'none', 0.22], [100, 4, 'red', 0.92], [102, 4, 'blue', 0.92], [103, 4, 'blue', 0.92]]);
  assert.equal(recorder.of('fill').length, 3, 'one for each colour');
});

test('thousands of points are squares around their places', () => {
  const recorder = new Recorder();
  drawPoints(recorder.pen, { lists: [[0, 1]], faint: [] }, at(4001), 1.5, ['red'], inks);
  assert.deepEqual(recorder.of('fillRect', 'arc').map(({ args }) => args), [[98.5, 98.5, 3, 3], [99.5, 98.5, 3, 3]]);
});

test('the front has rings around its points, within the ranges', () => {
  const recorder = new Recorder();
  drawRings(recorder.pen, [0, 1, 3], at(4), 4, (k) => k !== 1, inks);
  assert.deepEqual(recorder.of('arc').map(({ args }) => [args[0], args[2]]), [[100, 6], [103, 6]]);
});

test('the stairs are a line, and a tint that closes at the worst corner; without a front there is nothing', () => {
  const [x, y] = [measure('a', [2, 4]), measure('b', [8, 6])];
  const recorder = new Recorder();
  drawStairs(recorder.pen, [], x, y, view, inks);
  assert.equal(recorder.calls.length, 0);
  drawStairs(recorder.pen, [0, 1], x, y, view, inks);
  assert.deepEqual(recorder.calls.map(({ name }) => name), ['beginPath', ...new Array(5).fill('lineTo'), 'stroke', 'lineTo', 'closePath', 'fill']);
  assert.deepEqual(recorder.of('lineTo').at(-1)!.args, [64, 214]);
  assert.ok((recorder.of('fill')[0]!.style.globalAlpha as number) < 0.1);
});

test('error bars are drawn up to a number of points', () => {
  for (const [size, segments] of [[mostBars, 3 * mostBars], [mostBars + 1, 0]] as const) {
    const recorder = new Recorder();
    const x = measure('a', new Array(size).fill(5), { errors: new Float64Array(size).fill(1) });
    drawBars(recorder.pen, x, measure('b', new Array(size).fill(5)), at(size), view, inks);
    assert.equal(recorder.of('lineTo').length, segments);
  }
});

test('names are written where there is room for their width', () => {
  const recorder = new Recorder();
  const places = new Places(Float32Array.of(200, 440), Float32Array.of(100, 100));
  drawNames(recorder.pen, places, view, (k) => ['one', 'eleven'][k]!, inks);
  assert.deepEqual(recorder.of('fillText').map(({ args, style }) => [...args, style.fillStyle]), [['one', 209, 87, 'strong'], ['eleven', 440 - 9 - 36, 87, 'strong']]);
});

test('the point that is shown has a halo, its colour and its error bars', () => {
  const recorder = new Recorder();
  const x = measure('a', [5, 5], { errors: Float64Array.of(0, 1) });
  drawShown(recorder.pen, 1, x, measure('b', [5, 5]), at(2), view, 4, 'red', inks);
  assert.deepEqual(recorder.of('fill').map(({ style }) => style.fillStyle), ['card', 'red']);
  assert.deepEqual(recorder.of('arc').map(({ args }) => args.slice(0, 3)), [[101, 100, 7.5], [101, 100, 4.5]]);
  assert.deepEqual(recorder.strokes.map(({ path, style }) => [path.length, style.lineWidth]), [[6, 1], [0, 2]]);
});

test('a drag is a pale rectangle from where it began', () => {
  const recorder = new Recorder();
  drawDrag(recorder.pen, { from: [100, 90], to: [70, 120] }, inks);
  assert.deepEqual(recorder.of('fillRect').map(({ args, style }) => [args, style.fillStyle, style.globalAlpha]), [[[100, 90, -30, 30], 'accent', 0.15]]);
});
