// SPDX-License-Identifier: Apache-2.0
// Debian's Chromium, headless, without a network. WebGL is computed by software; the page itself is not drawn by way of it,
// which would take twice the time.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export function chromiumPath() {
  const places = [process.env.CATENA_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return places.find((path) => path && existsSync(path));
}

export async function launch({ webgl = true } = {}) {
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb', '--disable-gpu'];
  args.push(webgl ? '--enable-unsafe-swiftshader' : '--disable-3d-apis');
  return chromium.launch({ executablePath: chromiumPath(), headless: true, args });
}
