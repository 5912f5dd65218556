// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../src/document';
import { csv } from '../src/plot/csv';
import { tableCsv } from '../src/ui/csv';
import { aligned, panels } from '../src/plot/panels';

function run(name: string, time: number[], signals: [string, string, string, number[]][]): Run {
  return {
    name,
    partial: '',
    robot: null,
    time: Float64Array.from(time),
    q: [],
    tip: [],
    desiredTip: [],
    events: [],
    signals: signals.map(([group, signal, unit, values]) => ({ group, name: signal, unit, log: group === 'decay', desired: false, about: '', values: Float64Array.from(values) })),
  };
}

test('signals share a plot by group and unit, and a name by all runs', () => {
  const runs = [
    run('a', [0], [['pos', 'q1', 'rad', [1]], ['pos', 'q2', 'm', [1]], ['pos', 'q3', 'rad', [1]]]),
    run('b', [0], [['pos', 'q3', 'rad', [1]], ['energy', 'E', 'J', [1]]]),
  ];
  const found = panels(runs);
  assert.deepEqual(found.map(({ title, unit, names }) => [title, unit, names]), [
    ['pos', 'rad', ['q1', 'q3']],
    ['pos', 'm', ['q2']],
    ['energy', 'J', ['E']],
  ]);
  assert.deepEqual(found[0]!.lines.map(({ run: r, name }) => [r, name]), [[0, 0], [0, 1], [1, 1]]);
});

test('runs with the same times share them, without a copy', () => {
  const runs = [run('a', [0, 1], [['g', 's', '', [1, 2]]]), run('b', [0, 1], [['g', 's', '', [3, NaN]]])];
  const [time, first, second] = aligned(panels(runs)[0]!, runs);
  assert.equal(time, runs[0]!.time);
  assert.equal(first, runs[0]!.signals[0]!.values);
  assert.deepEqual(second, [3, null]);
});

test('runs with other times are joined, and each line keeps its own samples', () => {
  const runs = [run('a', [0, 2, 4], [['g', 's', '', [1, 2, 3]]]), run('b', [1, 2, 2, 3], [['g', 's', '', [10, 20, 30, 40]]])];
  const data = aligned(panels(runs)[0]!, runs);
  const time = [...(data[0] as ArrayLike<number> as number[])];
  for (const [k, original] of [[1, runs[0]!], [2, runs[1]!]] as const) {
    const kept = [...(data[k] as (number | null | undefined)[])].flatMap((value, i) => (typeof value === 'number' ? [[time[i]!, value]] : []));
    assert.deepEqual(kept.map(([, value]) => value), [...original.signals[0]!.values]);
    kept.forEach(([t], i) => assert.ok(Math.abs(t! - original.time[i]!) < 1e-12));
  }
  assert.ok(time.every((t, i) => i === 0 || t > time[i - 1]!));
});

test('a panel begins with a logarithmic axis if one of its signals asks for it', () => {
  const runs = [run('a', [0, 1], [['decay', 's1', '', [-10, 0]], ['pos', 'q1', 'rad', [1, 2]]])];
  const [decay, pos] = panels(runs);
  assert.equal(decay!.log, true);
  assert.equal(pos!.log, false);
  assert.deepEqual(aligned(decay!, runs, (value) => (value === 0 ? NaN : Math.log10(Math.abs(value))))[1], [1, null]);
});

test('the desired course of a signal shares its name, and the legend shows what a signal is about', () => {
  const one = run('a', [0, 1], [['pos', 'q1', 'rad', [1, 2]], ['pos', 'q1', 'rad', [1.5, 2.5]]]);
  one.signals[0]!.about = 'shoulder_pan_joint';
  one.signals[1]!.desired = true;
  const [panel] = panels([one]);
  assert.deepEqual([panel!.names, panel!.abouts], [['q1'], ['shoulder_pan_joint']]);
  assert.deepEqual(panel!.lines.map(({ name, signal }) => [name, signal.desired]), [[0, false], [0, true]]);
});

test('a table is saved with all digits, and texts with commas or quotes in quotes', () => {
  const cell = (text: string | number) => ({ text, mark: 'none' as const });
  const columns = [{ name: 'arm', unit: '', align: 'left' as const }, { name: 'reach', unit: 'm', align: 'right' as const }];
  assert.equal(tableCsv({ columns, rows: [[cell('a, "b"'), cell(1 / 3)], [cell('c'), cell('')]] }), 'arm,reach [m]\n"a, ""b""",0.3333333333333333\nc,\n');
});

test('a plot is saved as a table with a column of times for each run', () => {
  const a = run('a', [0, 0.5], [['pos', 'q1', 'rad', [1, NaN]], ['pos', 'q1', 'rad', [3, 4]], ['energy', 'E', 'J', [7, 8]]]);
  a.signals[1]!.desired = true;
  assert.equal(csv(panels([a])[0]!, [a]), 't [s],q1 [rad],q1 desired [rad]\n0,1,3\n0.5,,4\n');
  const b = run('b, "c"', [0], [['pos', 'q1', 'rad', [5]]]);
  assert.equal(
    csv(panels([a, b])[0]!, [a, b]),
    'a: t [s],a: q1 [rad],a: q1 desired [rad],"b, ""c"": t [s]","b, ""c"": q1 [rad]"\n0,1,3,0,5\n0.5,,4,,\n',
  );
});
