// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawAxes, drawTicks } from '../src/chart/parallel/axes';
import { drawFew } from '../src/chart/parallel/few_lines';
import { type Crowds, drawMany, mostLines, mostStrokes, quickLines } from '../src/chart/parallel/many_lines';
import { modelOf } from '../src/chart/parallel/model';
import { Selection } from '../src/chart/parallel/selection';
import { drawShown } from '../src/chart/parallel/shown_line';
import type { Things } from '../src/sections';
import { inks, Recorder } from './recorder';
import { measure, things } from './things';

function scene(set: Things, few: boolean, within: (k: number) => boolean = () => true) {
  const model = modelOf(set, [...set.measures.keys()], few);
  const layout = model.layout.withWidth(600);
  return { model, layout, selection: new Selection(set.size, model.marked, within), recorder: new Recorder() };
}
const colour = (k: number) => `colour ${k}`;
const three = things([measure('a', [1, 2, 3]), measure('b', [2, NaN, 2.01], { errors: Float64Array.of(0.5, 0.5, 0) })], ['one', 'two', 'three'], [2]);

test('every axis is a line from the first to the last height', () => {
  const { layout, recorder } = scene(three, true);
  drawAxes(recorder.pen, layout, inks);
  const [{ path, style }] = recorder.strokes as [(typeof recorder.strokes)[0]];
  assert.equal(style.strokeStyle, 'ink');
  assert.deepEqual(path, [0, 1].flatMap((axis) => [['moveTo', Math.round(layout.x(axis)) + 0.5, 58], ['lineTo', Math.round(layout.x(axis)) + 0.5, layout.foot]]));
});

test('ticks stand at their values, the numbers beside them', () => {
  const { layout, recorder } = scene(three, true);
  drawTicks(recorder.pen, layout, 4, inks);
  const wanted = layout.scales.flatMap((scale, axis) => scale.ticks(4).map(({ value, text }) => [text, layout.x(axis) + 6, layout.y(axis, value)]));
  assert.ok(wanted.length >= 6);
  assert.deepEqual(recorder.of('fillText').map(({ args }) => args), wanted);
  assert.deepEqual(recorder.of('fillRect').map(({ args }) => args[1] + 0.5), wanted.map(([, , y]) => y));
});

test('each of a few things has its colour, a disc where it has a value, and its name', () => {
  const { model, layout, selection, recorder } = scene(three, true);
  drawFew(recorder.pen, model, layout, selection, colour, inks);
  assert.deepEqual(recorder.strokes.slice(0, 3).map(({ style }) => style.strokeStyle), ['colour 0', 'colour 1', 'colour 2']);
  const discs = recorder.of('arc').map(({ args, style }) => [style.fillStyle, args[0], args[1]]);
  const disc = (k: number, axis: number) => [colour(k), layout.x(axis), layout.y(axis, three.measures[axis]!.values[k]!)];
  assert.deepEqual(discs, [disc(0, 0), disc(0, 1), disc(1, 0), disc(2, 0), disc(2, 1)]);
  const names = recorder.of('fillText').slice(-2);
  assert.deepEqual(names.map(({ args, style }) => [args[0], style.fillStyle]), [['three', 'colour 2'], ['one', 'colour 0']], 'from top to bottom; two has no end');
  assert.ok(names[1]!.args[2] - names[0]!.args[2] >= 14 - 1e-9, 'names overlap');
});

test('an error bar has the colour of its thing and runs from end to end', () => {
  const { model, layout, selection, recorder } = scene(three, true);
  drawFew(recorder.pen, model, layout, selection, colour, inks);
  const bars = recorder.strokes.slice(3).filter(({ path, style }) => path.length === 2 && style.strokeStyle !== 'card');
  assert.deepEqual(bars.map(({ path, style }) => [style.strokeStyle, ...path]), [
    ['colour 0', ['moveTo', layout.x(1), layout.y(1, 1.5)], ['lineTo', layout.x(1), layout.y(1, 2.5)]],
  ]);
});

test('of a few things those outside of a range are faint, those switched off are gone', () => {
  const { model, layout, selection, recorder } = scene(three, true, (k) => k !== 0);
  selection.toggle(1);
  drawFew(recorder.pen, model, layout, selection, colour, inks);
  const alphas = recorder.strokes.slice(0, 2).map(({ style }) => [style.strokeStyle, style.globalAlpha]);
  assert.deepEqual(alphas, [['colour 0', 0.15], ['colour 2', 1]]);
  assert.ok(!recorder.calls.some(({ style }) => style.strokeStyle === 'colour 1' || style.fillStyle === 'colour 1'));
});

// Counted lines as their number and the colour of the first.
class FakeCrowds implements Crowds {
  of: Crowds['of'] = (_, lines, shade) => `${lines.length} of ${shade(lines[0]!)}` as unknown as CanvasImageSource;
  backdrop: Crowds['backdrop'] = (_, grey) => `all in ${grey}` as unknown as CanvasImageSource;
}
const shades = { text: colour, rgb: (k: number) => [k, 0, 0] as const };
const many = (size: number, front: number[]) => things([measure('a', Array.from({ length: size }, (_, k) => k)), measure('b', Array.from({ length: size }, () => 1))], [], front);

test('hundreds of lines are drawn one by one, faint ones first and the front last and wider', () => {
  const { model, layout, selection, recorder } = scene(many(mostStrokes, [3]), false, (k) => k !== 7);
  drawMany(recorder.pen, model, layout, selection, shades, inks, new FakeCrowds(), false);
  const strokes = recorder.strokes;
  assert.equal(strokes.length, mostStrokes);
  assert.deepEqual([strokes[0]!.style.strokeStyle, strokes[0]!.style.globalAlpha], ['none', 0.1]);
  assert.equal(strokes.at(-1)!.style.strokeStyle, 'colour 3');
  assert.ok((strokes.at(-1)!.style.lineWidth as number) > (strokes[1]!.style.lineWidth as number));
  assert.equal(recorder.of('drawImage').length, 0);
  assert.ok(recorder.texts.length > 0, 'no ticks');
});

test('more lines are counted, with the front over them', () => {
  const size = mostLines + 1;
  const { model, layout, selection, recorder } = scene(many(size, [5, 6]), false);
  const pictures = (quick: boolean) => {
    recorder.calls.length = 0;
    drawMany(recorder.pen, model, layout, selection, shades, inks, new FakeCrowds(), quick);
    return recorder.of('drawImage').map(({ args }) => args[0]);
  };
  assert.deepEqual(pictures(false), [`${Math.ceil(size / 2)} of 0,0,0`]);
  assert.deepEqual(recorder.strokes.map(({ style }) => style.strokeStyle), ['colour 5', 'colour 6']);
  assert.deepEqual(pictures(true), [`${Math.ceil(size / Math.ceil(size / quickLines))} of 0,0,0`], 'fewer while a range moves');
  selection.onlyFront = true;
  assert.deepEqual(pictures(false), ['all in none', '2 of 5,0,0'], 'the others faintly behind');
});

test('the line that is pointed at has its values without units', () => {
  const { model, layout, recorder } = scene(three, true);
  drawShown(recorder.pen, model, layout, 0, 'its colour', inks);
  assert.deepEqual(recorder.texts, ['1', '2 \u00b1 0.5']);
  assert.deepEqual(recorder.strokes.map(({ style }) => style.strokeStyle), ['card', 'its colour']);
  const crowd = scene(three, false);
  drawShown(crowd.recorder.pen, crowd.model, crowd.layout, 1, 'its colour', inks);
  assert.deepEqual(crowd.recorder.texts, ['2', 'two'], 'of many, its name too, and nothing at a gap');
  assert.equal(crowd.recorder.strokes.at(-1)!.style.strokeStyle, 'strong');
});
