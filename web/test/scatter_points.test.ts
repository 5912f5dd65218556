// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scale } from '../src/chart/scale';
import { errorBars } from '../src/chart/scatter/error_bars';
import { actionOf, nextPoint } from '../src/chart/scatter/keys';
import { placeNames } from '../src/chart/scatter/names';
import { Places, placesOf } from '../src/chart/scatter/places';
import { opacityOf, radiusOf, sortPoints } from '../src/chart/scatter/points';
import { stairPath } from '../src/chart/scatter/stairs';
import { description, frontTexts, rowsOf, spokenPoint } from '../src/chart/scatter/texts';
import { View } from '../src/chart/scatter/view';
import { measure, things } from './things';

const any = (_: number) => true;
const view = new View([new Scale(0, 10), new Scale(0, 10)], 480, 260); // 400 by 200 pixels from 64, 14
const at = (...points: [number, number][]) => new Places(Float32Array.from(points, ([x]) => x), Float32Array.from(points, ([, y]) => y));

test('points are where their values are; one with a gap is nowhere', () => {
  const places = placesOf(things([measure('a', [0, 5, NaN]), measure('b', [0, 10, 3])]), 0, 1, view, false);
  assert.deepEqual([[...places.x], [...places.y]], [[64, 264, NaN], [214, 14, 154]]);
  assert.deepEqual([0, 1, 2].map((k) => places.has(k)), [true, true, false]);
  assert.equal(places.isInFrame(2, view) || places.isOnSurface(2, view), false);
});

test('points of a choice are spread around it, the same way each time, and never into the next one', () => {
  const size = 500;
  const set = things([measure('kind', new Array(size).fill(1), { labels: ['a', 'b', 'c', 'd'] }), measure('b', new Array(size).fill(5))]);
  const choices = new View([new Scale(-0.5, 3.5, false, ['a', 'b', 'c', 'd']), new Scale(0, 10)], 480, 260);
  const { x, y } = placesOf(set, 0, 1, choices, false);
  const [least, most] = [Math.min(...x), Math.max(...x)];
  assert.ok(least >= choices.x(1) - 30 && most <= choices.x(1) + 30 && most - least > 55, `${least} to ${most}`);
  assert.ok(new Set(x).size > 450 && new Set(y).size === 1);
  assert.deepEqual(placesOf(set, 0, 1, choices, false).x, x);
  assert.equal(new Set(placesOf(set, 0, 1, choices, true).x).size, 1, 'a few have room');
});

test('the nearest point within reach is picked, if it may be', () => {
  const places = at([100, 100], [110, 100], [NaN, 100]);
  assert.equal(places.nearest(104, 100, any), 0);
  assert.equal(places.nearest(106, 100, any), 1);
  assert.equal(places.nearest(106, 100, (k) => k === 0), 0);
  assert.equal(places.nearest(100, 125, any), 0);
  assert.equal(places.nearest(100, 126, any), null);
});

test('points are sorted by colour; what is outside of a range is apart, what is not seen is left out', () => {
  const places = at([100, 100], [200, 100], [300, 100], [60, 100], [50, 100], [NaN, 1], [100, -1]);
  const { lists, faint } = sortPoints({ group: [1, 0, 1, 0, 0, 0, 0], groups: 3 }, places, view, (k) => k !== 2);
  assert.deepEqual([lists, faint], [[[1, 3], [0], []], [2]]);
});

test('more points are smaller and fainter', () => {
  const sizes = [13, 301, 4001, 20001];
  for (const list of [sizes.slice(0, 3).map((size) => radiusOf(size, false)), [13, 1001, 20001].map(opacityOf)])
    assert.ok(list.every((value, k) => k === 0 || value < list[k - 1]!), `${list}`);
  assert.ok(radiusOf(12, true) > radiusOf(13, false));
});

test('the stairs run from edge to edge, past all points of the front', () => {
  const values = { x: [2, 4], y: [8, 6] }; // falling: a front if more of both is better, or less of both
  const path = (betterX: 'less' | 'more', betterY: 'less' | 'more', x = values.x, y = values.y) => {
    const found = stairPath([0, 1], measure('a', x, { better: betterX }), measure('b', y, { better: betterY }), view);
    return [...found.path, found.corner].map((point) => point.map((pixel) => Math.round(pixel)));
  };
  const [x2, x4, y6, y8] = [144, 224, 94, 54];
  assert.deepEqual(path('more', 'more'), [[64, y8], [x2, y8], [x2, y6], [x4, y6], [x4, 214], [64, 214]]);
  assert.deepEqual(path('less', 'less'), [[x2, 14], [x2, y8], [x4, y8], [x4, y6], [464, y6], [464, 14]]);
  assert.deepEqual(path('more', 'less', [2, 4], [6, 8]), [[64, y6], [x2, y6], [x2, y8], [x4, y8], [x4, 14], [64, 14]]);
  assert.deepEqual(path('less', 'more', [2, 4], [6, 8]), [[x2, 214], [x2, y6], [x4, y6], [x4, y8], [464, y8], [464, 214]]);
});

test('error bars run from end to end with caps; what a logarithm cannot show goes to the edge', () => {
  const log = new View([new Scale(1, 100, true), new Scale(0, 10)], 480, 260);
  const x = measure('a', [10, 10], { errors: Float64Array.of(90, 0), log: true });
  const y = measure('b', [5, 5], { errors: Float64Array.of(0, 2.5) });
  const places = placesOf(things([x, y]), 0, 1, log, true);
  const [cx, cy] = [264, 114];
  const bars = (k: number) => errorBars(k, x, y, places, log).map((segment) => segment.map((point) => point.map(Math.round)));
  assert.deepEqual(bars(0), [[[64, cy], [464, cy]], [[64, cy - 3], [64, cy + 3]], [[464, cy - 3], [464, cy + 3]]]);
  assert.deepEqual(bars(1), [[[cx, 164], [cx, 64]], [[cx - 3, 164], [cx + 3, 164]], [[cx - 3, 64], [cx + 3, 64]]]);
  assert.deepEqual(errorBars(0, measure('a', [1]), measure('b', [1]), places, log), []);
});

test('names cover neither each other nor a point, and stay inside', () => {
  let state = 11;
  const chance = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 50; ++round) {
    const places = at(...Array.from({ length: 12 }, (): [number, number] => [64 + 400 * chance(), 14 + 200 * chance()]));
    const boxes = placeNames(places, view, (k) => 20 + 5 * k).map(({ thing, x, y }) => ({ thing, box: [x, y - 7, x + 20 + 5 * thing, y + 7] as const }));
    const overlap = (a: readonly number[], b: readonly number[]) => a[0]! < b[2]! && a[2]! > b[0]! && a[1]! < b[3]! && a[3]! > b[1]!;
    boxes.forEach(({ thing, box }, i) => {
      assert.ok(box[0] >= 64 && box[1] >= -1e-9 && box[2] <= 478 && box[3] <= 214, `${box} is not inside`);
      boxes.slice(0, i).forEach((other) => assert.ok(!overlap(box, other.box), `${thing} covers ${other.thing}`));
      places.x.forEach((px, k) => assert.ok(k === thing || !overlap(box, [px - 7, places.y[k]! - 7, px + 7, places.y[k]! + 7]), `${thing} covers point ${k}`));
    });
  }
});

test('a name stands right above its point, on the left at the right edge, and is missing outside', () => {
  const [first, last, ...none] = placeNames(at([200, 100], [470, 100], [58, 100], [NaN, 100]), view, () => 50);
  assert.deepEqual([first, last, none], [{ thing: 0, x: 209, y: 87 }, { thing: 1, x: 411, y: 87 }, []]);
});

test('keys walk from point to point across and up, in the order that is seen', () => {
  const places = at([300, 50], [100, 150], [200, 10], [NaN, 1]);
  const walk = (key: string, shown: number | null) => {
    const action = actionOf(key);
    assert.ok(typeof action === 'object' && 'walk' in action);
    return nextPoint([0, 1, 2, 3], places, action.walk, action.step, shown);
  };
  assert.deepEqual([walk('ArrowRight', null), walk('ArrowRight', 1), walk('ArrowRight', 2), walk('ArrowRight', 0)], [1, 2, 0, 0]);
  assert.deepEqual([walk('ArrowLeft', null), walk('ArrowLeft', 0), walk('ArrowLeft', 1)], [0, 2, 1]);
  assert.deepEqual([walk('ArrowUp', null), walk('ArrowUp', 1), walk('ArrowDown', 2)], [1, 0, 0]);
  assert.equal(nextPoint([3], places, 'x', 1, null), undefined, 'a point without a place');
  assert.deepEqual([actionOf('+'), actionOf('-'), actionOf('0'), actionOf('Enter'), actionOf('Escape')], [{ zoom: 0.5 }, { zoom: 2 }, 'all', 'keep', 'leave']);
  assert.deepEqual([actionOf('a'), actionOf('toString')], [undefined, undefined]);
});

test('the card begins with what was chosen, each measure once, and is not endless', () => {
  const set = things(Array.from({ length: 14 }, (_, k) => measure(`m${k}`, [k], { unit: '' })), ['PUMA']);
  const rows = rowsOf(set, [3, 1, 3], 0, false);
  assert.deepEqual(rows.map(([name]) => name), ['m3', 'm1', 'm0', 'm2', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9']);
  const front = rowsOf(set, [3], 0, true);
  assert.deepEqual([front.length, front.at(-1)], [11, ['', 'on the Pareto front']]);
  assert.equal(spokenPoint(set, 0, rows.slice(0, 2)), 'PUMA: m3 3, m1 1');
});

test('marks are explained by what they mark', () => {
  const set = things([measure('a', [1, 2]), measure('b', [1, 2], { better: 'less' })]);
  assert.deepEqual(frontTexts(set, 1), { ring: 'Pareto front: 1 of 2', stair: 'boundary of the Pareto front' });
  assert.deepEqual(frontTexts({ ...set, front: [0] }, 1), { ring: 'Pareto front of all criteria: 1 of 2', stair: 'Pareto front of the two axes' });
  assert.match(description(set.measures[0]!, set.measures[1]!), /^a \[m\] higher is better and b \[m\] lower is better\. Arrow keys/);
});
