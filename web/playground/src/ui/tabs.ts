// SPDX-License-Identifier: Apache-2.0
// The panels behind tabs; only the visible one is kept up to date.
import { element } from '../../../src/ui/element';
import type { What } from '../app';
import type { Panel } from '../panel/panel';

export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons: HTMLButtonElement[];
  private readonly badges = new Map<string, HTMLElement>();
  private readonly stale = new Set<string>(); // panels that have not seen the present arm
  private now = 0;

  constructor(private readonly panels: readonly Panel[]) {
    const bar = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Results' });
    this.buttons = panels.map(({ id, name }, k) => {
      const badge = element('span', { class: 'badge', hidden: true });
      this.badges.set(id, badge);
      const button = element('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}` }, name, badge);
      button.addEventListener('click', () => this.open(k));
      return button;
    });
    bar.append(...this.buttons);
    bar.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.step(step);
      this.buttons[this.now]!.focus();
    });
    for (const { id, element: panel } of panels) {
      panel.classList.add('panel');
      panel.id = `panel-${id}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', `tab-${id}`);
      this.stale.add(id);
    }
    this.element = element('div', { class: 'result-side' }, bar, element('div', { class: 'panels card' }, ...panels.map((panel) => panel.element)));
  }

  get current(): string {
    return this.panels[this.now]!.id;
  }

  openId(id: string): void {
    const k = this.panels.findIndex((panel) => panel.id === id);
    if (k >= 0) this.open(k);
  }

  open(k: number): void {
    this.now = k;
    this.buttons.forEach((button, at) => {
      button.setAttribute('aria-selected', String(at === k));
      button.tabIndex = at === k ? 0 : -1;
      this.panels[at]!.element.hidden = at !== k;
    });
    const button = this.buttons[k]!;
    const bar = button.parentElement!; // it alone is scrolled, not the page, nor one around it
    const box = bar.getBoundingClientRect();
    const place = button.getBoundingClientRect();
    bar.scrollLeft += Math.min(0, place.left - box.left) + Math.max(0, place.right - box.right);
    this.update('state');
  }

  step(by: number): void {
    this.open((this.now + by + this.panels.length) % this.panels.length);
  }

  update(what: What): void {
    if (what === 'arms') for (const { id } of this.panels) this.stale.add(id);
    const panel = this.panels[this.now]!;
    const first = this.stale.delete(panel.id);
    panel.update(first ? 'arms' : 'state');
  }

  badge(id: string, errors: number, warnings: number): void {
    const badge = this.badges.get(id)!;
    badge.hidden = errors + warnings === 0;
    badge.textContent = String(errors + warnings);
    badge.className = errors > 0 ? 'badge bad' : 'badge';
    badge.setAttribute('aria-label', `${errors} errors, ${warnings} warnings`);
  }
}
