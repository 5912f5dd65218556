// SPDX-License-Identifier: Apache-2.0
// The report document, version 1 (docs/report.md): what the C++ writer puts into the page, in the form that the page
// works with. All other code relies on these checks.
import { unitText } from './format';
import { Reader } from './reader';
import { readSection, readThings, type Section, type Things } from './sections';

export type Mat4 = readonly number[]; // 16 numbers, row by row

export interface Note {
  level: 'info' | 'warning';
  text: string;
}

export interface Joint {
  name: string;
  kind: 'revolute' | 'prismatic';
}

// T(i-1 -> i) = Rx(alpha) Tx(a) Rz(theta) Tz(d); theta of a revolute and d of a prismatic joint are those at q = 0.
export interface Frame {
  alpha: number;
  a: number;
  theta: number;
  d: number;
}

// A mesh fixed to a link, drawn in place of its capsules.
export interface Shape {
  link: number; // from 0; -1: the base
  pose: Mat4; // in the frame of the link; of the base: in the robot's base frame
  vertices: Float64Array; // x, y, z of each
  triangles: Float64Array; // three indices of vertices for each
  colours: Float64Array; // of each triangle, 0xRRGGBB; -1: that of the arm; empty: all have that of the arm
}

export interface Robot {
  name: string;
  joints: Joint[];
  frames: Frame[];
  base: Mat4; // robot's base frame -> frame 0 of the chain
  tool: Mat4; // last frame -> tool
  gravity: readonly [number, number, number]; // its opposite is up
  meshes: Shape[];
}

export interface Signal {
  group: string;
  name: string;
  unit: string;
  log: boolean; // the plot begins with a logarithmic axis
  desired: boolean; // the desired course of the signal that has the same group, name and unit
  about: string; // beside the name in the legend, such as the name of the joint
  values: Float64Array; // one for each time; NaN is a gap
}

export interface Moment {
  time: number;
  text: string;
}

export interface Run {
  name: string;
  partial: string; // why it ended early; empty: it did not
  robot: Robot | null;
  time: Float64Array;
  q: Float64Array[]; // one for each joint
  tip: Float64Array[]; // x, y, z, from the C++ kinematics; may be empty
  desiredTip: Float64Array[]; // of the desired motion; may be empty
  signals: Signal[];
  events: Moment[];
}

export interface Report {
  kind: 'simulate' | 'compare' | 'reproduce' | 'sweep';
  title: string;
  subtitle: string;
  command: string;
  madeBy: string;
  notes: Note[];
  runs: Run[];
  sets: Things[];
  sections: Section[];
}

export const documentVersion = 1;
const identity: Mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

// From the text in the page. Throws DocumentError.
export function parseReport(text: string): Report {
  return readReport(Reader.parse(text));
}

function readReport(document: Reader): Report {
  const version = document.get('catena_report').number();
  if (version !== documentVersion)
    document.get('catena_report').fail(`this page supports version ${documentVersion}, but the document has version ${version}`);
  const sets = document.get('sets').list(readThings, []);
  return {
    kind: document.get('kind').oneOf(['simulate', 'compare', 'reproduce', 'sweep']),
    title: document.get('title').text(),
    subtitle: document.get('subtitle').text(''),
    command: document.get('command').text(''),
    madeBy: document.get('made_by').text(''),
    notes: document.get('notes').list(readNote, []),
    runs: document.get('runs').list(readRun, []),
    sets,
    sections: document.get('sections').list((section) => readSection(section, sets), []),
  };
}

function readNote(note: Reader): Note {
  return { level: note.get('level').oneOf(['info', 'warning'], 'info'), text: note.get('text').text() };
}

function readRun(run: Reader): Run {
  const robot = run.get('robot').present() ? readRobot(run.get('robot')) : null;
  const time = run.get('time').series();
  if (time.length === 0) run.get('time').fail('a run needs at least one time');
  for (let i = 0; i < time.length; ++i) {
    if (!Number.isFinite(time[i])) run.get('time').fail(`the time at index ${i} is not a number`);
    if (i > 0 && time[i]! < time[i - 1]!)
      run.get('time').fail(`times must not decrease, but at index ${i} ${time[i]} follows ${time[i - 1]}`);
  }
  const n = time.length;
  const q = run.get('q').list((joint) => joint.series(n), []);
  if (robot && q.length !== robot.joints.length)
    run.get('q').fail(`expected positions of ${robot.joints.length} joints, got ${q.length}`);
  const tip = run.get('tip').list((axis) => axis.series(n), []);
  if (tip.length !== 0 && tip.length !== 3) run.get('tip').fail(`expected the lists x, y and z, got ${tip.length} lists`);
  const desiredTip = run.get('desired_tip').list((axis) => axis.series(n), []);
  if (desiredTip.length !== 0 && desiredTip.length !== 3)
    run.get('desired_tip').fail(`expected the lists x, y and z, got ${desiredTip.length} lists`);
  const known: Record<string, Float64Array[]> = { q, tip };
  return {
    name: run.get('name').text(),
    partial: run.get('partial').text(''),
    robot,
    time,
    q,
    tip,
    desiredTip,
    signals: run.get('signals').list((signal) => readSignal(signal, n, known), []),
    events: run.get('events').list((event) => ({ time: event.get('time').number(), text: event.get('text').text() }), []),
  };
}

function readSignal(signal: Reader, n: number, known: Record<string, Float64Array[]>): Signal {
  const values = signal.get('values');
  const same = values.get('same', true);
  let numbers: Float64Array;
  if (same.present()) {
    const list = known[same.oneOf(['q', 'tip'])]!;
    const found = list[values.get('index').number()];
    numbers = found ?? values.get('index').fail(`expected an index below ${list.length}`);
  } else {
    numbers = values.series(n);
  }
  return {
    group: signal.get('group').text(),
    name: signal.get('name').text(),
    unit: unitText(signal.get('unit').text('')),
    log: signal.get('log').flag(false),
    desired: signal.get('desired').flag(false),
    about: signal.get('about').text(''),
    values: numbers,
  };
}

function readRobot(robot: Reader): Robot {
  const joints = robot.get('joints').list((joint) => ({
    name: joint.get('name').text(),
    kind: joint.get('kind').oneOf(['revolute', 'prismatic']),
  }));
  const frames = robot.get('frames').list((frame) => ({
    alpha: frame.get('alpha').number(),
    a: frame.get('a').number(),
    theta: frame.get('theta').number(),
    d: frame.get('d').number(),
  }));
  if (frames.length !== joints.length)
    robot.get('frames').fail(`expected one for each of the ${joints.length} joints, got ${frames.length}`);
  const [x, y, z] = robot.get('gravity').numbers(3, [0, 0, -9.81]);
  return {
    name: robot.get('name').text(),
    joints,
    frames,
    base: robot.get('base').numbers(16, identity),
    tool: robot.get('tool').numbers(16, identity),
    gravity: [x!, y!, z!],
    meshes: robot.get('meshes').list((mesh) => readShape(mesh, joints.length), []),
  };
}

function readShape(mesh: Reader, joints: number): Shape {
  const link = mesh.get('link').number();
  if (!Number.isInteger(link) || link < -1 || link >= joints)
    mesh.get('link').fail(`expected a link from -1 to ${joints - 1}, got ${link}`);
  const vertices = mesh.get('vertices').series();
  const triangles = mesh.get('triangles').series();
  if (vertices.length % 3 !== 0 || vertices.some((x) => !Number.isFinite(x)))
    mesh.get('vertices').fail('expected three finite numbers for each vertex');
  const count = vertices.length / 3;
  if (triangles.length % 3 !== 0 || triangles.some((k) => !Number.isInteger(k) || k < 0 || k >= count))
    mesh.get('triangles').fail(`expected three indices below ${count} for each triangle`);
  return { link, pose: mesh.get('pose').numbers(16, identity), vertices, triangles, colours: readColours(mesh.get('colours'), triangles.length / 3) };
}

// Triangles of the same colour follow each other: how many, and which colour.
function readColours(colours: Reader, triangles: number): Float64Array {
  const runs = colours.list((run) => ({ count: run.get('triangles').index(triangles + 1), colour: readColour(run.get('colour')) }), []);
  if (runs.length === 0) return new Float64Array();
  const sum = runs.reduce((all, { count }) => all + count, 0);
  if (sum !== triangles) colours.fail(`expected the colours of ${triangles} triangles, got those of ${sum}`);
  return Float64Array.from(runs.flatMap(({ count, colour }) => new Array<number>(count).fill(colour)));
}

function readColour(colour: Reader): number {
  const text = colour.text('');
  if (text === '') return -1;
  return /^#[0-9a-f]{6}$/i.test(text) ? Number.parseInt(text.slice(1), 16) : colour.fail(`expected a colour such as #ff8800, got “${text}”`);
}
