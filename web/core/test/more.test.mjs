// SPDX-License-Identifier: Apache-2.0
// What only the second module has: counts, checks and code are those of the command, and its report is a page.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CatenaError } from '../dist/index.js';
import { catena, difference, moreBytes, random, start, startMore, vector, withCommand } from './support.mjs';

const skip = withCommand.skip || (moreBytes ? false : 'there is no second module: make wasm-more');
const core = await start();
const more = moreBytes && (await startMore());

test('operation counts are those of catena count', { skip }, () => {
  for (const name of ['puma560', 'stanford', 'planar2']) {
    for (const quantity of ['inertia', 'id', 'fd', 'udut']) {
      const native = JSON.parse(catena(['count', name, '--want', quantity, '--json'])).filter((row) => row.quantity === quantity);
      const counts = more.count(core.catalogueText(name), quantity);
      assert.deepEqual(counts.map(({ method }) => method).sort(), native.map(({ method }) => method).sort());
      for (const row of native) {
        const count = counts.find(({ method }) => method === row.method);
        for (const [own, theirs] of [['general', 'general'], ['known', 'customised'], ['kinematics', 'kinematics_customised']])
          for (const op of ['mul', 'add']) assert.equal(count[own][op], row[theirs][op], `${name} ${quantity} ${row.method} ${own} ${op}`);
      }
    }
  }
});

test('verify makes the checks of catena verify, and they pass', { skip }, () => {
  const native = JSON.parse(catena(['verify', 'panda', '--states', '3', '--json']));
  const found = more.verify(core.catalogueText('panda'), { states: 3 });
  const names = ({ residuals }) => residuals.map(({ check, method, against }) => `${check} ${method} ${against}`);
  assert.ok(found.ok);
  assert.equal(found.failed, 0);
  assert.equal(found.states, 3);
  assert.ok(Math.abs(found.condition / native.condition - 1) < 1e-9);
  assert.deepEqual(names(found), names(native));
});

// Which of two equal forms of a term is written may depend on the compiler of the generator: the operations and the numbers are compared.
test('code has the functions and operations of catena codegen', { skip }, () => {
  for (const [options, args, files] of [
    [{ quantities: ['id', 'inertia', 'did_dq'] }, ['--want', 'id,inertia,did_dq'], ['catena_arm.h', 'catena_arm.c']],
    [{ quantities: ['fd'], language: 'cpp' }, ['--want', 'fd', '--lang', 'cpp'], ['catena_arm.hpp']],
    [{ quantities: ['gravity'], real: 'float', gravity: true }, ['--want', 'gravity', '--real', 'float', '--arguments', 'gravity'], ['catena_arm.h', 'catena_arm.c']],
    [{ quantities: ['inertia'], method: 'gdahj' }, ['--want', 'inertia', '--method', 'gdahj'], ['catena_arm.h', 'catena_arm.c']],
  ]) {
    const native = JSON.parse(catena(['codegen', 'puma560', '--name', 'arm', '--json', ...args]));
    const made = more.codegen(core.catalogueText('puma560'), { stem: 'arm', ...options });
    assert.deepEqual(made.files.map(({ name }) => name), files);
    assert.deepEqual(made.functions, native.functions.map(({ name, quantity, method, operations: { mul, add } }) => ({ name, quantity, method, mul, add })));
  }
});

const compiler = spawnSync('cc', ['--version']).status === 0;
test('the C code computes what the core computes', { skip: skip || (compiler ? false : 'there is no C compiler') }, () => {
  const arm = core.robot('puma560');
  const next = random(5);
  const [q, qd, qdd] = [vector(next, 6), vector(next, 6), vector(next, 6)];
  const folder = mkdtempSync(join(tmpdir(), 'catena-'));
  try {
    const { files } = more.codegen(core.catalogueText('puma560'), { stem: 'arm', quantities: ['id', 'inertia'] });
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
    const list = (name, x) => `const double ${name}[6] = {${x.join(',')}};`;
    writeFileSync(
      join(folder, 'main.c'),
      `#include <stdio.h>
       #include "catena_arm.h"
       int main(void) {
         ${list('q', q)} ${list('qd', qd)} ${list('qdd', qdd)}
         double tau[6], M[36];
         catena_arm_id(q, qd, qdd, tau);
         catena_arm_inertia(q, M);
         for (int i = 0; i < 6; ++i) printf("%.17g ", tau[i]);
         for (int i = 0; i < 36; ++i) printf("%.17g ", M[i]);
         return 0;
       }`,
    );
    execFileSync('cc', ['-std=c99', '-Wall', '-Werror', 'main.c', 'catena_arm.c', '-o', 'main', '-lm'], { cwd: folder });
    const numbers = execFileSync(join(folder, 'main'), { encoding: 'utf8' }).trim().split(' ').map(Number);
    assert.ok(difference(numbers, [...arm.values('id', { q, qd, qdd }), ...arm.values('inertia', { q })]) < 1e-13);
  } finally {
    rmSync(folder, { recursive: true });
    arm.free();
  }
});

test('a report is one page with the motion', { skip }, () => {
  const robot = core.catalogueText('planar2');
  const page = more.report('Fall', [{ name: 'one', robot, time: [0, 0.1], q: [0, 0.1, 0.2, 0.3], signals: [{ group: 'Torques', symbol: 'tau', unit: 'N m', values: [1, 2, 3, 4] }] }]);
  assert.match(page, /^<!doctype html>/i);
  assert.match(page, /id="catena-report"/);
  assert.ok(!page.includes('no mesh for'));
  const urdf = `<robot name="one"><link name="base"/><link name="arm"><inertial><origin xyz="0.2 0 0"/><mass value="1"/>
    <inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="package://one/meshes/arm.stl"/></geometry></visual></link>
    <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="30" velocity="3"/></joint></robot>`;
  const turn = { name: 'one', robot: urdf, time: [0, 1], q: [0, 1] };
  assert.match(more.report('Turn', [turn]), /no mesh for 1 of 1 links, which are drawn as capsules, because their files were not given/);

  const pose = [1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const mesh = { link: 0, pose, vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Float64Array.of(0, 1, 2, 2, 1, 0), colours: Float64Array.of(0xff8000, -1) };
  const withMesh = more.report('Turn', [{ ...turn, meshes: [mesh] }]);
  assert.ok(!withMesh.includes('no mesh for'));
  const from = withMesh.indexOf('id="catena-report">') + 19;
  const [drawn, ...others] = JSON.parse(withMesh.slice(from, withMesh.indexOf('</script>', from))).runs[0].robot.meshes;
  assert.equal(others.length, 0);
  assert.deepEqual({ ...drawn, pose: drawn.pose.map(Number) }, {
    link: 0,
    pose,
    vertices: { f32: Buffer.from(Float32Array.from(mesh.vertices).buffer).toString('base64') },
    triangles: { f32: Buffer.from(Float32Array.from(mesh.triangles).buffer).toString('base64') },
    colours: [{ triangles: 1, colour: '#ff8000' }, { triangles: 1 }],
  });
  for (const wrong of [{ link: 1 }, { link: undefined }, { vertices: [0, 0, 0, 1] }, { vertices: [0, 0, NaN] }, { triangles: [0, 1, 3] }, { triangles: [0, 1] }, { triangles: [0, 1, 0.5] }, { colours: [1] }, { colours: [0.5, 0] }, { colours: [0x1000000, 0] }])
    assert.throws(() => more.report('Turn', [{ ...turn, meshes: [{ ...mesh, ...wrong }] }]), CatenaError, JSON.stringify(wrong));
});

test('a report has curves with one number for each time', { skip }, () => {
  const robot = core.catalogueText('planar2');
  const motion = { name: 'one', robot, time: [0, 0.1], q: [0, 0.1, 0.2, 0.3] };
  const page = more.report('Fall', [{ ...motion, curves: [{ group: 'Energy', name: 'kinetic', unit: 'J', values: [1.25, 2.5] }] }]);
  assert.match(page, /"group":"Energy","name":"kinetic","unit":"J","values":\[1\.25,2\.5\]/);
  assert.throws(() => more.report('Fall', [{ ...motion, curves: [{ group: 'Energy', name: 'kinetic', unit: 'J', values: [1] }] }]), CatenaError);
});

test('a method that is repeated gives the numbers of a single call, in a time that grows with the repetitions', { skip }, () => {
  const arm = more.arm(core.catalogueText('panda'));
  try {
    const next = random(7);
    const [q, qd, qdd, tau, v] = [1, 2, 3, 4, 5].map(() => vector(next, 7));
    for (const { name: quantity, methods } of more.quantities)
      for (const { name: method } of methods) {
        const wanted = arm.eval(quantity, { q, qd, qdd, tau, v, ...(quantity === 'wrench_torques' ? { wrenches: new Array(42).fill(0) } : {}) }, { method }).arrays.flatMap(({ data }) => [...data]);
        const got = arm.repeat(quantity, { q, qd, qdd, tau, v }, { method, times: 2 });
        const sorted = (list) => [...list].sort((a, b) => a - b); // matrices are stored column by column
        assert.deepEqual(sorted(got).map((x) => x + 0), sorted(wanted).map((x) => x + 0), `${quantity} by ${method}`);
      }
    const took = (times) => {
      const from = performance.now();
      arm.repeat('inertia', { q, qd, qdd, tau, v }, { method: 'crba', times });
      return performance.now() - from;
    };
    took(1000);
    assert.ok(took(200000) > 20 * took(1000));
    assert.throws(() => arm.repeat('inertia', { q, qd, qdd, tau, v }, { method: 'magic', times: 1 }), /there is no method 'magic'/);
    assert.throws(() => arm.repeat('inertia', { q: [1], qd, qdd, tau, v }, { method: 'crba', times: 1 }), CatenaError);
  } finally {
    arm.free();
  }
});

test('wrong input is an error, and the module works afterwards', { skip }, () => {
  const robot = core.catalogueText('planar2');
  const refused = (act, pattern) => assert.throws(act, (error) => error instanceof CatenaError && pattern.test(error.message));
  refused(() => more.jointPath([[0, 0]]), /too few/);
  refused(() => more.count(robot, 'inertai'), /inertia/);
  refused(() => more.count('nothing', 'inertia'), /./);
  refused(() => more.verify(robot, { states: 0 }), /1 or more/);
  refused(() => more.codegen(robot, { quantities: ['slotine_li'] }), /slotine_li/);
  refused(() => more.codegen(robot, { quantities: ['inertia'], method: 'magic' }), /magic/);
  refused(() => more.codegen(robot, { colour: 'red' }), /colour/);
  refused(() => more.report('', [{ name: 'one', robot, time: [0, 1], q: [0] }]), /./);
  assert.equal(more.count(robot, 'inertia').length > 3, true);
});

// The readers are those of the reports (tests/report/mesh_test.cpp, dae_test.cpp).
test('meshes are read from bytes, by the ending of their names', { skip: moreBytes ? false : skip }, () => {
  const bytes = (text) => new TextEncoder().encode(text).buffer;
  const dae = `<COLLADA><asset><unit meter="0.5"/></asset><library_geometries><geometry id="g"><mesh><source id="s"><float_array>0 0 0 2 0 0 0 2 0</float_array></source>
    <vertices id="v"><input semantic="POSITION" source="#s"/></vertices><triangles><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries></COLLADA>`;
  for (const [name, text] of [
    ['a.stl', 'solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n'],
    ['folder/b.OBJ', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'],
    ['c.dae', dae],
  ]) {
    const { vertices, triangles, colours } = more.mesh(name, bytes(text), { scale: [1, 10, 100] });
    assert.deepEqual([...vertices], [0, 0, 0, 1, 0, 0, 0, 10, 0], name);
    assert.deepEqual([...triangles], [0, 1, 2], name);
    assert.deepEqual([...colours], [], name);
  }
  const paints = '<library_effects><effect id="e"><profile_COMMON><technique><lambert><diffuse><color>1 0.5 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects><library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>';
  const second = '<triangles material="m"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1</p></triangles></mesh>';
  const { triangles, colours } = more.mesh('d.dae', bytes(dae.replace('<asset>', `${paints}<asset>`).replace('</mesh>', second)));
  assert.deepEqual([...triangles], [0, 2, 1, 0, 1, 2]);
  assert.deepEqual([...colours], [0xff8000, -1]);
  const text = (call) => {
    try {
      call();
    } catch (error) {
      return error instanceof CatenaError ? error.message : `not a CatenaError: ${error}`;
    }
    return 'no error';
  };
  assert.equal(text(() => more.mesh('c.dae', bytes('<COLLADA>'))), 'c.dae:1: <COLLADA> is not closed');
  assert.match(text(() => more.mesh('c.gltf', bytes('{}'))), /^c\.gltf: not a mesh of a known format/);
  assert.match(text(() => more.mesh('a.stl', bytes('solid'), { scale: [1, 2] })), /scale/);
});
