// SPDX-License-Identifier: Apache-2.0
// Two arms side by side.
import { shortNumber } from '../../../src/format';
import { element } from '../../../src/ui/element';
import type { App, Loaded } from '../app';
import type { Crew } from '../crew';
import { chooser, Grid, type Panel, section } from './panel';

// Choices that are no names of the catalogue.
const [copy, file, own] = [':copy', ':file', ':own'];

// `openFile`: in place of the active arm.
export function comparePanel(app: App, crew: Crew, openFile: () => void): Panel {
  const counted = new Map<string, string>(); // operations by the text of the robot
  const general = [['', 'none'], [copy, 'a copy of the first arm'], [file, 'a file\u2026']] as const;
  const other = chooser('Second arm', [...general, ...app.core.catalogue.map((name) => [name, name] as const)], (name) => {
    if (name === '') app.removeArm();
    else if (name === copy) app.addCopy();
    else if (name === file) {
      app.addCopy();
      openFile();
    } else if (name !== own) app.addArm(name);
  });
  other.select.id = 'second-arm';
  const ownOption = element('option', { value: own });
  const grid = new Grid('Comparison', [{ name: '' }, { name: 'first', number: true }, { name: 'second', number: true }]);
  const hint = element('p', { class: 'empty' }, 'Choose a second arm: both are drawn at one scale. The sliders and the other tabs belong to the arm that is selected in the 3D view.');
  const box = element('div', {}, grid.element);

  const update = () => {
    const { arms } = app.state;
    const isOwn = arms[1]?.robot === '';
    if (isOwn) {
      ownOption.textContent = app.of(1).arm.name;
      if (!ownOption.isConnected) other.select.prepend(ownOption);
    } else ownOption.remove();
    other.select.value = isOwn ? own : (arms[1]?.robot ?? '');
    hint.hidden = arms.length > 1;
    box.hidden = arms.length < 2;
    if (arms.length < 2) return;
    const both = arms.map((entry, k) => ({ entry, loaded: app.of(k) }));
    const row = (name: string, value: (loaded: Loaded, q: readonly number[]) => string) => [name, ...both.map(({ entry, loaded }) => value(loaded, entry.q))];
    const mass = ({ arm }: Loaded) => arm.robot().rows.reduce((sum, each) => sum + each.mass, 0);
    const operations = ({ text }: Loaded) => {
      if (!counted.has(text)) {
        counted.set(text, '\u2026');
        crew
          .askMore('count', { robot: text, quantity: 'id' })
          .then((costs) => counted.set(text, String(Math.min(...costs.map(({ known }) => known.mul + known.add)))))
          .catch(() => counted.set(text, '\u2013'))
          .finally(update);
      }
      return counted.get(text)!;
    };
    grid.show([
      row('Name', ({ arm }) => arm.name),
      row('Joints', ({ arm }) => String(arm.n)),
      row('Mass of the links', (loaded) => `${shortNumber(mass(loaded), 4)} kg`),
      row('Reach, at most', ({ drawing }) => `${shortNumber(drawing.reach, 4)} m`),
      row('Largest gravity torque', ({ arm }, q) => `${shortNumber(Math.max(...Array.from(arm.values('gravity', { q }), Math.abs)), 4)} N m`),
      row('Largest share of a torque limit', ({ arm, joints }, q) => {
        const g = arm.values('gravity', { q });
        const shares = joints.flatMap(({ effort }, i) => (effort === null ? [] : [Math.abs(g[i]!) / effort]));
        return shares.length > 0 ? `${(100 * Math.max(...shares)).toFixed(1)} %` : '\u2013';
      }),
      row('Manipulability', ({ arm }, q) => shortNumber(arm.value('manipulability', { q }), 4)),
      row('Condition number of M', ({ arm }, q) => {
        const { values } = app.core.eigen(arm.values('inertia', { q }));
        return shortNumber(values.at(-1)! / values[0]!, 4);
      }),
      row('Operations of inverse dynamics', operations),
    ]);
  };

  return { id: 'compare', name: 'Compare', element: element('div', {}, section('Two arms side by side', '', element('div', { class: 'row' }, other.element), hint, box)), update };
}
