// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf } from '../src/findings';

const toml = `name = "x"
[[link]]
name = "a"
mass = 1.0

[[ link ]]
name = "b"
mass = 2.0
inertia = { xx = 1.0 }
[tool]
mass = 3.0
`;
const urdf = `<robot name="x">
<link name="a"/>
<joint name="j" type="revolute"/>
<link name="b.c">
  <inertial>
    <inertia ixx="1"/>
  </inertial>
</link>
</robot>`;
const finding = (where: string, what = '', rule = '') => ({ where, what, rule });

test('a finding about a link belongs to its table, and to the key that it speaks of', () => {
  assert.equal(lineOf(finding('link 2'), toml), 6);
  assert.equal(lineOf(finding("link 2 'b'", 'inertia is not physically possible'), toml), 9);
  assert.equal(lineOf(finding('link 1', 'the mass is zero'), toml), 4);
  assert.equal(lineOf(finding('link 2', 'something', 'no-tool'), toml), 6, 'not in the table after it');
  assert.equal(lineOf(finding('link 7'), toml), 0);
  assert.equal(lineOf(finding('gravity', 'mass'), toml), 0);
});

test('a link of a URDF is found by its name', () => {
  assert.equal(lineOf(finding("link 2 'b.c'", 'inertia is not physically possible'), urdf), 6);
  assert.equal(lineOf(finding("link 1 'a'"), urdf), 2);
  assert.equal(lineOf(finding("link 3 'bxc'"), urdf), 0);
});
