// SPDX-License-Identifier: Apache-2.0
// Editing the model, sharing, code, exports, dropped files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { assertClose, catena, drop, entry, flat, native, numbers, openTab, pick, saved, setState, settled, start, stop, withPage } from '../harness.mjs';

let scratch;
before(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'catena-playground-'));
  await start();
});
after(async () => {
  await stop();
  rmSync(scratch, { recursive: true });
});

const field = (page, row, name) => page.locator(`input[data-row="${row}"][data-field="${name}"]`);

test('a mass, a length and a centre of mass can be edited: the numbers are those of the edited robot', async () => {
  await withPage(async (page) => {
    await pick(page, 'puma560');
    await openTab(page, 'model');
    for (const [row, name, value] of [[2, 'mass', '7.5'], [1, 'a', '0.5'], [3, 'z', '-0.1']]) {
      await field(page, row, name).fill(value);
      await field(page, row, name).press('Enter');
      await settled(page);
      assert.equal(await field(page, row, name).inputValue(), value);
      assert.match(await field(page, row, name).getAttribute('class'), /changed/);
    }
    const { q, qd, qdd, text } = await entry(page);
    const robot = join(scratch, 'edited.toml');
    writeFileSync(robot, text);
    const got = await page.evaluate(() => [...window.playground.app.arm.values('id', window.playground.app.inputs)]);
    assertClose(got, native(robot, ['id'], { q, qd, qdd }).id, 'id of the edited robot');
    const before = native('puma560', ['id'], { q, qd, qdd }).id;
    assert.ok(got.some((x, i) => Math.abs(x - before[i]) > 0.1));
    const cells = await page.locator('#panel-model section:has-text("What the edits change") td').allTextContents();
    const at = cells.findIndex((cell) => cell.startsWith('torque of'));
    assert.ok(Math.abs(Number.parseFloat(cells[at + 1].replace('\u2212', '-')) - before[0]) < 1e-3 + 1e-4 * Math.abs(before[0]), cells[at + 1]);
    await page.click('button:text-is("Undo all edits")');
    await settled(page);
    assert.equal((await entry(page)).robot, 'puma560');
  });
});

test('a payload changes the torques as catena eval --payload does', async () => {
  await withPage(async (page) => {
    await openTab(page, 'model');
    await page.fill('#payload', '2.5');
    await page.press('#payload', 'Enter');
    await settled(page);
    const { q } = await entry(page);
    const got = await page.evaluate(() => [...window.playground.app.arm.values('gravity', { q: window.playground.app.entry.q })]);
    const wanted = JSON.parse(catena(['eval', 'panda', '--want', 'gravity', '--payload', '2.5'], JSON.stringify({ q }) + '\n')).gravity;
    assertClose(got, wanted, 'gravity');
  });
});

test('an impossible number is refused with the reason, and the arm stays', async () => {
  await withPage(async (page) => {
    await openTab(page, 'model');
    const before = await field(page, 1, 'mass').inputValue();
    await field(page, 1, 'mass').fill('-1');
    await field(page, 1, 'mass').press('Enter');
    await settled(page);
    assert.match(await page.locator('#panel-model [role=alert]').textContent(), /mass/);
    assert.equal(await field(page, 1, 'mass').inputValue(), before);
    assert.equal((await entry(page)).robot, 'panda');
  });
});

test('the linter says what catena check says', async () => {
  await withPage(async (page) => {
    for (const robot of ['puma560', 'jaco2', 'rtx']) {
      await pick(page, robot);
      await openTab(page, 'model');
      const told = spawnSync(process.env.CATENA_PROGRAM, ['check', robot, '--json'], { encoding: 'utf8' }).stdout;
      const [{ findings }] = JSON.parse(told);
      const rules = await page.locator('.findings li small.mono').allTextContents();
      assert.deepEqual(rules, findings.map(({ severity, rule }) => `${severity}: ${rule}`), robot);
    }
    // beside the line: rtx has an impossible inertia in its second link
    const lines = (await page.locator('#robot-text').inputValue()).split('\n');
    const second = lines.findIndex(((seen) => (line) => line.startsWith('[[link]]') && ++seen === 2)(0));
    const at = lines.findIndex((line, k) => k > second && line.startsWith('inertia'));
    const marked = page.locator('.found-line.warning');
    assert.equal(await marked.count(), 1);
    assert.match(await marked.textContent(), /inertia is not physically possible/);
    assert.equal(await page.locator('.line-numbers b.warning').textContent(), String(at + 1));
    await page.click('.findings .go-to-finding');
    const selected = await page.locator('#robot-text').evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(selected, lines[at]);
    const [band, area] = [await marked.boundingBox(), await page.locator('#robot-text').boundingBox()];
    assert.ok(band.y > area.y && band.y + band.height < area.y + area.height, 'the mark is beside the line that is shown');
    // a mistake in the text hides it, a repair brings it back
    await page.locator('#robot-text').fill(lines.map((line, k) => (k === second ? '[[lnk]]' : line)).join('\n'));
    await page.waitForSelector('.mistake.bad');
    assert.equal(await marked.count(), 0);
    await page.locator('#robot-text').fill(lines.join('\n'));
    await marked.waitFor();
  });
});

test('an address brings back arm, state, tab and path; a damaged one does not', async () => {
  let address = '';
  const state = { q: numbers(6, 3), qd: numbers(6, 4), qdd: numbers(6, 5) };
  const path = [numbers(6, 6), numbers(6, 7)];
  await withPage(async (page) => {
    await pick(page, 'ur5e');
    await setState(page, state);
    await page.evaluate(() => window.playground.app.change({ rows: [{ row: 1, mass: 9 }] }, ''));
    await settled(page);
    await page.evaluate((path) => window.playground.app.setPath(path), path);
    await page.evaluate(() => window.playground.app.addArm('rp'));
    await page.evaluate(() => window.playground.app.activate(0));
    await page.evaluate((path) => window.playground.app.setPath(path), path); // another arm has another path
    await settled(page);
    await openTab(page, 'matrices');
    await page.click('#share');
    await page.waitForFunction(() => document.querySelector('#share-address').value); // it is compressed meanwhile
    address = await page.inputValue('#share-address');
    assert.match(address, /^file:.*playground\.html#s=/);
  });
  const hash = address.slice(address.indexOf('#'));
  await withPage(
    async (page) => {
      const { q, qd, qdd, text } = await entry(page);
      assert.deepEqual({ q, qd, qdd }, state);
      assert.match(text, /mass\s*= 9/);
      const { arms, path: restored } = await page.evaluate(() => window.playground.app.state);
      assert.deepEqual(restored, path);
      assert.equal(arms[1].robot, 'rp');
      assert.equal(await page.evaluate(() => window.playground.tabs.current), 'matrices');
    },
    { hash },
  );
  await withPage(
    async (page) => {
      assert.match(await page.locator('.toast').textContent(), /damaged/);
      assert.equal((await entry(page)).robot, 'panda');
    },
    { hash: hash.slice(0, hash.length / 2) },
  );
  await withPage(async (page) => assert.equal((await entry(page)).robot, 'iiwa14'), { hash: '#robot=iiwa14' });
  await withPage(async (page) => assert.match(await page.locator('.toast').textContent(), /no robot 'nobody'/), { hash: '#robot=nobody' });
  const choice = (page) => page.evaluate(() => ['Quantity', 'Method'].map((name) => document.querySelector(`#panel-quantities select[aria-label="${name}"]`).value));
  const by = (method) => ({ hash: `#robot=lwr&quantity=inertia&method=${method}&tab=quantities&theme=dark` });
  await withPage(async (page) => {
    assert.deepEqual(await choice(page), ['inertia', 'denoc']);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  }, by('denoc'));
  await withPage(async (page) => assert.deepEqual(await choice(page), ['inertia', '']), by('magic'));
});

test('an address whose path belongs to an arm with other joints is refused with a sentence', async () => {
  const shared = (path) => ({ version: 1, arms: [{ robot: 'ur5e', q: numbers(6, 1), qd: numbers(6, 2), qdd: numbers(6, 3) }], active: 0, tab: 'path', quantity: '', path });
  const hash = (path) => `#s=${deflateSync(JSON.stringify(shared(path))).toString('base64url')}`;
  await withPage(async (page) => assert.equal((await entry(page)).robot, 'ur5e'), { hash: hash([numbers(6, 4)]) });
  await withPage(
    async (page) => {
      assert.match(await page.locator('.toast').textContent(), /a posture of 3 joints for an arm of 6/);
      assert.equal((await entry(page)).robot, 'panda');
      await openTab(page, 'path');
      assert.match(await page.locator('.poses').textContent(), /No postures yet/);
    },
    { hash: hash([numbers(6, 4), numbers(3, 5)]) },
  );
});

test('the shell program prints the numbers of the page', async () => {
  const bin = join(scratch, 'bin');
  spawnSync('mkdir', ['-p', bin]);
  symlinkSync(process.env.CATENA_PROGRAM, join(bin, 'catena'));
  await withPage(async (page) => {
    await pick(page, 'stanford');
    await setState(page, { q: numbers(6, 13), qd: numbers(6, 14) });
    await openTab(page, 'quantities');
    await page.selectOption('#panel-quantities select[aria-label="Quantity"]', 'coriolis');
    await openTab(page, 'code');
    await page.click('#panel-code .segments button:text-is("Shell")');
    const script = await page.locator('.code-box').textContent();
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } });
    const wanted = flat(JSON.parse(stdout || `{"coriolis": "${stderr}"}`).coriolis);
    const got = await page.evaluate(() => [...window.playground.app.arm.values('coriolis', window.playground.app.inputs)]);
    assertClose(got, wanted, script);
    for (const [language, word] of [['Python', 'catena.Arm("stanford")'], ['C++', 'catena::Arm::load("stanford")']]) {
      await page.click(`#panel-code .segments button:text-is("${language}")`);
      assert.ok((await page.locator('.code-box').textContent()).includes(word));
    }
  });
});

test('exports: TOML and URDF are the same robot, CSV has the numbers, PNG is a picture', async () => {
  await withPage(
    async (page) => {
      await pick(page, 'puma560');
      const { q, qd, qdd } = await entry(page);
      const choose = (id) => async () => {
        await page.click('header .menu button[title=Export]');
        await page.click(id);
      };
      const wanted = native('puma560', ['id'], { q, qd, qdd }).id;
      for (const [id, suffix] of [['#export-toml', 'toml'], ['#export-urdf', 'urdf']]) {
        const { name, bytes } = await saved(page, choose(id));
        assert.ok(name.endsWith(`.${suffix}`), name);
        const robot = join(scratch, `export.${suffix}`);
        writeFileSync(robot, bytes);
        assertClose(native(robot, ['id'], { q, qd, qdd }).id, wanted, suffix, 1e-9);
      }
      const csv = (await saved(page, choose('#export-csv'))).bytes.toString().trim().split('\n');
      assert.equal(csv[0], 'joint,q,qd,qdd,gravity,id');
      assertClose(csv.slice(1).map((line) => Number(line.split(',').at(-1))), wanted, 'CSV');
      const png = await saved(page, choose('#export-png'));
      assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
      assert.ok(png.bytes.length > 5000);
    },
    { gl: 'real' },
  );
});

test('the second module writes C code and a report of the last motion', async () => {
  await withPage(async (page) => {
    const choose = (id) => async () => {
      await page.click('header .menu button[title=Export]');
      await page.click(id);
    };
    await pick(page, 'planar2');
    await choose('#export-report')();
    await page.waitForFunction(() => /no motion yet/.test(document.querySelector('.toast').textContent));
    await page.click('#let-go');
    await page.waitForFunction(() => window.playground.motion.recording?.time.at(-1) > 0.3);
    await page.keyboard.press(' ');
    const report = (await saved(page, choose('#export-report'))).bytes.toString();
    assert.match(report, /id="catena-report"/);
    await openTab(page, 'quantities');
    await page.selectOption('#panel-quantities select[aria-label="Quantity"]', 'inertia');
    const { name, bytes } = await saved(page, choose('#export-c'));
    assert.match(name, /\.[ch]$/);
    assert.match(bytes.toString(), /inertia/);
  });
});

// A URDF with a mesh, and a triangle as STL text.
const urdf = `<robot name="one">
<link name="base"/><link name="arm"><inertial><origin xyz="0.2 0 0"/><mass value="1"/><inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><mesh filename="package://one/meshes/arm.stl"/></geometry></visual></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="30" velocity="3"/></joint>
</robot>`;
const stl = 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n';

test('of a URDF with two arms one is chosen', async () => {
  const inertial = '<inertial><origin xyz="0.2 0 0"/><mass value="1"/><inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial>';
  const arm = (side, y) => `<link name="${side}">${inertial}</link><joint name="${side}_turn" type="continuous"><parent link="base"/><child link="${side}"/><origin xyz="0 ${y} 0"/><axis xyz="0 1 0"/></joint>`;
  const both = `<robot name="two"><link name="base"/>${arm('left', 1)}${arm('right', -1)}</robot>`;
  await withPage(async (page) => {
    await openTab(page, 'model');
    await page.evaluate((text) => window.playground.app.openText(text, 'two.urdf'), both);
    await settled(page);
    const box = page.locator('#robot-mistake');
    assert.match(await box.textContent(), /2 arms/);
    assert.doesNotMatch(await box.textContent(), /--tip/);
    await box.locator('button:text-is("left")').click();
    await settled(page);
    assert.equal(await box.textContent(), '');
    const { text } = await entry(page);
    assert.match(text, /joint_name = "left_turn"/);
    const robot = join(scratch, 'two.urdf');
    writeFileSync(robot, both);
    const wanted = JSON.parse(catena(['eval', robot, '--tip', 'left', '--want', 'gravity'], '{"q": [0.3]}\n')).gravity;
    assertClose(await page.evaluate(() => [...window.playground.app.arm.values('gravity', { q: [0.3] })]), wanted, 'gravity');
  });
});

test('files are dropped: a URDF with its meshes, and what is neither', async () => {
  await withPage(async (page) => {
    await drop(page, [['one.urdf', urdf], ['arm.stl', stl]]);
    await page.waitForFunction(() => /with 1 meshes/.test(document.querySelector('.toast').textContent));
    assert.equal(await page.evaluate(() => window.playground.app.loaded.robot.meshes.length), 1);
    assert.deepEqual(await page.evaluate(() => window.playground.app.loaded.joints.map(({ lower, upper, effort }) => [lower, upper, effort])), [[-1, 2, 30]]);
    // what cannot be read is replaced by the collision mesh of the same link
    const collada = urdf.replace('arm.stl', 'arm.dae').replace('</link>\n<joint', '<collision><origin xyz="0 0 0.5"/><geometry><mesh filename="package://one/meshes/hull.stl"/></geometry></collision></link>\n<joint');
    await drop(page, [['two.urdf', collada], ['arm.dae', '<COLLADA/>'], ['hull.stl', stl]]);
    await page.waitForFunction(() => /with 1 meshes\.$/.test(document.querySelector('.toast').textContent));
    assert.deepEqual(await page.evaluate(() => window.playground.app.loaded.robot.meshes.map(({ vertices, pose }) => [vertices.length, Math.hypot(pose[3], pose[7], pose[11])])), [[9, 0.5]]);
    // a COLLADA mesh, in centimetres, turned by its node
    const dae = `<COLLADA><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id="g"><mesh><source id="s"><float_array id="f">0 0 0 100 0 0 0 100 0</float_array></source>
      <vertices id="v"><input semantic="POSITION" source="#s"/></vertices><polylist><input semantic="VERTEX" source="#v" offset="0"/><vcount>3</vcount><p>0 1 2</p></polylist></mesh></geometry></library_geometries>
      <library_visual_scenes><visual_scene id="all"><node><rotate>0 0 1 180</rotate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#all"/></scene></COLLADA>`;
    await drop(page, [['three.urdf', urdf.replace('arm.stl', 'arm.dae')], ['arm.dae', dae]]);
    await page.waitForFunction(() => /with 1 meshes\.$/.test(document.querySelector('.toast').textContent) && window.playground.app.loaded.robot.meshes.length === 1);
    const drawn = await page.evaluate(() => window.playground.app.loaded.robot.meshes.map(({ vertices }) => [...vertices]));
    assertClose(drawn[0], [0, 0, 0, -1, 0, 0, 0, -1, 0], 'vertices', 1e-6);
    await drop(page, [['three.urdf', urdf.replace('arm.stl', 'arm.dae')], ['arm.dae', dae.replace('0 1 2<', '0 1 3<')]]);
    await page.waitForFunction(() => /Not found or not readable: .*arm\.dae \(.*a face has a vertex that does not exist\)/.test(document.querySelector('.toast').textContent));
    await drop(page, [['one.urdf', urdf], ['hull.stl', stl]]);
    await page.waitForFunction(() => /Not found or not readable: .*arm\.stl/.test(document.querySelector('.toast').textContent));
    await drop(page, [['one.urdf', urdf], ['arm.stl', stl]]);
    await page.waitForFunction(() => /with 1 meshes\.$/.test(document.querySelector('.toast').textContent));
    await drop(page, [['arm.toml', '# dropped\n' + (await page.evaluate(() => window.playground.core.catalogueText('rp')))]]);
    await page.waitForFunction(() => window.playground.app.entry.text.startsWith('# dropped'));
    assert.equal((await entry(page)).q.length, 2);
    await drop(page, [['one.urdf', urdf]]);
    await page.waitForFunction(() => /names meshes of 1 links/.test(document.querySelector('.toast').textContent));
    await drop(page, [['notes.txt', 'hello']]);
    await page.waitForFunction(() => /neither a URDF/.test(document.querySelector('.toast').textContent));
    await drop(page, [['bad.urdf', urdf.replace('</robot>', '')]]);
    await page.waitForFunction(() => /could not be read/.test(document.querySelector('.toast').textContent));
    assert.equal(await page.evaluate(() => window.playground.tabs.current), 'model');
    assert.equal(await page.evaluate(() => window.playground.app.arm.name), 'one');
  });
});

// Writing and compiling shaders takes longer than all else that a new arm needs.
test('another arm is drawn by the shaders of the one before', async () => {
  await withPage(async (page) => {
    const made = await page.evaluate(async () => {
      const { app, core, stage } = window.playground;
      const frames = async (count) => {
        for (let k = 0; k < count; ++k) await new Promise((done) => requestAnimationFrame(done));
      };
      await frames(3);
      const gl = stage.scene.renderer.getContext();
      const { createProgram } = gl;
      let programs = 0;
      gl.createProgram = function () {
        ++programs;
        return createProgram.call(this);
      };
      const drawn = [];
      for (const name of ['ur5e', 'kinova_gen3', 'puma560']) {
        app.openText(core.arm(core.catalogueText(name)).toUrdf(), `${name}.urdf`);
        await frames(6);
        drawn.push(app.arm.name);
      }
      return { programs, drawn: drawn.length, scenes: stage.scene.scene.children.length };
    });
    assert.deepEqual({ ...made, scenes: 0 }, { programs: 0, drawn: 3, scenes: 0 });
    assert.ok(made.scenes <= 8, `${made.scenes} objects in the scene: the earlier arms are still there`);
  });
});
