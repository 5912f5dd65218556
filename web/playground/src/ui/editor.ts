// SPDX-License-Identifier: Apache-2.0
// The text of a robot file or URDF, with line numbers. A mistake is shown beside its line: the line is marked, what is wrong
// stands behind it, and the whole message below the text.
import { element, iconButton } from '../../../src/ui/element';
import { icons } from '../../../src/ui/icons';

export interface Mistake {
  line: number; // from 1; 0: unknown
  what: string; // one line
  details: [string, string][]; // given, need, hint
  tips: string[]; // of a URDF with several arms: the links at their ends
}

const wait = 250; // milliseconds without a key before the text is read

export class Editor {
  readonly element: HTMLElement;
  readonly area = element('textarea', { id: 'robot-text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off', 'aria-label': 'Robot file or URDF', 'aria-describedby': 'robot-mistake' });
  private readonly numbers = element('div', { class: 'line-numbers', 'aria-hidden': 'true' });
  private readonly band = element('div', { class: 'bad-line', hidden: true });
  private readonly lens = element('span', { class: 'lens', 'aria-hidden': 'true' });
  private readonly message = element('div', { id: 'robot-mistake', class: 'mistake', role: 'status' });
  private mistake: Mistake | null = null;
  private marks: { line: number; severity: string; what: string; band: HTMLElement; lens: HTMLElement }[] = [];
  private timer = 0;
  private scrolled: [left: number, top: number] = [0, 0]; // to ask the text for it would lay out the page once more

  constructor(
    private readonly changed: (text: string) => void,
    private readonly choose: (tip: string) => void,
  ) {
    this.band.append(this.lens);
    const sheet = element('div', { class: 'sheet' }, this.numbers, element('div', { class: 'text-box' }, this.band, this.area));
    this.element = element('div', { class: 'editor' }, sheet, this.message);
    this.area.addEventListener('input', () => {
      this.number();
      this.place();
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.flush(), wait);
    });
    this.area.addEventListener('scroll', () => {
      this.scrolled = [this.area.scrollLeft, this.area.scrollTop];
      this.place();
    });
    this.area.addEventListener('blur', () => this.flush());
    this.area.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.area.blur(); // so that Tab leaves
    });
  }

  get text(): string {
    return this.area.value;
  }

  set text(text: string) {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.area.value !== text) this.area.value = text;
    this.number();
  }

  show(mistake: Mistake | null): void {
    this.mistake = mistake;
    this.area.setAttribute('aria-invalid', String(mistake !== null));
    this.message.replaceChildren();
    this.message.className = mistake ? 'mistake bad' : 'mistake good';
    if (!mistake) this.message.textContent = '';
    else {
      const head = element('p', {}, element('strong', {}, mistake.line > 0 ? `Line ${mistake.line}: ` : ''), mistake.what);
      if (mistake.line > 0) {
        const go = iconButton(icons.play, `Go to line ${mistake.line}`, () => this.goTo(mistake.line));
        go.id = 'go-to-mistake';
        head.append(go);
      }
      const list = element('dl', {});
      for (const [name, text] of mistake.details) if (text) list.append(element('dt', {}, name), element('dd', {}, text));
      this.message.append(head, list, ...this.tips(mistake.tips), element('p', { class: 'kept' }, 'The arm below is the last one that could be read.'));
    }
    this.number();
    this.place();
  }

  // What the linter says, beside the lines.
  mark(findings: readonly { line: number; severity: string; what: string }[]): void {
    for (const { band } of this.marks) band.remove();
    this.marks = findings.map(({ line, severity, what }) => {
      const lens = element('span', { class: 'lens', 'aria-hidden': 'true' }, what);
      return { line, severity, what, lens, band: element('div', { class: `found-line ${severity}` }, lens) };
    });
    this.area.before(...this.marks.map(({ band }) => band));
    this.number();
    this.place();
  }

  private tips(tips: readonly string[]): HTMLElement[] {
    if (tips.length === 0) return [];
    const buttons = tips.map((tip) => {
      const button = element('button', { type: 'button', class: 'button' }, tip);
      button.addEventListener('click', () => this.choose(tip));
      return button;
    });
    return [element('div', { class: 'tips' }, 'Open the arm that ends at', ...buttons)];
  }

  goTo(line: number): void {
    const lines = this.area.value.split('\n');
    const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(from, from + (lines[line - 1] ?? '').length);
    this.area.scrollTop = Math.max(0, (line - 4) * this.lineHeight());
    this.place();
  }

  private flush(): void {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.changed(this.area.value);
  }

  private number(): void {
    const count = this.area.value.split('\n').length;
    const bad = this.mistake?.line ?? 0;
    const marked = new Map(this.marks.map((mark) => [mark.line, mark]));
    const key = JSON.stringify([count, bad, this.marks.map(({ line, severity, what }) => [line, severity, what])]);
    if (this.numbers.dataset['key'] === key) return;
    this.numbers.dataset['key'] = key;
    const lines = Array.from({ length: count }, (_, k) => (k + 1 === bad || marked.has(k + 1) ? element('b', { class: k + 1 === bad ? '' : marked.get(k + 1)!.severity, title: marked.get(k + 1)?.what }, String(k + 1)) : document.createTextNode(String(k + 1))));
    const column = element('div', {});
    lines.forEach((line, k) => column.append(...(k > 0 ? ['\n'] : []), line));
    this.numbers.replaceChildren(column);
  }

  private lineHeight(): number {
    return Number.parseFloat(getComputedStyle(this.area).lineHeight) || 18;
  }

  private place(): void {
    const column = this.numbers.firstElementChild as HTMLElement | null;
    if (column) column.style.transform = `translateY(${-this.scrolled[1]}px)`;
    const line = this.mistake?.line ?? 0;
    this.band.hidden = line === 0;
    if (line === 0 && this.marks.length === 0) return;
    const lines = this.area.value.split('\n');
    const height = this.lineHeight();
    if (line > 0) {
      this.lens.textContent = this.mistake!.what;
      this.placeAt(line, lines, height, this.band, this.lens);
    }
    for (const mark of this.marks) this.placeAt(mark.line, lines, height, mark.band, mark.lens);
  }

  private placeAt(line: number, lines: readonly string[], height: number, band: HTMLElement, lens: HTMLElement): void {
    const text = lines[line - 1] ?? '';
    band.style.transform = `translateY(${(line - 1) * height - this.scrolled[1]}px)`;
    lens.style.left = `calc(${text.replaceAll('\t', '        ').length + 3}ch - ${this.scrolled[0]}px)`;
  }
}
