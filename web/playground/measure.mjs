// SPDX-License-Identifier: Apache-2.0
// How fast the page is: its start, its frames while an arm moves, and the longest task of its main thread.
//   node measure.mjs FOLDER [--seconds 5] [--robot panda] [--tab torques]
// Tasks are given in time of the thread, which other programs on the machine do not lengthen, and in time of the wall.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from '../browser.mjs';
import { webgl } from '../test/webgl.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '5' }, robot: { type: 'string', default: 'panda' }, tab: { type: 'string', default: 'torques' }, gl: { type: 'string', default: 'real' } },
});
const [folder] = positionals;
if (!folder) {
  console.error('usage: node measure.mjs FOLDER [--seconds S] [--robot NAME] [--tab NAME] [--gl real|idle]');
  process.exit(2);
}
const url = pathToFileURL(resolve(join(folder, 'playground.html'))).href;
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
await context.setOffline(true);
await context.addInitScript(webgl[values.gl]);

const starts = [];
for (let k = 0; k < 3; ++k) {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.playground, null, { timeout: 120000 });
  starts.push(await page.evaluate(() => performance.getEntriesByName('playground-ready')[0].startTime));
  await page.close();
}
console.log(`start, from opening the file to the first arm: ${starts.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`);

const page = await context.newPage();
await page.goto(`${url}#robot=${values.robot}`);
await page.waitForFunction(() => window.playground, null, { timeout: 120000 });
await page.click(`#tab-${values.tab}`);
await page.waitForTimeout(1500);
await page.click('#let-go');
await page.waitForTimeout(500);
await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
const frames = await page.evaluate(
  (seconds) =>
    new Promise((done) => {
      const times = [];
      const from = performance.now();
      const frame = (now) => {
        times.push(now);
        if (now - from < 1000 * seconds) requestAnimationFrame(frame);
        else done(times);
      };
      requestAnimationFrame(frame);
    }),
  Number(values.seconds),
);
const trace = JSON.parse((await browser.stopTracing()).toString());
const slowest = await page.evaluate(() => window.playground.motion.slowest);
await browser.close();

const events = trace.traceEvents;
const main = new Set(events.filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain').map((event) => `${event.pid}/${event.tid}`));
const scripts = events.filter((event) => event.name === 'FunctionCall' || event.name === 'FireAnimationFrame');
const busiest = [...main].sort((a, b) => scripts.filter((event) => `${event.pid}/${event.tid}` === b).length - scripts.filter((event) => `${event.pid}/${event.tid}` === a).length)[0];
const tasks = events.filter((event) => /RunTask$/.test(event.name) && event.dur !== undefined && `${event.pid}/${event.tid}` === busiest);
const sorted = (pick) => tasks.map(pick).filter(Number.isFinite).sort((a, b) => a - b);
const told = (list) => `longest ${(list.at(-1) / 1000).toFixed(1)} ms, 99.9 % below ${(list[Math.floor(0.999 * (list.length - 1))] / 1000).toFixed(1)} ms, over 8 ms: ${list.filter((us) => us > 8000).length}`;
const spans = frames.slice(1).map((t, k) => t - frames[k]).sort((a, b) => a - b);
console.log(`${values.robot}, tab ${values.tab}, ${values.seconds} s of motion: ${(1000 / (spans.reduce((a, b) => a + b, 0) / spans.length)).toFixed(1)} frames a second, median ${spans[Math.floor(spans.length / 2)].toFixed(1)} ms`);
console.log(`tasks of the main thread: ${tasks.length}; thread time: ${told(sorted((task) => task.tdur))}; wall: ${told(sorted((task) => task.dur))}`);
console.log(`the worker needed at most ${slowest.toFixed(2)} ms for a frame`);
