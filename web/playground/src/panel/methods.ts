// SPDX-License-Identifier: Apache-2.0
// The formulations of a quantity side by side: their operations on this arm, their own time, and how far their results differ.
import type { MethodCost } from '../../../core/src/index';
import { shortNumber } from '../../../src/format';
import { element } from '../../../src/ui/element';
import type { App, What } from '../app';
import type { Crew } from '../crew';
import type { QuantityChoice } from './quantities';
import { chooser, Grid, type Panel, section } from './panel';

const milliseconds = 40; // of measuring for each method

export function methodsPanel(app: App, crew: Crew, choice: QuantityChoice): Panel {
  const several = app.core.quantities.filter(({ methods }) => methods.length > 1);
  const quantities = chooser('Quantity', several.map(({ name, what }) => [name, `${name}: ${what}`] as const), (name) => {
    quantity = name;
    choice.quantity = name;
    choice.method = '';
    update('arms');
  });
  const grid = new Grid('Methods', [
    { name: 'Method' },
    { name: 'Multiplications', number: true },
    { name: 'Additions', number: true },
    { name: '' },
    { name: 'Time', number: true },
    { name: 'Differs by', number: true, title: 'the largest difference from the first method, relative to the largest number' },
  ]);
  const measure = element('button', { type: 'button', class: 'button primary' }, 'Measure their time');
  const general = element('input', { type: 'checkbox', id: 'general-counts' });
  general.addEventListener('change', () => update('state'));
  const told = element('p', { role: 'status' });
  let quantity = 'id';
  let key = '';
  let costs: MethodCost[] = [];
  let times = new Map<string, string>();

  measure.addEventListener('click', () => {
    const { text, q, qd, qdd } = app.entry;
    measure.disabled = true;
    told.textContent = 'Measuring\u2026';
    const asked = quantity;
    crew
      .ask('time', { robot: text, quantity, methods: costs.map(({ method }) => method), q: [...q], qd: [...qd], qdd: [...qdd], milliseconds })
      .then((results) => {
        if (asked !== quantity) return;
        times = new Map(results.map(({ method, nanoseconds, error }) => [method, error ? '\u2013' : nanoseconds < 1e3 ? `${nanoseconds.toFixed(0)} ns` : `${(nanoseconds / 1e3).toPrecision(3)} \u00b5s`]));
        told.textContent = 'The shortest of many calls, in the worker; each includes passing the numbers to the core and back, which is the same for all methods.';
        update('state');
      })
      .catch((error: unknown) => (told.textContent = error instanceof Error ? error.message : String(error)))
      .finally(() => (measure.disabled = false));
  });

  const update = (what: What) => {
    if (several.some(({ name }) => name === choice.quantity)) quantity = choice.quantity;
    quantities.select.value = quantity;
    const next = JSON.stringify([quantity, app.entry.text]);
    if (next !== key || what === 'arms') {
      if (next !== key) {
        times = new Map();
        told.textContent = '';
        costs = app.arm.count(quantity);
      }
      key = next;
    }
    const { q, qd, qdd } = app.entry;
    const results = costs.map(({ method }) => {
      try {
        return app.arm.eval(quantity, { q, qd, qdd }, { method }).arrays.flatMap(({ data }) => [...data]);
      } catch {
        return null;
      }
    });
    const first = results[0];
    const scale = Math.max(...(first ?? [0]).map(Math.abs), 1e-300);
    const of = (cost: MethodCost) => (general.checked ? cost.general : cost.known);
    const most = Math.max(...costs.map((cost) => of(cost).mul + of(cost).add), 1);
    grid.show(
      costs.map((cost, i) => {
        const { mul, add } = of(cost);
        const bar = element('span', { class: 'cost', 'aria-hidden': 'true' });
        bar.style.width = `${((90 * (mul + add)) / most).toFixed(1)}px`;
        const result = results[i];
        const differs = result && first ? Math.max(...result.map((x, at) => Math.abs(x - first[at]!))) / scale : NaN;
        const name = element('span', { title: cost.summary }, cost.method);
        return [name, String(mul), String(add), bar, times.get(cost.method) ?? '\u2013', i === 0 ? 'reference' : Number.isFinite(differs) ? shortNumber(differs, 2) : '\u2013'];
      }),
    );
  };

  return {
    id: 'methods',
    name: 'Methods',
    element: element(
      'div',
      {},
      section(
        'Formulations side by side',
        'the same quantity, computed by every method',
        element('div', { class: 'row' }, quantities.element, element('label', { class: 'check' }, general, 'general arm (no zeros or ones known)')),
        grid.element,
        element('div', { class: 'row' }, measure),
        told,
        element('p', {}, 'Operations are counted on this arm, without the sines, cosines and poses that all methods start from.'),
      ),
    ),
    update,
  };
}
