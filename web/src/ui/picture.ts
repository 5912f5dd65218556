// SPDX-License-Identifier: Apache-2.0
// A picture of a figure as the page shows it: its canvases, its texts and the boxes of its legend, but no buttons and tables.
import { palette } from '../theme';
import { element } from './element';

const left = 'button:not(.chip), .chip[aria-pressed="false"], .choice, .value, .table-view, .tip-card, .unseen, .scroll-cue, canvas.top';
const boxes = '.swatch, .ring, .stair, .line-key, .band-key, .not-reached, .strip';
const margin = 12;
const heading = 24; // for the title

interface Part {
  box: DOMRect;
  draw: (pen: CanvasRenderingContext2D) => void; // in pixels of the page
}

export function pictureOf(figure: HTMLElement, title: string): HTMLCanvasElement {
  const parts = [...canvases(figure), ...legendBoxes(figure), ...words(figure)].filter(({ box }) => box.width > 0 && box.height > 0);
  const from = { x: Math.min(...parts.map(({ box }) => box.left)) - margin, y: Math.min(...parts.map(({ box }) => box.top)) - margin - heading };
  const to = { x: Math.max(...parts.map(({ box }) => box.right)) + margin, y: Math.max(...parts.map(({ box }) => box.bottom)) + margin };
  const ratio = Math.min(window.devicePixelRatio || 1, 3);
  const out = element('canvas', { width: Math.ceil((to.x - from.x) * ratio), height: Math.ceil((to.y - from.y) * ratio) });
  const pen = out.getContext('2d')!;
  pen.fillStyle = palette().card;
  pen.fillRect(0, 0, out.width, out.height);
  pen.setTransform(ratio, 0, 0, ratio, -from.x * ratio, -from.y * ratio);
  pen.fillStyle = palette().strong;
  pen.font = 'bold 13px system-ui, sans-serif';
  pen.fillText(title, from.x + margin, from.y + margin + 10);
  for (const { draw } of parts) draw(pen);
  return out;
}

const shown = (node: Element) => !node.closest(left) && node.getClientRects().length > 0;

function canvases(figure: HTMLElement): Part[] {
  return [...figure.querySelectorAll('canvas')].filter(shown).map((canvas) => {
    const box = canvas.getBoundingClientRect();
    return { box, draw: (pen) => pen.drawImage(canvas, box.left, box.top, box.width, box.height) };
  });
}

function legendBoxes(figure: HTMLElement): Part[] {
  return [...figure.querySelectorAll(boxes)].filter(shown).map((part) => {
    const box = part.getBoundingClientRect();
    const style = getComputedStyle(part);
    return {
      box,
      draw: (pen) => {
        const stops = style.backgroundImage.match(/(rgba?|color)\([^)]*\)/g) ?? [];
        const fill = pen.createLinearGradient(box.left, 0, box.right, 0);
        stops.forEach((colour, k) => fill.addColorStop(k / Math.max(stops.length - 1, 1), colour));
        pen.fillStyle = stops.length > 0 ? fill : style.backgroundColor;
        pen.strokeStyle = style.borderBottomStyle === 'none' ? style.borderTopColor : style.borderBottomColor;
        pen.lineWidth = 1.5;
        pen.beginPath();
        if (style.borderRadius === '50%') pen.ellipse(box.left + box.width / 2, box.top + box.height / 2, box.width / 2, box.height / 2, 0, 0, 2 * Math.PI);
        else pen.rect(box.left, box.top, box.width, box.height);
        pen.fill();
        if (style.borderTopStyle !== 'none' && style.borderBottomStyle !== 'none') pen.stroke();
        else if (style.borderTopStyle !== 'none') line(pen, [box.left, box.top], [box.right, box.top]);
        else if (style.borderBottomStyle !== 'none') line(pen, [box.left, box.top], [box.left, box.bottom], [box.right, box.bottom]);
      },
    };
  });
}

function line(pen: CanvasRenderingContext2D, ...points: [number, number][]): void {
  pen.beginPath();
  for (const point of points) pen.lineTo(...point);
  pen.stroke();
}

// Word by word, since the page may have broken a text into lines.
function words(figure: HTMLElement): Part[] {
  const out: Part[] = [];
  const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!;
    if (!shown(parent)) continue;
    const style = getComputedStyle(parent);
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const box = range.getBoundingClientRect();
      const draw = (pen: CanvasRenderingContext2D) => {
        pen.fillStyle = style.color;
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        pen.textBaseline = 'middle';
        const unit = parent.classList.contains('unit'); // whose brackets are no text
        pen.fillText(unit ? `[${word}]` : word, box.left - (unit ? pen.measureText('[').width : 0), box.top + box.height / 2);
        pen.textBaseline = 'alphabetic';
      };
      out.push({ box, draw });
    }
  }
  return out;
}
