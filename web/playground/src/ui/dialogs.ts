// SPDX-License-Identifier: Apache-2.0
// The dialogs for sharing and for pasting.
import { element } from '../../../src/ui/element';
import { copyText } from './clipboard';

export function shareDialog(address: () => Promise<string>, toast: (text: string) => void): { element: HTMLDialogElement; open: () => void } {
  const text = element('textarea', { id: 'share-address', readonly: true, 'aria-label': 'Address of this state' });
  const size = element('p', {});
  const copy = element('button', { type: 'button', class: 'button primary', id: 'share-copy' }, 'Copy the address');
  copy.addEventListener('click', () => void copyText(text.value).then((done) => toast(done ? 'The address is in the clipboard.' : 'The browser does not allow copying; select the text instead.')));
  const dialog = element(
    'dialog',
    { class: 'share', 'aria-labelledby': 'share-title' },
    element('h2', { id: 'share-title' }, 'Share this state'),
    element('p', {}, 'The address holds the arm, its posture, velocities and path. Nothing is uploaded: whoever has the page opens it with this address.'),
    text,
    size,
    element('form', { method: 'dialog', class: 'row' }, copy, element('button', { type: 'submit', class: 'text' }, 'Close')),
  );
  const open = () =>
    void address().then((value) => {
      text.value = value;
      size.textContent = `${value.length} characters${value.length > 8000 ? '; some programs cut addresses that are this long: save the robot as a file instead' : ''}.`;
      dialog.showModal();
      text.select();
    });
  return { element: dialog, open };
}

export function pasteDialog(accept: (text: string) => boolean): { element: HTMLDialogElement; open: () => void } {
  const text = element('textarea', { id: 'paste-text', 'aria-label': 'Text of a URDF or of a robot file', placeholder: '<robot name="..."> or a robot file (TOML)', spellcheck: 'false' });
  const use = element('button', { type: 'button', class: 'button primary', id: 'paste-use' }, 'Open');
  const dialog = element(
    'dialog',
    { class: 'paste', 'aria-labelledby': 'paste-title' },
    element('h2', { id: 'paste-title' }, 'Paste a URDF or a robot file'),
    text,
    element('form', { method: 'dialog', class: 'row' }, use, element('button', { type: 'submit', class: 'text' }, 'Cancel')),
  );
  use.addEventListener('click', () => {
    accept(text.value);
    dialog.close();
  });
  const open = () => {
    text.value = '';
    dialog.showModal();
    text.focus();
  };
  return { element: dialog, open };
}
