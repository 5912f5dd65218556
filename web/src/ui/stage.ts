// SPDX-License-Identifier: Apache-2.0
// The arms: the 3D view with its buttons, the switches of the runs, the playback controls. Without WebGL a message replaces
// the view, and everything else works.
import type { Clock } from '../clock';
import type { Run } from '../document';
import { steadyNumber, timeDecimals } from '../format';
import { origin, poses } from '../kinematics';
import { dashes } from '../plot/plot';
import { place, valueAt } from '../series';
import { onTheme, palette, seriesColour } from '../theme';
import { sceneRadius } from '../view/bounds';
import { Viewer, type View } from '../view/viewer';
import { download } from './download';
import { element } from './element';
import { makeTransport } from './transport';

export interface Stage {
  element: HTMLElement;
  viewer: Viewer | null;
}

// `apart`: arms initially stand side by side, not in one place.
export function makeStage(runs: Run[], clock: Clock, apart: boolean, setVisible: (run: number, visible: boolean) => void): Stage {
  const box = element('section', { class: 'stage', 'aria-label': 'Motion' });
  const view = element('div', { class: 'view card' });
  box.append(view);
  if (clock.duration > 0 || runs.some((run) => run.signals.length > 0)) box.append(makeTransport(clock));

  let viewer: Viewer | null = null;
  if (runs.some((run) => run.robot)) {
    const canvas = element('canvas', { id: 'view', role: 'img', 'aria-label': described(runs) });
    view.append(canvas);
    try {
      const names = element('div', { class: 'arm-names', 'aria-hidden': 'true' });
      viewer = new Viewer(canvas, runs, apart, names);
      view.append(names, viewButtons(viewer, apart, clock.duration > 0), readout(runs, clock, viewer));
    } catch (error) {
      canvas.remove();
      view.append(noView(error));
    }
  } else {
    view.remove();
  }

  if (viewer) {
    const shown = viewer;
    clock.onChange(() => shown.show(clock.time));
    shown.show(clock.time);
    onTheme(() => shown.repaint());
  }
  if (runs.length > 1) box.append(runSwitches(runs, (run, visible) => (viewer?.setVisible(run, visible), setVisible(run, visible))));
  const events = eventList(runs, clock);
  if (events) box.append(events);
  return { element: box, viewer };
}

function described(runs: Run[]): string {
  const names = [...new Set(runs.flatMap((run) => (run.robot ? [run.robot.name] : [])))];
  return `The ${names.length > 1 ? 'arms' : 'arm'}: ${names.join(', ')}`;
}

function noView(error: unknown): HTMLElement {
  return element(
    'div',
    { class: 'no-view', role: 'status' },
    element('h3', {}, 'No 3D view'),
    element('p', {}, 'The 3D view needs WebGL, which this browser does not support or has disabled. Plots, values and tables still work.'),
    element('p', { class: 'detail' }, error instanceof Error ? error.message : String(error)),
  );
}

function viewButtons(viewer: Viewer, apart: boolean, moving: boolean): HTMLElement {
  const bar = element('div', { class: 'view-tools', role: 'group', 'aria-label': 'View' });
  const views: [View, string][] = [
    ['free', 'Free'],
    ['front', 'Front'],
    ['side', 'Side'],
    ['top', 'Top'],
  ];
  for (const [view, name] of views) {
    const button = element('button', { type: 'button', title: `View: ${name.toLowerCase()}` }, name);
    button.addEventListener('click', () => viewer.look(view));
    bar.append(button);
  }
  bar.append(element('span', { class: 'gap' }));
  if (viewer.several) bar.append(toggle('Side by side', apart, (on) => viewer.setApart(on)));
  bar.append(toggle('Axes', true, (on) => viewer.showAxes(on)));
  if (moving) bar.append(toggle('Path', true, (on) => viewer.showTraces(on)));
  const save = element('button', { type: 'button', class: 'save', title: 'Save a picture of the scene' }, 'PNG');
  save.addEventListener('click', () => viewer.picture((blob) => blob && download('arm.png', blob)));
  bar.append(save);
  return bar;
}

function toggle(name: string, on: boolean, act: (on: boolean) => void): HTMLButtonElement {
  const button = element('button', { type: 'button', 'aria-pressed': String(on), title: `Show or hide: ${name.toLowerCase()}` }, name);
  button.addEventListener('click', () => {
    const next = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(next));
    act(next);
  });
  return button;
}

// The position of the tool, interpolated between samples.
function readout(runs: Run[], clock: Clock, viewer: Viewer): HTMLElement {
  const box = element('div', { class: 'readout', 'aria-hidden': 'true' });
  const grid = element('div', {}, element('span', { class: 'label' }, 'squares'), element('span', { class: 'xyz' }, `${viewer.squares} m`));
  const arms = runs.filter((run) => run.robot);
  const shown = clock.duration > 0 && arms.length <= 2 ? arms : []; // labels of more arms would cover them
  const lines = shown.map((run) => {
    const value = element('span', { class: 'xyz' });
    const line = element('div', {}, element('span', { class: 'label' }, shown.length > 1 ? run.name : 'tool'), value);
    box.append(line);
    const most = sceneRadius(run);
    return { run, value, span: Math.min(largest(run.tip), most), most };
  });
  const update = () => {
    for (const { run, value, span, most } of lines) {
      const at = place(run.time, clock.time);
      const q = run.q.map((joint) => valueAt(joint, at));
      const tip = origin(poses(run.robot!, q).at(-1)!);
      const outside = Math.hypot(...tip) > most ? ', outside the view' : '';
      value.textContent = `${tip.map((x) => steadyNumber(x, span)).join('  ')} m${outside}`;
    }
  };
  clock.onChange(update);
  update();
  box.append(grid);
  return box;
}

// The events as buttons that go to their times.
function eventList(runs: Run[], clock: Clock): HTMLElement | null {
  const events = runs.flatMap((run) => run.events.map((event) => ({ ...event, run: run.name })));
  if (events.length === 0) return null;
  events.sort((a, b) => a.time - b.time);
  const list = element('ul', { class: 'events card', 'aria-label': 'Events' });
  const decimals = timeDecimals(clock.duration) + 1;
  for (const { time, text, run } of events) {
    const button = element('button', { type: 'button', title: 'Go to this time' });
    button.append(element('span', { class: 'when' }, `${time.toFixed(decimals)} s`), element('span', {}, text));
    if (runs.length > 1) button.append(element('span', { class: 'of' }, run));
    button.addEventListener('click', () => clock.seek(time));
    list.append(element('li', {}, button));
  }
  return list;
}

function largest(tip: Float64Array[]): number {
  let most = 0;
  for (const axis of tip) for (const x of axis) if (Math.abs(x) > most) most = Math.abs(x);
  return most || 1;
}

function runSwitches(runs: Run[], set: (run: number, visible: boolean) => void): HTMLElement {
  const bar = element('div', { class: 'runs', role: 'group', 'aria-label': 'Runs' });
  runs.forEach((run, index) => {
    const swatch = element('span', { class: 'swatch' });
    const line = element('span', { class: 'sample' });
    line.dataset.dash = String(index % dashes.length);
    const button = element('button', { type: 'button', class: 'chip run', 'aria-pressed': 'true' }, swatch, line);
    button.append(element('span', { class: 'name' }, run.name));
    if (run.partial) button.append(element('span', { class: 'mark warn' }, 'partial'));
    button.addEventListener('click', () => {
      const visible = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(visible));
      set(index, visible);
    });
    const recolour = () => {
      button.style.setProperty('--line', seriesColour(index, runs.length));
      line.style.setProperty('--ink', palette().ink);
    };
    onTheme(recolour);
    recolour();
    bar.append(button);
  });
  return bar;
}
