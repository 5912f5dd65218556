// SPDX-License-Identifier: Apache-2.0
// A button that opens a list of actions. Arrow keys go through it, Escape closes it.
import { element, icon } from '../../../src/ui/element';

export interface Item {
  id: string;
  name: string;
  hint?: string;
  act: () => void;
}

export function makeMenu(path: string, name: string, groups: readonly { title: string; items: readonly Item[] }[]): HTMLElement {
  const button = element('button', { type: 'button', class: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false', title: name }, icon(path), element('span', {}, name));
  button.setAttribute('aria-label', name);
  const items: HTMLButtonElement[] = [];
  const list = element('div', { class: 'list card', role: 'menu', 'aria-label': name, hidden: true });
  for (const group of groups) {
    list.append(element('h3', { role: 'presentation' }, group.title));
    for (const { id, name: text, hint, act } of group.items) {
      const item = element('button', { type: 'button', role: 'menuitem', tabindex: -1, id }, text);
      if (hint) item.append(element('small', {}, hint));
      item.addEventListener('click', () => {
        close();
        act();
      });
      items.push(item);
      list.append(item);
    }
  }
  const box = element('div', { class: 'menu' }, button, list);
  const open = () => {
    list.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    items[0]?.focus();
  };
  const close = () => {
    if (list.hidden) return;
    list.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    button.focus();
  };
  button.addEventListener('click', () => (list.hidden ? open() : close()));
  box.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (next !== undefined) items[(next + items.length) % items.length]!.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!box.contains(event.target as Node) && !list.hidden) {
      list.hidden = true;
      button.setAttribute('aria-expanded', 'false');
    }
  });
  return box;
}
