// SPDX-License-Identifier: Apache-2.0
// The present state as a program: Python, C++ and the command line.
import { fileName } from '../../../src/ui/download';
import { element } from '../../../src/ui/element';
import type { App } from '../app';
import { copyText } from '../ui/clipboard';
import { type Panel, section, segments } from './panel';
import type { QuantityChoice } from './quantities';

export type Language = 'python' | 'cpp' | 'shell';

export interface Snippet {
  robot: string; // a name of the catalogue; empty: the robot is in `file`
  file: string;
  quantity: string;
  method: string;
  inputs: { name: string; values: readonly number[] }[];
  links: number; // a quantity of wrenches on links has this many of them, all zero; 0: it has none
}

const list = (values: readonly number[]) => values.map(String).join(', ');

export function snippet(language: Language, { robot, file, quantity, method, inputs, links }: Snippet): string {
  const source = robot || file;
  if (language === 'python') {
    const wrenches = links > 0 ? [`wrenches=[[0, 0, 0, 0, 0, 0]] * ${links}`] : [];
    const args = [...inputs.map(({ name, values }) => `${name}=[${list(values)}]`), ...wrenches, ...(method ? [`method="${method}"`] : [])];
    return `import catena\n\narm = catena.Arm("${source}")\n${quantity} = arm.${quantity}(\n${args.map((arg) => `    ${arg},\n`).join('')})\nprint(${quantity})\n`;
  }
  if (language === 'cpp') {
    const vectors = inputs.map(({ name, values }) => `  const Eigen::VectorXd ${name}{{${list(values)}}};\n`).join('');
    const wrenches = links > 0 ? `  const std::vector<catena::Wrench> wrenches(${links}, catena::Wrench::zero());\n` : '';
    const at = [...inputs.map(({ name }) => `.${name} = ${name}`), ...(links > 0 ? ['.wrenches = wrenches'] : [])].join(', ');
    const by = method ? `, "${method}"` : '';
    return `#include <catena/catena.hpp>\n#include <iostream>\n${links > 0 ? '#include <vector>\n' : ''}\nint main() {\n  const catena::Arm arm = catena::Arm::load("${source}");\n${vectors}${wrenches}  std::cout << arm.eval(catena::Quantity::${quantity}, {${at}}${by})[0] << '\\n';\n}\n`;
  }
  const wrenches = links > 0 ? { wrenches: Array.from({ length: links }, () => [0, 0, 0, 0, 0, 0]) } : {};
  const state = JSON.stringify({ ...Object.fromEntries(inputs.map(({ name, values }) => [name, values])), ...wrenches });
  return `echo '${state}' |\n  catena eval ${source} --want ${quantity}${method ? ` --method ${method}` : ''}\n`;
}

export function snippetOf(app: App, choice: QuantityChoice): Snippet {
  const { robot } = app.entry;
  const inputs = Object.entries(app.inputsOf(choice.quantity))
    .filter(([name]) => name !== 'wrenches') // which are zero, and needed by one quantity only
    .map(([name, values]) => ({ name, values }));
  const links = choice.quantity === 'wrench_torques' ? app.arm.n : 0;
  const suffix = app.entry.text.trimStart().startsWith('<') ? 'urdf' : 'toml';
  return { robot, file: `${fileName(app.arm.name)}.${suffix}`, quantity: choice.quantity, method: choice.method, inputs, links };
}

export function codePanel(app: App, choice: QuantityChoice, toast: (text: string) => void): Panel {
  let language: Language = 'python';
  const text = element('pre', { class: 'code-box', tabindex: 0, 'aria-label': 'Program' });
  const note = element('p', {});
  const languages = segments('Language', [['python', 'Python'], ['cpp', 'C++'], ['shell', 'Shell']], language, (value) => {
    language = value as Language;
    update();
  });
  const copy = element('button', { type: 'button', class: 'button primary', id: 'copy-code' }, 'Copy');
  copy.addEventListener('click', () => void copyText(text.textContent ?? '').then((done) => toast(done ? 'Copied.' : 'The browser does not allow copying; select the text instead.')));
  const update = () => {
    const parts = snippetOf(app, choice);
    text.textContent = snippet(language, parts);
    note.textContent = parts.robot ? '' : `This arm is not in the catalogue: save it as ${parts.file} first (menu Export).`;
  };
  return {
    id: 'code',
    name: 'Code',
    element: element('div', {}, section('This state as a program', 'the quantity is that of the tab Quantities', element('div', { class: 'row' }, languages.element, copy), text, note)),
    update,
  };
}
