// SPDX-License-Identifier: Apache-2.0
// Reports to look at while working on the page, with made-up numbers and always the same:
//   node example.mjs FOLDER [DESIGNS]      writes compare.html and sweep.html
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { page } from './build.mjs';

const [folder, designs = '20000'] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node example.mjs FOLDER [DESIGNS]');
  process.exit(2);
}

let state = 1; // of the numbers by chance (Lehmer)
const chance = () => (state = (state * 48271) % 2147483647) / 2147483647;
const f64 = (values) => ({ f64: Buffer.from(Float64Array.from(values).buffer).toString('base64') });
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function arm(name, lengths, q) {
  const frames = lengths.map(([alpha, a, d]) => ({ alpha, a, theta: 0, d }));
  const robot = { name, joints: frames.map((_, i) => ({ name: `joint ${i + 1}`, kind: 'revolute' })), frames, base: identity, tool: identity };
  return { name, robot, time: [0], q: q.map((angle) => [angle]) };
}
const right = Math.PI / 2;
const runs = [
  arm('Long arm', [[0, 0, 0.4], [-right, 0, 0], [0, 0.6, 0], [0, 0.55, 0], [right, 0, 0.1], [-right, 0, 0.08]], [0.4, -0.9, 1.1, 0.3, 0.4, 0]),
  arm('Short arm', [[0, 0, 0.25], [-right, 0, 0], [0, 0.3, 0], [0, 0.28, 0], [right, 0, 0.08]], [0.2, -0.7, 0.9, 0.2, 0.3]),
  arm('Heavy arm', [[0, 0, 0.55], [-right, 0.1, 0], [0, 0.8, 0], [0, 0.5, 0.1], [right, 0, 0.2], [-right, 0, 0.1]], [-0.3, -1.1, 1.2, 0.1, 0.4, 0]),
  arm('Planar arm', [[0, 0, 0.3], [0, 0.45, 0], [0, 0.35, 0]], [0.5, 0.6, 0.2]),
];
const names = runs.map((run) => run.name);
const criteria = [
  { name: 'workspace', unit: 'm\u00b3', better: 'more', values: [3.2, 0.55, 4.4, 0.21], errors: [0.05, 0.01, 0.2, 0] },
  { name: 'reach', unit: 'm', better: 'more', values: [1.33, 0.66, 1.6, 0.8] },
  { name: 'manipulability', unit: '', better: 'more', values: [0.18, 0.05, 0.21, 0.11], errors: [0.004, 0.001, 0.02, 0.002] },
  { name: 'operations of the inertia matrix', unit: '', better: 'less', values: [920, 640, 990, 60] },
  { name: 'time of inverse dynamics', unit: '\u00b5s', better: 'less', values: [0.61, 0.44, 0.72, 0.12], errors: [0.03, 0.02, 0.05, 0.01] },
  { name: 'peak torque', unit: 'N m', better: 'less', values: [105, 24, 260, NaN] },
  { name: 'payload at full reach', unit: 'kg', better: 'more', values: [6, 2, 20, 3] },
];

// Cells of a ring around the origin, as an arm of two links reaches it.
function slice(name, a, b, cell) {
  const reach = a + b;
  const columns = Math.ceil((2 * reach) / cell);
  const values = [];
  for (let k = 0; k < columns * columns; ++k) {
    const x = -reach + ((k % columns) + 0.5) * cell;
    const z = -reach + (Math.floor(k / columns) + 0.5) * cell;
    const c = (x * x + z * z - a * a - b * b) / (2 * a * b);
    values.push(Math.abs(c) <= 1 && (z > -0.3 || Math.abs(x) > 0.5) ? a * b * Math.sqrt(1 - c * c) : null);
  }
  return { name, left: -reach, bottom: -reach, cell, columns, rows: columns, values };
}

const compare = {
  catena_report: 1,
  kind: 'compare',
  title: 'Which arm? An example of the page',
  subtitle: 'Made-up numbers of arms that do not exist',
  command: 'node example.mjs .',
  notes: [{ level: 'info', text: 'Heavy arm wins by TOPSIS and VIKOR, Long arm by the weighted sum.' }],
  runs,
  sets: [{ noun: 'arm', names, measures: criteria, front: [0, 2, 3] }],
  sections: [
    { kind: 'parallel', title: 'Criteria', text: 'Up is better on every axis.', set: 0 },
    { kind: 'scatter', title: 'Trade-off', set: 0, x: 5, y: 0 },
    { kind: 'slices', title: 'Workspace', text: 'Cells in the plane y = 0.', x: { name: 'x', unit: 'm' }, y: { name: 'z', unit: 'm' }, value: { name: 'manipulability', better: 'more' },
      slices: [slice('Long arm', 0.6, 0.73, 0.03), slice('Short arm', 0.3, 0.36, 0.03), slice('Heavy arm', 0.8, 0.8, 0.03), slice('Planar arm', 0.45, 0.35, 0.03)] },
  ],
};

// Two links and their masses: reach, torque, manipulability and cost pull in different directions.
const count = Number(designs);
const kinds = ['RRR', 'RPR', 'PRR', 'RRP'];
const a = Array.from({ length: count }, () => 0.2 + 0.8 * chance());
const b = Array.from({ length: count }, () => 0.2 + 0.8 * chance());
const kind = Array.from({ length: count }, () => Math.floor(4 * chance()));
const mass = a.map((length, k) => 4 * (length + b[k]) * (0.7 + 0.6 * chance()));
const values = {
  reach: a.map((x, k) => x + b[k]),
  manipulability: a.map((x, k) => x * b[k] * (0.6 + 0.1 * kind[k]) * (0.8 + 0.4 * chance())),
  torque: a.map((x, k) => 9.81 * mass[k] * (x + b[k]) * 0.4 * (0.8 + 0.4 * chance())),
  condition: a.map((x, k) => (1 + Math.abs(x - b[k]) / Math.min(x, b[k])) * 10 ** (1.2 * chance())),
};
const bins = (parameter, criterion, few) => {
  const size = few ?? 12;
  const least = Math.min(...parameter);
  const width = (Math.max(...parameter) - least) / size;
  const lists = Array.from({ length: size }, () => []);
  parameter.forEach((x, k) => lists[few ? x : Math.min(size - 1, Math.floor((x - least) / width))].push(criterion[k]));
  for (const list of lists) list.sort((x, y) => x - y);
  const part = (p) => lists.map((list) => list[Math.floor(p * (list.length - 1))] ?? null);
  return { at: lists.map((_, k) => (few ? k : least + (k + 0.5) * width)), mean: lists.map((list) => list.reduce((s, x) => s + x, 0) / list.length), low: part(0.1), high: part(0.9), count: lists.map((list) => list.length) };
};
const parameters = [
  { name: 'upper arm', unit: 'm', values: a },
  { name: 'forearm', unit: 'm', values: b },
  { name: 'mass', unit: 'kg', values: mass },
  { name: 'joints', unit: '', values: kind, labels: kinds },
];
const wanted = [
  { name: 'reach', unit: 'm', better: 'more', values: values.reach },
  { name: 'manipulability', unit: '', better: 'more', values: values.manipulability },
  { name: 'peak torque', unit: 'N m', better: 'less', values: values.torque },
  { name: 'condition number', unit: '', log: true, better: 'less', values: values.condition },
];
const axis = ({ name, unit, better, log }) => ({ name, unit, better: better ?? 'neither', log: log ?? false });
const sweep = {
  catena_report: 1,
  kind: 'sweep',
  title: `A sweep of ${count} designs: an example of the page`,
  sets: [{ noun: 'design', measures: [...wanted, ...parameters].map((one) => ({ ...one, values: f64(one.values) })) }],
  sections: [
    { kind: 'scatter', title: 'Pareto front', set: 0, x: 2, y: 1, colour: 0 },
    { kind: 'parallel', title: 'Parameters and criteria', set: 0, axes: [4, 5, 6, 7, 0, 1, 2, 3], colour: 1 },
    { kind: 'effects', title: 'What the parameters do', spread: '10 % to 90 % of the designs',
      effects: wanted.flatMap((criterion) => parameters.map((parameter) => ({ parameter: axis(parameter), criterion: axis(criterion), labels: parameter.labels ?? [], ...bins(parameter.values, criterion.values, parameter.labels?.length) }))) },
  ],
};

const { html } = await page();
await mkdir(folder, { recursive: true });
for (const [name, document] of Object.entries({ compare, sweep })) {
  const text = JSON.stringify(document).replaceAll('<', '\\u003c');
  await writeFile(join(folder, `${name}.html`), html.replace('@REPORT@', () => text));
}
