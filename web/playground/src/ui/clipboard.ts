// SPDX-License-Identifier: Apache-2.0
// Text for the clipboard.
import { element } from '../../../src/ui/element';

// Pages opened from a file may not be allowed to use the clipboard; then the old way is tried.
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element('textarea', { class: 'unseen', readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
