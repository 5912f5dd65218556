// SPDX-License-Identifier: Apache-2.0
// The robot file: its text, the numbers of its links to edit, and what the linter says about it.
import type { Finding, RobotRow } from '../../../core/src/index';
import { shortNumber } from '../../../src/format';
import { element } from '../../../src/ui/element';
import { type App, mistakeOf, type What } from '../app';
import type { Crew } from '../crew';
import { lineOf } from '../findings';
import type { Turns } from '../turns';
import { Editor } from '../ui/editor';
import { changed, Grid, type Panel, section } from './panel';

type Field = 'mass' | 'a' | 'd' | 'x' | 'y' | 'z';
const fields: readonly { field: Field; name: string; unit: string }[] = [
  { field: 'mass', name: 'mass', unit: 'kg' },
  { field: 'a', name: 'a', unit: 'm' },
  { field: 'd', name: 'd', unit: 'm' },
  { field: 'x', name: 'com x', unit: 'm' },
  { field: 'y', name: 'com y', unit: 'm' },
  { field: 'z', name: 'com z', unit: 'm' },
];
const axisOf: Partial<Record<Field, 0 | 1 | 2>> = { x: 0, y: 1, z: 2 };

const partsOf = (given: string, need: string, hint: string) =>
  [given && `given ${given}`, need && `need ${need}`, hint].filter(Boolean).join('; ');

export function modelPanel(app: App, crew: Crew, turns: Turns, badge: (errors: number, warnings: number) => void): Panel & { editor: Editor; judging: () => boolean } {
  const editor = new Editor((text) => app.edit(text), (tip) => app.openTip(tip));
  app.onMistake = () => {
    if (app.draft !== null) editor.text = app.draft;
    editor.show(app.mistake);
    if (app.mistake) {
      badge(1, 0);
      editor.mark([]);
      judged = '';
    } else judge();
  };

  const body = element('tbody');
  const head = element('tr', {}, element('th', { scope: 'col', class: 'left' }, 'Link'), ...fields.map(({ name, unit }) => element('th', { scope: 'col', class: 'number' }, name, element('span', { class: 'unit' }, unit))));
  const grid = element('div', { class: 'card table edit-grid', role: 'region', tabindex: 0, 'aria-label': 'Numbers of the links' }, element('table', {}, element('thead', {}, head), body));
  const wrong = element('p', { role: 'alert', class: 'worse' });
  const revert = element('button', { type: 'button', class: 'button' }, 'Undo all edits');
  revert.addEventListener('click', () => app.revert());
  const payload = element('input', { type: 'number', min: 0, step: 'any', 'aria-label': 'Payload at the tool, kg', id: 'payload' });
  payload.addEventListener('change', () => {
    const mass = payload.valueAsNumber;
    attempt(() => app.change({ payload: Number.isFinite(mass) && mass !== 0 ? { mass } : null }, ''));
  });
  const effects = new Grid('What the edits change', [{ name: 'Quantity' }, { name: 'before', number: true }, { name: 'now', number: true }, { name: 'change', number: true }]);
  const effectsBox = section('What the edits change', 'at the state of the sliders', effects.element);
  const findings = element('ul', { class: 'findings', 'aria-label': 'Findings of the linter' });
  const verdict = element('p', { role: 'status' });

  function attempt(act: () => void): void {
    try {
      act();
      wrong.textContent = '';
    } catch (error) {
      const { what, details } = mistakeOf(error);
      wrong.textContent = [what, ...details.filter(([, text]) => text).map(([name, text]) => `${name}: ${text}`)].join('; ');
      showRows(); // back to the numbers of the arm
    }
  }

  function goButton(line: number): HTMLElement {
    const go = element('button', { type: 'button', class: 'text go-to-finding' }, `Line ${line}`);
    go.addEventListener('click', () => editor.goTo(line));
    return go;
  }

  let rows: RobotRow[] = [];
  let inputs: HTMLInputElement[][] = [];
  const valueOf = (row: RobotRow, field: Field): number => (field === 'mass' || field === 'a' || field === 'd' ? row[field] : row.com[axisOf[field]!]);

  function set(at: number, field: Field, value: number): void {
    const axis = axisOf[field];
    if (!Number.isFinite(value)) return showRows();
    const com = rows[at]!.com.map((x, k) => (k === axis ? value : x));
    attempt(() => app.change({ rows: [{ row: at, ...(axis === undefined ? { [field]: value } : { com }) }] }, ''));
  }

  function showRows(): void {
    const robot = app.arm.robot();
    const first = app.before?.arm.robot().rows;
    rows = robot.rows;
    payload.value = robot.payload ? String(robot.payload.mass) : '0';
    if (inputs.length !== rows.length) {
      inputs = rows.map((_, at) =>
        fields.map(({ field, name }) => {
          const input = element('input', { type: 'number', step: 'any', 'data-field': field, 'data-row': at });
          input.addEventListener('change', () => set(at, field, input.valueAsNumber));
          input.title = name;
          return input;
        }),
      );
      body.replaceChildren(...inputs.map((list) => element('tr', {}, element('td', { class: 'left' }), ...list.map((input) => element('td', {}, input)))));
    }
    rows.forEach((row, at) => {
      const line = body.children[at] as HTMLTableRowElement;
      line.firstElementChild!.textContent = row.name;
      let edited = false;
      fields.forEach(({ field, name }, k) => {
        const input = inputs[at]![k]!;
        const value = valueOf(row, field);
        const text = String(Math.round(value * 1e9) / 1e9);
        if (input.value !== text) input.value = text;
        const label = `${name} of ${row.name}`;
        if (input.getAttribute('aria-label') !== label) input.setAttribute('aria-label', label);
        const other = first?.[at] !== undefined && Math.abs(valueOf(first[at]!, field) - value) > 1e-12;
        input.classList.toggle('changed', other);
        edited ||= other;
      });
      line.classList.toggle('changed', edited);
    });
  }

  function showEffects(): void {
    const before = app.before;
    effectsBox.hidden = before === null;
    revert.disabled = before === null;
    if (!before) return;
    const { q, qd, qdd } = app.entry;
    const { arm, joints } = app.loaded;
    const one = (name: string, was: number, is: number, unit: string) => [name, `${shortNumber(was, 5)} ${unit}`, `${shortNumber(is, 5)} ${unit}`, changed(is, was)];
    const mass = (list: readonly RobotRow[]) => list.reduce((sum, row) => sum + row.mass, 0);
    const pose = [before.arm, arm].map((each) => each.values('pose', { q }));
    const torques = [before.arm, arm].map((each) => each.values('id', { q, qd, qdd }));
    const inertia = [before.arm, arm].map((each) => each.values('inertia', { q }));
    const { n } = arm;
    effects.show([
      one('mass of all links', mass(before.arm.robot().rows), mass(arm.robot().rows), 'kg'),
      ...joints.map(({ name }, i) => one(`torque of ${name}`, torques[0]![i]!, torques[1]![i]!, joints[i]!.kind === 'revolute' ? 'N m' : 'N')),
      ...joints.map(({ name }, i) => one(`inertia at ${name}, M(${i + 1}, ${i + 1})`, inertia[0]![i * n + i]!, inertia[1]![i * n + i]!, joints[i]!.kind === 'revolute' ? 'kg m\u00b2' : 'kg')),
      ...['x', 'y', 'z'].map((axis, k) => one(`tool ${axis}`, pose[0]![4 * k + 3]!, pose[1]![4 * k + 3]!, 'm')),
      one('manipulability', before.arm.value('manipulability', { q }), arm.value('manipulability', { q }), ''),
    ]);
  }

  // The worker judges, so that typing is never held up; what it says about an older text is dropped.
  let judged = '';
  let judging = false;
  function judge(): void {
    const { text } = app.entry;
    if (judged === text) return;
    judged = text;
    judging = true;
    crew
      .ask('check', { robot: text })
      .then((list) => {
        if (judged === text && !app.mistake) showFindings(list, text);
      })
      .catch((error: unknown) => (verdict.textContent = error instanceof Error ? error.message : String(error)))
      .finally(() => {
        if (judged === text) judging = false;
      });
  }

  function showFindings(list: readonly Finding[], text: string): void {
    const errors = list.filter(({ severity }) => severity === 'error').length;
    const warnings = list.filter(({ severity }) => severity === 'warning').length;
    verdict.textContent = list.length === 0 ? 'The linter has nothing to object.' : `${errors} errors, ${warnings} warnings, ${list.length - errors - warnings} hints`;
    const lines = list.map((finding) => lineOf(finding, text));
    editor.mark(list.flatMap(({ severity, what }, k) => (lines[k]! > 0 ? [{ line: lines[k]!, severity, what }] : [])));
    findings.replaceChildren(
      ...list.map((finding, k) => {
        const { severity, where, what, given, need, hint, rule } = finding;
        const item = element('li', { class: severity }, element('span', {}, element('strong', {}, `${where}: `), what));
        const more = partsOf(given, need, hint);
        if (more) item.append(element('small', {}, more));
        item.append(element('small', { class: 'mono' }, `${severity}: ${rule}`));
        if (lines[k]! > 0) item.append(goButton(lines[k]!));
        return item;
      }),
      ...app.arm.notes.map(({ where, what, given, need, hint }) => {
        const item = element('li', {}, element('span', {}, where ? element('strong', {}, `${where}: `) : '', what));
        const more = partsOf(given, need, hint);
        if (more) item.append(element('small', {}, more));
        return item;
      }),
    );
    badge(errors, warnings);
  }

  return {
    id: 'model',
    name: 'Model',
    editor,
    judging: () => judging,
    element: element(
      'div',
      {},
      section('Robot file or URDF', 'edit it here, or drop a file anywhere on the page', editor.element),
      section('Links', 'a change is computed at once', grid, wrong, element('div', { class: 'row' }, element('label', {}, 'Payload at the tool', payload, 'kg'), revert)),
      effectsBox,
      section('Linter', '', verdict, findings),
    ),
    update: (what: What) => {
      if (what === 'arms') {
        if (app.draft === null) {
          editor.text = app.entry.text;
          editor.show(null);
        }
        judge();
        turns.later('links', showRows);
      }
      turns.later('effects', showEffects);
    },
  };
}
