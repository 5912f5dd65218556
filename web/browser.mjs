// SPDX-License-Identifier: Apache-2.0
// Debian's Chromium, headless, without a network; WebGL by software.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export function chromiumPath() {
  const places = [process.env.CATENA_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return places.find((path) => path && existsSync(path));
}

export async function launch({ webgl = true } = {}) {
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb'];
  if (webgl) args.push('--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist');
  else args.push('--disable-3d-apis');
  return chromium.launch({ executablePath: chromiumPath(), headless: true, args });
}
