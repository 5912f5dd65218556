// SPDX-License-Identifier: Apache-2.0
// What is refused, and how: the texts of the command, with line numbers; options that do not exist; what a page may do wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatenaError } from '../dist/index.js';
import { catena, command, random, start, tryCatena, withCommand, withFile } from './support.mjs';

const core = await start();

// What the command says about a file, without its name in front; '' if it reads the file.
function said(name, text) {
  return withFile(name, text, (path) => {
    const run = tryCatena(['info', path]);
    assert.ok(run.status !== null && run.status < 64, `${run.status} ${run.stderr}`);
    if (run.status === 0) return '';
    return run.stderr.replaceAll(path, `arm.${name.split('.')[1]}`).trimEnd();
  });
}
function refused(text, options) {
  try {
    core.arm(text, options).free();
    return null;
  } catch (error) {
    assert.ok(error instanceof CatenaError, String(error));
    return error;
  }
}
// The command prints "catena: error: " in front of the first line, and indents the others.
const words = (text) => text.replace(/^catena: error: /, '').split('\n').map((line) => line.trim()).filter(Boolean).join('\n');

const panda = core.catalogueText('panda');
const BROKEN_TOML = [
  panda.replace('mass', 'mas'), 'a = = 1', '', 'catena = 2\n', panda.replace('revolute', 'revolving'), panda.replace(/mass *= [0-9.]+/, 'mass = -1.0'),
  panda.replace(/mass *= [0-9.]+/, 'mass = "heavy"'), panda.replace(/com *= \[[^\]]*\]/, 'com = [0.0, 1.0]'), panda.replace('[[link]]', '[[lnk]]'),
  panda.replace(/mass *= [0-9.]+/, 'mass = 1,5'), panda.replace(/xx = [-0-9.e]+/, 'xx = 1e9'), `${panda}\n[frame]\n`, 'catena = 1\nname = "x', '\u0000',
];

test('broken robot files: the same text as the command, with a line', withCommand, () => {
  for (const text of BROKEN_TOML) {
    const error = refused(text, { where: 'arm.toml', format: 'toml' });
    const native = said('arm.toml', text);
    if (!error) {
      assert.equal(native, '', text.slice(0, 40));
      continue;
    }
    assert.equal(words(error.message), words(native));
    assert.ok(error.where && error.problem, error.message);
    if (error.where.includes(':')) assert.ok(error.line > 0, error.where);
  }
});

const urdf = command ? catena(['convert', 'panda', '--to', 'urdf']) : '';
const TAGS = [
  '<robot name="x"><link name="a"/></robot>', '<robot>', 'no xml', '<robot name="r"><link/></robot>', '<a/>', '<robot name="r"></robot>',
  '<robot name="r"><link name="a"/><link name="b"/></robot>', '<robot name="r"><link name="a" name="b"/></robot>', '<robot name="r"><link name=a/></robot>',
  '<robot name="r"><link name="a"mass/></robot>', '<robot name="r"><link name = \'a\' / ></robot>', '<robot name="r"><1link name="a"></1link></robot>',
  '<?xml version="1.0"?>\n<!-- c -->\n<robot name="r">\n<link name="a">\n<inertial><mass value="1"/></inertial></link></robot>',
  '<robot name="&lt;&amp;&#65;&#x42;&unknown;"><link name="a"/></robot>', '<robot name="r"><link name="a" x=1"/></robot>', '< robot name="r"/>', '<robot name="r"><link name="a"/><![CDATA[<x]]></robot>',
  '<robot name="r"><link name="a" =""/></robot>', '<robot name="r"><link name/></robot>', '<robot name="r" ><link name="ä"/></robot>', '<!DOCTYPE a><robot/>',
];

// One change at a time: characters that XML and numbers are sensitive to, at a place that depends on the seed.
function changed(text, seed) {
  const next = random(seed);
  const pick = (n) => Math.floor(((next() + 1) / 2) * n) % n;
  const pieces = ['', '<', '>', '"', "'", '/', '=', ' ', '\n', '&', '&lt;', '&#', 'nan', '1e400', '1e-400', '-', '+', '0x1', '<!--', '-->', '</link>', '<mass/>', 'é', '.', ',', '1e5'];
  const at = pick(text.length);
  const cut = pick(3) === 0 ? pick(30) : pick(3);
  return text.slice(0, at) + pieces[pick(pieces.length)] + text.slice(at + cut);
}

test('broken URDF: the same text as the command', withCommand, () => {
  let different = 0;
  const texts = [...TAGS];
  for (let seed = 1; seed <= Number(process.env.CATENA_BROKEN ?? 150); ++seed) texts.push(changed(urdf, seed));
  for (const text of texts) {
    const error = refused(text, { where: 'arm.urdf', format: 'urdf' });
    assert.equal(error ? words(error.message) : '', words(said('arm.urdf', text)), text.length < 300 ? text : 'a changed file');
    different += error ? 1 : 0;
  }
  assert.ok(different > 30, `${different}`);
});

test('the parts of an error', () => {
  const error = refused(panda.replace(/mass *= [0-9.]+/, 'mass = -1.0'), { where: 'arm.toml' });
  assert.equal(error.kind, 'model');
  const line = panda.split('\n').findIndex((l) => l.startsWith('mass')) + 1;
  assert.equal(error.line, line);
  assert.match(error.given, /-1/);
  assert.ok(error.need);
  assert.ok(error.message.includes(error.problem));
});

test('options and names that do not exist', () => {
  const arm = core.robot('planar2');
  const throws = (call, pattern, kind = 'usage') => assert.throws(call, (e) => e instanceof CatenaError && e.kind === kind && pattern.test(e.message));
  throws(() => core.arm(panda, { tipp: 'x' }), /tipp/);
  throws(() => core.robot('pumma560'), /did you mean 'puma560'/);
  throws(() => core.catalogueText('nothing'), /no such robot/);
  throws(() => arm.eval('inertja', { q: [0, 0] }), /did you mean 'inertia'/);
  throws(() => arm.eval('inertia', { q: [0] }), /q/);
  throws(() => arm.eval('inertia', {}), /q/);
  throws(() => arm.eval('inertia', { q: [0, NaN] }), /finite/);
  throws(() => arm.eval('inertia', { q: [0, 0] }, { method: 'crab' }), /crab/);
  throws(() => arm.eval('pose', { q: [0, 0] }, { frame: 'toool' }), /did you mean 'tool'/);
  throws(() => arm.eval('inertia', { q: [0, 0], extra: [1] }), /extra/);
  throws(() => arm.ik([1, 2, 3]), /pose/);
  throws(() => arm.ik([0, 0, 0], { goal: 'positon' }), /did you mean 'position'/);
  throws(() => arm.stepper({ q: [Infinity, 0] }), /finite/);
  throws(() => arm.withChange({ rows: [{ row: 5, mass: 1 }] }), /row/);
  throws(() => arm.withChange({ rows: [{ row: 0, mass: -1 }] }), /mass/, 'model');
  arm.free();
  throws(() => arm.values('inertia', { q: [0, 0] }), /freed/);
});

test('a singular inertia matrix is a numerical error', () => {
  const arm = core.arm(core.catalogueText('planar2').replaceAll(/mass +=.*/g, 'mass = 0.0').replaceAll(/(xx|yy|zz) = [0-9.]+/g, '$1 = 0.0'));
  assert.throws(() => arm.values('fd', { q: [0, 0], qd: [0, 0], tau: [0, 0] }), (e) => e.kind === 'numerical');
  arm.free();
});
