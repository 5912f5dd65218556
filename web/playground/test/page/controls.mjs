// SPDX-License-Identifier: Apache-2.0
// Sliders, fields, keys, undo, tabs, the catalogue, and bad input.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertClose, catena, entry, native, openTab, pick, setState, settled, start, stop, withPage } from '../harness.mjs';

before(start);
after(stop);

test('every robot of the catalogue opens, and every tab shows it', async () => {
  await withPage(async (page) => {
    const robots = await page.locator('#robot option').evaluateAll((options) => options.map((option) => option.value).filter(Boolean));
    assert.equal(robots.length, 28);
    for (const robot of robots) {
      await pick(page, robot);
      assert.equal((await entry(page)).robot, robot);
      assert.equal(await page.locator('.joint').count(), (await entry(page)).q.length);
    }
    for (const tab of ['torques', 'matrices', 'quantities', 'methods', 'model', 'path', 'compare', 'code']) {
      await openTab(page, tab);
      assert.equal(await page.locator(`#panel-${tab}`).isVisible(), true);
      assert.equal(await page.locator(`#tab-${tab}`).getAttribute('aria-selected'), 'true');
      assert.equal(await page.locator('[role=tabpanel]:visible').count(), 1);
    }
  });
});

test('a slider moves its joint within the limits, and the numbers follow', async () => {
  await withPage(async (page) => {
    const slider = page.locator('.joint input[type=range]').nth(1);
    await slider.focus();
    await page.keyboard.press('End');
    await settled(page);
    assert.ok(Math.abs((await entry(page)).q[1] - 1.7628) < 1e-12);
    await page.keyboard.press('Home');
    await settled(page);
    const { q } = await entry(page);
    assert.ok(Math.abs(q[1] + 1.7628) < 1e-12);
    assert.match(await slider.getAttribute('title'), /limits \u22121\.763 to 1\.763 rad/);
    const shown = await page.locator('.joint').nth(1).locator('.torque').textContent();
    assert.ok(Math.abs(Number.parseFloat(shown.replace('\u2212', '-')) - native('panda', ['gravity'], { q }).gravity[1]) < 0.01);
    assert.equal(await page.locator('.joint').nth(1).locator('input[type=number]').inputValue(), '-1.7628');
  });
});

test('a number can be typed, in radians or degrees, also beyond the limits, which is marked', async () => {
  await withPage(async (page) => {
    const row = page.locator('.joint').first();
    await row.locator('input[type=number]').fill('0.5');
    await page.keyboard.press('Enter');
    assert.equal((await entry(page)).q[0], 0.5);
    await page.click('.segments button:text-is("deg")');
    await settled(page);
    assert.equal(await row.locator('input[type=number]').inputValue(), '28.65');
    await row.locator('input[type=number]').fill('90');
    await page.keyboard.press('Enter');
    await settled(page);
    assert.ok(Math.abs((await entry(page)).q[0] - Math.PI / 2) < 1e-15);
    await row.locator('input[type=number]').fill('200');
    await page.keyboard.press('Enter');
    await settled(page);
    assert.match(await row.getAttribute('class'), /outside/);
    await row.locator('input[type=number]').fill('');
    await page.keyboard.press('Enter');
    assert.ok(Math.abs((await entry(page)).q[0] - (200 * Math.PI) / 180) < 1e-12, 'an empty field changes nothing');
  });
});

test('the sliders also set velocities and accelerations', async () => {
  await withPage(async (page) => {
    for (const [button, mode, unit] of [['q\u0307', 'qd', 'rad/s'], ['q\u0308', 'qdd', 'rad/s\u00b2']]) {
      await page.click(`.joint-head .segments button:text-is("${button}")`);
      await page.locator('.joint input[type=number]').nth(3).fill('1.25');
      await page.keyboard.press('Enter');
      await settled(page);
      assert.equal((await entry(page))[mode][3], 1.25);
      assert.equal(await page.locator('.joint .of').nth(3).textContent(), unit);
    }
    const { q, qd, qdd } = await entry(page);
    const wanted = native('panda', ['id'], { q, qd, qdd }).id;
    const shown = await page.locator('.joint .torque').allTextContents();
    wanted.forEach((x, i) => assert.ok(Math.abs(Number.parseFloat(shown[i].replace('\u2212', '-')) - x) < 0.06));
  });
});

test('a torque above its limit is marked', async () => {
  await withPage(async (page) => {
    await setState(page, { qdd: [0, 200, 0, 0, 0, 0, 0] });
    const rows = await page.locator('.joint').evaluateAll((list) => list.map((row) => row.classList.contains('over')));
    const { q, qd, qdd } = await entry(page);
    const limits = [87, 87, 87, 87, 12, 12, 12];
    assert.deepEqual(rows, native('panda', ['id'], { q, qd, qdd }).id.map((x, i) => Math.abs(x) > limits[i]));
    assert.equal(rows[1], true);
  });
});

test('undo and redo, by buttons and keys; a gesture is one step', async () => {
  await withPage(async (page) => {
    const before = (await entry(page)).q;
    await page.keyboard.press('3');
    for (let k = 0; k < 20; ++k) await page.keyboard.press('ArrowRight');
    const after = (await entry(page)).q;
    assert.ok(after[2] > before[2]);
    await pick(page, 'ur5');
    await page.click('#undo');
    assert.deepEqual((await entry(page)).q, after);
    for (let k = 0; k < 25 && (await page.locator('#undo').isEnabled()); ++k) {
      await page.locator('body').press('Control+z');
      await settled(page);
    }
    assert.deepEqual((await entry(page)).q, before);
    for (let k = 0; k < 25 && (await page.locator('#redo').isEnabled()); ++k) {
      await page.locator('body').press('Control+Shift+z');
      await settled(page);
    }
    assert.equal((await entry(page)).robot, 'ur5');
    // a drag of the slider is one step
    await page.evaluate(() => {
      const slider = document.querySelector('.joint input[type=range]');
      for (let k = 900; k < 1000; k += 10) {
        slider.value = String(k);
        slider.dispatchEvent(new Event('input'));
      }
      slider.dispatchEvent(new Event('change'));
    });
    const dragged = (await entry(page)).q;
    await settled(page);
    await page.click('#undo');
    assert.notDeepEqual((await entry(page)).q, dragged);
    assert.equal((await entry(page)).robot, 'ur5');
  });
});

test('keys: tabs, home, help', async () => {
  await withPage(async (page) => {
    const first = (await entry(page)).q;
    await setState(page, { q: [0, 0, 0, -1, 0, 1, 0], qd: [1, 0, 0, 0, 0, 0, 0] });
    await page.keyboard.press('h');
    assert.deepEqual((await entry(page)).q, first);
    assert.deepEqual((await entry(page)).qd, [0, 0, 0, 0, 0, 0, 0]);
    await page.keyboard.press(']');
    assert.equal(await page.evaluate(() => window.playground.tabs.current), 'matrices');
    await page.keyboard.press('[');
    await page.keyboard.press('?');
    assert.equal(await page.locator('#help').isVisible(), true);
    await page.keyboard.press('Escape');
    await page.locator('#tab-torques').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-matrices');
  });
});

const broken = 'catena = 1\nname = "x"\nconvention = "modified"\nangle_unit = "rad"\n\n[[link]]\nname = "a"\njoint = "revolute"\ndh = { a = 0.0, alpha = 0.0, d = 0.3, theta = 0.0 }\nmas = 1.0\n';

test('a mistake is shown beside its line, with the words of the native program, and the last good arm stays', async () => {
  await withPage(async (page) => {
    await openTab(page, 'model');
    const good = await page.locator('#robot-text').inputValue();
    assert.ok(good.includes('Franka Emika Panda'));
    const lines = good.split('\n');
    const at = lines.findIndex((line) => line.startsWith('mass '));
    lines[at] = lines[at].replace('mass', 'mas');
    await page.locator('#robot-text').fill(lines.join('\n'));
    await page.waitForSelector('.mistake.bad');
    const told = await page.locator('.mistake.bad').innerText();
    assert.match(told, new RegExp(`^Line ${at + 1}: `));
    assert.match(told, /mas/);
    assert.equal(await page.locator('.line-numbers b').textContent(), String(at + 1));
    assert.equal(await page.locator('.bad-line').isVisible(), true);
    assert.equal(await page.locator('#robot-text').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.locator('#tab-model .badge').textContent(), '1');
    assert.equal(await page.evaluate(() => window.playground.app.arm.name), 'Franka Emika Panda');
    assert.equal(await page.locator('.joint').count(), 7);
    await page.locator('#robot-text').fill(good);
    await page.waitForFunction(() => !document.querySelector('.mistake.bad'));
    assert.equal(await page.locator('#robot-text').getAttribute('aria-invalid'), 'false');
  });
});

test('bad input of all kinds leaves the arm and says what is wrong', async () => {
  await withPage(async (page) => {
    await openTab(page, 'model');
    for (const text of ['', 'a = = 1', broken, '<robot name="x"><link name="a"/></robot>', '<robot', '\u0000\u0001', '[[link]]\n'.repeat(3), 'x'.repeat(200000)]) {
      await page.evaluate((value) => window.playground.app.openText(value, 'test'), text);
      await settled(page);
      const told = await page.locator('.mistake.bad p').first().innerText();
      assert.ok(told.length > 10, JSON.stringify([text.slice(0, 20), told]));
      assert.equal(await page.evaluate(() => window.playground.app.arm.name), 'Franka Emika Panda');
    }
    await page.evaluate((value) => window.playground.app.openText(value, 'test'), 'a = = 1');
    const wrong = await page.locator('.mistake.bad').innerText();
    assert.match(wrong, /Line 1/);
  });
});

test('a URDF can be pasted; its numbers are those of the native program', async () => {
  await withPage(async (page) => {
    const urdf = catena(['convert', 'puma560', '--to', 'urdf']);
    await page.click('header .menu button[title=Open]');
    await page.click('#open-paste');
    await page.fill('#paste-text', urdf);
    await page.click('#paste-use');
    await settled(page);
    const { q, qd, qdd, robot } = await entry(page);
    assert.equal(robot, '');
    assert.equal(q.length, 6);
    const got = await page.evaluate(() => [...window.playground.app.arm.values('id', window.playground.app.inputs)]);
    assertClose(got, native('puma560', ['id'], { q, qd, qdd }).id, 'id', 1e-9); // through decimal numbers of the URDF
  });
});
