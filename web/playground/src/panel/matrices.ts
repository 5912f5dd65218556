// SPDX-License-Identifier: Apache-2.0
// The matrices of the equation of motion as pictures.
import { shortNumber } from '../../../src/format';
import { element } from '../../../src/ui/element';
import type { Arm } from '../../../core/src/index';
import type { App, Entry, What } from '../app';
import type { Turns } from '../turns';
import { MatrixPicture } from '../ui/matrix';
import { Grid, inertiaUnit, type Panel, section } from './panel';

export function matricesPanel(app: App, turns: Turns): Panel {
  const joint = (i: number) => app.loaded.joints[i]!;
  const inertia = (i: number, j: number) => inertiaUnit(joint(i).kind, joint(j).kind);
  const named = (symbol: string) => (i: number, j: number) => `${symbol}(${i + 1}, ${j + 1})`;
  const pair = (i: number, j: number): [string, string][] => [[i === j ? 'joint' : 'joints', i === j ? joint(i).name : `${joint(i).name}, ${joint(j).name}`]];

  const M = new MatrixPicture({ title: 'Inertia matrix M', cell: named('M'), unit: inertia, note: pair });
  const C = new MatrixPicture({ title: 'Coriolis matrix C', cell: named('C'), unit: (i, j) => `${inertia(i, j)}/s`, note: pair });
  const U = new MatrixPicture({ title: 'Factor U of M = U D U\u1d40', cell: named('U'), note: pair });
  const D = new MatrixPicture({ title: 'Factor D of M = U D U\u1d40', cell: named('D'), unit: (i) => inertia(i, i), note: (i, j) => pair(i, j) });
  const inverse = new MatrixPicture({ title: 'Inverse of M', cell: named('M\u207b\u00b9'), unit: (i, j) => `1/(${inertia(i, j)})`, note: pair });
  const slice = new MatrixPicture({ title: 'Christoffel symbols', cell: (i, j) => `\u0393(${i + 1}, ${j + 1}, ${k + 1})`, note: (i, j) => [...pair(i, j), ['rate of', joint(k).name]] });
  const vectors = new MatrixPicture({ title: 'Eigenvectors of M', cell: (i, j) => `vector ${j + 1}, ${joint(i).name}` });

  let k = 0; // the slice
  const slider = element('input', { type: 'range', id: 'christoffel-slice', min: 1, max: 1, step: 1, value: 1, 'aria-label': 'Slice of the Christoffel symbols' });
  const which = element('output', { class: 'mono' });
  slider.addEventListener('input', () => {
    k = slider.valueAsNumber - 1;
    update('state');
  });
  const bars = element('div', { class: 'bars', role: 'list', 'aria-label': 'Eigenvalues of M' });
  const singular = element('p', { role: 'status' });

  // The quasi-velocities come with the second module, which is large: it is loaded when they are asked for.
  const quasi = new Grid('Quasi-velocities', [
    { name: 'Joint' },
    { name: 'q\u0307', number: true, title: 'joint velocity' },
    { name: '\u03be', number: true, title: '\u03be = U\u1d40 q\u0307, unnormalized' },
    { name: 'D', number: true, title: 'of M = U D U\u1d40' },
    { name: '\u03bd', number: true, title: '\u03bd = D^\u00bd \u03be, normalized: half their squares add up to the kinetic energy' },
  ]);
  const askQuasi = element('button', { type: 'button', class: 'button', id: 'show-quasi' }, 'Show them');
  const quasiTold = element('p', { role: 'status' });
  let quasiWanted = false;
  askQuasi.addEventListener('click', () => {
    quasiWanted = true;
    update('state');
  });
  function showQuasi(): void {
    const shown = quasiWanted || app.second.core !== null;
    quasi.element.hidden = !shown;
    askQuasi.hidden = shown;
    if (!shown) return;
    try {
      const [xi, nu] = ['xi', 'nu'].map((name) => app.armWith(name, '')?.values(name, app.inputsOf(name)));
      quasiTold.textContent = xi && nu ? '' : 'Loading all methods\u2026';
      quasi.element.hidden = !xi || !nu;
      if (!xi || !nu) return;
      const { q, qd } = app.entry;
      const d = app.arm.eval('udut', { q }).arrays[1]!.data;
      quasi.show(app.loaded.joints.map(({ name }, i) => [name, ...[qd[i]!, xi[i]!, d[i]!, nu[i]!].map((x) => shortNumber(x, 5))]));
    } catch (error) {
      quasi.element.hidden = true;
      quasiTold.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  const figure = (title: string, hint: string, picture: MatrixPicture, ...more: Node[]) =>
    element('figure', {}, element('h3', {}, title, element('small', {}, hint)), ...more, picture.element);

  const update = (what: What) => {
    const { arm } = app.loaded;
    const { n } = arm;
    if (what === 'arms') {
      k = Math.min(k, n - 1);
      slider.max = String(n);
      slider.value = String(k + 1);
      slider.disabled = n === 1;
    }
    slider.style.setProperty('--part', `${n > 1 ? (100 * k) / (n - 1) : 0}%`);
    which.textContent = `k = ${k + 1}`;
    for (const [name, show] of pictures) turns.later(name, () => show(app.arm, app.entry));
  };

  // One after the other.
  const square = (n: number, values: ArrayLike<number>) => ({ rows: n, columns: n, values });
  const attempt = (show: () => void) => {
    try {
      show();
      singular.textContent = '';
    } catch (error) {
      singular.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const pictures: readonly [string, (arm: Arm, state: Entry) => void][] = [
    ['M', (arm, { q }) => M.show(square(arm.n, arm.values('inertia', { q })))],
    ['C', (arm, { q, qd }) => C.show(square(arm.n, arm.values('coriolis', { q, qd })))],
    ['U', (arm, { q }) => attempt(() => U.show(square(arm.n, arm.eval('udut', { q }).arrays[0]!.data)))],
    [
      'D',
      (arm, { q }) =>
        attempt(() => {
          const { n } = arm;
          const d = arm.eval('udut', { q }).arrays[1]!.data;
          D.show(square(n, Float64Array.from({ length: n * n }, (_, at) => (at % (n + 1) === 0 ? d[at / (n + 1)]! : 0))));
        }),
    ],
    [
      'slice',
      (arm, { q }) => {
        const { n } = arm;
        const cube = arm.values('christoffel', { q });
        const at = Math.min(k, n - 1);
        slice.show(square(n, Float64Array.from({ length: n * n }, (_, cell) => cube[cell * n + at]!)));
      },
    ],
    ['quasi', () => showQuasi()],
    ['inverse', (arm, { q }) => attempt(() => inverse.show(square(arm.n, arm.values('inertia_inverse', { q }))))],
    ['eigenvalues', (arm, { q }) => showBars(app.core.eigen(arm.values('inertia', { q })).values)],
    ['eigenvectors', (arm, { q }) => vectors.show(square(arm.n, app.core.eigen(arm.values('inertia', { q })).vectors))],
  ];

  function showBars(values: Float64Array): void {
    const most = Math.max(...values, 1e-300);
    const wanted = 3 * values.length;
    while (bars.children.length > wanted) bars.lastElementChild!.remove();
    values.forEach((value, i) => {
      if (bars.children.length < 3 * (i + 1)) bars.append(element('span', {}), element('span', { class: 'track' }, element('i')), element('output'));
      const [name, track, text] = [bars.children[3 * i]!, bars.children[3 * i + 1]!, bars.children[3 * i + 2]!];
      name.textContent = `\u03bb${i + 1}`;
      (track.firstElementChild as HTMLElement).style.transform = `scaleX(${Math.max(0, value / most).toFixed(4)})`;
      text.textContent = shortNumber(value, 4);
    });
    hint.textContent = `condition number ${shortNumber(most / Math.max(values[0]!, 1e-300), 4)}`;
  }
  const hint = element('small');
  const eigen = section('Eigenvalues of M', '', bars);
  eigen.querySelector('h2')!.append(hint);

  return {
    id: 'matrices',
    name: 'Matrices',
    element: element(
      'div',
      {},
      section(
        'Equation of motion',
        'hover over a square, or focus a picture and use the arrow keys',
        element(
          'div',
          { class: 'pictures' },
          figure('M', 'inertia matrix', M),
          figure('C', 'Coriolis matrix, by Christoffel symbols', C),
          figure('U', 'of M = U D U\u1d40', U),
          figure('D', 'of M = U D U\u1d40', D),
          figure('\u0393', 'Christoffel symbols, one slice', slice, element('div', { class: 'row' }, slider, which)),
          figure('M\u207b\u00b9', 'inverse', inverse),
        ),
        singular,
      ),
      section('Quasi-velocities', '\u03be = U\u1d40 q\u0307 and \u03bd = D^\u00bd \u03be, at the velocities of the sliders', askQuasi, quasiTold, quasi.element),
      eigen,
      section('Eigenvectors of M', 'in columns, by rising eigenvalue', element('div', { class: 'pictures' }, vectors.element)),
    ),
    update,
  };
}
