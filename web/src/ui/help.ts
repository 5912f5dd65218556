// SPDX-License-Identifier: Apache-2.0
// What the keys and the mouse do.
import { element } from './element';
import { keyHelp } from './keyboard';

export function makeHelp(): HTMLDialogElement {
  const keys = element('dl', {});
  for (const [key, what] of keyHelp) {
    const term = element('dt', {});
    for (const one of key.split(/ {1,}/)) term.append(element('kbd', {}, one));
    keys.append(term, element('dd', {}, what));
  }
  const close = element('button', { type: 'submit', class: 'text' }, 'Close');
  const dialog = element(
    'dialog',
    { id: 'help', 'aria-labelledby': 'help-title' },
    element('h2', { id: 'help-title' }, 'Keys'),
    keys,
    element('h2', {}, 'Mouse and touch'),
    element('p', {}, 'In the view: drag to turn, drag with the right button to move, wheel to zoom, double click to see all.'),
    element('p', {}, 'In a plot: point to see that time, click to stay there, drag to zoom, double click to see all.'),
    element('p', {}, 'In points and lines of a set: point or use the arrow keys to see values, click or Enter to keep one, Escape to let go. In points, drag to zoom; on an axis of parallel coordinates, drag to keep a range.'),
    element('form', { method: 'dialog' }, close),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  });
  return dialog;
}
