// SPDX-License-Identifier: Apache-2.0
// What the page saves of a motion: numbers, a report and a video, of what was seen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertClose, entry, native, openTab, pick, saved, setState, settled, start, stop, withPage } from '../harness.mjs';

before(start);
after(stop);

const choose = (page, id) => async () => {
  await page.click('header .menu button[title=Export]');
  await page.click(id);
};

// Lines of numbers, and their columns by name.
function csvOf({ bytes }) {
  const [head, ...lines] = bytes.toString().trim().split('\n').map((line) => line.split(','));
  return { head, rows: lines.map((line) => line.map(Number)), column: (name) => lines.map((line) => Number(line[head.indexOf(name)])) };
}

// The document of a report, with the values of its signals.
function documentOf(html) {
  const open = 'id="catena-report">';
  const from = html.indexOf(open) + open.length;
  const document = JSON.parse(html.slice(from, html.indexOf('</script>', from)));
  const [run] = document.runs;
  const series = (values) => {
    if (Array.isArray(values)) return values;
    if (values.same) return series(run[values.same][values.index]);
    const bytes = Buffer.from(values.f64, 'base64');
    return Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(8 * i));
  };
  const groups = {};
  for (const { group, name, values } of run.signals) (groups[group] ??= {})[name] = series(values);
  return { title: document.title, name: run.name, time: series(run.time), groups };
}

async function addPath(page, points) {
  for (const q of points) {
    await setState(page, { q });
    await page.keyboard.press('p');
    await settled(page);
  }
  await page.waitForFunction(() => window.playground.path.recorded);
}

test('the motion of "Let go" as numbers and as a report, of the arm that moved, also when another one is shown', async () => {
  await withPage(async (page) => {
    await pick(page, 'planar2');
    await choose(page, '#export-motion')();
    await page.waitForFunction(() => /no motion yet/.test(document.querySelector('.toast').textContent));
    await page.click('#let-go');
    await page.waitForFunction(() => window.playground.motion.recording?.time.at(-1) > 0.3);
    await page.click('#let-go');
    await pick(page, 'ur5e');
    const file = await saved(page, choose(page, '#export-motion'));
    assert.match(file.name, /^planar.*_motion\.csv$/);
    const csv = csvOf(file);
    assert.deepEqual(csv.head, ['t', 'q1', 'q2', 'qd1', 'qd2', 'kinetic_energy', 'potential_energy']);
    const [, q1, q2, qd1, qd2, kinetic, potential] = csv.rows.at(-1);
    const wanted = native('planar2', ['kinetic_energy', 'potential_energy', 'gravity'], { q: [q1, q2], qd: [qd1, qd2] });
    assertClose([kinetic, potential], [wanted.kinetic_energy, wanted.potential_energy], 'energies');

    const html = await saved(page, choose(page, '#export-report'));
    assert.match(html.name, /^planar.*_report\.html$/);
    const { title, name, time, groups } = documentOf(html.bytes.toString());
    assert.match(title, /^(?!.*UR5e).*let go$/i);
    assert.equal(title, `${name}, let go`);
    assert.deepEqual(time, csv.column('t'));
    assert.deepEqual(groups['Joint velocities'].qd2, csv.column('qd2'));
    assert.deepEqual(groups.Energy.kinetic, csv.column('kinetic_energy'));
    assertClose([groups['Gravity torques'].g1.at(-1), groups['Gravity torques'].g2.at(-1)], wanted.gravity, 'gravity torques');
    const total = groups.Energy.total;
    assert.ok(Math.max(...total) - Math.min(...total) < 1e-5 * Math.max(...groups.Energy.kinetic), 'a fall keeps its energy');
  });
});

test('the motion along a path as numbers and as a report, with its torques and energies', async () => {
  await withPage(async (page) => {
    await pick(page, 'puma560');
    const points = [[0.2, -0.4, 0.3, 0, 0.5, 0], [0.9, -0.9, 0.1, 0.4, -0.3, 0.6]];
    await addPath(page, points);
    const file = await saved(page, () => page.click('#save-path'));
    assert.match(file.name, /^.*puma.*_path\.csv$/);
    const csv = csvOf(file);
    assert.equal(csv.head.length, 1 + 4 * 6);
    assertClose(csv.rows[0].slice(1, 7), points[0], 'from the first posture', 1e-9);
    assertClose(csv.rows.at(-1).slice(1, 7), points[1], 'to the last', 1e-9);
    const middle = csv.rows[Math.floor(csv.rows.length / 2)];
    const state = { q: middle.slice(1, 7), qd: middle.slice(7, 13), qdd: middle.slice(13, 19) };
    const wanted = native('puma560', ['id', 'kinetic_energy', 'potential_energy'], state);
    assertClose(middle.slice(19, 25), wanted.id, 'torques');
    assert.deepEqual(csvOf(await saved(page, choose(page, '#export-motion'))).rows, csv.rows, 'the same by the menu');

    const { title, groups } = documentOf((await saved(page, choose(page, '#export-report'))).bytes.toString());
    assert.match(title, /along a path$/);
    const at = Math.floor(csv.rows.length / 2);
    assertClose([1, 2, 3, 4, 5, 6].map((i) => groups['Joint torques'][`tau${i}`][at]), wanted.id, 'torques of the report');
    assertClose([groups.Energy.kinetic[at], groups.Energy.potential[at]], [wanted.kinetic_energy, wanted.potential_energy], 'energies of the report');
    assert.deepEqual(groups['Joint accelerations'].qdd3, csv.column('qdd3'));

    // the motion that began last counts
    await page.click('#let-go');
    await page.waitForFunction(() => window.playground.motion.recording?.time.length > 3);
    await page.click('#let-go');
    assert.ok(csvOf(await saved(page, choose(page, '#export-motion'))).head.includes('kinetic_energy'));
    await page.click('#play-path');
    await page.waitForFunction(() => !window.playground.path.isRunning);
    assert.ok(csvOf(await saved(page, choose(page, '#export-motion'))).head.includes('tau6'));
  });
});

test('a video shows the path that is played; without one the arm is let go and held again', async () => {
  const webm = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
  await withPage(
    async (page) => {
      await pick(page, 'planar2');
      await addPath(page, [[0.2, 0.3], [0.9, -0.4]]);
      await openTab(page, 'torques');
      const path = await saved(page, choose(page, '#export-video'));
      assert.match(path.name, /^planar.*\.webm$/);
      assert.deepEqual(path.bytes.subarray(0, 4), webm);
      assert.ok(path.bytes.length > 1000, `${path.bytes.length} bytes`);
      assertClose((await entry(page)).q, [0.9, -0.4], 'the path was played to its end', 1e-3);
      assert.equal(await page.evaluate(() => window.playground.motion.recording), null, 'nothing fell');

      await openTab(page, 'path');
      await page.click('#clear-path');
      await settled(page);
      const fall = await saved(page, choose(page, '#export-video'));
      assert.deepEqual(fall.bytes.subarray(0, 4), webm);
      assert.equal(await page.evaluate(() => window.playground.motion.running), false, 'it is held');
      const seconds = await page.evaluate(() => window.playground.motion.recording.time.at(-1));
      assert.ok(seconds > 0.1 && seconds < 12, `${seconds} s of motion`);
    },
    { gl: 'real', viewport: { width: 640, height: 480 } },
  );
});
