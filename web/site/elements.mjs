// SPDX-License-Identifier: Apache-2.0
// Elements that pages of the site can use; elsewhere, as on GitHub, they show nothing.
//   <Live robot="puma560" quantity="udut" method="udut" />   the playground at this robot, quantity and method, if it is part of the site
//   <Moving picture="pictures/moving_arm.svg" label="..." />   an animated picture with a button that stops it
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from './markdown.mjs';

export function elements(name, attributes, { up, root, hasPlayground, hasReport }) {
  if (name === 'Live') {
    const { robot = 'puma560', quantity = 'inertia', method = '' } = attributes;
    const by = method ? `&method=${encodeURIComponent(method)}` : '';
    const query = `robot=${encodeURIComponent(robot)}&quantity=${encodeURIComponent(quantity)}${by}&tab=quantities`;
    if (!hasPlayground)
      return `<p class="live-missing">Try it: <code>catena eval ${escapeHtml(robot)} --want ${escapeHtml(quantity)}${method ? ` --method ${escapeHtml(method)}` : ''} ...</code>. With the playground built into this site (<code>make docs</code>), an arm to drag is shown here.</p>\n`;
    // the page of the playground is large: it is loaded when the reader asks for it (theme/site.js)
    const address = escapeHtml(`${up}playground/index.html#${query}`);
    const what = `<code>${escapeHtml(quantity)}</code> of <code>${escapeHtml(robot)}</code>${method ? ` by <code>${escapeHtml(method)}</code>` : ''}`;
    return `<figure class="live" data-src="${address}" data-title="${escapeHtml(`Playground: ${quantity} of ${robot}`)}"><div><button type="button" class="start">Start the live arm</button></div><figcaption>${what}: drag the arm, and the numbers follow. <a href="${address}">Open it in a page of its own</a></figcaption></figure>\n`;
  }
  if (name === 'Moving') {
    const svg = readFileSync(join(root, 'docs', attributes.picture), 'utf8').replace(/^<\?xml[^>]*>\s*/, '').replace(/<!--[\s\S]*?-->\s*/g, '');
    const report = hasReport('motion.html') ? ` <a href="${up}reports/motion.html">An interactive report of a simulation, in 3D</a>` : '';
    return `<figure class="moving" role="group" aria-label="${escapeHtml(attributes.label)}">${svg}<figcaption><button type="button" class="stop">Pause</button> ${escapeHtml(attributes.label)}${report}</figcaption></figure>\n`;
  }
  throw new Error(`unknown element ${name}`);
}
