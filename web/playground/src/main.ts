// SPDX-License-Identifier: Apache-2.0
// The playground: an arm that can be dragged, edited and let go, and everything that the core computes about it.
import { load } from '../../core/src/index';
import { startTheme } from '../../src/theme';
import { element, icon, iconButton } from '../../src/ui/element';
import { showFailure } from '../../src/ui/failure';
import { themeButton } from '../../src/ui/header';
import { icons } from '../../src/ui/icons';
import { addressOf, openAddress, type Extra } from './address';
import { App, type What } from './app';
import { moduleOf, startOf } from './assets';
import { Crew } from './crew';
import { firstPosture } from './drawing';
import { Exports } from './exports';
import { Files } from './files';
import { codePanel } from './panel/code';
import { comparePanel } from './panel/compare';
import { matricesPanel } from './panel/matrices';
import { methodsPanel } from './panel/methods';
import { modelPanel } from './panel/model';
import { segments } from './panel/panel';
import { PathPanel } from './panel/path';
import { quantitiesPanel, type QuantityChoice } from './panel/quantities';
import { torquesPanel } from './panel/torques';
import { pasteDialog, shareDialog } from './ui/dialogs';
import { JointPanel, type Mode } from './ui/joints';
import { listen, makeHelp } from './ui/keys';
import { makeMenu } from './ui/menu';
import { MotionBar } from './ui/motion';
import { Stage } from './ui/stage';
import { Tabs } from './ui/tabs';
import { Turns } from './turns';

const firstRobot = 'panda';
const own = {
  undo: 'M8.6 4 10 5.4 7.4 8H14a6 6 0 0 1 0 12H8v-2h6a4 4 0 0 0 0-8H7.4l2.6 2.6L8.6 14 3.6 9z',
  redo: 'M15.4 4 14 5.4 16.6 8H10a6 6 0 0 0 0 12h6v-2h-6a4 4 0 0 1 0-8h6.6L14 12.6l1.4 1.4 5-5z',
  open: 'M3 5h6l2 2h9a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H3zm2 4v8h14V9z',
  share: 'M18 15.2a2.9 2.9 0 0 0-2 .8l-7-4a3 3 0 0 0 0-1.4l6.9-4A3 3 0 1 0 15 4.6l-6.9 4a3 3 0 1 0 0 4.3l7 4.1a2.9 2.9 0 1 0 2.9-1.8Z',
  save: 'M11 3h2v9.2l3.3-3.3 1.4 1.4L12 16l-5.7-5.7 1.4-1.4 3.3 3.3zM4 18h16v2H4z',
};

async function start(): Promise<void> {
  startTheme(new URLSearchParams(location.hash.slice(1)).get('theme')); // of the page that this one is a part of
  const module = await moduleOf('catena-core.wasm');
  const core = await load(module);
  const app = new App(core, firstRobot);
  const crew = new Crew(module, app.second);
  const choice: QuantityChoice = { quantity: 'inertia', method: '' };
  const toast = makeToast();
  const turns = new Turns();

  const stage = new Stage(app);
  const motion = new MotionBar(app, crew, stage);
  const joints = new JointPanel({ set: (i, mode, value) => app.setJoint(i, mode, value), done: () => app.pause(), point: () => {} });
  const path = new PathPanel(app, crew, {
    begin: () => motion.stop(),
    store: (on) => (stage.storing = on),
    show: (tips, line) => stage.scene?.setWay(app.state.active, tips, line),
  });
  motion.onBegin = () => path.stop();
  const model = modelPanel(app, crew, turns, (errors, warnings) => tabs.badge('model', errors, warnings));
  const torques = torquesPanel(app, { shown: stage.ellipsoids, changed: () => schedule('state') }, turns);
  const tabs: Tabs = new Tabs([torques, matricesPanel(app, turns), quantitiesPanel(app, choice, toast, turns), methodsPanel(app, crew, choice), model, path, comparePanel(app, crew, () => files.choose()), codePanel(app, choice, toast)]);
  const files: Files = new Files(app, crew, stage.element, (ok, text) => {
    toast(text);
    if (!ok && app.mistake) tabs.openId('model');
  });
  const exports = new Exports(app, crew, stage, motion, path, choice, toast);
  const share = shareDialog(() => addressOf(app, { tab: tabs.current, quantity: choice.quantity, method: choice.method }), toast);
  const paste = pasteDialog((text) => files.openText(text));
  const help = makeHelp(core.version);

  // --- the bar ------------------------------------------------------------------------------------------------
  const pick = element('select', { id: 'robot', 'aria-label': 'Robot of the catalogue' }, ...core.catalogue.map((name) => element('option', { value: name }, name)));
  const foreign = element('option', { value: '' }, '');
  pick.prepend(foreign);
  pick.addEventListener('change', () => {
    if (pick.value) app.openCatalogue(pick.value);
  });
  const undo = iconButton(own.undo, 'Undo (Ctrl Z)', () => app.undo());
  const redo = iconButton(own.redo, 'Redo (Ctrl Shift Z)', () => app.redo());
  undo.id = 'undo';
  redo.id = 'redo';
  const button = (id: string, path: string, name: string, act: () => void) => {
    const out = element('button', { type: 'button', class: 'button', id, 'aria-label': name, title: name }, icon(path), element('span', {}, name));
    out.addEventListener('click', act);
    return out;
  };
  const openMenu = makeMenu(own.open, 'Open', [
    {
      title: 'Open',
      items: [
        { id: 'open-files', name: 'A file\u2026', hint: 'URDF or robot file, with its meshes', act: () => files.choose() },
        { id: 'open-paste', name: 'Text\u2026', hint: 'paste a URDF or a robot file', act: () => paste.open() },
      ],
    },
  ]);
  const bar = element(
    'header',
    { class: 'bar' },
    element('h1', { class: 'brand' }, brand(), 'Catena ', element('span', {}, 'playground')),
    element('div', { class: 'robot' }, pick, openMenu),
    element('div', { class: 'group' }, undo, redo),
    element('span', { class: 'gap' }),
    button('share', own.share, 'Share', () => share.open()),
    makeMenu(own.save, 'Export', exports.groups()),
    element('div', { class: 'group' }, themeButton(), iconButton(icons.help, 'Help', () => help.showModal())),
  );

  // --- the joints ---------------------------------------------------------------------------------------------
  const modes = segments('What the sliders set', [['q', 'q', 'positions'], ['qd', 'q\u0307', 'velocities'], ['qdd', 'q\u0308', 'accelerations']], 'q', (value) => joints.setMode(value as Mode));
  const units = segments('Unit of angles', [['rad', 'rad'], ['deg', 'deg']], 'rad', (value) => joints.setDegrees(value === 'deg'));
  const home = () => {
    stopAll();
    const zero = app.entry.q.map(() => 0);
    app.setState(app.state.active, { q: firstPosture(app.loaded.joints), qd: zero, qdd: zero }, '');
  };
  const rest = element('button', { type: 'button', class: 'text', id: 'home', title: 'Back to the first posture, at rest (h)' }, 'Home');
  rest.addEventListener('click', home);
  const jointHead = element('h2', {}, 'Joints');
  const jointCard = element(
    'section',
    { class: 'joint-card card', 'aria-label': 'Joints and torques' },
    element('div', { class: 'joint-head' }, jointHead, rest, modes.element, units.element),
    joints.element,
    joints.alarm,
  );

  const stopAll = () => {
    motion.stop();
    path.stop();
  };

  document.querySelector('.loading')?.remove();
  const skip = element('a', { class: 'skip', href: '#tab-torques' }, 'Skip to the results');
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById(`tab-${tabs.current}`)?.focus();
  });
  document.documentElement.classList.toggle('embedded', window.top !== window); // in a page of the documentation
  document.body.prepend(skip, bar, element('main', { class: 'work' }, element('div', { class: 'arm-side' }, stage.element, motion.element, jointCard), tabs.element), files.input, share.element, paste.element, help);

  // --- following the state ------------------------------------------------------------------------------------
  let pending: What | null = null;
  let newArms = false;
  const refresh = () => {
    const what = pending!;
    pending = null;
    if (what === 'arms') {
      const { robot } = app.entry;
      foreign.textContent = robot ? '' : `${app.arm.name} (${app.before ? 'edited' : 'own'})`;
      foreign.hidden = robot !== '';
      pick.value = robot;
      jointHead.textContent = app.arm.name;
      document.title = `${app.arm.name} \u2013 Catena playground`;
      path.update('arms');
    }
    stage.update(what);
    // Only the 3D view changes in every frame; the numbers follow in turns, so that no frame takes long.
    const preferred = { preferred: true };
    if (what === 'arms') turns.later('nothing', () => {}, preferred); // the frame of its first picture
    if (what === 'arms') turns.later('joints of the arm', () => joints.setJoints(app.loaded.joints), preferred);
    for (const [name, show] of [['places of joints', 'showPlaces'], ['torques of joints', 'showTorques']] as const)
      turns.later(
        name,
        () => {
          const { q, qd, qdd } = app.entry;
          joints.setJoints(app.loaded.joints);
          joints[show]({ q, qd, qdd, gravity: app.arm.values('gravity', { q }), torque: app.arm.values('id', { q, qd, qdd }) });
        },
        preferred,
      );
    turns.later('motion', () => motion.show());
    newArms ||= what === 'arms';
    turns.later('tab', () => {
      const news = newArms ? 'arms' : 'state';
      newArms = false;
      tabs.update(news);
    });
    if (undo.disabled === app.canUndo) undo.disabled = !app.canUndo;
    if (redo.disabled === app.canRedo) redo.disabled = !app.canRedo;
    follow();
  };
  const schedule = (what: What) => {
    if (pending === null) requestAnimationFrame(refresh);
    pending = pending === 'arms' ? 'arms' : what;
  };
  let following = false; // a motion, frame by frame
  const follow = () => {
    if (following || !(motion.running || path.isRunning)) return;
    following = true;
    requestAnimationFrame((now) => {
      following = false;
      motion.tick(now);
      path.tick(now);
      follow();
    });
  };
  app.listen((what) => {
    if (what === 'arms') stopAll();
    schedule(what);
  });
  listen({
    undo: () => app.undo(),
    redo: () => app.redo(),
    letGo: () => motion.toggle(),
    focusJoint: (i) => joints.focus(i),
    addPosture: () => {
      path.add();
      tabs.openId('path');
    },
    home,
    orbit: (right, above) => stage.scene?.orbit(right, above),
    zoom: (factor) => stage.scene?.zoom(factor),
    fit: () => stage.scene?.fit(),
    tab: (step) => tabs.step(step),
    help: () => help.showModal(),
  });

  const apply = (extra: Extra | null) => {
    if (extra?.quantity && core.quantity(extra.quantity)) {
      choice.quantity = extra.quantity;
      choice.method = core.methods(extra.quantity).some(({ name }) => name === extra.method) ? extra.method : '';
    }
    if (extra?.tab) tabs.openId(extra.tab);
  };
  const readAddress = async () => {
    try {
      apply(await openAddress(app, location.hash));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  };
  const begin = startOf();
  if (begin.text !== undefined) {
    if (!app.openText(begin.text, begin.where ?? 'robot')) tabs.openId('model');
  } else if (begin.robot !== undefined && core.catalogue.includes(begin.robot)) app.openCatalogue(begin.robot);
  tabs.open(0);
  if (app.mistake) tabs.openId('model');
  await readAddress();
  window.addEventListener('hashchange', () => void readAddress());
  schedule('arms');
  Object.assign(window, { playground: { app, stage, motion, path, tabs, core, busy: () => pending !== null || turns.busy || model.judging() } }); // for tests and for the curious
  performance.mark('playground-ready');
}

function brand(): SVGSVGElement {
  const svg = icon('M4 20h6M7 20V11l6-6 7 5');
  return svg;
}

function makeToast(): (text: string) => void {
  const box = element('div', { class: 'toast', role: 'status', hidden: true });
  document.body.append(box);
  let timer = 0;
  return (text) => {
    box.textContent = text;
    box.hidden = false;
    clearTimeout(timer);
    timer = window.setTimeout(() => (box.hidden = true), 4500);
  };
}

start().catch((error: unknown) => {
  showFailure('The playground could not start', error instanceof Error ? error.message : String(error), 'It needs a browser with WebAssembly, such as a recent Firefox, Chrome, Edge or Safari.');
});
