// SPDX-License-Identifier: Apache-2.0
// The head of the report: title, the command that made it, notes.
import type { Report, Run } from '../document';
import { chooseTheme, onTheme, themeChoice, type Choice } from '../theme';
import { element, icon, iconButton } from './element';
import { icons } from './icons';

const mostNotes = 5; // more are shown on demand

const nextChoice: Record<Choice, Choice> = { auto: 'light', light: 'dark', dark: 'auto' };
const choiceIcon: Record<Choice, string> = { auto: icons.auto, light: icons.sun, dark: icons.moon };
const choiceName: Record<Choice, string> = { auto: 'system', light: 'light', dark: 'dark' };

export function makeHeader(report: Report, help: () => void): HTMLElement {
  const title = element('div', { class: 'title' }, element('h1', {}, report.title));
  if (report.subtitle) title.append(element('p', { class: 'subtitle' }, report.subtitle));
  const tools = element('div', { class: 'tools' }, themeButton(), iconButton(icons.help, 'Help', help));
  const header = element('header', {}, title, tools);

  const made = element('div', { class: 'made' }, element('span', { class: 'kind' }, report.kind));
  if (report.command) made.append(commandLine(report.command));
  if (report.madeBy) made.append(element('span', { class: 'by' }, `created by ${report.madeBy}`));
  header.append(made);
  return header;
}

export function makeNotes(report: Report): HTMLElement | null {
  const partial = report.runs.filter((run: Run) => run.partial);
  const notes = [
    ...partial.map((run) => ({ level: 'warning' as const, text: `“${run.name}” is incomplete: ${run.partial}` })),
    ...report.notes,
  ];
  if (notes.length === 0) return null;
  const list = element('ul', { class: 'notes', 'aria-label': 'Notes' });
  const items = notes.map((note) => element('li', { class: note.level }, icon(icons[note.level]), element('span', {}, note.text)));
  list.append(...items);
  if (notes.length > mostNotes) {
    const rest = items.slice(mostNotes - 1);
    for (const item of rest) item.hidden = true;
    const more = element('button', { type: 'button', class: 'text' }, `Show ${rest.length} more notes`);
    more.addEventListener('click', () => {
      for (const item of rest) item.hidden = false;
      more.parentElement!.remove();
    });
    list.append(element('li', { class: 'more-notes' }, more));
  }
  return list;
}

function commandLine(command: string): HTMLElement {
  const button = iconButton(icons.copy, 'Copy the command', () => {
    void copied(command).then((done) => {
      button.replaceChildren(icon(done ? icons.done : icons.copy));
      setTimeout(() => button.replaceChildren(icon(icons.copy)), 1500);
    });
  });
  return element('span', { class: 'command' }, element('code', {}, command), button);
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // pages opened from a file may not be allowed to; the text can still be selected
  }
}

export function themeButton(): HTMLButtonElement {
  const button = iconButton(icons.auto, '', () => chooseTheme(nextChoice[themeChoice()]));
  button.id = 'theme';
  const update = () => {
    const label = `Colours: ${choiceName[themeChoice()]}`;
    button.setAttribute('aria-label', label);
    button.title = label;
    button.replaceChildren(icon(choiceIcon[themeChoice()]));
  };
  onTheme(update);
  update();
  return button;
}
