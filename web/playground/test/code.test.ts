// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { snippet, type Snippet } from '../src/panel/code';
import { sizes } from '../src/panel/quantities';
import { fileFor } from '../src/meshes';

const parts: Snippet = { robot: 'rp', file: 'rp.toml', quantity: 'coriolis', method: 'kic', inputs: [{ name: 'q', values: [0.5, -1] }, { name: 'qd', values: [1e-7, 2] }], links: 0 };

test('the state as a program in three languages', () => {
  assert.equal(snippet('python', parts), 'import catena\n\narm = catena.Arm("rp")\ncoriolis = arm.coriolis(\n    q=[0.5, -1],\n    qd=[1e-7, 2],\n    method="kic",\n)\nprint(coriolis)\n');
  assert.equal(snippet('shell', parts), `echo '{"q":[0.5,-1],"qd":[1e-7,2]}' |\n  catena eval rp --want coriolis --method kic\n`);
  assert.match(snippet('cpp', { ...parts, method: '' }), /Arm::load\("rp"\);\n {2}const Eigen::VectorXd q\{\{0\.5, -1\}\};\n.*\n.*eval\(catena::Quantity::coriolis, \{\.q = q, \.qd = qd\}\)\[0\]/);
});

test('an arm that is not in the catalogue is read from its file', () => {
  assert.match(snippet('shell', { ...parts, robot: '' }), /catena eval rp\.toml /);
});

test('arrays of any shape are tables', () => {
  assert.deepEqual(sizes([]), [1, 1]);
  assert.deepEqual(sizes([7]), [7, 1]);
  assert.deepEqual(sizes([6, 7]), [6, 7]);
  assert.deepEqual(sizes([3, 3, 3]), [3, 9]);
});

test('a mesh is found by the end of its path', () => {
  const files = [{ path: 'arm/meshes/visual/link1.stl' }, { path: 'arm/meshes/collision/link1.stl' }, { path: 'link2.STL' }];
  assert.equal(fileFor('package://arm/meshes/collision/link1.stl', files), files[1]);
  assert.equal(fileFor('package://arm/meshes/visual/link2.stl', files), files[2]);
  assert.equal(fileFor('package://arm/meshes/visual/link3.stl', files), null);
});
