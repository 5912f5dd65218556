// SPDX-License-Identifier: Apache-2.0
// The buttons that save the numbers and the picture of a plot, and the numbers of a table.
import { download, fileName } from './download';
import { element } from './element';

function saveButton(text: string, title: string, act: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'text save', title }, text);
  button.addEventListener('click', act);
  return button;
}

export function csvButton(title: string, numbers: () => string): HTMLButtonElement {
  return saveButton('CSV', 'Save the numbers', () => download(`${fileName(title)}.csv`, numbers(), 'text/csv'));
}

export function pngButton(title: string, picture: () => HTMLCanvasElement): HTMLButtonElement {
  return saveButton('PNG', 'Save a picture', () => picture().toBlob((blob) => blob && download(`${fileName(title)}.png`, blob)));
}
