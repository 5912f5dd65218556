// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReport } from '../src/document';

type Loose = Record<string, unknown>;

const robot = {
  name: 'r',
  joints: [{ name: 'a', kind: 'revolute' }],
  frames: [{ alpha: 0, a: 0, theta: 0, d: 0 }],
};
const run = (changes: Loose = {}): Loose => ({ name: 'one', time: [0, 1], q: [[0, 1]], robot, ...changes });
const report = (changes: Loose = {}): Loose => ({ catena_report: 1, kind: 'simulate', title: 't', runs: [run()], ...changes });
const read = (document: Loose) => parseReport(JSON.stringify(document));

function refused(document: Loose, message: string): void {
  assert.throws(() => read(document), (error: Error) => {
    assert.equal(error.name, 'DocumentError');
    assert.equal(error.message, message);
    return true;
  });
}

const base64 = (numbers: ArrayBufferView) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');

test('a small document is read, and what is absent has a default', () => {
  const out = read(report());
  assert.equal(out.subtitle, '');
  assert.deepEqual(out.runs[0]!.events, []);
  assert.deepEqual(out.sections, []);
  assert.deepEqual(out.runs[0]!.robot!.gravity, [0, 0, -9.81]);
  assert.equal(out.runs[0]!.robot!.tool[0], 1);
  assert.deepEqual([...out.runs[0]!.q[0]!], [0, 1]);
});

test('numbers are decimals, doubles, floats, or stand elsewhere in the run; null is a gap', () => {
  const wide = Float64Array.of(1 / 3, -1e-300);
  const signals = [
    { group: 'g', name: 'a', values: [1, null] },
    { group: 'g', name: 'b', values: { f64: base64(wide) } },
    { group: 'g', name: 'c', values: { f32: base64(Float32Array.of(0.5, 2)) } },
    { group: 'g', name: 'd', values: { same: 'q', index: 0 } },
  ];
  const found = read(report({ runs: [run({ signals })] })).runs[0]!.signals.map((signal) => [...signal.values]);
  assert.deepEqual(found, [[1, NaN], [...wide], [0.5, 2], [0, 1]]);
});

test('a mistake is named by its place', () => {
  assert.throws(() => parseReport('{"catena_report": 1,'), /^DocumentError: this is not JSON \(.+\)$/);
  refused({ kind: 'simulate' }, 'catena_report: expected a number, got nothing');
  refused(report({ catena_report: 2 }), 'catena_report: this page supports version 1, but the document has version 2');
  refused(report({ kind: 'other' }), 'kind: expected one of simulate, compare, reproduce, sweep, got “other”');
  refused(report({ title: 3 }), 'title: expected a string, got the number 3');
  refused(report({ runs: {} }), 'runs: expected a list, got an object');
  refused(report({ runs: [7] }), 'runs[0]: expected an object, got the number 7');
  refused(report({ runs: [run({ events: [{ text: 'now' }] })] }), 'runs[0].events[0].time: expected a number, got nothing');
  refused(report({ notes: [{ level: 'loud', text: '' }] }), 'notes[0].level: expected one of info, warning, got “loud”');
});

test('times that go back or are missing are refused', () => {
  refused(report({ runs: [run({ time: [1, 0.5] })] }), 'runs[0].time: times must not decrease, but at index 1 0.5 follows 1');
  refused(report({ runs: [run({ time: [0, null] })] }), 'runs[0].time: the time at index 1 is not a number');
  refused(report({ runs: [run({ time: [], q: [[]] })] }), 'runs[0].time: a run needs at least one time');
  refused(report({ runs: [run({ time: undefined })] }), 'runs[0].time: expected a list of numbers, got nothing');
});

test('sizes that do not fit are refused', () => {
  const wanted = 'one for each time, x value or cell';
  refused(report({ runs: [run({ q: [[0]] })] }), `runs[0].q[0]: expected 2 numbers, ${wanted}, got 1`);
  refused(report({ runs: [run({ q: [] })] }), 'runs[0].q: expected positions of 1 joints, got 0');
  refused(report({ runs: [run({ tip: [[0, 0]] })] }), 'runs[0].tip: expected the lists x, y and z, got 1 lists');
  refused(report({ runs: [run({ robot: { ...robot, frames: [] } })] }), 'runs[0].robot.frames: expected one for each of the 1 joints, got 0');
  refused(report({ runs: [run({ robot: { ...robot, tool: [1] } })] }), 'runs[0].robot.tool: expected 16 numbers, got 1');
  const mesh = { link: 0, vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
  const meshed = (changes: Loose): Loose => report({ runs: [run({ robot: { ...robot, meshes: [{ ...mesh, ...changes }] } })] });
  refused(meshed({ link: 1 }), 'runs[0].robot.meshes[0].link: expected a link from -1 to 0, got 1');
  refused(meshed({ vertices: [0, 0] }), 'runs[0].robot.meshes[0].vertices: expected three finite numbers for each vertex');
  refused(meshed({ vertices: [0, 0, null] }), 'runs[0].robot.meshes[0].vertices: expected three finite numbers for each vertex');
  refused(meshed({ triangles: [0, 1, 3] }), 'runs[0].robot.meshes[0].triangles: expected three indices below 3 for each triangle');
  refused(meshed({ triangles: [0, 1] }), 'runs[0].robot.meshes[0].triangles: expected three indices below 3 for each triangle');
  const at = 'runs[0].robot.meshes[0].colours';
  refused(meshed({ colours: [{ triangles: 2, colour: '#ff0000' }] }), `${at}[0].triangles: expected an index below 2, got 2`);
  refused(meshed({ colours: [{ triangles: 0, colour: '#ff0000' }] }), `${at}: expected the colours of 1 triangles, got those of 0`);
  refused(meshed({ colours: [{ triangles: 1, colour: 'red' }] }), `${at}[0].colour: expected a colour such as #ff8800, got “red”`);
  refused(
    report({ sections: [{ kind: 'table', columns: [{ name: 'a' }], rows: [['x', 'y']] }] }),
    'sections[0].rows[0]: expected 1 cells, one per column, got 2',
  );
});

test('colours of meshes are read as one for each triangle', () => {
  const mesh = { link: 0, vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2, 0, 2, 1, 1, 0, 2] };
  const colours = (runs?: Loose[]) => [...read(report({ runs: [run({ robot: { ...robot, meshes: [{ ...mesh, ...(runs ? { colours: runs } : {}) }] } })] })).runs[0]!.robot!.meshes[0]!.colours];
  assert.deepEqual(colours(), []);
  assert.deepEqual(colours([{ triangles: 2, colour: '#Ff8000' }, { triangles: 1 }]), [0xff8000, 0xff8000, -1]);
});

test('bytes that are none are refused', () => {
  const signal = (values: unknown) => report({ runs: [run({ signals: [{ group: 'g', name: 'n', values }] })] });
  refused(signal({ f64: '****' }), 'runs[0].signals[0].values.f64: this is not base64');
  refused(signal({ f64: 'AAAA' }), 'runs[0].signals[0].values.f64: 3 bytes are not a whole number of values of 8 bytes');
  refused(signal({ same: 'q', index: 4 }), 'runs[0].signals[0].values.index: expected an index below 1');
  refused(signal([1, 'x']), 'runs[0].signals[0].values[1]: expected a number or null, got the string "x"');
});

test('a section of a later version does not break the page', () => {
  const [section] = read(report({ sections: [{ kind: 'hologram', title: 'later' }] })).sections;
  assert.equal(section!.kind, 'unknown');
  assert.equal(section!.title, 'later');
});

test('names of Object are no members', () => {
  assert.throws(() => parseReport('{"catena_report": 1, "kind": "simulate"}'), /title: expected a string, got nothing/);
  assert.equal(read(report({ subtitle: '__proto__' })).subtitle, '__proto__');
});

const set = (changes: Loose = {}): Loose => ({ noun: 'arm', names: ['a', 'b'], measures: [{ name: 'reach', unit: 'm', better: 'more', values: [1, null], errors: [0.1, null] }, { name: 'kind', values: [1, 0], labels: ['R', 'P'] }], ...changes });
const withSection = (section: Loose, sets: Loose[] = [set()]) => ({ catena_report: 1, kind: 'sweep', title: 't', sets, sections: [section] });

test('sets and the sections that show them are read', () => {
  const out = read(withSection({ kind: 'scatter', set: 0, x: 0, y: 1, colour: 1 }));
  assert.deepEqual([out.kind, out.sets[0]!.size, out.sets[0]!.noun, out.sets[0]!.front], ['sweep', 2, 'arm', null]);
  const [reach, kind] = out.sets[0]!.measures;
  assert.deepEqual([reach!.better, [...reach!.values], [...reach!.errors!]], ['more', [1, NaN], [0.1, NaN]]);
  assert.deepEqual([kind!.better, kind!.errors, kind!.labels], ['neither', null, ['R', 'P']]);
  assert.deepEqual(read(withSection({ kind: 'parallel', set: 0 })).sections[0], { kind: 'parallel', title: '', text: '', set: 0, axes: [0, 1], colour: null });
  assert.deepEqual(read(withSection({ kind: 'parallel', set: 0 }, [set({ front: [1] })])).sets[0]!.front, [1]);
  const axis = { name: 'x', unit: 'm' };
  const slices = read(withSection({ kind: 'slices', x: axis, y: axis, value: axis, slices: [{ name: 's', left: 0, bottom: 0, cell: 0.1, columns: 2, rows: 1, values: [null, 1] }] })).sections[0]!;
  assert.ok(slices.kind === 'slices' && Number.isNaN(slices.slices[0]!.values[0]));
  const effects = read(withSection({ kind: 'effects', effects: [{ parameter: axis, criterion: axis, at: [1, 2], mean: [1, 2], low: [0, 1], high: [2, null], count: [], labels: [] }] })).sections[0]!;
  assert.ok(effects.kind === 'effects' && effects.effects[0]!.count === null);
});

test('contradictions of sets and sections are named by their place', () => {
  const scatter = { kind: 'scatter', set: 0, x: 0, y: 1 };
  refused(withSection(scatter, [set({ names: ['a'] })]), 'sets[0].names: expected 2 names or none, got 1');
  refused(withSection(scatter, [set({ front: [2] })]), 'sets[0].front[0]: expected an index below 2, got 2');
  refused(withSection(scatter, [set({ measures: [] })]), 'sets[0].measures: expected at least one');
  refused(withSection(scatter, [set({ measures: [{ name: 'a', values: [1] }, { name: 'b', values: [1, 2] }], names: [] })]), 'sets[0].measures: the first has 1 values, but “b” has 2');
  refused(withSection(scatter, [set({ measures: [{ name: 'a', values: [0, 5], labels: ['x'] }] })]), 'sets[0].measures[0].values: the value 5 at index 1 is not an index of the 1 labels');
  refused(withSection({ ...scatter, y: 2 }), 'sections[0].y: expected an index below 2, got 2');
  refused(withSection({ ...scatter, set: 1.5 }), 'sections[0].set: expected a non-negative integer, got 1.5');
  refused(withSection({ kind: 'parallel', set: 0, axes: [1] }), 'sections[0].axes: expected at least two axes, got 1');
  const axis = { name: 'x' };
  refused(withSection({ kind: 'slices', x: axis, y: axis, value: axis, slices: [{ name: 's', left: 0, bottom: 0, cell: 0, columns: 1, rows: 1, values: [1] }] }), 'sections[0].slices[0].cell: expected a positive number, got 0');
  refused(withSection({ kind: 'slices', x: axis, y: axis, value: axis, slices: [{ name: 's', left: 0, bottom: 0, cell: 1, columns: 2, rows: 1, values: [1] }] }), 'sections[0].slices[0].values: expected 2 numbers, one for each time, x value or cell, got 1');
  refused(withSection({ kind: 'effects', effects: [{ parameter: axis, criterion: axis, at: [1], mean: [1], low: [1], high: [1], labels: ['a', 'b'] }] }), 'sections[0].effects[0].labels: expected 1 labels or none, got 2');
});
