// SPDX-License-Identifier: Apache-2.0
// Dragging, letting go, pushing, paths, two arms.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertClose, catena, drag, entry, native, openTab, pick, setState, settled, start, stop, withPage } from '../harness.mjs';

let scratch;
before(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'catena-playground-'));
  await start();
});
after(async () => {
  await stop();
  rmSync(scratch, { recursive: true });
});

const tip = (page) => page.evaluate(() => window.playground.stage.scene.tipOnScreen(window.playground.app.state.active));
const running = (page) => page.evaluate(() => window.playground.motion.running);
const energies = async (page) => (await page.locator('.energies b').allTextContents()).map(Number);

test('the tool follows the pointer by inverse kinematics, within the limits; one undo brings it back', async () => {
  await withPage(async (page) => {
    await setState(page, { q: [0.2, 0.1, 0, -1.7, 0, 1.8, 0.4] });
    const before = (await entry(page)).q;
    const from = await tip(page);
    const to = [from[0] + 40, from[1] - 30];
    await drag(page, from, to);
    const reached = await tip(page);
    assert.ok(Math.hypot(reached[0] - to[0], reached[1] - to[1]) < 2, `${reached} for ${to}`);
    const { q } = await entry(page);
    assert.ok(q.some((x, i) => Math.abs(x - before[i]) > 1e-3));
    await page.click('#undo');
    assert.deepEqual((await entry(page)).q, before);
  });
});

test('the orientation of the tool can be kept', async () => {
  await withPage(async (page) => {
    await setState(page, { q: [0.2, 0.1, 0, -1.7, 0, 1.8, 0.4] });
    await page.click('.view-tools button:text-is("Keep orientation")');
    const pose = (q) => native('panda', ['pose'], { q }).pose;
    const before = pose((await entry(page)).q);
    const from = await tip(page);
    await drag(page, from, [from[0] + 30, from[1] - 20]);
    const after = pose((await entry(page)).q);
    assert.ok(Math.hypot(...[0, 1, 2].map((i) => after[i][3] - before[i][3])) > 0.01, 'it has moved');
    for (let i = 0; i < 3; ++i) assertClose(after[i].slice(0, 3), before[i].slice(0, 3), 'orientation', 1e-5);
  });
});

test('a link can be dragged: the joints beyond it stay', async () => {
  await withPage(async (page) => {
    await setState(page, { q: [0.2, 0.1, 0, -1.7, 0, 1.8, 0.4] });
    const before = (await entry(page)).q;
    const from = await page.evaluate(() => window.playground.stage.scene.linkOnScreen(0, 3));
    const link = await page.evaluate(([x, y]) => window.playground.stage.scene.pick(x, y)?.link, from);
    assert.ok(link >= 2 && link <= 4, `link ${link}`);
    await drag(page, from, [from[0] - 25, from[1] + 10]);
    const { q } = await entry(page);
    assert.ok(q.slice(0, link + 1).some((x, i) => Math.abs(x - before[i]) > 1e-3));
    assert.deepEqual(q.slice(link + 1), before.slice(link + 1));
  });
});

test('a goal out of reach is said, and the arm stretches towards it', async () => {
  await withPage(async (page) => {
    const from = await tip(page);
    const box = await page.locator('#view').boundingBox();
    await page.mouse.move(box.x + from[0], box.y + from[1]);
    await page.mouse.down();
    for (const part of [0.3, 0.6, 1]) {
      await page.mouse.move(box.x + from[0] * (1 - part) + 8 * part, box.y + from[1] * (1 - part) + 8 * part);
      await settled(page);
    }
    assert.match(await page.locator('.view .status').textContent(), /out of reach|at the limit/);
    await page.mouse.up();
    assert.ok((await entry(page)).q.every(Number.isFinite));
  });
});

test('dragging beside the arm turns the camera, not the arm', async () => {
  await withPage(async (page) => {
    const before = (await entry(page)).q;
    const eye = await tip(page);
    await drag(page, [20, 330], [120, 300]);
    assert.deepEqual((await entry(page)).q, before);
    const turned = await tip(page);
    assert.ok(Math.hypot(turned[0] - eye[0], turned[1] - eye[1]) > 5);
  });
});

test('let go: the arm falls, its energy is kept, and it can be held', async () => {
  await withPage(async (page) => {
    const start = (await entry(page)).q;
    await page.click('#let-go');
    await page.waitForFunction(() => window.playground.motion.recording?.time.at(-1) > 1);
    assert.equal(await running(page), true);
    const record = await page.evaluate(() => window.playground.motion.recording);
    const total = record.energy.map(([kinetic, potential]) => kinetic + potential);
    const spread = Math.max(...total) - Math.min(...total);
    const largest = Math.max(...record.energy.map(([kinetic]) => kinetic));
    assert.ok(largest > 1, 'it moves');
    assert.ok(spread < 1e-5 * largest, `energy drifts by ${spread} of ${largest} J`);
    // the energies are those of the native program
    const k = record.time.length - 1;
    const wanted = native('panda', ['kinetic_energy', 'potential_energy'], { q: record.q[k], qd: record.qd[k] });
    assertClose(record.energy[k], [wanted.kinetic_energy, wanted.potential_energy], 'energies', 1e-12);
    await page.keyboard.press(' ');
    assert.equal(await running(page), false);
    await settled(page);
    const held = (await entry(page)).q;
    assert.notDeepEqual(held, start);
    assert.equal((await energies(page))[0], 0);
    await settled(page);
    assert.deepEqual((await entry(page)).q, held);
    await page.click('#undo');
    assert.deepEqual((await entry(page)).q, start);
  });
});

test('the motion is that of catena simulate', async () => {
  await withPage(async (page) => {
    await pick(page, 'planar2');
    await setState(page, { q: [0.4, 0.3], qd: [0, 0] });
    await page.click('#let-go');
    await page.waitForFunction(() => window.playground.motion.recording?.time.at(-1) > 0.6);
    const { time, q } = await page.evaluate(() => window.playground.motion.recording);
    const end = time.at(-1);
    const csv = join(scratch, 'motion.csv');
    catena(['simulate', 'planar2', '--free-fall', `${end}s`, '--q0', '0.4,0.3', '--rtol', '1e-11', '--atol', '1e-11', '--force', '-o', csv]);
    const lines = readFileSync(csv, 'utf8').trim().split('\n');
    assert.equal(lines[0].split(',').slice(0, 3).join(), 't,q1,q2');
    const [last, ...wanted] = lines.at(-1).split(',').map(Number).slice(0, 3);
    assert.ok(Math.abs(last - end) < 1e-9);
    assertClose(q.at(-1), wanted, `q at ${end} s`, 1e-6);
  });
});

test('pushing with the mouse does work on the arm; damping takes it away', async () => {
  await withPage(async (page) => {
    await pick(page, 'planar2');
    await setState(page, { q: [-Math.PI / 2, 0] }); // it hangs at rest
    await page.click('#let-go');
    await page.waitForFunction(() => window.playground.motion.recording?.time.length > 3);
    const from = await tip(page);
    const box = await page.locator('#view').boundingBox();
    const before = (await energies(page))[2];
    await page.mouse.move(box.x + from[0], box.y + from[1]);
    await page.mouse.down();
    await page.mouse.move(box.x + from[0] + 90, box.y + from[1] - 40);
    await page.waitForFunction((energy) => Number(document.querySelectorAll('.energies b')[2].textContent) > energy + 1, before);
    await page.mouse.up();
    await settled(page);
    const total = () => page.evaluate(() => window.playground.motion.recording.energy.at(-1).reduce((a, b) => a + b));
    const pushed = await total();
    assert.ok(pushed > before + 1, `${before} to ${pushed}`);
    assert.equal(await running(page), true);
    await page.check('#damping');
    const from2 = await page.evaluate(() => window.playground.motion.recording.time.at(-1));
    await page.waitForFunction((t) => window.playground.motion.recording.time.at(-1) > t + 1.5, from2);
    assert.ok((await total()) < pushed - 0.1);
  });
});

test('a path through postures: as fast as catena path says, played, and saved', async () => {
  await withPage(async (page) => {
    const points = [[0.2, 0.1, 0, -1.7, 0, 1.8, 0.4], [-0.6, 0.5, 0.3, -1.2, 0.4, 2.2, 0], [0.9, -0.2, -0.4, -2.1, -0.3, 1.5, 1]];
    for (const q of points) {
      await setState(page, { q });
      await page.keyboard.press('p');
      await settled(page);
    }
    assert.equal(await page.locator('.poses li').count(), 3);
    await page.waitForFunction(() => document.querySelector('#panel-path .stat b')?.textContent);
    const duration = await page.evaluate(() => window.playground.path.planned.duration);
    const told = catena(['path', 'panda', '--points', points.map((q) => q.join(',')).join(';'), '--spline', '--acceleration', '10', '--json']);
    const wanted = JSON.parse(told).duration;
    assert.ok(Math.abs(duration - wanted) < 1e-6 * wanted, `${duration} s, native ${wanted} s`);
    await page.click('#play-path');
    await page.evaluate(() => window.playground.path.tick(0)); // the time of a frame may be before the click
    await page.waitForFunction((end) => Math.abs(window.playground.app.entry.q[0] - end) < 1e-3, points[2][0]);
    await page.click('#clear-path');
    await settled(page);
    assert.equal(await page.locator('#play-path').isVisible(), false);
    await page.click('#undo');
    await settled(page);
    assert.equal(await page.locator('.poses li').count(), 3);
  });
});

test('a path is made by clicking in the view, and a click on a ball goes to its posture', async () => {
  await withPage(async (page) => {
    const box = await page.locator('#view').boundingBox();
    const click = async (x, y) => {
      await page.mouse.click(box.x + x, box.y + y);
      await settled(page);
    };
    const path = () => page.evaluate(() => window.playground.app.state.path);
    const [x, y] = await tip(page);
    await openTab(page, 'path');
    await click(x + 60, y - 50);
    assert.deepEqual(await path(), [], 'a click does nothing unless it is asked for');
    await page.check('#click-path');
    const wanted = [[x + 40, y - 30], [x + 70, y - 70], [x - 20, y - 60]];
    for (const [k, place] of wanted.entries()) {
      await click(...place);
      assert.equal((await path()).length, k + 1);
      const there = await tip(page);
      assert.ok(Math.hypot(there[0] - place[0], there[1] - place[1]) < 1.5, `clicked ${place}, the tool is at ${there}`);
      assert.deepEqual((await entry(page)).q, (await path())[k]);
    }
    await page.waitForFunction(() => window.playground.path.planned);
    const stored = await path();
    await click(wanted[0][0], wanted[0][1]);
    assert.deepEqual(await path(), stored, 'a ball is not a new posture');
    assert.deepEqual((await entry(page)).q, stored[0]);
    await page.mouse.move(box.x + 30, box.y + box.height - 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + box.height - 60, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    assert.deepEqual(await path(), stored, 'turning the camera is not a click');
    for (let k = 0; k < 8; ++k) await page.evaluate(() => window.playground.stage.scene.zoom(1.3));
    await settled(page);
    await click(6, box.height / 2);
    assert.match(await page.locator('.view .status').textContent(), /out of reach/);
    assert.deepEqual(await path(), stored);
    for (let k = 0; k < 2; ++k) await page.click('#undo');
    assert.deepEqual(await path(), stored.slice(0, 2), 'a click is one step back');
  });
});

test('two arms side by side: the sliders move the selected one', async () => {
  await withPage(async (page) => {
    await openTab(page, 'compare');
    await page.selectOption('#second-arm', 'ur10');
    await settled(page);
    assert.equal(await page.locator('.joint').count(), 6);
    assert.equal(await page.locator('.names-of-arms button').count(), 2);
    const cells = await page.locator('#panel-compare td').allTextContents();
    assert.ok(cells.includes('Franka Emika Panda'));
    const [panda, ur10] = [7, 6];
    assert.deepEqual(cells.slice(cells.indexOf('Joints') + 1, cells.indexOf('Joints') + 3), [String(panda), String(ur10)]);
    await page.waitForFunction(() => /^\d+$/.test([...document.querySelectorAll('#panel-compare td')].at(-1).textContent));
    await page.click('.names-of-arms button >> nth=0');
    await settled(page);
    assert.equal(await page.locator('.joint').count(), 7);
    const places = await page.evaluate(() => [0, 1].map((k) => window.playground.stage.scene.tipOnScreen(k)));
    assert.ok(Math.abs(places[0][0] - places[1][0]) > 30);
    await page.selectOption('#second-arm', '');
    await settled(page);
    assert.equal(await page.locator('.names-of-arms button').count(), 0);

    // an arm of one's own: from a file, shown by its name, and removed
    const text = readFileSync(new URL('../../../../robots/rp.toml', import.meta.url), 'utf8').replace(/^name = .*$/m, 'name = "My arm"');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.selectOption('#second-arm', ':file')]);
    await chooser.setFiles([{ name: 'mine.toml', mimeType: 'text/plain', buffer: Buffer.from(text) }]);
    await page.waitForFunction(() => window.playground.app.state.arms[1]?.text.includes('My arm'));
    await settled(page);
    const shown = () => page.locator('#second-arm').evaluate((select) => select.selectedOptions[0].textContent);
    assert.equal(await shown(), 'My arm');
    assert.equal(await page.evaluate(() => window.playground.app.state.arms[0].robot), 'panda');
    await page.selectOption('#second-arm', '');
    await settled(page);
    assert.equal(await shown(), 'none');
    await page.selectOption('#second-arm', ':copy');
    await settled(page);
    assert.equal(await shown(), 'panda');
    await page.evaluate(() => window.playground.app.change({ rows: [{ row: 1, mass: 9 }] }, ''));
    await settled(page);
    assert.equal(await shown(), 'Franka Emika Panda');
    const masses = (await page.locator('#panel-compare tr', { hasText: 'Mass of the links' }).locator('td').allTextContents()).slice(1);
    assert.notEqual(masses[0], masses[1], 'the copy is edited, the first arm is not');
  });
});
