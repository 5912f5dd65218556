// SPDX-License-Identifier: Apache-2.0
// Where the bytes of a module are: node bench/bytes.mjs MODULE.wasm [HOW MANY FUNCTIONS]
// The module must have kept its names: cmake -DCATENA_WASM_NAMES=ON
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';

const [file, most = '40'] = process.argv.slice(2);
const bytes = readFileSync(file);
let at = 8;
const leb = () => {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
};
const text = () => {
  const size = leb();
  at += size;
  return bytes.toString('utf8', at - size, at);
};

const sections = {};
const sizes = []; // of the functions that are defined here
const names = new Map();
let imported = 0;
const kinds = ['custom', 'type', 'import', 'function', 'table', 'memory', 'global', 'export', 'start', 'element', 'code', 'data', 'data count', 'tag'];
while (at < bytes.length) {
  const id = bytes[at++];
  const size = leb();
  const end = at + size;
  let kind = kinds[id];
  if (id === 0) kind = text();
  sections[kind] = (sections[kind] ?? 0) + size;
  if (kind === 'import') {
    for (let k = leb(); k > 0; --k) {
      text();
      text();
      if (bytes[at++] !== 0) throw new Error('an import that is not a function');
      leb();
      ++imported;
    }
  } else if (kind === 'code') {
    for (let k = leb(); k > 0; --k) {
      const body = leb();
      sizes.push(body);
      at += body;
    }
  } else if (kind === 'name') {
    while (at < end) {
      const part = bytes[at++];
      const stop = leb() + at;
      if (part === 1) for (let k = leb(); k > 0; --k) names.set(leb(), text());
      at = stop;
    }
  }
  at = end;
}
if (names.size === 0) throw new Error(`${file} has no names`);
const mangled = sizes.map((_, k) => names.get(k + imported) ?? '?');
const plain = execFileSync('c++filt', { input: mangled.join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n');

// The first that fits.
const groups = [
  ['exports and arguments', /catena_|catena::wasm::/],
  ['methods of papers', /rows::(gdahj|frame_injection|frame_moments|kic|augmented|denoc|udut|quasi|kalman|spatial_op|gim|walker|brandl|papers)/],
  ['methods of textbooks', /rows::/],
  ['kernels', /detail::sse2|catena::.*Sse2/],
  ['toml++', /toml::/],
  ['fmt', /fmt::/],
  ['URDF, XML', /urdf|Urdf|TiXml|xml/],
  ['robot and path files', /catena::io::|robot_file|RobotFile|path_file|PathFile|plan_path|PathPlan|toml_/],
  ['linter', /[Ll]int|catena::check|Specimen|specimen|singular_/],
  ['inverse kinematics', /catena::(detail::)?(Ik|ik)|closed_form|ClosedForm|catena::ik|ArmAngle|Rates|three_parallel|three_joints|spherical_wrist/],
  ['paths', /Path|path|TimeLaw|time_law|time_optimal|Follow|follow|HalfPlane|PosePiece|ToolMotion/],
  ['Json', /Json/],
  ['Eigen', /Eigen::/],
  ['algorithms', /catena::(detail::)?[a-z_0-9]+</],
  ['arm', /catena::/],
  ['libc++', /std::|operator (new|delete)|__cxa|_Unwind/],
  ['libc', /./],
];
const sums = new Map();
const list = plain.slice(0, sizes.length).map((name, k) => ({ name, size: sizes[k], group: groups.find(([, pattern]) => pattern.test(name))[0] }));
for (const { size, group } of list) sums.set(group, (sums.get(group) ?? 0) + size);
const show = (size, name) => console.log(`${String(size).padStart(9)}  ${name}`);
console.log(`${bytes.length - (sections.name ?? 0)} bytes without names`);
for (const [kind, size] of Object.entries(sections).sort((a, b) => b[1] - a[1])) show(size, kind);
console.log('code');
for (const [group, size] of [...sums].sort((a, b) => b[1] - a[1])) show(size, group);
console.log('the largest functions');
for (const { name, size, group } of list.sort((a, b) => b.size - a.size).slice(0, Number(most))) show(size, `[${group}] ${name.slice(0, 180)}`);
