// SPDX-License-Identifier: Apache-2.0
// The help dialog: keys and mouse.
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
    element('p', {}, 'In the 3D view: drag to rotate, drag with the right button to pan, turn the wheel to zoom, double-click to reset the view.'),
    element('p', {}, 'In a plot: hover to preview that time, click to go there, drag to zoom in, double-click to zoom out. The button \u201clog\u201d switches to a logarithmic axis.'),
    element('p', {}, 'In scatter plots and parallel coordinates: hover or use the arrow keys to see values, click or press Enter to pin an item, press Escape to unpin it. Drag in a scatter plot to zoom in; drag along an axis of parallel coordinates to filter by a range.'),
    element('form', { method: 'dialog' }, close),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close(); // a click outside the dialog
  });
  return dialog;
}
