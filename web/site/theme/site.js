// SPDX-License-Identifier: Apache-2.0
// What the pages do beyond showing their text: search, dark and light, the menu of narrow screens, meanings of symbols.
// A classic script, so that it also runs where a page is opened by file://.
(() => {
  'use strict';
  const up = document.body.dataset.up;
  const $ = (id) => document.getElementById(id);

  // dark or light
  $('theme').addEventListener('click', () => {
    const rootElement = document.documentElement;
    const dark = rootElement.dataset.theme ? rootElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    rootElement.dataset.theme = dark ? 'light' : 'dark';
    try {
      localStorage.setItem('catena-theme', rootElement.dataset.theme);
    } catch {
      // the choice then holds for this page only
    }
  });

  // the menu of narrow screens
  const menu = $('menu');
  const side = $('side');
  menu.addEventListener('click', () => {
    const open = side.classList.toggle('open');
    menu.setAttribute('aria-expanded', String(open));
  });
  side.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  window.scrollTo(window.scrollX, window.scrollY);

  // search: the index is loaded at the first use
  const input = $('find');
  const found = $('found');
  input.disabled = false;
  let index;
  const load = (name) =>
    new Promise((done, failed) => {
      const script = document.createElement('script');
      script.src = `${up}theme/${name}`;
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    });
  let loading;
  const ready = () =>
    (loading ??= Promise.all([load('minisearch.js'), load('search.js')]).then(() => {
      index = window.MiniSearch.loadJSON(window.catenaIndex, window.catenaOptions);
    }));
  let chosen = -1;
  const choose = (k) => {
    const links = [...found.querySelectorAll('a')];
    if (!links.length) return;
    links[chosen]?.classList.remove('at');
    chosen = (k + links.length) % links.length;
    links[chosen].classList.add('at');
    links[chosen].scrollIntoView({ block: 'nearest' });
  };
  const show = async () => {
    const words = input.value.trim();
    if (!words) {
      found.hidden = true;
      return;
    }
    await ready();
    if (input.value.trim() !== words) return;
    // guides before the reference and the records, and not more than three sections of one page
    const boostDocument = (id, term, { address }) => (/^(reference|changelog|decisions)/.test(address) ? 0.4 : 1);
    const seen = new Map();
    const few = ({ address }) => {
      const page = address.split('#')[0];
      seen.set(page, (seen.get(page) ?? 0) + 1);
      return seen.get(page) <= 3;
    };
    let results = index.search(words, { boostDocument });
    if (!results.length) results = index.search(words, { boostDocument, combineWith: 'OR' });
    results = results.filter(few);
    found.replaceChildren(
      ...results.slice(0, 12).map((result) => {
        const link = document.createElement('a');
        link.href = up + result.address;
        link.append(result.title ? `${result.page} › ${result.title}` : result.page);
        const start = document.createElement('small');
        start.textContent = result.start;
        link.append(start);
        return link;
      }),
    );
    if (!results.length) {
      const none = document.createElement('p');
      none.textContent = `Nothing found for “${words}”.`;
      found.append(none);
    }
    chosen = -1;
    found.hidden = false;
  };
  input.addEventListener('focus', ready, { once: true });
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Escape') found.hidden = true;
    else if (event.key === 'Enter') found.querySelectorAll('a')[Math.max(chosen, 0)]?.click();
    else return;
    if (event.key !== 'Enter') event.preventDefault();
  });
  found.addEventListener('click', () => (found.hidden = true));
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.find')) found.hidden = true;
  });

  // meanings of symbols: by pointing or touching; by the keyboard, all of a formula that has the focus
  let tip;
  const hide = () => {
    tip?.remove();
    tip = undefined;
  };
  const explain = (event) => {
    const symbol = event.target.closest?.('[data-tip]');
    hide();
    if (symbol) tell(symbol, symbol.dataset.tip);
  };
  const meanings = (formula) => {
    const symbols = new Map(); // by their meanings
    for (const symbol of formula.querySelectorAll('[data-tip]')) if (!symbols.has(symbol.dataset.tip)) symbols.set(symbol.dataset.tip, symbol.textContent.trim());
    return [...symbols].map(([meaning, letter]) => `${letter}: ${meaning}`);
  };
  for (const formula of document.querySelectorAll('.formula')) {
    if (meanings(formula).length === 0) continue;
    formula.tabIndex = 0;
    formula.setAttribute('aria-description', meanings(formula).join('; '));
    formula.addEventListener('focus', () => {
      if (formula.matches(':focus-visible')) tell(formula, meanings(formula).join('\n'));
    });
    formula.addEventListener('blur', hide);
  }
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
  const tell = (symbol, text) => {
    hide();
    tip = document.createElement('div');
    tip.id = 'tip';
    tip.setAttribute('role', 'tooltip');
    tip.textContent = text;
    document.body.append(tip);
    const box = symbol.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${box.top > tip.offsetHeight + 12 ? box.top - tip.offsetHeight - 6 : box.bottom + 6}px`;
  };
  document.addEventListener('pointerover', explain);
  document.addEventListener('scroll', hide, { passive: true });

  // copy code: of a console block only the commands
  for (const block of document.querySelectorAll('.code:not(.source)')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const text = block.querySelector('code').textContent;
      const commands = text.split('\n').filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
      try {
        await navigator.clipboard.writeText(commands.length ? commands.join('\n') : text);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not allowed here';
      }
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    block.append(button);
  }

  // the playground, when it is asked for
  for (const figure of document.querySelectorAll('.live')) {
    figure.querySelector('.start').addEventListener('click', () => {
      const frame = document.createElement('iframe');
      frame.src = `${figure.dataset.src}&theme=${document.documentElement.dataset.theme ?? ''}`;
      frame.title = figure.dataset.title;
      figure.firstElementChild.replaceWith(frame);
      frame.focus();
    });
  }

  // moving pictures can be stopped, and stand still for readers who prefer that
  for (const figure of document.querySelectorAll('.moving')) {
    const svg = figure.querySelector('svg');
    const button = figure.querySelector('.stop');
    const set = (moving) => {
      if (moving) svg.unpauseAnimations();
      else svg.pauseAnimations();
      button.textContent = moving ? 'Pause' : 'Play';
    };
    button.addEventListener('click', () => set(svg.animationsPaused()));
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) set(false);
  }
})();
