// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../src/turns';

function setup() {
  let next: (() => void) | null = null;
  const ran: string[] = [];
  const turns = new Turns((act) => (next = act));
  const frame = () => {
    const act = next;
    next = null;
    act?.();
    return ran.splice(0).join();
  };
  const later = (name: string, preferred = false) => turns.later(name, () => ran.push(name), { preferred });
  return { turns, frame, later };
}

test('a frame runs one piece, and each piece once, however often it was asked for', () => {
  const { turns, frame, later } = setup();
  for (const name of ['a', 'b', 'a']) later(name);
  assert.deepEqual([frame(), frame(), turns.busy, frame()], ['a', 'b', false, '']);
  later('c');
  assert.equal(frame(), 'c');
});

test('preferred pieces have every second turn, and the others are not starved', () => {
  const { frame, later } = setup();
  const seen: string[] = [];
  for (let k = 0; k < 6; ++k) {
    later('joints', true);
    for (const name of ['a', 'b']) later(name);
    seen.push(frame());
  }
  assert.deepEqual(seen, ['joints', 'a', 'joints', 'b', 'joints', 'a']);
});
