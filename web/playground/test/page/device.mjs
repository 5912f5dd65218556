// SPDX-License-Identifier: Apache-2.0
// Phones, colours, screen readers, no WebGL, a server, weight.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { entry, folder, openTab, pick, settled, start, stop, withPage } from '../harness.mjs';

before(start);
after(stop);

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const tabs = ['torques', 'matrices', 'quantities', 'methods', 'model', 'path', 'compare', 'code'];

test('on a phone nothing is wider than the screen, and all tabs are reached by touch', async () => {
  await withPage(async (page) => {
    for (const tab of tabs) {
      await page.tap(`#tab-${tab}`);
      await settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${tab}: ${wide} pixels`);
      const small = await page.locator('button:visible, select:visible, input[type=range]:visible, label.check:visible').evaluateAll((list) =>
        list.filter((each) => each.getBoundingClientRect().height < 24).map((each) => `${each.getBoundingClientRect().height} ${each.outerHTML.slice(0, 80)}`),
      );
      assert.deepEqual(small, [], `${tab}: targets for fingers are at least 24 pixels high`);
    }
    await page.tap('#let-go');
    await page.waitForFunction(() => window.playground.motion.recording?.time.length > 2);
    await page.tap('#let-go');
    assert.equal(await page.evaluate(() => window.playground.motion.running), false);
  }, phone);
});

test('torques of the joints are not cut off, whatever the width of the window', async () => {
  await withPage(async (page) => {
    await pick(page, 'panda');
    for (const width of [861, 900, 1020, 1041, 1100, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const beyond = await page.evaluate(() => {
        const right = document.querySelector('.joint-card').getBoundingClientRect().right;
        return Math.max(...[...document.querySelectorAll('.joint .torque')].map((cell) => cell.getBoundingClientRect().right - right));
      });
      assert.ok(beyond < 0, `${beyond} pixels beyond the card in a window of ${width}`);
    }
  });
});

test('on a phone a finger drags the arm', async () => {
  await withPage(async (page, context) => {
    const before = (await entry(page)).q;
    const box = await page.locator('#view').boundingBox();
    const [x, y] = await page.evaluate(() => window.playground.stage.scene.tipOnScreen(0));
    const cdp = await context.newCDPSession(page);
    const touch = async (type, points) => {
      await cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
      await settled(page);
    };
    await touch('touchStart', [{ x: box.x + x, y: box.y + y }]);
    for (const k of [1, 2, 3, 4]) await touch('touchMove', [{ x: box.x + x + 8 * k, y: box.y + y - 5 * k }]);
    await touch('touchEnd', []);
    const { q } = await entry(page);
    assert.ok(q.some((value, i) => Math.abs(value - before[i]) > 1e-3));
  }, phone);
});

test('on a phone two fingers bring the arm nearer', async () => {
  await withPage(async (page, context) => {
    const { q } = await entry(page);
    const box = await page.locator('#view').boundingBox();
    const distance = () => page.evaluate(() => window.playground.stage.scene.camera.position.distanceTo(window.playground.stage.scene.controls.target));
    const before = await distance();
    const cdp = await context.newCDPSession(page);
    const y = box.y + box.height - 30;
    const fingers = (apart) => [{ x: box.x + 40, y, id: 1 }, { x: box.x + 40 + apart, y, id: 2 }];
    const touch = async (type, touchPoints) => {
      await cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
      await settled(page);
    };
    await touch('touchStart', fingers(60));
    for (const apart of [90, 120, 150, 180]) await touch('touchMove', fingers(apart));
    await touch('touchEnd', []);
    assert.ok((await distance()) < 0.8 * before, `${before} to ${await distance()}`);
    assert.deepEqual((await entry(page)).q, q);
  }, phone);
});

test('without WebGL a message replaces the view, and the numbers work', async () => {
  await withPage(
    async (page) => {
      assert.match(await page.locator('.no-view').innerText(), /needs WebGL/);
      await page.keyboard.press('2');
      await page.keyboard.press('End');
      await settled(page);
      assert.ok(Math.abs((await entry(page)).q[1] - 1.7628) < 1e-12);
      assert.equal(await page.locator('#panel-torques td').count() > 20, true);
      await page.click('#let-go');
      await page.waitForFunction(() => window.playground.motion.recording?.time.length > 3);
      await page.click('#let-go');
      await pick(page, 'ur5');
      for (const tab of tabs) await openTab(page, tab);
    },
    { gl: 'none' },
  );
});

test('every control has a name, every part a role, and results are announced', async () => {
  await withPage(async (page) => {
    for (const tab of tabs) {
      await openTab(page, tab);
      const nameless = await page.locator('button:visible, select:visible, input:visible, textarea:visible, [role=application]:visible, [role=region]:visible').evaluateAll((list) =>
        list
          .filter((each) => {
            const label = each.getAttribute('aria-label') || each.textContent.trim() || (each.labels && [...each.labels].map((one) => one.textContent).join('').trim()) || each.title;
            return !label;
          })
          .map((each) => each.outerHTML.slice(0, 120)),
      );
      assert.deepEqual(nameless, [], tab);
    }
    const tree = await page.locator('body').ariaSnapshot();
    for (const part of ['heading "Catena playground"', 'tablist "Results"', 'slider "joint1"', 'button "Let go"', 'combobox "Robot of the catalogue"', 'main']) assert.ok(tree.includes(part), `${part} in ${tree.slice(0, 3000)}`);
    assert.ok((await page.locator('[role=status]').count()) >= 4);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  });
});

// Contrast by WCAG 2: of text against the first opaque background behind it.
const contrasts = (page) =>
  page.evaluate(() => {
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
    const rgba = (colour) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    const luminance = ([r, g, b]) => [r, g, b].map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)).reduce((sum, x, k) => sum + x * [0.2126, 0.7152, 0.0722][k], 0);
    const behind = (each) => {
      const layers = [];
      for (let at = each; at; at = at.parentElement) {
        const colour = rgba(getComputedStyle(at).backgroundColor);
        if (colour[3] > 0) layers.push(colour);
        if (colour[3] === 255) break;
      }
      return layers.reverse().reduce((below, [r, g, b, a]) => below.map((x, k) => (x * (255 - a) + [r, g, b][k] * a) / 255), [255, 255, 255]);
    };
    const bad = [];
    for (const each of document.querySelectorAll('body *')) {
      const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      if (!own || !each.checkVisibility() || each.closest('[aria-hidden=true], :disabled, .unseen, .skip, script, .view, option')) continue;
      const [x, y] = [luminance(rgba(getComputedStyle(each).color)), luminance(behind(each))];
      const ratio = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
      if (ratio < 4.5) bad.push(`${each.tagName}.${each.className} ${ratio.toFixed(2)} ${each.textContent.slice(0, 30)}`);
    }
    return [...new Set(bad)];
  });

for (const colorScheme of ['light', 'dark'])
  test(`text has a contrast of 4.5 or more, ${colorScheme}`, async () => {
    await withPage(
      async (page) => {
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
        for (const tab of tabs) {
          await openTab(page, tab);
          assert.deepEqual(await contrasts(page), [], tab);
        }
      },
      { colorScheme },
    );
  });

test('the colours can be chosen', async () => {
  await withPage(async (page) => {
    await page.click('#theme');
    await page.click('#theme');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  });
});

// Serves the folder `site`. `refuse`: of the second module, so many requests are refused. Returns the names that were asked for.
async function served(look, refuse = 0, expected = null) {
  const asked = [];
  const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm' };
  const server = createServer((request, response) => {
    const name = request.url.split(/[?#]/)[0].replace(/^\/$/, '/index.html').slice(1);
    asked.push(name);
    try {
      if (name === 'catena-more.wasm' && refuse-- > 0) throw new Error('refused');
      response.setHeader('content-type', types[name.split('.').at(-1)] ?? 'application/octet-stream');
      response.end(readFileSync(join(folder, 'site', name)));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  try {
    await withPage((page) => look(page, asked), { url: `http://127.0.0.1:${server.address().port}/`, offline: false, expected });
  } finally {
    server.close();
  }
}
const seconds = (asked) => asked.filter((name) => name === 'catena-more.wasm').length;

test('from a server: files beside each other, nothing from elsewhere; the second module once, when it is asked for', async () => {
  await served(async (page, asked) => {
    await page.click('#let-go');
    await page.waitForFunction(() => window.playground.motion.recording?.time.length > 3);
    await page.keyboard.press(' ');
    for (const tab of ['matrices', 'quantities', 'model', 'code', 'torques']) await openTab(page, tab);
    assert.deepEqual([...asked].filter((name) => name !== 'favicon.ico').sort(), ['catena-core.wasm', 'index.html', 'playground.css', 'playground.js', 'worker.js']);
    await openTab(page, 'methods');
    await page.waitForFunction(() => [...document.querySelectorAll('#panel-methods tbody tr')].every((row) => /^\d+$/.test(row.children[1].textContent) && row.children[5].textContent !== '\u2013'));
    await page.evaluate(() => window.playground.app.setPath([window.playground.app.entry.q, window.playground.app.entry.q.map((x) => x + 0.2)]));
    await openTab(page, 'path');
    await page.waitForFunction(() => window.playground.path.planned);
    assert.equal(seconds(asked), 1);
  });
});

test('if the second module cannot be loaded, the page says so and tries again', async () => {
  await served(
    async (page, asked) => {
      await openTab(page, 'quantities');
      const choose = (name) => page.selectOption('#panel-quantities select[aria-label="Quantity"]', name);
      await choose('regressor');
      await page.waitForFunction(() => /catena-more\.wasm could not be loaded/.test(document.querySelector('#panel-quantities [role=status]').textContent));
      await choose('inertia');
      await page.waitForFunction(() => document.querySelectorAll('#panel-quantities td.number').length === 49);
      await choose('regressor');
      await page.waitForFunction(() => document.querySelectorAll('#panel-quantities td.number').length === 490);
      assert.equal(seconds(asked), 2);
    },
    1,
    /404/,
  );
});

// The aim for the core is 900 kB (docs/decisions/0015-browser.md).
test('the page does not grow', () => {
  const size = (name) => statSync(join(folder, name)).size;
  const compressed = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
  assert.ok(size('site/catena-core.wasm') <= 900e3, `core: ${size('site/catena-core.wasm')}`);
  const first = ['index.html', 'playground.js', 'playground.css', 'worker.js', 'catena-core.wasm'].map((name) => `site/${name}`);
  const whole = first.reduce((sum, name) => sum + size(name), 0);
  const sent = first.reduce((sum, name) => sum + compressed(name), 0);
  assert.ok(whole <= 1640e3, `first view: ${whole} bytes`);
  assert.ok(sent <= 560e3, `first view, compressed: ${sent} bytes`);
  assert.ok(size('playground.html') <= 3100e3, `single file: ${size('playground.html')} bytes`);
});
