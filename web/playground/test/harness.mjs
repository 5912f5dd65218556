// SPDX-License-Identifier: Apache-2.0
// The playground in a browser without a network, and the native program beside it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from '../../browser.mjs';
import { webgl } from '../../test/webgl.mjs';

export const folder = process.env.CATENA_PLAYGROUND_FOLDER;
export const file = pathToFileURL(join(folder, 'playground.html')).href;
const program = process.env.CATENA_PROGRAM;

let browser;
export async function start() {
  browser = await launch();
}
export async function stop() {
  await browser.close();
}

// Opens the page; at the end nothing may have been asked of the network or written to the console as an error. `expected`: a
// pattern of messages that are allowed.
export async function withPage(look, { gl = 'idle', hash = '', url = file, viewport = { width: 1280, height: 800 }, expected = null, offline = true, ...options } = {}) {
  const context = await browser.newContext({ viewport, acceptDownloads: true, ...options });
  await context.setOffline(offline);
  await context.addInitScript(webgl[gl]);
  context.setDefaultTimeout(60000); // a loaded machine is slow
  const page = await context.newPage();
  const trouble = [];
  page.on('request', (request) => {
    const own = new URL(request.url()).origin === new URL(url).origin && (url.startsWith('http') || request.url().split('#')[0] === url);
    if (!own && !/^(data|blob):/.test(request.url())) trouble.push(`asked for ${request.url()}`);
  });
  page.on('console', (message) => {
    const slow = message.text().includes('GPU stall due to ReadPixels'); // a warning that WebGL is rendered in software
    if (!slow && !expected?.test(message.text()) && ['error', 'warning'].includes(message.type())) trouble.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => trouble.push(String(error.stack)));
  try {
    await page.goto(url + hash);
    await page.waitForFunction(() => window.playground || document.querySelector('.failure'));
    assert.equal(await page.locator('.failure').allInnerTexts().then((list) => list.join()), '');
    await settled(page);
    await look(page, context);
    await settled(page);
    assert.deepEqual(trouble, []);
  } finally {
    await context.close();
  }
}

// After the frame that shows the last change.
export const settled = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    for (let k = 0; k < 60 && window.playground?.busy(); ++k) await frame(); // numbers follow in turns; while an arm moves, always
  });

export const entry = (page) => page.evaluate(() => window.playground.app.entry);
export const openTab = async (page, id) => {
  await page.click(`#tab-${id}`);
  await settled(page);
};
export const pick = async (page, robot) => {
  await page.selectOption('#robot', robot);
  await settled(page);
};
// The second module, on the thread of the page.
export const loadSecond = async (page) => {
  await page.evaluate(() => window.playground.app.second.load());
  await page.waitForFunction(() => window.playground.app.second.core);
  await settled(page);
};
export const setState = async (page, state) => {
  await page.evaluate((next) => window.playground.app.setState(window.playground.app.state.active, next, ''), state);
  await settled(page);
};

export function catena(args, input = '') {
  return execFileSync(program, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'], maxBuffer: 1e9 });
}

// Quantities by the native program.
export function native(robot, names, state) {
  return JSON.parse(catena(['eval', robot, '--want', names.join(',')], `${JSON.stringify(state)}\n`));
}

// One of them as a list of numbers; the arrays of a quantity with several follow each other under their own names.
export function nativeNumbers(robot, name, state) {
  const answer = native(robot, [name], state);
  return flat(answer[name] ?? answer);
}

export const flat = (value) => (Array.isArray(value) ? value.flatMap(flat) : typeof value === 'object' ? Object.values(value).flatMap(flat) : [value]);

// Equal to 1e-12 of the largest of them.
export function assertClose(got, wanted, what, tolerance = 1e-12) {
  assert.equal(got.length, wanted.length, what);
  const scale = Math.max(1, ...wanted.map(Math.abs));
  const worst = Math.max(0, ...wanted.map((x, i) => (Object.is(x, got[i]) ? 0 : Math.abs(x - got[i]))));
  assert.ok(worst <= tolerance * scale, `${what}: differs by ${worst}, scale ${scale}`);
}

// A fixed sequence of numbers between -1 and 1.
export function numbers(count, seed) {
  let x = seed;
  return Array.from({ length: count }, () => {
    x = (x * 1103515245 + 12345) % 2147483648;
    return Math.round((2 * x) / 2147483.648 - 1000) / 1000;
  });
}

// Drops files, as lists of name and text.
export const drop = (page, files) =>
  page.evaluate((list) => {
    document.querySelector('.toast').textContent = ''; // what was said before
    const transfer = new DataTransfer();
    for (const [name, text] of list) transfer.items.add(new File([text], name));
    for (const kind of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, files);

// Drags the mouse; positions are those of the 3D view.
export async function drag(page, from, to, steps = 8) {
  const box = await page.locator('#view').boundingBox();
  await page.mouse.move(box.x + from[0], box.y + from[1]);
  await page.mouse.down();
  for (let k = 1; k <= steps; ++k) {
    await page.mouse.move(box.x + from[0] + ((to[0] - from[0]) * k) / steps, box.y + from[1] + ((to[1] - from[1]) * k) / steps);
    await settled(page);
  }
  await page.mouse.up();
  await settled(page);
}

export async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const stream = await download.createReadStream();
  const parts = [];
  for await (const part of stream) parts.push(part);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}
