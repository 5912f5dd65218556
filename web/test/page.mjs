// SPDX-License-Identifier: Apache-2.0
// Reports that the C++ writer has made (tests/report/samples), in a browser without a network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch } from '../browser.mjs';
import { rules } from '../site/test/rules.mjs';
import { webgl } from './webgl.mjs';

const folder = process.env.CATENA_REPORTS;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// A series, with NaN for gaps.
function unpack(values) {
  if (!values.f64) return values.map((value) => value ?? NaN);
  const bytes = Buffer.from(values.f64, 'base64');
  return Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(8 * i));
}

// The document as it stands in the file, read by other code than the page's.
function documentOf(name) {
  const html = readFileSync(join(folder, name), 'utf8');
  const open = 'id="catena-report">';
  const from = html.indexOf(open) + open.length;
  const document = JSON.parse(html.slice(from, html.indexOf('</script>', from)));
  for (const run of document.runs ?? []) {
    run.time = unpack(run.time);
    run.q = run.q.map(unpack);
    run.tip = run.tip.map(unpack);
  }
  return document;
}

// One page for each kind of WebGL serves all reports, one after the other.
const pages = {};
async function pageWith(gl) {
  const context = await browser.newContext();
  await context.setOffline(true);
  await context.addInitScript(webgl[gl]);
  context.setDefaultTimeout(60000); // a loaded machine draws slowly
  return context.newPage();
}

// Opens a report; at the end nothing may have been asked of the network or written to the console as an error.
async function withReport(name, look, { gl = 'idle', viewport = { width: 900, height: 560 }, ...media } = {}) {
  const page = (pages[gl] ??= await pageWith(gl));
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: 'light', ...media });
  const url = pathToFileURL(join(folder, name)).href;
  const trouble = [];
  const watched = {
    request: (request) => {
      if (request.url() !== url && !/^(data|blob):/.test(request.url())) trouble.push(`asked for ${request.url()}`);
    },
    console: (message) => {
      const slow = message.text().includes('GPU stall due to ReadPixels'); // a warning that WebGL is rendered in software
      if (!slow && (message.type() === 'error' || message.type() === 'warning')) trouble.push(`${message.type()}: ${message.text()}`);
    },
    pageerror: (error) => trouble.push(String(error)),
    dialog: (dialog) => trouble.push(`dialog: ${dialog.message()}`),
  };
  for (const [event, listener] of Object.entries(watched)) page.on(event, listener);
  try {
    await page.goto(url);
    await look(page);
    assert.deepEqual(trouble, []);
  } finally {
    for (const [event, listener] of Object.entries(watched)) page.off(event, listener);
  }
}

const time = (page) => page.evaluate(() => window.catena.time());
const tip = (page, run = 0) => page.evaluate((k) => window.catena.tip(k), run);
const seek = (page, t) => page.evaluate((to) => window.catena.seek(to), t);
const timeIs = (page, t, within = 0.05) =>
  page.waitForFunction(([wanted, most]) => Math.abs(window.catena.time() - wanted) <= most, [t, within]);
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// The times that the cursors of all plots stand at, by the pixels of their lines.
const cursorTimes = (page, end) =>
  page.evaluate(
    (last) =>
      [...document.querySelectorAll('.u-over')].map((over) => {
        const box = over.getBoundingClientRect();
        const line = over.querySelector('.cursor').getBoundingClientRect();
        return ((line.left + line.width / 2 - box.left) / box.width) * last;
      }),
    end,
  );

function near(found, wanted, within, what) {
  assert.equal(found.length, wanted.length);
  found.forEach((x, i) => assert.ok(Math.abs(x - wanted[i]) <= within, `${what}: ${found} is not ${wanted}`));
}

// The tool in the scene, at three times of each run, beside what Arm::pose gave.
async function armsAreThere(page, name) {
  for (const [k, run] of documentOf(name).runs.entries())
    for (const part of [0.13, 0.5, 0.97]) {
      const i = Math.round(part * (run.time.length - 1));
      await seek(page, run.time[i]);
      near(await tip(page, k), run.tip.map((axis) => axis[i]), 1e-12, `run ${k} at ${run.time[i]} s`);
    }
}

test('one_run.html', (t) =>
  withReport('one_run.html', async (page) => {
    await t.test('the arms are where the C++ kinematics says', () => armsAreThere(page, 'one_run.html'));
    await t.test('the slider moves the arm and all cursors', async () => {
      const { runs } = documentOf('one_run.html');
      const end = runs[0].time.at(-1);
      const box = await page.locator('#scrub').boundingBox();
      assert.ok(box.y + box.height < 560, 'the slider is not on the first screen');
      await page.mouse.move(box.x + 9, box.y + box.height / 2);
      await page.mouse.down();
      for (const part of [0.3, 0.62]) {
        await page.mouse.move(box.x + part * box.width, box.y + box.height / 2, { steps: 3 });
        const t = await time(page);
        assert.ok(Math.abs(t / end - part) < 0.06, `${t} s at ${part} of the slider`);
        const cursors = await cursorTimes(page, end);
        assert.equal(cursors.length, 5);
        near(cursors, cursors.map(() => t), 0.01 * end, 'cursors');
        const i = Math.floor((t / end) * (runs[0].time.length - 1)); // interpolation stays near the samples
        near(await tip(page), runs[0].tip.map((axis) => axis[i]), 0.03, 'arm');
        assert.equal(await page.locator('#now').textContent(), t.toFixed(2));
      }
      await page.mouse.up();
    });
    await t.test('pointing at a plot shows that time, a click stays there, a drag zooms', async () => {
      const end = 10;
      const box = await page.locator('.u-over').first().boundingBox();
      const at = (part) => [box.x + part * box.width, box.y + box.height / 2];
      await seek(page, 1);
      const resting = await tip(page);
      await page.mouse.move(...at(0.5));
      await timeIs(page, 5);
      near(await cursorTimes(page, end), [5, 5, 5, 5, 5], 0.05, 'cursors');
      assert.notDeepEqual(await tip(page), resting);
      await page.mouse.move(5, 5);
      await timeIs(page, 1, 0);
      assert.deepEqual(await tip(page), resting);
      await page.mouse.click(...at(0.7));
      await page.mouse.move(5, 5);
      await timeIs(page, 7);

      await page.mouse.move(...at(0.6));
      await page.mouse.down();
      await page.mouse.move(...at(0.8), { steps: 4 });
      await page.mouse.up();
      const showAll = page.getByRole('button', { name: 'Show the full time range' });
      await showAll.waitFor();
      await page.mouse.move(5, 5);
      await timeIs(page, 7); // a zoom is not a click
      near(await cursorTimes(page, 2), [1, 1, 1, 1, 1], 0.05, 'cursors in 6..8 s');
      await showAll.click();
      near(await cursorTimes(page, end), [7, 7, 7, 7, 7], 0.05, 'cursors');
    });
    await t.test('a plot switches to a logarithmic axis and back', async () => {
      await seek(page, 3);
      const button = page.getByRole('button', { name: 'log', exact: true }).first();
      const dots = () => page.locator('.plot').first().locator('.dot').evaluateAll((list) => list.map((dot) => dot.style.transform));
      const before = await dots();
      assert.equal(await button.getAttribute('aria-pressed'), 'false');
      await button.click();
      assert.equal(await button.getAttribute('aria-pressed'), 'true');
      assert.notDeepEqual(await dots(), before);
      near(await cursorTimes(page, 10), [3, 3, 3, 3, 3], 0.05, 'cursors');
      await button.click();
      assert.deepEqual(await dots(), before);
      await page.evaluate(() => document.activeElement.blur()); // or the space bar would press it
    });
    await t.test('a table that is cut off says that it can be scrolled', async () => {
      const cue = page.locator('.scroll-cue').first();
      assert.equal(await cue.isVisible(), false);
      await page.setViewportSize({ width: 390, height: 780 });
      await cue.waitFor();
      await page.setViewportSize({ width: 900, height: 560 });
      await cue.waitFor({ state: 'hidden' });
    });
    await t.test('all of it works with keys', async () => {
      const press = (key) => page.keyboard.press(key);
      await press('End');
      assert.equal(await time(page), 10);
      await press('Home');
      assert.equal(await time(page), 0);
      await press('ArrowRight');
      await press('Shift+ArrowRight');
      assert.ok(Math.abs((await time(page)) - 1.1) < 1e-9);
      await press('ArrowLeft');
      assert.ok(Math.abs((await time(page)) - 1) < 1e-9);
      await press('.');
      assert.ok(Math.abs((await time(page)) - 1.01) < 1e-9);
      await press(',');
      await press(',');
      assert.ok(Math.abs((await time(page)) - 0.99) < 1e-9);

      await press(']');
      assert.equal(await page.locator('#speed').inputValue(), '2');
      await press(' ');
      await page.waitForFunction(() => window.catena.time() > 1.2);
      assert.equal(await page.locator('#play').getAttribute('aria-label'), 'Pause');
      await press(' ');
      const stopped = await time(page);
      await drawn(page);
      assert.equal(await time(page), stopped);

      // the same keys with the focus on the slider, which has a step of its own
      await page.locator('#scrub').focus();
      await press('Home');
      await press('ArrowRight');
      assert.ok(Math.abs((await time(page)) - 0.1) < 1e-9);
      assert.equal(await page.locator('#scrub').getAttribute('aria-valuetext'), '0.10 seconds');

      // a button that has the focus is pressed by the space bar, and nothing plays
      await page.locator('.chip').first().focus();
      await press(' ');
      assert.equal(await page.locator('.chip').first().getAttribute('aria-pressed'), 'false');
      assert.equal(await page.locator('#play').getAttribute('aria-label'), 'Play');
      await press('Tab');
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
      assert.equal(outline, 'solid');

      // the view turns, the help opens and closes
      const from = await page.evaluate(() => window.catena.tipOnScreen(0));
      await press('d');
      assert.notDeepEqual(await page.evaluate(() => window.catena.tipOnScreen(0)), from);
      await press('?');
      await page.locator('#help[open]').waitFor();
      await press('Escape');
      await page.locator('#help:not([open])').waitFor({ state: 'attached' });
    });
  }));

test('two_runs.html', (t) =>
  withReport('two_runs.html', async (page) => {
    await t.test('the arms are where the C++ kinematics says', () => armsAreThere(page, 'two_runs.html'));
    await t.test('every control has a name', async () => {
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll('button, input, select, canvas[role], figure, [tabindex]')]
          .filter((control) => !(control.getAttribute('aria-label') || control.textContent.trim()))
          .map((control) => control.outerHTML),
      );
      assert.deepEqual(nameless, []);
    });
    await t.test('runs are switched off and on, arm and lines', async () => {
      await seek(page, 3);
      const chip = page.getByRole('group', { name: 'Runs' }).getByRole('button').nth(1);
      const visibleDots = () => page.locator('.dot:visible').count();
      const all = await visibleDots();
      await chip.click();
      assert.equal(await chip.getAttribute('aria-pressed'), 'false');
      const without = await visibleDots();
      assert.ok(without > 0 && without < all, `${without} of ${all} values`);
      await chip.click();
      assert.equal(await visibleDots(), all);
      await seek(page, 7); // the second run has ended
      assert.equal(await visibleDots(), without);
    });
    await t.test('an event leads to its time', async () => {
      await page.getByRole('button', { name: 'three quarters' }).click();
      assert.equal(await time(page), 4.5);
    });
    await t.test('it fits a telephone', async () => {
      await page.setViewportSize({ width: 390, height: 780 });
      await drawn(page);
      const { wide, high } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        high: document.querySelector('#view').clientHeight,
      }));
      assert.ok(wide <= 390, `${wide} pixels wide`);
      assert.ok(high > 150);
    });
  }));

test('planar.html', (t) =>
  withReport('planar.html', async (page) => {
    await t.test('the arms are where the C++ kinematics says', () => armsAreThere(page, 'planar.html'));
    await t.test('the tool is drawn there', async () => {
      for (const button of ['Axes', 'Path']) await page.getByRole('button', { name: button }).click(); // leaves one orange thing
      await page.mouse.move(5, 5);
      const orange = async (x, y) => {
        const box = await page.locator('#view').boundingBox();
        const shot = await page.screenshot({ clip: { x: box.x + x - 8, y: box.y + y - 8, width: 16, height: 16 } });
        return page.evaluate(async (bytes) => {
          const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(0, 0, image.width, image.height);
          let count = 0;
          for (let i = 0; i < data.length; i += 4) if (data[i] > data[i + 1] + 40 && data[i] > data[i + 2] + 60) ++count;
          return count;
        }, [...shot]);
      };
      await seek(page, 5);
      await drawn(page);
      const there = await page.evaluate(() => window.catena.tipOnScreen(0));
      assert.ok((await orange(...there)) > 8, 'no ball at the tool');
      await seek(page, 1.5);
      await drawn(page);
      assert.equal(await orange(...there), 0, 'the ball has not moved');
    });
    await t.test('dark or light as the system prefers, or as chosen', async () => {
      const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const dark = await colour();
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
      await page.locator('#theme').click(); // light
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
      assert.notEqual(await colour(), dark);
      await page.locator('#theme').click(); // dark
      assert.equal(await colour(), dark);
    });
  }, { colorScheme: 'dark', gl: 'real' }));

test('sliding.html', (t) =>
  withReport('sliding.html', async (page) => {
    await t.test('the arms are where the C++ kinematics says', () => armsAreThere(page, 'sliding.html'));
  }));

const measuresOf = (name) => documentOf(name).sets[0].measures.map((measure) => ({ ...measure, values: unpack(measure.values) }));
const figure = (page, title) => page.getByRole('figure', { name: title });
const spoken = (page, title) => figure(page, title).locator('.unseen').textContent();
// Points of a canvas that are drawn on.
const inked = (page, title, canvas = 'base') =>
  figure(page, title)
    .locator(`canvas.${canvas}`)
    .first()
    .evaluate((c) => {
      const copy = new OffscreenCanvas(c.width, c.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(c, 0, 0);
      const { data } = copy.getImageData(0, 0, c.width, c.height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 0) ++count;
      return count;
    });

test('compare.html', (t) =>
  withReport('compare.html', async (page) => {
    const { runs, sets, sections } = documentOf('compare.html');
    await t.test('arms at rest stand beside each other, with names, or in one place', async () => {
      const places = () => page.evaluate((count) => Array.from({ length: count }, (_, k) => window.catena.place(k)), runs.length);
      const apart = await places();
      const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
      for (let k = 1; k < runs.length; ++k) {
        const size = Math.max(...[k - 1, k].map((i) => Math.hypot(runs[i].tip[0][0], runs[i].tip[1][0])));
        assert.ok(distance(apart[k], apart[k - 1]) > 0.5 * size, `arms ${k - 1} and ${k} at ${apart}`);
      }
      for (const [k, run] of runs.entries()) near(await tip(page, k), run.tip.map((axis) => axis[0]), 1e-12, run.name);
      assert.deepEqual(await page.locator('.arm-names span').allTextContents(), runs.map((run) => run.name));
      assert.equal(await page.locator('.transport').count(), 0, 'nothing moves');
      const button = page.getByRole('button', { name: 'Side by side' });
      assert.equal(await button.getAttribute('aria-pressed'), 'true');
      await button.click();
      for (const place of await places()) near(place, [0, 0, 0], 0, 'together');
      await button.click();
      near((await places()).flat(), apart.flat(), 0, 'apart again');
    });
    await t.test('points are found with keys, the front first', async () => {
      const surface = figure(page, 'Trade-off').locator('.surface');
      await surface.focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await spoken(page, 'Trade-off'), 'panda: mass 20 kg, reach 2 \u00b1 0.1 m, joints 7,  on the Pareto front');
      await page.keyboard.press('ArrowRight');
      assert.match(await spoken(page, 'Trade-off'), /^stanford: mass 40 kg/);
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('Shift+ArrowLeft');
      assert.match(await spoken(page, 'Trade-off'), /^puma560: /);
      await page.locator('.tip-card:visible strong', { hasText: 'puma560' }).waitFor(); // it appears with the next frame
      await page.keyboard.press('Escape');
      await page.locator('.tip-card').first().waitFor({ state: 'hidden' });
      assert.match(await figure(page, 'Trade-off').locator('.keys').textContent(), /Pareto front of all criteria: 3 of 4.*1 not shown: no value on these axes/);
    });
    await t.test('parallel coordinates have a table, and their lines can be switched off', async () => {
      const chart = figure(page, 'Criteria');
      await chart.getByRole('button', { name: 'Table' }).click();
      const rows = await chart.locator('tbody tr').evaluateAll((list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));
      assert.deepEqual(rows.map(([name]) => name).sort(), [...sets[0].names].sort());
      assert.deepEqual(rows.find(([name]) => name === 'stanford'), ['stanford', 'yes', '5', '0.2', '40', '6']);
      assert.equal(rows.find(([name]) => name === 'rtx')[4], '', 'a gap');
      assert.equal(rows.at(-1)[0], 'puma560', 'the front comes first');
      const before = await inked(page, 'Criteria');
      await chart.getByRole('button', { name: 'stanford' }).click();
      await drawn(page);
      assert.ok((await inked(page, 'Criteria')) < before - 100);
      await chart.getByRole('button', { name: 'stanford' }).click();
    });
    await t.test('slices have one scale, and cells are read with keys', async () => {
      const slices = sections[2].slices.map((slice) => ({ ...slice, values: unpack(slice.values) }));
      const boxes = await figure(page, 'Workspace').locator('.surface').evaluateAll((list) => list.map((box) => [box.clientWidth, box.clientHeight]));
      assert.deepEqual(boxes[0], boxes[1]);
      await figure(page, 'Workspace').locator('.surface').nth(0).focus();
      await page.keyboard.press('ArrowUp'); // from the middle
      const value = slices[0].values[(slices[0].rows / 2 + 1) * slices[0].columns + slices[0].columns / 2];
      assert.equal(await figure(page, 'Workspace').locator('.unseen').first().textContent(), `manipulability ${Number(value.toPrecision(4))} m3, x 0.05 m, z 0.15 m`);
      await figure(page, 'Workspace').getByRole('button', { name: 'Table' }).click();
      const cells = await figure(page, 'Workspace').locator('tbody td:nth-child(2)').allTextContents();
      assert.deepEqual(cells, slices.map(({ values }) => String(values.filter(Number.isFinite).length)));
    });
  }));

test('sweep.html', (t) =>
  withReport('sweep.html', async (page) => {
    const [x, y, , radius] = measuresOf('sweep.html');
    const size = x.values.length;
    await t.test('the front of two axes is marked', async () => {
      // by its definition, but only against the points of the rim: the others lie inside
      const rim = radius.values.flatMap((r, k) => (r === 1 ? [k] : []));
      const front = x.values.filter((_, k) => !rim.some((i) => i !== k && x.values[i] >= x.values[k] && y.values[i] >= y.values[k]));
      assert.match(await figure(page, 'Pareto front').locator('.keys').textContent(), new RegExp(`Pareto front: ${front.length} of ${size}`));
      assert.ok(front.length > 50);
      assert.ok((await inked(page, 'Pareto front')) > 20000);
    });
    await t.test('pointing shows the name and the values of a point; a drag zooms', async () => {
      const box = await figure(page, 'Pareto front').locator('.surface').boundingBox();
      await page.mouse.move(box.x + 0.4 * box.width, box.y + 0.6 * box.height);
      const card = figure(page, 'Pareto front').locator('.tip-card');
      await card.waitFor();
      const name = await card.locator('strong').textContent();
      const k = Number(/^design (\d+)$/.exec(name)[1]) - 1;
      const values = await card.locator('dd').allTextContents();
      const short = (value) => Number(value.toPrecision(5));
      assert.deepEqual(values.slice(0, 2).map((text) => Number.parseFloat(text)), [short(x.values[k]), short(y.values[k])]);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.3 * box.height, { steps: 3 });
      await page.mouse.up();
      await page.getByRole('button', { name: 'Show all' }).click();
      assert.equal(await page.getByRole('button', { name: 'Show all' }).count(), 0);
    });
    await t.test('a range on an axis keeps what is in it, in all sections', async () => {
      const axis = page.getByRole('slider', { name: 'Range of radius' });
      await axis.focus();
      for (let k = 0; k < 7; ++k) await page.keyboard.press('ArrowUp');
      const least = Number(await axis.getAttribute('aria-valuenow'));
      const inside = radius.values.filter((r) => r >= least).length;
      assert.ok(inside > 100 && inside < 0.95 * size, `${inside} above ${least}`);
      assert.match(await figure(page, 'All of it').locator('.count').textContent(), new RegExp(`^${inside} of ${size} within the ranges`));
      await figure(page, 'Pareto front').getByRole('button', { name: 'Table' }).click();
      assert.match(await figure(page, 'Pareto front').locator('.more').textContent(), new RegExp(`^250 of ${inside} rows`));
      await page.getByRole('button', { name: 'Clear ranges' }).click();
      await figure(page, 'Pareto front').locator('.more', { hasText: `250 of ${size} rows` }).waitFor();
      assert.equal(await axis.getAttribute('aria-valuetext'), 'all');

      // the same with the pointer; a click releases it
      await axis.scrollIntoViewIfNeeded();
      const box = await axis.boundingBox();
      await page.mouse.move(box.x + 13, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 13, box.y + 120, { steps: 2 });
      await page.mouse.up();
      assert.match(await figure(page, 'All of it').locator('.count').textContent(), /within the ranges/);
      await page.mouse.click(box.x + 13, box.y + box.height - 4);
      assert.match(await figure(page, 'All of it').locator('.count').textContent(), /drag along an axis/);
    });
    await t.test('other measures can be chosen', async () => {
      const before = await inked(page, 'Pareto front');
      await figure(page, 'Pareto front').getByLabel('x', { exact: true }).selectOption({ label: 'kind' });
      await drawn(page);
      assert.notEqual(await inked(page, 'Pareto front'), before);
      assert.equal(await figure(page, 'Pareto front').locator('.stair').count(), 0, 'a kind is not better than another');
    });
    await t.test('effects are small plots with a table', async () => {
      assert.equal(await figure(page, 'Effects').locator('.effect').count(), 6);
      const first = figure(page, 'Effects').locator('.effect').first();
      await first.locator('.surface').focus();
      await page.keyboard.press('ArrowRight');
      assert.match(await first.locator('.unseen').textContent(), /^angle .*, mean .* m\/s, spread .* to .*, count \d+$/);
    });
    await t.test('it fits a telephone, and paper', async () => {
      await page.setViewportSize({ width: 390, height: 780 });
      await drawn(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${wide} pixels wide`);
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.locator('.data-tools button:visible, .own-table button:visible').count(), 0);
      await page.emulateMedia({ media: 'screen' });
    });
  }));

// What a button saves.
async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const parts = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(parts) };
}

// Lines of numbers without quoted texts, by commas.
const csvOf = ({ bytes }) => bytes.toString('utf8').trimEnd().split('\n').map((line) => line.split(','));

// How many colours a picture has, and its size.
const coloursOf = (page, bytes) =>
  page.evaluate(async (list) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(list)]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return { width: image.width, height: image.height, colours: new Set(new Uint32Array(data.buffer)).size };
  }, [...bytes]);

test('every plot is saved as numbers and as a picture, and shows its numbers; every table is saved', async (t) => {
  for (const name of ['one_run.html', 'two_runs.html', 'compare.html', 'sweep.html'])
    await t.test(name, () =>
      withReport(name, async (page) => {
        const figures = await page.locator('figure').all();
        assert.ok(figures.length > 2);
        for (const figure of figures) {
          const label = await figure.getAttribute('aria-label');
          const button = (text) => figure.locator('.data-tools').getByRole('button', { name: text, exact: true });
          const numbers = await saved(page, button('CSV'));
          assert.match(numbers.name, /^[a-z0-9_]+\.csv$/, label);
          const rows = csvOf(numbers);
          assert.ok(rows.length > 1, `${label}: no numbers`);
          for (const row of rows) assert.equal(row.length, rows[0].length, `${label}: ${row}`);
          const picture = await saved(page, button('PNG'));
          assert.match(picture.name, /^[a-z0-9_]+\.png$/, label);
          const box = await figure.boundingBox();
          const { width, height, colours } = await coloursOf(page, picture.bytes);
          assert.ok(colours > 30 && width > 0.7 * box.width && height > 100, `${label}: ${width} x ${height}, ${colours} colours`);
          await button('Table').click();
          const head = await figure.locator('.table-view thead th').allTextContents();
          assert.ok(head.length > 1, label);
          await button('Hide table').click();
          assert.equal(await figure.locator('.table-view thead').isVisible(), false);
        }
      }),
    );
  await t.test('the files have all digits of the document', () =>
    withReport('compare.html', async (page) => {
      const { sections } = documentOf('compare.html');
      const figureOf = (title) => page.locator(`figure[aria-label="${title}"] .data-tools`).getByRole('button', { name: 'CSV', exact: true });
      const criteria = csvOf(await saved(page, figureOf('Trade-off')));
      const [mass] = measuresOf('compare.html').filter((measure) => measure.name === 'mass');
      const column = criteria[0].findIndex((text) => text.startsWith('mass'));
      assert.deepEqual(criteria.slice(1).map((row) => row[column]).sort(), mass.values.map((x) => (Number.isFinite(x) ? String(x) : '')).sort());

      const { slices } = sections.find(({ kind }) => kind === 'slices');
      const reached = slices.flatMap((slice) => unpack(slice.values).map((value, k) => [slice, value, k])).filter(([, value]) => Number.isFinite(value));
      const cells = csvOf(await saved(page, figureOf('Workspace')));
      assert.deepEqual(cells[0].map((text) => text.split(' ')[0]), ['slice', 'x', 'z', 'manipulability']);
      assert.equal(cells.length - 1, reached.length);
      for (const [i, [slice, value, k]] of reached.entries()) {
        const [who, x, z, shown] = cells[i + 1];
        assert.deepEqual([who, Number(shown)], [slice.name, value]);
        near([Number(x), Number(z)], [slice.left + ((k % slice.columns) + 0.5) * slice.cell, slice.bottom + (Math.floor(k / slice.columns) + 0.5) * slice.cell], 1e-12, who);
      }
    }),
  );
  await t.test('tables', () =>
    withReport('one_run.html', async (page) => {
      const tables = documentOf('one_run.html').sections.filter(({ kind }) => kind === 'table');
      const buttons = await page.locator('.own-table > .chart-tools').getByRole('button', { name: 'CSV', exact: true }).all();
      assert.ok(tables.length > 0);
      assert.equal(buttons.length, tables.length);
      for (const [k, { columns, rows }] of tables.entries()) {
        const { bytes } = await saved(page, buttons[k]);
        const lines = bytes.toString('utf8').trimEnd().split('\n');
        assert.equal(lines.length, rows.length + 1);
        columns.forEach(({ name }) => assert.ok(lines[0].includes(name)));
        rows.forEach((cells, i) => cells.forEach((cell) => assert.ok(lines[i + 1].includes(String(cell?.text ?? cell).replaceAll('"', '""')), lines[i + 1])));
      }
    }),
  );
});

test('texts have enough contrast, controls have names, headings are in order, nothing scrolls out of reach of the keyboard', async (t) => {
  for (const [colorScheme, width] of [['light', 1280], ['dark', 390], ['light', 390]])
    await t.test(`${colorScheme}, ${width} pixels`, async () => {
      for (const name of ['one_run.html', 'two_runs.html', 'compare.html', 'sweep.html'])
        await withReport(
          name,
          async (page) => {
            await page.evaluate(() => [...document.querySelectorAll('.data-tools button')].filter((button) => button.textContent === 'Table').forEach((button) => button.click()));
            await drawn(page);
            assert.deepEqual(await page.evaluate(rules), [], name);
          },
          { viewport: { width, height: 844 }, colorScheme },
        );
      if (width !== 1280) return;
      await withReport('one_run.html', async (page) => {
        await page.evaluate(() => (document.querySelector('.kind').style.color = '#9ab'));
        assert.match((await page.evaluate(rules)).join(), /contrast/, 'the rules find what is planted');
      });
    });
});

test('names from files stay names', () =>
  withReport('hostile.html', async (page) => {
    await seek(page, 1);
    await drawn(page);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('body script:not([type])').count(), 0);
    const { title, runs } = documentOf('hostile.html');
    assert.equal(await page.locator('h1').textContent(), title);
    assert.ok(title.includes('</script><script>') && title.includes('<img'), 'the sample is tame');
    assert.equal(await page.title(), title.replace(/\s+/g, ' ').trim());
    const chips = await page.locator('.chip.run .name').allTextContents();
    assert.deepEqual(chips, runs.map((run) => run.name));
  }));

test('a hundred thousand samples', () =>
  withReport('long_run.html', async (page) => {
    const [run] = documentOf('long_run.html').runs;
    for (const i of [0, 54321, 99999]) {
      await seek(page, run.time[i]);
      near(await tip(page), run.tip.map((axis) => axis[i]), 1e-12, `sample ${i}`);
    }
    near(await cursorTimes(page, 100), [100, 100, 100, 100, 100], 0.5, 'cursors');
  }));

test('a broken document is named, an empty page too', async () => {
  await withReport('broken.html', async (page) => {
    assert.equal(await page.getByRole('alert').getByRole('heading').textContent(), 'This report cannot be shown');
    assert.match(await page.getByRole('alert').textContent(), /runs\[0\]\.time: times must not decrease, but at index 2 0\.5 follows 1/);
  });
  await withReport('empty.html', async (page) => {
    assert.match(await page.getByRole('alert').textContent(), /This page contains no report/);
  });
});

test('without WebGL the plots work, and a message says so', () =>
  withReport(
    'one_run.html',
    async (page) => {
      assert.match(await page.getByRole('status').first().textContent(), /No 3D view/);
      assert.equal(await page.locator('#view').count(), 0);
      await page.keyboard.press('End');
      near(await cursorTimes(page, 10), [10, 10, 10, 10, 10], 0.05, 'cursors');
      await page.keyboard.press('d');
    },
    { gl: 'none' },
  ));
