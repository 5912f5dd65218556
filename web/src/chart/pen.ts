// SPDX-License-Identifier: Apache-2.0
// What charts draw with: the part of a canvas context that they use, so that a test can record the calls, and text that
// stays readable over lines.

export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'beginPath' | 'moveTo' | 'lineTo' | 'arc' | 'rect' | 'closePath' | 'stroke' | 'fill' | 'clip' | 'save' | 'restore'
  | 'fillRect' | 'fillText' | 'strokeText' | 'measureText' | 'drawImage'
  | 'strokeStyle' | 'fillStyle' | 'lineWidth' | 'globalAlpha' | 'font' | 'textAlign' | 'textBaseline'
>;

// The colours of the theme that charts draw with.
export interface Inks {
  ink: string;
  strong: string;
  card: string;
  accent: string;
  none: string;
}

const family = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export function fontOf(size: string): string {
  return `${size} ${family}`;
}

// Text outlined in the colour of the card, so that lines behind it do not disturb.
export function haloText(pen: Pen, text: string, x: number, y: number, halo: string): void {
  pen.lineWidth = 3.5;
  pen.strokeStyle = halo;
  pen.strokeText(text, x, y);
  pen.fillText(text, x, y);
}

export function labelsToTheRight(pen: Pen, size: string): void {
  pen.font = fontOf(size);
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
}

export function fillDisc(pen: Pen, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}
