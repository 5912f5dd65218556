// SPDX-License-Identifier: Apache-2.0
// Elements that pages of the site can use; elsewhere, as on GitHub, they show nothing.
//   <Live robot="puma560" quantity="udut" />   the playground at this robot and quantity, if it is part of the site
//   <Moving picture="pictures/moving_arm.svg" label="..." />   an animated picture with a button that stops it
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from './markdown.mjs';

export function elements(name, attributes, { up, root, hasPlayground, hasReport }) {
  if (name === 'Live') {
    const { robot = 'puma560', quantity = 'inertia' } = attributes;
    const query = `robot=${encodeURIComponent(robot)}&quantity=${encodeURIComponent(quantity)}`;
    const title = `Playground: ${quantity} of ${robot}`;
    if (!hasPlayground)
      return `<p class="live-missing">Try it: <code>catena eval ${escapeHtml(robot)} --want ${escapeHtml(quantity)}</code>. With the playground built into this site (<code>make playground docs</code>), an arm to drag is shown here.</p>\n`;
    const address = escapeHtml(`${up}playground/index.html?${query}#${query}`);
    return `<figure class="live"><iframe src="${address}" title="${escapeHtml(title)}" loading="lazy"></iframe><figcaption>${escapeHtml(quantity)} of ${escapeHtml(robot)}, live: drag the arm. <a href="${address}">Open in a page of its own</a></figcaption></figure>\n`;
  }
  if (name === 'Moving') {
    const svg = readFileSync(join(root, 'docs', attributes.picture), 'utf8').replace(/^<\?xml[^>]*>\s*/, '').replace(/<!--[\s\S]*?-->\s*/g, '');
    const report = hasReport('puma.html') ? ` <a href="${up}reports/puma.html">Open the report of this run</a>` : '';
    return `<figure class="moving" role="group" aria-label="${escapeHtml(attributes.label)}">${svg}<figcaption><button type="button" class="stop">Pause</button> ${escapeHtml(attributes.label)}${report}</figcaption></figure>\n`;
  }
  throw new Error(`unknown element ${name}`);
}
