// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock } from '../src/clock';

test('it plays to the end at its speed, and again from the start', () => {
  const clock = new Clock(1, 3);
  clock.setSpeed(2);
  clock.play();
  clock.tick(0.5);
  assert.equal(clock.time, 2);
  clock.tick(5);
  assert.equal(clock.time, 3);
  assert.equal(clock.playing, false);
  clock.play();
  assert.equal(clock.time, 1);
});

test('it repeats when asked to', () => {
  const clock = new Clock(0, 2);
  clock.loop = true;
  clock.play();
  clock.tick(4.5);
  assert.equal(clock.time, 0.5);
  assert.equal(clock.playing, true);
});

test('a look at another time does not move it', () => {
  const clock = new Clock(0, 10);
  clock.seek(4);
  clock.preview(7);
  assert.equal(clock.time, 7);
  clock.preview(null);
  assert.equal(clock.time, 4);
  clock.play();
  clock.preview(9);
  assert.equal(clock.time, 4);
});

test('a step pauses and stays inside', () => {
  const clock = new Clock(0, 1);
  clock.play();
  clock.step(0.4);
  assert.equal(clock.playing, false);
  assert.equal(clock.time, 0.4);
  clock.step(-3);
  assert.equal(clock.time, 0);
  clock.step(3);
  assert.equal(clock.time, 1);
});

test('every change is reported', () => {
  const clock = new Clock(0, 1);
  let calls = 0;
  clock.onChange(() => ++calls);
  clock.seek(0.5);
  clock.preview(0.1);
  clock.preview(null);
  clock.preview(null); // nothing to go back from
  clock.play();
  clock.pause();
  assert.equal(calls, 5);
});

test('a run without duration does not play', () => {
  const clock = new Clock(2, 2);
  clock.play();
  assert.equal(clock.playing, false);
});
