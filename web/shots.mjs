// SPDX-License-Identifier: Apache-2.0
// Pictures of a report, for documents and for eyes:
//   node shots.mjs REPORT.html OUT.png [--dark] [--width 1440] [--height 900] [--time 3.2] [--full]
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from './browser.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    scale: { type: 'string', default: '1' },
    time: { type: 'string' },
    press: { type: 'string' },
    'no-webgl': { type: 'boolean', default: false },
  },
});
const [report, out] = positionals;
if (!report || !out) {
  console.error('usage: node shots.mjs REPORT.html OUT.png [--dark] [--width W] [--height H] [--scale S] [--time T] [--full]');
  process.exit(2);
}
const browser = await launch({ webgl: !values['no-webgl'] });
const page = await browser.newPage({
  viewport: { width: Number(values.width), height: Number(values.height) },
  deviceScaleFactor: Number(values.scale),
  colorScheme: values.dark ? 'dark' : 'light',
});
page.on('console', (message) => console.log(`${message.type()}: ${message.text()}`));
page.on('pageerror', (error) => console.log(`error: ${error.stack}`));
await page.goto(pathToFileURL(resolve(report)).href);
if (values.time) await page.evaluate((t) => window.catena.seek(t), Number(values.time));
if (values.press) await page.keyboard.press(values.press);
await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
await page.screenshot({ path: out, fullPage: values.full });
await browser.close();
