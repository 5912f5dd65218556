// SPDX-License-Identifier: Apache-2.0
// Every number that the page shows is the one that the native program computes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertClose, catena, entry, flat, loadSecond, native, nativeNumbers, numbers, openTab, pick, setState, settled, start, stop, withPage } from '../harness.mjs';

before(start);
after(stop);

const robots = ['panda', 'puma560', 'stanford', 'rp', 'planar3', 'z1'];
const needed = (info) => info.inputs.every((name) => ['q', 'qd', 'qdd', 'gravity', 'tip', 'frame', 'damping', 'tau', 'V', 'v'].includes(name));

test('all quantities of the table equal catena eval to 1e-12', async () => {
  await withPage(async (page) => {
    await loadSecond(page);
    const table = await page.evaluate(() => window.playground.core.quantities);
    assert.ok(table.length >= 49);
    const chosen = table.filter(needed);
    const names = chosen.map(({ name }) => name);
    let compared = 0;
    for (const [k, robot] of robots.entries()) {
      await pick(page, robot);
      const n = (await entry(page)).q.length;
      const [q, qd, qdd, tau, v] = [1, 2, 3, 4, 5].map((seed) => numbers(n, 17 * k + seed));
      const got = await page.evaluate(
        ({ names, inputs }) =>
          names.map((name) => {
            try {
              return window.playground.app.armWith(name, '').eval(name, inputs).arrays.flatMap(({ data }) => [...data]);
            } catch (error) {
              return String(error);
            }
          }),
        { names, inputs: { q, qd, qdd, tau, v } },
      );
      let all = null; // in one call, unless one of them has no result at this state
      try {
        all = native(robot, names, { q, qd, qdd, tau, v });
      } catch {
        all = null;
      }
      for (const [at, { name, arrays }] of chosen.entries()) {
        let wanted;
        try {
          wanted = all ? flat(arrays.length === 1 ? all[name] : arrays.map((array) => all[array.name])) : nativeNumbers(robot, name, { q, qd, qdd, tau, v });
        } catch (error) {
          assert.equal(typeof got[at], 'string', `${robot} ${name}: native refuses, the page does not: ${error.stderr}`);
          continue;
        }
        assert.notEqual(typeof got[at], 'string', `${robot} ${name}: ${got[at]}`);
        assertClose(got[at], wanted, `${robot} ${name}`);
        ++compared;
      }
    }
    assert.ok(compared > 250, `${compared} compared`);
  });
});

test('the tab Quantities prints all digits of any quantity', async () => {
  await withPage(async (page) => {
    await pick(page, 'puma560');
    const state = { q: numbers(6, 5), qd: numbers(6, 6), qdd: numbers(6, 7) };
    await setState(page, state);
    await openTab(page, 'quantities');
    for (const name of ['inertia', 'id', 'jacobian', 'udut', 'christoffel', 'manipulability']) {
      await page.selectOption('#panel-quantities select[aria-label="Quantity"]', name);
      await settled(page);
      const shown = (await page.locator('#panel-quantities td.number').allTextContents()).map(Number);
      assertClose(shown, nativeNumbers('puma560', name, state), name);
    }
    await page.selectOption('#panel-quantities select[aria-label="Quantity"]', 'inertia');
    await settled(page);
    const first = (await page.locator('#panel-quantities td.number').allTextContents()).map(Number);
    await page.selectOption('#panel-quantities select[aria-label="Method"]', 'gdahj');
    await page.waitForFunction(() => document.querySelector('#panel-quantities td.number')); // when all methods are loaded
    await settled(page);
    const second = (await page.locator('#panel-quantities td.number').allTextContents()).map(Number);
    assertClose(second, first, 'inertia by gdahj', 1e-12);
    assert.notDeepEqual(second, first, 'another method rounds otherwise');
  });
});

test('the tab Quantities shows every quantity of the table', async () => {
  await withPage(async (page) => {
    await loadSecond(page);
    await openTab(page, 'quantities');
    const wrong = await page.evaluate(async () => {
      const select = document.querySelector('#panel-quantities select[aria-label="Quantity"]');
      const out = [];
      for (const { value } of select.options) {
        select.value = value;
        select.dispatchEvent(new Event('change'));
        const said = document.querySelector('#panel-quantities [role=status]').textContent;
        if (said || !document.querySelector('#panel-quantities td.number')) out.push(`${value}: ${said}`);
        await new Promise((done) => setTimeout(done));
      }
      return out;
    });
    assert.deepEqual(wrong, []);
  });
});

test('the tab Torques shows the terms of the equation of motion, which add up', async () => {
  await withPage(async (page) => {
    const state = { q: numbers(7, 8), qd: numbers(7, 9), qdd: numbers(7, 10) };
    await setState(page, state);
    const cells = (await page.locator('#panel-torques table').first().locator('td').allTextContents()).map((text) => text.replaceAll('\u2212', '-'));
    const wanted = native('panda', ['id', 'bias', 'gravity'], state);
    for (let i = 0; i < 7; ++i) {
      const [inertial, bias, gravity, torque] = cells.slice(9 * i + 1, 9 * i + 5).map(Number);
      assert.ok(Math.abs(torque - wanted.id[i]) < 2e-3, `torque ${i}`);
      assert.ok(Math.abs(bias - wanted.bias[i]) < 2e-3, `bias ${i}`);
      assert.ok(Math.abs(gravity - wanted.gravity[i]) < 2e-3, `gravity ${i}`);
      assert.ok(Math.abs(inertial + bias + gravity - torque) < 5e-3, `sum ${i}`);
    }
    const shown = await page.locator('.joint .torque').allTextContents();
    wanted.id.forEach((x, i) => assert.ok(Math.abs(Number.parseFloat(shown[i].replace('\u2212', '-')) - x) < 0.06, `row ${i}: ${shown[i]} ${x}`));
  });
});

test('operation counts are those of catena count', async () => {
  await withPage(async (page) => {
    await pick(page, 'stanford');
    await openTab(page, 'methods');
    for (const quantity of ['inertia', 'fd']) {
      await page.selectOption('#panel-methods select', quantity);
      await page.waitForFunction(() => [...document.querySelectorAll('#panel-methods tbody tr')].every((row) => /^\d+$/.test(row.children[1].textContent) && row.children[5].textContent !== '\u2013'));
      const rows = await page.locator('#panel-methods tbody tr').evaluateAll((list) => list.map((row) => [row.querySelector('.word').textContent, ...[...row.children].slice(1).map((cell) => cell.textContent)]));
      const wanted = JSON.parse(catena(['count', 'stanford', '--want', quantity, '--json']));
      assert.ok(rows.length >= 3);
      for (const [method, mul, add, , , differs] of rows) {
        const count = wanted.find((each) => each.method === method);
        assert.deepEqual([Number(mul), Number(add)], [count.customised.mul, count.customised.add], `${quantity} ${method}`);
        assert.ok(differs === 'reference' || Number(differs.replace('\u2212', '-')) < 1e-12, `${method} differs by ${differs}`);
      }
    }
    await page.click('#panel-methods button.primary');
    await page.waitForFunction(() => [...document.querySelectorAll('#panel-methods tbody tr')].every((row) => /[nµ]s$/.test(row.children[4].textContent)));
    await page.click('#verify');
    await page.waitForFunction(() => /^All \d+ checks passed/.test(document.querySelector('#panel-methods [role=status]').textContent));
  });
});

test('a picture of a matrix tells the number under the pointer, and by arrow keys', async () => {
  await withPage(async (page) => {
    await openTab(page, 'matrices');
    const M = page.locator('#panel-matrices .matrix').first();
    const box = await M.boundingBox();
    await page.mouse.move(box.x + (2.5 * box.width) / 7, box.y + (1.5 * box.width) / 7);
    await settled(page);
    const card = await M.locator('.tip-card').innerText();
    const { q } = await entry(page);
    const wanted = native('panda', ['inertia'], { q }).inertia[1][2];
    assert.match(card, /M\(2, 3\)/);
    assert.ok(Math.abs(Number.parseFloat(/value\s+(\S+)/.exec(card)[1].replace('\u2212', '-')) - wanted) < 1e-5 * Math.abs(wanted) + 1e-9, card);
    await M.focus();
    await page.mouse.move(5, 5);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    assert.match(await M.locator('[role=status]').textContent(), /^M\(2, 2\): .* kg m²$/);
    const eigen = (await page.locator('#panel-matrices .bars output').allTextContents()).map(Number);
    assert.equal(eigen.length, 7);
    const trace = native('panda', ['inertia'], { q }).inertia.reduce((sum, row, i) => sum + row[i], 0);
    assert.ok(Math.abs(eigen.reduce((a, b) => a + b) - trace) < 2e-3 * trace);
  });
});
