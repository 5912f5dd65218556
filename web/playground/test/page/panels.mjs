// SPDX-License-Identifier: Apache-2.0
// The controls of the panels and of the 3D view, one by one: each does what it says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { assertClose, catena, entry, native, nativeNumbers, numbers, openTab, pick, saved, setState, settled, start, stop, withPage } from '../harness.mjs';

before(start);
after(stop);

const number = (text) => Number(text.replaceAll('\u2212', '-'));

// What a picture of a matrix says about the square (i, j), counted from 0.
async function square(page, picture, i, j) {
  await picture.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight'); // the first square
  for (let k = 0; k < j; ++k) await page.keyboard.press('ArrowRight');
  for (let k = 0; k < i; ++k) await page.keyboard.press('ArrowDown');
  return picture.locator('[role=status]').textContent();
}

test('every matrix is that of the native program, also the chosen slice of the Christoffel symbols', async () => {
  await withPage(async (page) => {
    await pick(page, 'stanford');
    const state = { q: numbers(6, 31), qd: numbers(6, 32) };
    await setState(page, state);
    await openTab(page, 'matrices');
    const wanted = native('stanford', ['inertia', 'coriolis', 'udut', 'inertia_inverse', 'christoffel'], state);
    const D = wanted.d ?? wanted.udut.d;
    const U = wanted.u ?? wanted.U ?? wanted.udut.u ?? wanted.udut.U;
    const pictures = page.locator('#panel-matrices .pictures').first().locator('.matrix');
    const cases = [
      [0, (i, j) => wanted.inertia[i][j]],
      [1, (i, j) => wanted.coriolis[i][j]],
      [2, (i, j) => U[i][j]],
      [3, (i, j) => (i === j ? D[i] : 0)],
      [5, (i, j) => wanted.inertia_inverse[i][j]],
    ];
    for (const [at, value] of cases)
      for (const [i, j] of [[0, 1], [1, 2], [4, 4]]) {
        const said = await square(page, pictures.nth(at), i, j);
        assert.match(said, new RegExp(`\\(${i + 1}, ${j + 1}\\)`));
        const shown = number(/: (\S+)/.exec(said)[1]);
        assert.ok(Math.abs(shown - value(i, j)) <= 1e-4 * Math.abs(value(i, j)) + 1e-9, `${said}, native ${value(i, j)}`);
      }
    for (const k of [0, 2, 5]) {
      await page.locator('#christoffel-slice').fill(String(k + 1));
      await settled(page);
      for (const [i, j] of [[0, 1], [1, 3], [2, 0]]) {
        const said = await square(page, pictures.nth(4), i, j);
        assert.ok(said.includes(`(${i + 1}, ${j + 1}, ${k + 1})`), said);
        const shown = number(/: (\S+)/.exec(said)[1]);
        const value = wanted.christoffel[i][j][k];
        assert.ok(Math.abs(shown - value) <= 1e-4 * Math.abs(value) + 1e-9, `${said}, native ${value}`);
      }
    }
  });
});

test('the quasi-velocities beside U and D are those of the native program', async () => {
  await withPage(async (page) => {
    await pick(page, 'puma560');
    const state = { q: numbers(6, 35), qd: numbers(6, 36) };
    await setState(page, state);
    await openTab(page, 'matrices');
    const table = page.locator('#panel-matrices [aria-label="Quasi-velocities"]');
    assert.equal(await table.isVisible(), false, 'the second module is not loaded before it is asked for');
    await page.click('#show-quasi');
    await table.locator('td').first().waitFor();
    const compare = async (at) => {
      await settled(page);
      const wanted = native('puma560', ['xi', 'nu', 'udut', 'kinetic_energy'], at);
      const rows = await table.locator('tbody tr').evaluateAll((list) => list.map((row) => [...row.children].slice(1).map((cell) => Number(cell.textContent.replaceAll('\u2212', '-')))));
      const D = wanted.d ?? wanted.udut.d;
      rows.forEach((row, i) => row.forEach((x, k) => assert.ok(Math.abs(x - [at.qd, wanted.xi, D, wanted.nu][k][i]) < 1e-4 * Math.max(1, Math.abs(x)), `row ${i}, column ${k}: ${x}`)));
      assert.ok(Math.abs(rows.reduce((sum, [, , , nu]) => sum + nu * nu, 0) / 2 - wanted.kinetic_energy) < 1e-3);
    };
    await compare(state);
    const next = { ...state, qd: numbers(6, 37) };
    await setState(page, next);
    await compare(next);
    assert.equal(await page.locator('#show-quasi').isVisible(), false);
  });
});

test('the ellipsoids of velocity and force are drawn at the tool when they are asked for, in the shape of the table', async () => {
  await withPage(async (page) => {
    await pick(page, 'ur5e');
    const drawn = () => page.evaluate(() => window.playground.stage.scene.shown[0].ellipsoids.map(({ group }) => (group.visible ? group.matrix.elements : null)));
    assert.deepEqual(await drawn(), [null, null]);
    for (const [which, kind] of ['velocity', 'force'].entries()) {
      await page.check(`#ellipsoid-${kind}`);
      await settled(page);
      const matrix = (await drawn())[which];
      const lengths = [0, 1, 2].map((k) => Math.hypot(...matrix.slice(4 * k, 4 * k + 3))).sort((a, b) => b - a);
      const cells = await page.locator('#panel-torques table').last().locator('tr', { hasText: kind === 'velocity' ? 'm/s' : /N$/ }).locator('td').allTextContents();
      const radii = cells.slice(1, 4).map(number);
      for (const k of [1, 2]) assert.ok(Math.abs(lengths[k] / lengths[0] - radii[k] / radii[0]) < 2e-3, `${kind}: ${lengths}, ${radii}`);
      const { q } = await entry(page);
      const pose = native('ur5e', ['pose'], { q }).pose;
      assertClose(matrix.slice(12, 15), [0, 1, 2].map((axis) => pose[axis][3]), `${kind} at the tool`, 1e-9);
      await page.uncheck(`#ellipsoid-${kind}`);
      await settled(page);
      assert.equal((await drawn())[which], null);
    }
  });
});

test('with motors, friction takes energy from the arm', async () => {
  await withPage(async (page) => {
    await pick(page, 'puma560');
    const spread = async () => {
      await page.click('#home');
      await page.click('#let-go');
      await page.waitForFunction(() => window.playground.motion.recording?.time.at(-1) > 0.4);
      await page.click('#let-go');
      const total = await page.evaluate(() => window.playground.motion.recording.energy.map(([kinetic, potential]) => kinetic + potential));
      return total[0] - total.at(-1);
    };
    assert.ok(Math.abs(await spread()) < 1e-3);
    await page.check('#friction');
    assert.ok((await spread()) > 0.05);
  });
});

test('counts of a general arm are those of catena count', async () => {
  await withPage(async (page) => {
    await pick(page, 'puma560');
    await openTab(page, 'methods');
    await page.selectOption('#panel-methods select', 'inertia');
    await page.check('#general-counts');
    await page.waitForFunction(() => [...document.querySelectorAll('#panel-methods tbody tr')].every((row) => /^\d+$/.test(row.children[1].textContent)));
    const rows = await page.locator('#panel-methods tbody tr').evaluateAll((list) => list.map((row) => [row.querySelector('.word').textContent, row.children[1].textContent, row.children[2].textContent]));
    const wanted = JSON.parse(catena(['count', 'puma560', '--want', 'inertia', '--json']));
    for (const [method, mul, add] of rows) {
      const { general } = wanted.find((each) => each.method === method);
      assert.deepEqual([Number(mul), Number(add)], [general.mul, general.add], method);
    }
  });
});

test('the times of methods are those of the methods alone', async () => {
  await withPage(async (page) => {
    await openTab(page, 'methods');
    await page.selectOption('#panel-methods select', 'inertia');
    await page.click('#measure-methods');
    await page.waitForFunction(() => [...document.querySelectorAll('#panel-methods tbody tr')].every((row) => /[nµ]s$/.test(row.children[4].textContent)), null, { timeout: 120000 });
    const times = await page.locator('#panel-methods tbody tr').evaluateAll((list) => list.map((row) => [row.querySelector('.word').textContent, row.children[4].textContent]));
    const nanoseconds = times.map(([, text]) => Number.parseFloat(text) * (text.endsWith('ns') ? 1 : 1000));
    // A call from the page takes some microseconds. The fastest methods need less than one of them, and the slowest several times
    // as long: with the calls, all would be nearly alike.
    assert.ok(Math.min(...nanoseconds) < 2000, `${times.join('; ')}`);
    assert.ok(Math.max(...nanoseconds) > 2.5 * Math.min(...nanoseconds), `${times.join('; ')}`);
  });
});

test('the options of a path change its motion as those of catena path do; postures are gone to and removed', async () => {
  await withPage(async (page) => {
    const points = [[0.2, 0.1, 0, -1.7, 0, 1.8, 0.4], [-0.6, 0.5, 0.3, -1.2, 0.4, 2.2, 0], [0.9, -0.2, -0.4, -2.1, -0.3, 1.5, 1]];
    await openTab(page, 'path');
    for (const q of points) {
      await setState(page, { q });
      await page.click('#add-pose');
      await settled(page);
    }
    const duration = async () => {
      await page.waitForFunction(() => window.playground.path.planned);
      return page.evaluate(() => window.playground.path.planned.duration);
    };
    const wanted = (list, ...options) => JSON.parse(catena(['path', 'panda', '--points', list.map((q) => q.join(',')).join(';'), '--json', ...options])).duration;
    const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6 * b, `${a} s, native ${b} s`);
    const spline = await duration();
    near(spline, wanted(points, '--spline', '--acceleration', '10'));
    await page.fill('#path-acceleration', '4');
    await page.locator('#path-acceleration').press('Enter');
    const slow = await duration();
    near(slow, wanted(points, '--spline', '--acceleration', '4'));
    assert.ok(slow > 1.1 * spline);
    await page.click('#panel-path .segments button:text-is("Lines")');
    near(await duration(), wanted(points, '--blend', '0.2', '--acceleration', '4'));
    await page.fill('#path-acceleration', '60');
    await page.locator('#path-acceleration').press('Enter');
    near(await duration(), wanted(points, '--blend', '0.2', '--acceleration', '60'));
    await page.uncheck('#keep-torque');
    near(await duration(), wanted(points, '--blend', '0.2', '--acceleration', '60', '--torque', '1e9'));

    await page.click('.poses li:nth-child(1) button:text-is("Posture 1")');
    await settled(page);
    assert.deepEqual((await entry(page)).q, points[0]);
    await page.click('.poses button[aria-label="Remove posture 2"]');
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.playground.app.state.path), [points[0], points[2]]);
    near(await duration(), wanted([points[0], points[2]], '--blend', '0.2', '--acceleration', '60', '--torque', '1e9'));
  });
});

// What Ctrl V inserts.
async function pasted(page) {
  await page.evaluate(() => {
    const area = document.createElement('textarea');
    area.id = 'pasted';
    document.body.append(area);
    area.focus();
  });
  await page.keyboard.press('Control+v');
  const text = await page.inputValue('#pasted');
  await page.evaluate(() => document.querySelector('#pasted').remove());
  return text;
}

test('copy and save: a quantity, a program, the address', async () => {
  await withPage(async (page) => {
    await pick(page, 'ur3');
    const state = { q: numbers(6, 41), qd: numbers(6, 42), qdd: numbers(6, 43) };
    await setState(page, state);
    await openTab(page, 'quantities');
    await page.selectOption('#panel-quantities select[aria-label="Quantity"]', 'coriolis');
    await settled(page);
    const wanted = nativeNumbers('ur3', 'coriolis', state);
    await page.click('#copy-quantity');
    await page.waitForFunction(() => document.querySelector('.toast').textContent === 'Copied.');
    const copied = await pasted(page);
    assertClose(copied.trim().split(/[\n,]/).map(Number), wanted, 'copied');
    const file = await saved(page, () => page.click('#save-quantity'));
    assert.match(file.name, /_coriolis\.csv$/);
    assert.equal(file.bytes.toString(), copied);

    await openTab(page, 'code');
    await page.click('#copy-code');
    await settled(page);
    assert.equal(await pasted(page), await page.locator('.code-box').textContent());

    await page.click('#share');
    await page.waitForFunction(() => document.querySelector('#share-address').value);
    const address = await page.inputValue('#share-address');
    await page.click('#share-copy');
    await page.waitForFunction(() => /clipboard/.test(document.querySelector('.toast').textContent));
    await page.click('dialog.share button:text-is("Close")');
    assert.equal(await pasted(page), address);
  });
});

test('the buttons of the 3D view, and home', async () => {
  await withPage(async (page) => {
    const eye = () => page.evaluate(() => window.playground.stage.scene.camera.position.toArray());
    const target = () => page.evaluate(() => window.playground.stage.scene.controls.target.toArray());
    const direction = async () => {
      const [from, to] = [await eye(), await target()];
      const length = Math.hypot(...from.map((x, k) => x - to[k]));
      return from.map((x, k) => (x - to[k]) / length);
    };
    const free = await direction();
    const seen = {};
    for (const view of ['front', 'side', 'top']) {
      await page.click(`#view-${view}`);
      await settled(page);
      seen[view] = await direction();
    }
    assert.ok(seen.top[2] > 0.99, 'from above');
    assert.ok(Math.abs(seen.front[2]) < 0.4 && Math.abs(seen.side[2]) < 0.4);
    assert.ok(Math.abs(seen.front[0] * seen.side[0] + seen.front[1] * seen.side[1]) < 0.1, 'front and side are at right angles');
    await page.click('#view-free');
    await settled(page);
    (await direction()).forEach((x, k) => assert.ok(Math.abs(x - free[k]) < 0.05, 'free again'));

    const axes = () => page.evaluate(() => window.playground.stage.scene.axes);
    assert.equal(await axes(), true);
    await page.click('#show-axes');
    assert.equal(await axes(), false);
    assert.equal(await page.locator('#show-axes').getAttribute('aria-pressed'), 'false');
    await page.click('#keep-orientation');
    assert.equal(await page.evaluate(() => window.playground.stage.upright), true);

    const first = (await entry(page)).q;
    await setState(page, { q: [0, 0, 0, -1, 0, 1, 0], qd: [1, 0, 0, 0, 0, 0, 0] });
    await page.click('#home');
    assert.deepEqual((await entry(page)).q, first);
    assert.deepEqual((await entry(page)).qd, [0, 0, 0, 0, 0, 0, 0]);
  });
});

test('a file is chosen, and the cursor goes to the line of a mistake', async () => {
  await withPage(async (page) => {
    const text = readFileSync(new URL('../../../../robots/lwr.toml', import.meta.url), 'utf8');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      (async () => {
        await page.click('header .menu button[title=Open]');
        await page.click('#open-files');
      })(),
    ]);
    await chooser.setFiles([{ name: 'lwr.toml', mimeType: 'text/plain', buffer: Buffer.from(text) }]);
    await page.waitForFunction(() => /^Opened /.test(document.querySelector('.toast').textContent));
    assert.equal((await entry(page)).text, text);
    assert.ok(await page.locator('#open-file').isHidden());

    await openTab(page, 'model');
    const lines = text.split('\n');
    const at = lines.findLastIndex((line) => line.startsWith('mass'));
    lines[at] = 'mass = "heavy"';
    await page.locator('#robot-text').fill(lines.join('\n'));
    await page.waitForSelector('.mistake.bad');
    await page.click('#go-to-mistake');
    const selected = await page.locator('#robot-text').evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(selected, 'mass = "heavy"');
    assert.ok((await page.locator('#robot-text').evaluate((area) => area.scrollTop)) > 0);
  });
});
