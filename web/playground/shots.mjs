// SPDX-License-Identifier: Apache-2.0
// A picture of the playground, for documents and for eyes:
//   node shots.mjs FOLDER OUT.png [--width 1280] [--height 800] [--scale 1] [--dark] [--hash '#robot=panda'] [--tab matrices] [--run SCRIPT]
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from '../browser.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    scale: { type: 'string', default: '1' },
    hash: { type: 'string', default: '' },
    tab: { type: 'string' },
    run: { type: 'string' },
    wait: { type: 'string', default: '800' },
  },
});
const [folder, out] = positionals;
if (!folder || !out) {
  console.error('usage: node shots.mjs FOLDER OUT.png [--width W] [--height H] [--scale S] [--dark] [--full] [--hash HASH] [--tab NAME] [--run SCRIPT]');
  process.exit(2);
}
const browser = await launch();
const width = Number(values.width);
const page = await browser.newPage({ viewport: { width, height: Number(values.height) }, deviceScaleFactor: Number(values.scale), colorScheme: values.dark ? 'dark' : 'light', hasTouch: width < 500 });
page.on('console', (message) => message.text().includes('GPU stall') || console.log(`${message.type()}: ${message.text()}`));
page.on('pageerror', (error) => console.log(`error: ${error.stack}`));
await page.goto(pathToFileURL(resolve(join(folder, 'playground.html'))).href + values.hash);
await page.waitForFunction(() => window.playground, null, { timeout: 120000 });
if (values.tab) await page.click(`#tab-${values.tab}`);
if (values.run) await page.evaluate(values.run);
await page.waitForTimeout(Number(values.wait));
await page.screenshot({ path: out, fullPage: values.full });
await browser.close();
