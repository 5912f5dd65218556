// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History } from '../src/history';

test('undo and redo go back and forth through the steps', () => {
  const history = new History(0);
  history.change(1);
  history.change(2);
  assert.equal(history.undo(), true);
  assert.equal(history.state, 1);
  assert.equal(history.undo(), true);
  assert.equal(history.undo(), false);
  assert.equal(history.state, 0);
  history.redo();
  history.redo();
  assert.equal(history.state, 2);
  assert.equal(history.redo(), false);
});

test('changes with one label are one step until a pause', () => {
  const history = new History(0);
  for (const value of [1, 2, 3]) history.change(value, 'slider');
  history.pause();
  history.change(4, 'slider');
  history.undo();
  assert.equal(history.state, 3);
  history.undo();
  assert.equal(history.state, 0);
});

test('a change after undo forgets what was undone', () => {
  const history = new History('a');
  history.change('b');
  history.undo();
  history.change('c');
  assert.equal(history.canRedo, false);
  history.undo();
  assert.equal(history.state, 'a');
});

test('replace is not a step', () => {
  const history = new History('a');
  history.change('b');
  history.replace('moving');
  history.undo();
  assert.equal(history.state, 'a');
});

test('the memory of steps is limited', () => {
  const history = new History(0);
  for (let k = 1; k <= 500; ++k) history.change(k);
  let steps = 0;
  while (history.undo()) ++steps;
  assert.equal(steps, 200);
  assert.equal(history.state, 300);
});
