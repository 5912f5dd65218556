// SPDX-License-Identifier: Apache-2.0
// The pages of a built site in Debian's Chromium, opened by file:// and without a network, some also from a server: node pages.mjs SITE
// Every page is looked at in light at 1280 pixels and in dark at 390; the rules are those of rules.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from '../../browser.mjs';
import { webgl } from '../../test/webgl.mjs';
import { rules } from './rules.mjs';

const site = resolve(process.argv[2]);
const below = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? below(join(folder, entry.name)) : [join(folder, entry.name)]));
const all = below(site).filter((path) => path.endsWith('.html')).map((path) => relative(site, path)).filter((path) => !/^(playground|reports)\//.test(path)).sort();
// of the many pages that are made alike, every seventh
const pages = all.filter((path, k) => !/^(source|reference\/cpp)\//.test(path) || k % 7 === 0);
const url = (path) => pathToFileURL(join(site, path)).href;

const patience = 180_000; // ms: the machine may be busy
const problems = [];
const browser = await launch({ webgl: false });
const looks = [
  { name: '1280 light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: '390 dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
];

async function open(look) {
  const context = await browser.newContext({ viewport: look.viewport, colorScheme: look.colorScheme, offline: true, reducedMotion: 'reduce' });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`${page.url()}: console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) problems.push(`${page.url()}: asks for ${request.url()}`);
  });
  return page;
}

const expect = (condition, what) => {
  if (!condition) problems.push(what);
};

// The rules find what is planted, else they would prove nothing.
async function plants() {
  const page = await open(looks[0]);
  await page.goto(url('install.html'));
  const planted = [
    ['contrast', () => (document.querySelector('main p').style.color = '#bbb')],
    ['has no name', () => document.querySelector('main').append(document.createElement('button'))],
    ['without alt', () => document.querySelector('main').append(document.createElement('img'))],
    ['a heading of level 4', () => document.querySelector('h1').insertAdjacentHTML('afterend', '<h4>x</h4>')],
    ['has 2 <h1>', () => document.querySelector('main').insertAdjacentHTML('beforeend', '<h1>x</h1>')],
    ['is 3000 wide', () => document.querySelector('main').insertAdjacentHTML('beforeend', '<div style="position:absolute;left:0;width:3000px">x</div>')],
    ['without headers', () => document.querySelector('main').insertAdjacentHTML('beforeend', '<table><tr><td>x</td></tr></table>')],
  ];
  for (const [text, plant] of planted) {
    await page.goto(url('install.html'));
    expect((await page.evaluate(rules)).length === 0, 'install.html has problems before one is planted');
    await page.evaluate(plant);
    const found = await page.evaluate(rules);
    expect(found.some((problem) => problem.includes(text)), `the rules do not find: ${text}; they find ${found.join(' | ')}`);
  }
  await page.context().close();
}

// Search, theme, menu, meanings of symbols, moving pictures.
async function behaviour() {
  const page = await open(looks[0]);
  await page.goto(url('papers/udut.html'));
  await page.keyboard.press('/');
  await page.keyboard.type('computed torque');
  await page.waitForSelector('#found a');
  const titles = await page.$$eval('#found a', (links) => links.map((link) => link.textContent));
  expect(titles.some((title) => /tutorial|computed-torque/i.test(title)), `the search for "computed torque" finds ${titles.join(' | ')}`);
  await page.fill('#find', 'qqzzxw');
  await page.waitForSelector('#found p');
  await page.fill('#find', 'glossary');
  await page.waitForFunction(() => document.querySelector('#found a')?.textContent.startsWith('Glossary'));
  await Promise.all([page.waitForURL(/glossary\.html/), page.keyboard.press('Enter')]);

  await page.goto(url('papers/udut.html'));
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.click('#theme');
  expect((await page.evaluate(() => getComputedStyle(document.body).backgroundColor)) !== before, 'the button does not change the theme');
  await page.goto(url('index.html'));
  expect((await page.evaluate(() => document.documentElement.dataset.theme)) === 'dark', 'the theme is forgotten on the next page');

  await page.goto(url('papers/udut.html'));
  const symbol = page.locator('.formula [data-tip]').first();
  await symbol.scrollIntoViewIfNeeded();
  await symbol.hover();
  expect(((await page.textContent('#tip').catch(() => '')) ?? '').length > 5, 'a symbol does not tell its meaning');
  expect((await page.locator('.formula [data-tip]').count()) > 30, 'few symbols of udut.html have meanings');

  await page.mouse.move(2, 2);
  const formula = page.locator('.formula[aria-description]').first();
  await formula.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab'); // as a reader gets there
  const told = ((await page.textContent('#tip', { timeout: 5000 }).catch(() => '')) ?? '').split('\n');
  const tips = await formula.evaluate((element) => [...new Set([...element.querySelectorAll('[data-tip]')].map((symbol) => symbol.dataset.tip))]);
  expect(tips.length > 1 && tips.length === told.length && tips.every((tip, k) => told[k].endsWith(`: ${tip}`)), `by the keyboard, a formula tells ${told.join(' | ')} instead of ${tips.join(' | ')}`);
  await page.keyboard.press('Escape');
  expect((await page.locator('#tip').count()) === 0, 'Escape does not hide the meanings');

  await page.goto(url('index.html'));
  expect(await page.evaluate(() => document.querySelector('.moving svg').animationsPaused()), 'the arm moves although the reader prefers less motion');
  await page.click('.moving .stop');
  expect(!(await page.evaluate(() => document.querySelector('.moving svg').animationsPaused())), 'the button does not start the arm');
  const at = () => page.evaluate(() => document.querySelector('.moving circle').getBoundingClientRect().x + document.querySelector('.moving svg circle:last-of-type').getBoundingClientRect().x);
  const first = await at();
  await page.waitForTimeout(700);
  expect((await at()) !== first, 'the arm does not move');
  await page.context().close();

  const narrow = await open(looks[1]);
  await narrow.goto(url('cli.html'));
  expect(!(await narrow.isVisible('#side')), 'the side bar covers a narrow page');
  await narrow.click('#menu');
  expect(await narrow.isVisible('#side'), 'the menu does not open');
  await narrow.click('#side summary:has-text("Start")');
  await Promise.all([narrow.waitForURL(/install\.html/), narrow.click('#side a:has-text("Install")')]);
  await narrow.context().close();
}

// The live arms: the playground at the robot, quantity and method of the page, in its colours.
async function live() {
  if (!existsSync(join(site, 'playground/index.html'))) return expect(false, 'the site has no playground: make playground');
  for (const [path, theme] of [['papers/udut.html', 'light'], ['papers/gdahj.html', 'dark'], ['index.html', 'light']]) {
    const page = await open(looks[0]);
    await page.context().addInitScript(webgl.idle);
    await page.goto(url(path));
    if (theme === 'dark') await page.click('#theme');
    const figure = page.locator('.live').first();
    const wanted = new URLSearchParams((await figure.getAttribute('data-src')).split('#')[1]);
    await figure.locator('.start').click();
    const frame = await (await figure.locator('iframe').elementHandle()).contentFrame();
    await frame.waitForFunction(() => window.playground && !window.playground.busy() && document.querySelector('#panel-quantities td.number')?.textContent);
    const shown = await frame.evaluate(() => ({
      robot: window.playground.app.entry.robot,
      quantity: document.querySelector('#panel-quantities select[aria-label="Quantity"]').value,
      method: document.querySelector('#panel-quantities select[aria-label="Method"]').value,
      tab: window.playground.tabs.current,
      theme: document.documentElement.dataset.theme,
      wrong: document.querySelector('#panel-quantities [role=status]').textContent,
    }));
    for (const name of ['robot', 'quantity', 'method', 'tab']) expect(shown[name] === (wanted.get(name) ?? ''), `${path}: the live arm shows ${name} ${shown[name]} instead of ${wanted.get(name)}`);
    expect(shown.theme === theme, `${path}: the live arm is ${shown.theme}, the page ${theme}`);
    expect(shown.wrong === '', `${path}: the live arm says ${shown.wrong}`);
    await page.context().close();
  }
}

// The same folder behind a server, below an address of its own.
async function served() {
  const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml', woff2: 'font/woff2' };
  const server = createServer((request, response) => {
    const path = join(site, decodeURIComponent(request.url.split('?')[0]).replace(/^\/catena\/docs\//, ''));
    if (!request.url.startsWith('/catena/docs/') || !existsSync(path)) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': types[path.replace(/.*\./, '')] ?? 'application/octet-stream' }).end(readFileSync(path));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith('favicon.ico')) problems.push(`from a server: ${response.url()} is missing`);
  });
  await page.goto(`http://127.0.0.1:${server.address().port}/catena/docs/papers/udut.html`);
  await page.fill('#find', 'tutorial');
  await page.waitForSelector('#found a');
  await Promise.all([page.waitForURL(/tutorial\.html/), page.press('#find', 'Enter')]);
  expect((await page.title()).startsWith('Tutorial'), 'from a server: the search does not lead to the tutorial');
  await page.close();
  server.close();
}

await plants();
await behaviour();
await served();
await live();
for (const look of looks) {
  const page = await open(look);
  for (const path of pages) {
    await page.goto(url(path));
    for (const problem of await page.evaluate(rules)) problems.push(`${path}, ${look.name}: ${problem}`);
  }
  await page.context().close();
}
await browser.close();
for (const problem of problems) console.error(problem);
console.log(`${pages.length} of ${all.length} pages looked at, each ${looks.map((look) => look.name).join(' and ')}: ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);
