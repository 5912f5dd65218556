// SPDX-License-Identifier: Apache-2.0
// The page of a report. The document is embedded in the page, under #catena-report.
import { effectsPlot } from './chart/effects';
import { Look } from './chart/look';
import { parallelPlot } from './chart/parallel/plot';
import { scatterPlot } from './chart/scatter/plot';
import { slicesPlot } from './chart/slices';
import { Clock } from './clock';
import { parseReport, type Report } from './document';
import { xyPlot } from './plot/xy';
import { Plots } from './plot/plots';
import { DocumentError } from './reader';
import type { Section } from './sections';
import { onTheme, startTheme } from './theme';
import { element } from './ui/element';
import { showFailure } from './ui/failure';
import { makeHeader, makeNotes } from './ui/header';
import { makeHelp } from './ui/help';
import { listen } from './ui/keyboard';
import { makeStage } from './ui/stage';
import { tableSection } from './ui/table';

// For tests and for the browser's console.
export interface Inspection {
  time: () => number;
  seek: (t: number) => void;
  tip: (run: number) => [number, number, number] | null;
  tipOnScreen: (run: number) => [number, number] | null;
  place: (run: number) => [number, number, number] | null;
}
declare global {
  interface Window {
    catena?: Inspection;
  }
}

function start(): void {
  startTheme();
  const text = document.getElementById('catena-report')?.textContent?.trim() ?? '';
  if (!text) {
    showFailure('An empty report', 'This page contains no report.', 'Create one with: catena simulate puma560 --report out.html');
    return;
  }
  try {
    show(parseReport(text));
  } catch (error) {
    if (error instanceof DocumentError)
      showFailure('This report cannot be shown', `The report document is invalid. ${error.message}`, 'Create the report again with the current version of Catena.');
    else
      showFailure('This report cannot be shown', error instanceof Error ? `${error.name}: ${error.message}` : String(error), 'This is a bug in the page, or the browser is too old.');
    if (!(error instanceof DocumentError)) throw error;
  }
}

function show(report: Report): void {
  document.title = report.title;
  const help = makeHelp();
  const openHelp = () => help.showModal();
  document.body.replaceChildren(makeHeader(report, openHelp));
  const notes = makeNotes(report);
  if (notes) document.body.append(notes);
  const main = element('main');
  document.body.append(main, help);
  if (report.runs.length > 0) showRuns(report, main, openHelp);
  const looks = report.sets.map((things) => new Look(things));
  for (const section of report.sections) main.append(makeSection(section, looks));
}

function showRuns({ kind, runs }: Report, main: HTMLElement, openHelp: () => void): void {
  const clock = new Clock(Math.min(...runs.map((run) => run.time[0]!)), Math.max(...runs.map((run) => run.time.at(-1)!)));
  const apart = kind === 'compare' || kind === 'sweep';
  const plots = new Plots(clock, runs);
  const stage = makeStage(runs, clock, apart, (run, visible) => plots.setVisible(run, visible));
  const { viewer } = stage;

  const reset = element('button', { type: 'button', class: 'text reset' }, 'Show the full time range');
  reset.hidden = true;
  reset.addEventListener('click', () => plots.zoomOut());
  plots.onZoom = (zoomed) => (reset.hidden = !zoomed);
  const right = element('section', { class: 'signals', 'aria-label': 'Signals over time' }, element('h2', { class: 'unseen' }, 'Signals over time'), reset, plots.element);
  const motion = element('div', { class: 'motion' }, stage.element);
  if (plots.count > 0) motion.append(right);
  else motion.classList.add('alone');
  if (apart && runs.filter((run) => run.robot).length > 1) motion.classList.add('row');
  if (clock.duration === 0) motion.classList.add('still');
  if (!runs.some((run) => run.robot)) motion.classList.add('flat');
  main.append(motion);
  plots.show();
  onTheme(() => plots.recolour());

  listen({
    clock,
    samples: runs[0]!.time,
    orbit: (right, above) => viewer?.orbit(right, above),
    zoomView: (factor) => viewer?.zoom(factor),
    look: (view) => viewer?.look(view),
    zoomPlots: (factor) => plots.zoomBy(factor),
    zoomPlotsOut: () => plots.zoomOut(),
    help: openHelp,
  });
  animate(clock);
  window.catena = {
    time: () => clock.time,
    seek: (t) => clock.seek(t),
    tip: (run) => viewer?.tip(run) ?? null,
    tipOnScreen: (run) => viewer?.tipOnScreen(run) ?? null,
    place: (run) => viewer?.placeOf(run) ?? null,
  };
}

// Requests frames only while the clock runs.
function animate(clock: Clock): void {
  let before: number | null = null;
  const frame = (now: number) => {
    if (!clock.playing) {
      before = null;
      return;
    }
    if (before !== null) clock.tick(Math.min((now - before) / 1000, 0.25));
    before = now;
    requestAnimationFrame(frame);
  };
  clock.onChange(() => {
    if (clock.playing && before === null) {
      before = performance.now();
      requestAnimationFrame(frame);
    }
  });
}

function makeSection(section: Section, looks: Look[]): HTMLElement {
  const out = element('section', { class: 'section' });
  if (section.title) out.append(element('h2', {}, section.title));
  if (section.text) out.append(element('p', { class: 'text' }, section.text));
  if (section.kind === 'table') out.append(tableSection(section));
  if (section.kind === 'xy') out.append(xyPlot(section));
  if (section.kind === 'scatter') out.append(scatterPlot(section, looks[section.set]!));
  if (section.kind === 'parallel') out.append(parallelPlot(section, looks[section.set]!));
  if (section.kind === 'slices') out.append(slicesPlot(section));
  if (section.kind === 'effects') out.append(effectsPlot(section));
  return out;
}

start();
