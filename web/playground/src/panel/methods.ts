// SPDX-License-Identifier: Apache-2.0
// The formulations of a quantity side by side: their operations on this arm, their own time, and how far their results differ.
import type { MethodCost } from '../../../core/src/index';
import { shortNumber } from '../../../src/format';
import { element } from '../../../src/ui/element';
import type { App } from '../app';
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
    update();
  });
  const grid = new Grid('Methods', [
    { name: 'Method' },
    { name: 'Multiplications', number: true },
    { name: 'Additions', number: true },
    { name: '' },
    { name: 'Time', number: true },
    { name: 'Differs by', number: true, title: 'the largest difference from the first method, relative to the largest number' },
  ]);
  const measure = element('button', { type: 'button', class: 'button primary', id: 'measure-methods' }, 'Measure their time');
  const general = element('input', { type: 'checkbox', id: 'general-counts' });
  general.addEventListener('change', () => update());
  const told = element('p', { role: 'status' });
  const verify = element('button', { type: 'button', class: 'button', id: 'verify', title: 'Compare all methods of all quantities with each other and with identities of mechanics, as catena verify does' }, 'Verify all methods');
  verify.addEventListener('click', () => {
    verify.disabled = true;
    told.textContent = 'Verifying\u2026';
    crew
      .askMore('verify', { robot: app.entry.text, states: 5 })
      .then(({ ok, failed, checks, states, worst }) => (told.textContent = ok ? `All ${checks} checks passed at ${states} random states. The closest to its tolerance: ${worst}.` : `${failed} of ${checks} checks failed at ${states} random states. The worst: ${worst}.`))
      .catch((error: unknown) => (told.textContent = error instanceof Error ? error.message : String(error)))
      .finally(() => (verify.disabled = false));
  });
  let quantity = 'id';
  let key = '';
  let costs = new Map<string, MethodCost>();
  let times = new Map<string, string>();

  measure.addEventListener('click', () => {
    const { text } = app.entry;
    measure.disabled = true;
    told.textContent = 'Measuring\u2026';
    const asked = quantity;
    crew
      .askMore('time', { robot: text, quantity, methods: app.core.methods(quantity).map(({ name }) => name), inputs: app.inputs, milliseconds })
      .then((results) => {
        if (asked !== quantity) return;
        times = new Map(results.map(({ method, nanoseconds, error }) => [method, error ? '\u2013' : nanoseconds < 1e3 ? `${nanoseconds.toFixed(0)} ns` : `${(nanoseconds / 1e3).toPrecision(3)} \u00b5s`]));
        told.textContent = 'The shortest of many runs inside the core, from the sines and cosines of the joints on.';
        update();
      })
      .catch((error: unknown) => (told.textContent = error instanceof Error ? error.message : String(error)))
      .finally(() => (measure.disabled = false));
  });

  const known = new Map<string, [HTMLElement, HTMLElement]>(); // name and bar of each method
  function partsOf(method: string, summary: string): [HTMLElement, HTMLElement] {
    const key = `${quantity} ${method}`;
    let parts = known.get(key);
    if (!parts) {
      parts = [element('span', { class: 'method' }, element('span', { class: 'word' }, method), element('small', {}, summary)), element('span', { class: 'cost', 'aria-hidden': 'true' })];
      known.set(key, parts);
    }
    return parts;
  }

  async function count(asked: string): Promise<void> {
    try {
      const list = await crew.askMore('count', { robot: app.entry.text, quantity });
      if (asked !== key) return;
      costs = new Map(list.map((cost) => [cost.method, cost]));
      told.textContent = '';
      update();
    } catch (error) {
      if (asked === key) told.textContent = `Operations are not counted: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  const update = () => {
    if (several.some(({ name }) => name === choice.quantity)) quantity = choice.quantity;
    quantities.select.value = quantity;
    const next = JSON.stringify([quantity, app.entry.text]);
    if (next !== key) {
      key = next;
      times = new Map();
      costs = new Map();
      told.textContent = 'Counting\u2026';
      void count(next);
    }
    const inputs = app.inputsOf(quantity);
    const methods = app.core.methods(quantity);
    const results = methods.map(({ name: method }) => {
      try {
        return app.armWith(quantity, method)?.eval(quantity, inputs, { method }).arrays.flatMap(({ data }) => [...data]) ?? null;
      } catch {
        return null;
      }
    });
    const first = results[0];
    const scale = Math.max(...(first ?? [0]).map(Math.abs), 1e-300);
    const of = (cost: MethodCost) => (general.checked ? cost.general : cost.known);
    const most = Math.max(...[...costs.values()].map((cost) => of(cost).mul + of(cost).add), 1);
    grid.show(
      methods.map(({ name: method, summary }, i) => {
        const cost = costs.get(method);
        const { mul, add } = cost ? of(cost) : { mul: NaN, add: NaN };
        const [name, bar] = partsOf(method, summary);
        bar.style.width = cost ? `${((56 * (mul + add)) / most).toFixed(1)}px` : '0';
        const result = results[i];
        const differs = result && first ? Math.max(...result.map((x, at) => Math.abs(x - first[at]!))) / scale : NaN;
        return [name, cost ? String(mul) : '\u2013', cost ? String(add) : '\u2013', bar, times.get(method) ?? '\u2013', i === 0 ? 'reference' : Number.isFinite(differs) ? shortNumber(differs, 2) : '\u2013'];
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
        element('div', { class: 'row' }, measure, verify),
        told,
        element('p', {}, 'Operations are counted on this arm, without the sines, cosines and poses that all methods start from.'),
      ),
    ),
    update,
  };
}
