// SPDX-License-Identifier: Apache-2.0
// How fast the page is: its start, its frames while an arm moves, and the longest task of its main thread while it is used.
//   node measure.mjs FOLDER [--seconds 5] [--robot panda] [--gl real|idle] [--only WORDS] [--most 8]
// Tasks are given in time of the thread, which other programs on the machine do not lengthen, and in time of the wall. With --most MS,
// the program fails if a task takes longer than MS of the thread in each of three runs; twice as long if the machine is busy with others.
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from '../browser.mjs';
import { webgl } from '../test/webgl.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    robot: { type: 'string', default: 'panda' },
    gl: { type: 'string', default: 'real' },
    only: { type: 'string', default: '' },
    most: { type: 'string', default: '' },
  },
});
const [folder] = positionals;
if (!folder) {
  console.error('usage: node measure.mjs FOLDER [--seconds S] [--robot NAME] [--gl real|idle] [--only WORDS] [--most MS]');
  process.exit(2);
}
// Caches that are shared with other programs lengthen the time of a thread as well.
const crowded = loadavg()[0] > cpus().length + 0.5;
const most = values.most ? Number(values.most) * (crowded ? 2 : 1) : Infinity;
if (values.most && crowded) console.log(`other programs keep this machine busy (load ${loadavg()[0].toFixed(1)} on ${cpus().length} cores): twice the time, ${most} ms, is allowed`);
const seconds = Number(values.seconds);
const url = pathToFileURL(resolve(join(folder, 'playground.html'))).href;
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
await context.setOffline(true);
await context.addInitScript(webgl[values.gl]);

async function open() {
  const page = await context.newPage();
  await page.goto(`${url}#robot=${values.robot}`);
  await page.waitForFunction(() => window.playground, null, { timeout: 120000 });
  return page;
}
if (!values.only) {
  const starts = [];
  for (let k = 0; k < 3; ++k) {
    const page = await open();
    starts.push(await page.evaluate(() => performance.getEntriesByName('playground-ready')[0].startTime));
    await page.close();
  }
  console.log(`start, from opening the file to the first arm: ${starts.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`);
}

// The tasks of the main thread of the page while `act` runs: [time of the thread, time of the wall] in milliseconds.
async function tasksOf(page, act) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents: events } = JSON.parse((await browser.stopTracing()).toString());
  const threadOf = (event) => `${event.pid}/${event.tid}`;
  const main = new Set(events.filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain').map(threadOf));
  const scripts = new Map();
  for (const event of events)
    if (event.name === 'FunctionCall' || event.name === 'FireAnimationFrame') scripts.set(threadOf(event), (scripts.get(threadOf(event)) ?? 0) + 1);
  const [busiest] = [...main].sort((a, b) => (scripts.get(b) ?? 0) - (scripts.get(a) ?? 0));
  return events.filter((event) => /RunTask$/.test(event.name) && event.dur !== undefined && threadOf(event) === busiest).map(({ tdur, dur }) => [(tdur ?? 0) / 1000, dur / 1000]);
}

// One after the other, a frame apart.
const frames = (page, count, each) =>
  page.evaluate(
    async ([times, text]) => {
      const step = new Function('k', text);
      for (let k = 0; k < times; ++k) {
        step(k);
        await new Promise((done) => requestAnimationFrame(done));
      }
    },
    [count, each],
  );
const slide = (page, count) =>
  frames(
    page,
    count,
    `const slider = document.querySelectorAll('.joint input[type=range]')[1];
     slider.value = String(300 + 10 * k);
     slider.dispatchEvent(new Event('input'));`,
  );

const uses = {
  'an arm that was let go': {
    before: (page) => page.click('#let-go'),
    act: async (page) => {
      const times = await page.evaluate(
        (span) =>
          new Promise((done) => {
            const list = [];
            const from = performance.now();
            const frame = (now) => {
              list.push(now);
              if (now - from < 1000 * span) requestAnimationFrame(frame);
              else done(list);
            };
            requestAnimationFrame(frame);
          }),
        seconds,
      );
      const slowest = await page.evaluate(() => window.playground.motion.slowest);
      return `${((1000 * (times.length - 1)) / (times.at(-1) - times[0])).toFixed(1)} frames a second; the worker needed at most ${slowest.toFixed(1)} ms for one`;
    },
  },
  'the tool is dragged': {
    act: async (page) => {
      const box = await page.locator('#view').boundingBox();
      const [x, y] = await page.evaluate(() => window.playground.stage.scene.tipOnScreen(0));
      await page.mouse.move(box.x + x, box.y + y);
      await page.mouse.down();
      for (let k = 0; k < 40; ++k) await page.mouse.move(box.x + x + 60 * Math.sin(k / 6), box.y + y + 2 * k);
      await page.mouse.up();
    },
  },
  ...Object.fromEntries(
    ['torques', 'matrices', 'quantities', 'methods', 'model', 'path', 'compare', 'code'].map((tab) => [
      `a slider moves, tab ${tab}`,
      {
        before: async (page) => {
          await page.click(`#tab-${tab}`);
          await page.waitForTimeout(tab === 'methods' ? 4000 : 500); // the second module is loaded, operations are counted
        },
        act: (page) => slide(page, 40),
      },
    ]),
  ),
  'the text of the robot is edited': {
    before: (page) => page.click('#tab-model'),
    act: async (page) => {
      for (let k = 0; k < 4; ++k) {
        await page.evaluate((mass) => {
          const area = document.querySelector('#robot-text');
          area.value = area.value.replace(/mass( *)= [0-9.]+/, `mass$1= ${mass}`);
          area.dispatchEvent(new Event('input'));
        }, 2 + k / 10);
        await page.waitForTimeout(500);
      }
    },
  },
  'a URDF is opened': {
    act: async (page) => {
      for (let k = 0; k < 3; ++k) {
        const urdf = await page.evaluate((name) => window.playground.core.arm(window.playground.core.catalogueText(name)).toUrdf(), ['panda', 'ur5e', 'kinova_gen3'][k]);
        await page.evaluate((text) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], 'arm.urdf'));
          for (const kind of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
        }, urdf);
        await page.waitForTimeout(400);
      }
    },
  },
};

let tooLong = 0;
for (const [name, { before, act }] of Object.entries(uses)) {
  if (!name.includes(values.only)) continue;
  let longest = Infinity;
  let told = '';
  for (let run = 0; run < (values.most ? 3 : 1) && (run === 0 || longest > most); ++run) {
    const page = await open();
    await before?.(page);
    await page.waitForTimeout(700);
    let extra = '';
    const tasks = await tasksOf(page, async () => (extra = (await act(page)) ?? ''));
    await page.close();
    const sorted = (k) => tasks.map((task) => task[k]).sort((a, b) => a - b);
    const [thread, wall] = [sorted(0), sorted(1)];
    if (thread.at(-1) < longest) {
      longest = thread.at(-1);
      told = `longest of ${tasks.length} tasks ${longest.toFixed(1)} ms of the thread (wall ${wall.at(-1).toFixed(1)} ms), over 8 ms: ${thread.filter((ms) => ms > 8).length}${extra ? `; ${extra}` : ''}`;
    }
  }
  if (longest > most) ++tooLong;
  console.log(`${longest > most ? 'TOO LONG  ' : ''}${name}: ${told}`);
}
await browser.close();
if (tooLong > 0) {
  console.error(`${tooLong} uses of the page have a task that takes more than ${most} ms of the main thread`);
  process.exit(1);
}
