// SPDX-License-Identifier: Apache-2.0
// The torques of the present state, term by term, against the limits; energies, manipulability and the ellipsoids.
import { shortNumber, steadyNumber } from '../../../src/format';
import { element } from '../../../src/ui/element';
import type { App } from '../app';
import type { Turns } from '../turns';
import { changed, Grid, type Panel, section, Stats, torqueUnit } from './panel';

export type EllipsoidKind = 'velocity' | 'force';

export function torquesPanel(app: App, ellipsoids: { shown: Record<EllipsoidKind, boolean>; changed: () => void }, turns: Turns): Panel {
  const columns = [
    { name: 'Joint' },
    { name: 'M q\u0308', number: true, title: 'inertial torque' },
    { name: 'C q\u0307', number: true, title: 'Coriolis and centrifugal torque' },
    { name: 'g', number: true, title: 'gravity torque' },
    { name: '\u03c4', number: true, title: 'inverse dynamics: the sum' },
    { name: 'Unit' },
    { name: 'Limit', number: true },
    { name: 'Share', number: true, title: 'of the limit' },
    { name: 'Change', number: true, title: 'of the torque since the arm was edited' },
  ];
  const grid = new Grid('Torques of the joints', columns);
  const stats = new Stats();
  const axes = new Grid('Half axes of the ellipsoids', [{ name: 'Ellipsoid' }, { name: 'longest', number: true }, { name: 'middle', number: true }, { name: 'shortest', number: true }, { name: 'Unit' }]);
  const toggles = (['velocity', 'force'] as const).map((kind) => {
    const box = element('input', { type: 'checkbox', id: `ellipsoid-${kind}` });
    box.addEventListener('change', () => {
      ellipsoids.shown[kind] = box.checked;
      ellipsoids.changed();
    });
    return element('label', { class: 'check' }, box, kind === 'velocity' ? 'Draw the velocity ellipsoid' : 'Draw the force ellipsoid');
  });

  const showTorques = () => {
    const { arm, joints } = app.loaded;
    const { q, qd, qdd } = app.entry;
    const weightless = [0, 0, 0];
    const inertial = arm.values('id', { q, qd: q.map(() => 0), qdd, gravity: weightless });
    const bias = arm.values('bias', { q, qd });
    const gravity = arm.values('gravity', { q });
    const torque = arm.values('id', { q, qd, qdd });
    const before = app.before?.arm.values('id', { q, qd, qdd });
    const span = Math.max(...Array.from(torque, Math.abs), 1);
    const number = (x: number) => steadyNumber(x, span, 5);
    grid.show(
      joints.map(({ name, kind, effort }, i) => [
        name,
        number(inertial[i]!),
        number(bias[i]!),
        number(gravity[i]!),
        number(torque[i]!),
        torqueUnit(kind),
        effort === null ? '\u2013' : shortNumber(effort, 4),
        effort === null ? '\u2013' : `${((100 * Math.abs(torque[i]!)) / effort).toFixed(1)} %`,
        before ? changed(torque[i]!, before[i]!) : '\u2013',
      ]),
      joints.map(({ effort }, i) => (effort !== null && Math.abs(torque[i]!) > effort ? 'worse' : '')),
    );
  };

  const showStats = () => {
    const { arm } = app;
    const { q, qd } = app.entry;
    const pose = arm.values('pose', { q });
    stats.show([
      { name: 'Kinetic energy', value: shortNumber(arm.value('kinetic_energy', { q, qd }), 5), unit: 'J' },
      { name: 'Potential energy', value: shortNumber(arm.value('potential_energy', { q }), 5), unit: 'J' },
      { name: 'Manipulability', value: shortNumber(arm.value('manipulability', { q }), 4), title: "Yoshikawa's measure" },
      { name: 'Tool x', value: steadyNumber(pose[3]!, 1, 5), unit: 'm' },
      { name: 'Tool y', value: steadyNumber(pose[7]!, 1, 5), unit: 'm' },
      { name: 'Tool z', value: steadyNumber(pose[11]!, 1, 5), unit: 'm' },
    ]);
  };

  const showAxes = () => {
    const rows = (['velocity', 'force'] as const).map((kind) => {
      const radii = [...app.arm.ellipsoid(kind, app.entry.q).radii].sort((a, b) => b - a).map((x) => shortNumber(x, 4));
      return [kind === 'velocity' ? 'velocity, for joint rates of norm 1' : 'force, for torques of norm 1', ...radii, kind === 'velocity' ? 'm/s' : 'N'];
    });
    axes.show(rows);
  };

  return {
    id: 'torques',
    name: 'Torques',
    element: element(
      'div',
      {},
      section('Torques', '\u03c4 = M q\u0308 + C q\u0307 + g, at the state of the sliders', grid.element),
      section('Energy and tool', '', stats.element),
      section('Ellipsoids of the tool', '', element('div', { class: 'row' }, ...toggles), axes.element),
    ),
    update: () => {
      turns.later('torques', showTorques);
      turns.later('energy and tool', showStats);
      turns.later('half axes', showAxes);
    },
  };
}
