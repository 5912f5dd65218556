// SPDX-License-Identifier: Apache-2.0
// The keys, and the dialog that lists them.
import { element } from '../../../src/ui/element';

export interface KeyActions {
  undo: () => void;
  redo: () => void;
  letGo: () => void;
  focusJoint: (i: number) => void;
  addPosture: () => void;
  home: () => void;
  orbit: (right: number, above: number) => void;
  zoom: (factor: number) => void;
  fit: () => void;
  tab: (step: number) => void;
  help: () => void;
}

export const keyHelp: readonly (readonly [string, string])[] = [
  ['1 \u2026 9', 'go to the slider of a joint; arrows move it, Page Up and Page Down by more'],
  ['Space', 'let the arm go, or hold it'],
  ['Ctrl Z', 'undo; with Shift: redo'],
  ['p', 'store the posture as a point of the path'],
  ['h', 'back to the first posture, at rest'],
  ['[  ]', 'previous, next tab'],
  ['w a s d', 'rotate the view'],
  ['q e f', 'zoom out, in, fit the arm into the view'],
  ['?', 'this help'],
];

export function listen(actions: KeyActions): void {
  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return;
    const target = event.target as HTMLElement;
    const writing = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'range' && target.type !== 'checkbox');
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !writing) {
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      if (key === 'y' || event.shiftKey) actions.redo();
      else actions.undo();
      return event.preventDefault();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || writing || target instanceof HTMLSelectElement) return;
    const pressed = target instanceof HTMLButtonElement || (target instanceof HTMLInputElement && target.type === 'checkbox');
    if ((event.key === ' ' || event.key === 'Enter') && pressed) return;
    if (act(event.key, actions)) event.preventDefault();
  });
}

function act(key: string, actions: KeyActions): boolean {
  if (/^[1-9]$/.test(key)) actions.focusJoint(Number(key) - 1);
  else if (key === ' ') actions.letGo();
  else if (key === 'p') actions.addPosture();
  else if (key === 'h') actions.home();
  else if (key === '[') actions.tab(-1);
  else if (key === ']') actions.tab(1);
  else if (key === 'a') actions.orbit(-0.12, 0);
  else if (key === 'd') actions.orbit(0.12, 0);
  else if (key === 'w') actions.orbit(0, 0.12);
  else if (key === 's') actions.orbit(0, -0.12);
  else if (key === 'q') actions.zoom(1.15);
  else if (key === 'e') actions.zoom(1 / 1.15);
  else if (key === 'f') actions.fit();
  else if (key === '?') actions.help();
  else return false;
  return true;
}

export function makeHelp(version: string): HTMLDialogElement {
  const keys = element('dl', {});
  for (const [key, what] of keyHelp) keys.append(element('dt', {}, ...key.split(/ +/).map((one) => element('kbd', {}, one))), element('dd', {}, what));
  const dialog = element(
    'dialog',
    { id: 'help', 'aria-labelledby': 'help-title' },
    element('h2', { id: 'help-title' }, 'Keys'),
    keys,
    element('h2', {}, 'Mouse and touch'),
    element('p', {}, 'Drag the arm to move it: the tool or any link follows by inverse kinematics. While it is let go, dragging pushes it. Drag beside the arm to rotate the view, with the right button or two fingers to pan, turn the wheel or pinch to zoom; double-click to fit.'),
    element('p', {}, 'Drop a URDF or a robot file anywhere, together with its meshes (STL, OBJ, COLLADA) if you have them, or paste its text. Nothing leaves your browser.'),
    element('p', {}, `Catena ${version}. Every number is computed by its C++ core, compiled to WebAssembly.`),
    element('form', { method: 'dialog' }, element('button', { type: 'submit', class: 'text' }, 'Close')),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close(); // a click outside the dialog
  });
  return dialog;
}
