// SPDX-License-Identifier: Apache-2.0
// Elements by name. Text only ever becomes text: nothing of a document is read as HTML.

type Attributes = Record<string, string | number | boolean | undefined>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const out = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    out.setAttribute(name, value === true ? '' : String(value));
  }
  out.append(...children);
  return out;
}

// An icon drawn by its path, 24 by 24.
export function icon(path: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(space, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

export function iconButton(path: string, label: string, act: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'icon', 'aria-label': label, title: label }, icon(path));
  button.addEventListener('click', act);
  return button;
}
