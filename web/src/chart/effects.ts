// SPDX-License-Identifier: Apache-2.0
// A section with effects: small plots of the mean of a criterion over a parameter, and how far its values spread. Plots
// of one criterion share their scale, so that a strong effect looks strong.
import { shortNumber } from '../format';
import type { Cell, Column, Effect, EffectsSection, TableSection } from '../sections';
import { palette, seriesColour } from '../theme';
import { element } from '../ui/element';
import { axisTitle, directionText } from './look';
import { Scale, scaleOf } from './scale';
import { Surface } from './surface';
import { tableView, toolbar } from './toolbar';

const margin = { left: 46, right: 8, top: 8, bottom: 36 };

export function effectsPlot(section: EffectsSection): HTMLElement {
  const title = section.title || 'Effects';
  const table = tableView({ title, table: () => numbers(section) });
  const key = element('span', { class: 'key' }, element('span', { class: 'line-key' }), 'mean');
  const spread = element('span', { class: 'key' }, element('span', { class: 'band-key' }), section.spread || 'spread');
  const figure = element('figure', { class: 'card plot wide', 'aria-label': title }, toolbar(key, spread, table.buttons));
  byCriterion(section.effects).forEach(([name, effects]) => {
    const { criterion } = effects[0]!;
    const heading = element('h3', {}, name);
    if (criterion.unit) heading.append(element('span', { class: 'unit' }, criterion.unit));
    if (criterion.better !== 'neither') heading.append(element('span', { class: 'small' }, directionText(criterion.better)));
    const scale = scaleOf(criterion, effects.flatMap(({ mean, low, high }) => [mean, low, high]), 0.06);
    const row = element('div', { class: 'effects' });
    for (const effect of effects) row.append(makeEffect(effect, scale));
    figure.append(heading, row);
  });
  figure.append(table.place);
  return figure;
}

export function byCriterion(effects: readonly Effect[]): [string, Effect[]][] {
  const out = new Map<string, Effect[]>();
  for (const effect of effects) {
    const list = out.get(effect.criterion.name);
    if (list) list.push(effect);
    else out.set(effect.criterion.name, [effect]);
  }
  return [...out];
}

function makeEffect(effect: Effect, vertical: Scale): HTMLElement {
  const { parameter, criterion, at, mean, low, high, count, labels } = effect;
  const choice = labels.length > 0;
  const horizontal = scaleOf({ ...parameter, labels }, [at], at.length > 1 ? 0.03 : 0.1);
  let shown: number | null = null; // a bin
  const surface: Surface = new Surface(`${criterion.name} against ${parameter.name}`, () => 150, { base: drawBase, top: drawTop });
  const wide = () => surface.width - margin.left - margin.right;
  const high_ = () => surface.height - margin.top - margin.bottom;
  const toX = (value: number) => margin.left + horizontal.place(value) * wide();
  const toY = (value: number) => margin.top + (1 - vertical.place(value)) * high_();

  function drawBase(): void {
    const c = surface.base;
    const { ink, grid, strong } = palette();
    c.strokeStyle = grid;
    c.fillStyle = ink;
    c.beginPath();
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    for (const { value, text } of vertical.ticks(6)) {
      const y = Math.round(toY(value)) + 0.5;
      c.moveTo(margin.left, y);
      c.lineTo(surface.width - margin.right, y);
      c.fillText(text, margin.left - 5, y, margin.left - 6);
    }
    c.stroke();
    c.textAlign = 'center';
    c.textBaseline = 'top';
    for (const { value, text } of horizontal.ticks(choice ? wide() / (7 * Math.max(...labels.map((label) => label.length)) + 6) : wide() / 36)) c.fillText(text, toX(value), surface.height - margin.bottom + 5);
    c.fillStyle = strong;
    c.textBaseline = 'bottom';
    c.fillText(axisTitle(parameter), margin.left + wide() / 2, surface.height - 2, wide());
    c.fillStyle = c.strokeStyle = seriesColour(0, 1);
    if (choice) drawChoice(c);
    else drawBand(c);
  }

  // A gap ends a piece of the band.
  function drawBand(c: CanvasRenderingContext2D): void {
    let piece: number[] = [];
    const end = () => {
      if (piece.length > 0) {
        c.globalAlpha = 0.2;
        c.beginPath();
        for (const k of piece) c.lineTo(toX(at[k]!), toY(high[k]!));
        for (const k of piece.reverse()) c.lineTo(toX(at[k]!), toY(low[k]!));
        c.fill();
        c.globalAlpha = 1;
        c.lineWidth = 2;
        c.beginPath();
        for (const k of piece) c.lineTo(toX(at[k]!), toY(mean[k]!));
        c.stroke();
        for (const k of piece) dot(c, k, at.length <= 14 ? 2.5 : 1.5);
      }
      piece = [];
    };
    at.forEach((_, k) => {
      if (Number.isFinite(mean[k]! + low[k]! + high[k]!)) piece.push(k);
      else end();
    });
    end();
  }

  function drawChoice(c: CanvasRenderingContext2D): void {
    const half = Math.min(12, (0.3 * wide()) / at.length);
    at.forEach((value, k) => {
      if (!Number.isFinite(mean[k]! + low[k]! + high[k]!)) return;
      c.globalAlpha = 0.25;
      c.fillRect(toX(value) - half, toY(high[k]!), 2 * half, Math.max(toY(low[k]!) - toY(high[k]!), 1));
      c.globalAlpha = 1;
      c.fillRect(toX(value) - half, toY(mean[k]!) - 1, 2 * half, 2);
    });
  }

  function dot(c: CanvasRenderingContext2D, k: number, radius: number): void {
    c.beginPath();
    c.arc(toX(at[k]!), toY(mean[k]!), radius, 0, 2 * Math.PI);
    c.fill();
  }

  function rows(k: number): [string, string][] {
    const out: [string, string][] = [
      [parameter.name, choice ? labels[k]! : `${shortNumber(at[k]!, 4)} ${parameter.unit}`.trim()],
      ['mean', `${shortNumber(mean[k]!, 4)} ${criterion.unit}`.trim()],
      ['spread', `${shortNumber(low[k]!, 4)} to ${shortNumber(high[k]!, 4)}`],
    ];
    if (count) out.push(['count', shortNumber(count[k]!, 6)]);
    return out;
  }

  function drawTop(): void {
    if (shown === null) {
      surface.hideCard();
      return;
    }
    const c = surface.top;
    c.fillStyle = palette().strong;
    if (Number.isFinite(mean[shown])) dot(c, shown, 4);
    surface.showCard(toX(at[shown]!), Number.isFinite(mean[shown]) ? toY(mean[shown]!) : 40, criterion.name, rows(shown));
  }

  function point(k: number | null): void {
    if (k === shown) return;
    shown = k;
    surface.redrawTop();
  }

  const { element: area } = surface;
  area.addEventListener('pointermove', (event) => {
    const x = event.clientX - area.getBoundingClientRect().left;
    let best: number | null = null;
    at.forEach((value, k) => {
      if (best === null || Math.abs(toX(value) - x) < Math.abs(toX(at[best]!) - x)) best = k;
    });
    point(best);
  });
  area.addEventListener('pointerleave', () => point(null));
  area.addEventListener('blur', () => point(null));
  area.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || at.length === 0) return;
    point(shown === null ? 0 : Math.min(Math.max(shown + step, 0), at.length - 1));
    surface.say(rows(shown!).map(([name, text]) => `${name} ${text}`).join(', '));
    event.preventDefault();
    event.stopPropagation();
  });
  area.setAttribute('aria-description', 'Arrow keys move from bin to bin. The Table button shows the numbers.');
  return element('div', { class: 'effect' }, area);
}

function numbers({ effects, spread }: EffectsSection): TableSection {
  const columns: Column[] = [
    { name: 'criterion', unit: '', align: 'left' },
    { name: 'parameter', unit: '', align: 'left' },
    { name: 'at', unit: '', align: 'right' },
    { name: 'mean', unit: '', align: 'right' },
    { name: 'low', unit: spread, align: 'right' },
    { name: 'high', unit: spread, align: 'right' },
    { name: 'count', unit: '', align: 'right' },
  ];
  const number = (value: number): Cell => ({ text: Number.isFinite(value) ? value : '', mark: 'none' });
  const text = (value: string): Cell => ({ text: value, mark: 'none' });
  const rows = effects.flatMap(({ criterion, parameter, at, mean, low, high, count, labels }) =>
    Array.from(at, (value, k): Cell[] => [
      text(axisTitle(criterion)),
      text(axisTitle(parameter)),
      labels.length > 0 ? text(labels[k]!) : number(value),
      number(mean[k]!),
      number(low[k]!),
      number(high[k]!),
      count ? number(count[k]!) : text(''),
    ]),
  );
  return { kind: 'table', title: 'Effects', text: '', columns, rows };
}
