// SPDX-License-Identifier: Apache-2.0
// Playback controls: play, pause, speed and the time slider.
import type { Clock } from '../clock';
import { timeDecimals } from '../format';
import { element, icon, iconButton } from './element';
import { icons } from './icons';

export const speeds: readonly number[] = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 50];
const ticks = 100000; // of the slider

export function makeTransport(clock: Clock): HTMLElement {
  const decimals = timeDecimals(clock.duration);
  const play = iconButton(icons.play, 'Play', () => clock.toggle());
  play.id = 'play';
  play.classList.add('primary');
  const toStart = iconButton(icons.first, 'Go to start', () => clock.seek(clock.start));
  const toEnd = iconButton(icons.last, 'Go to end', () => clock.seek(clock.end));
  for (const jump of [toStart, toEnd]) jump.classList.add('jump');
  const loop = iconButton(icons.loop, 'Repeat', () => {
    clock.loop = !clock.loop;
    loop.setAttribute('aria-pressed', String(clock.loop));
  });
  loop.setAttribute('aria-pressed', 'false');

  const slider = element('input', { type: 'range', id: 'scrub', min: 0, max: ticks, step: 1, 'aria-label': 'Time' });
  slider.addEventListener('input', () => clock.seek(clock.start + (Number(slider.value) / ticks) * clock.duration));

  const speed = element('select', { id: 'speed', 'aria-label': 'Speed' });
  for (const rate of speeds) speed.append(element('option', { value: rate }, `${rate}\u00d7`));
  speed.addEventListener('change', () => clock.setSpeed(Number(speed.value)));

  const now = element('output', { id: 'now' });
  const reading = element('div', { class: 'reading' }, now, element('span', {}, ` / ${clock.end.toFixed(decimals)} s`));

  let playing: boolean | null = null;
  const update = () => {
    const t = clock.time;
    const part = clock.duration > 0 ? (t - clock.start) / clock.duration : 0;
    slider.value = String(Math.round(part * ticks));
    slider.style.setProperty('--part', `${(100 * part).toFixed(3)}%`);
    slider.setAttribute('aria-valuetext', `${t.toFixed(decimals)} seconds`);
    now.textContent = t.toFixed(decimals);
    if (speed.value !== String(clock.speed)) speed.value = String(clock.speed);
    if (playing !== clock.playing) {
      playing = clock.playing;
      play.replaceChildren(icon(playing ? icons.pause : icons.play));
      play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
      play.title = playing ? 'Pause (space)' : 'Play (space)';
    }
  };
  clock.onChange(update);
  update();
  return element(
    'div',
    { class: 'transport', role: 'group', 'aria-label': 'Playback' },
    toStart,
    play,
    toEnd,
    slider,
    reading,
    speed,
    loop,
  );
}
