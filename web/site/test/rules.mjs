// SPDX-License-Identifier: Apache-2.0
// Rules of accessibility, evaluated inside a page: returns problems as lines. It must not use anything outside of itself.
export function rules() {
  const problems = [];
  const where = (element) => {
    const text = (element.textContent || element.getAttribute('src') || '').trim().replace(/\s+/g, ' ').slice(0, 40);
    return `<${element.tagName.toLowerCase()}${element.id ? ` id=${element.id}` : ''}${typeof element.className === 'string' && element.className ? ` class=${element.className}` : ''}> ${text}`;
  };
  const shown = (element) => element.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) ?? true;

  if (document.documentElement.lang !== 'en') problems.push('the page has no language');
  if (!document.title.trim()) problems.push('the page has no title');
  if (document.querySelectorAll('main').length !== 1) problems.push('the page must have one <main>');
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  if (headings.filter((h) => h.tagName === 'H1').length !== 1) problems.push(`the page has ${headings.filter((h) => h.tagName === 'H1').length} <h1>`);
  headings.reduce((before, h) => {
    const level = Number(h.tagName[1]);
    if (before && level > before + 1) problems.push(`a heading of level ${level} follows one of level ${before}: ${where(h)}`);
    return level;
  }, 0);

  // names
  const named = (element) =>
    element.getAttribute('aria-label')?.trim() || element.textContent.trim() || element.getAttribute('title')?.trim() ||
    [...element.querySelectorAll('img[alt]')].some((img) => img.alt.trim()) || (element.id && document.querySelector(`label[for="${element.id}"]`));
  for (const element of document.querySelectorAll('a[href], button, input, select, textarea, iframe, summary')) if (!named(element)) problems.push(`has no name: ${where(element)}`);
  for (const image of document.querySelectorAll('img')) if (!image.hasAttribute('alt')) problems.push(`a picture without alt: ${where(image)}`);
  for (const svg of document.querySelectorAll('svg')) if (!svg.closest('[aria-hidden="true"]') && !svg.getAttribute('aria-label')) problems.push(`a drawing without a name: ${where(svg)}`);
  for (const table of document.querySelectorAll('main table')) if (!table.querySelector('th')) problems.push(`a table without headers: ${where(table)}`);
  const scrolls = (element) => element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX);
  for (const element of document.querySelectorAll('main *')) if (scrolls(element) && element.tabIndex < 0) problems.push(`scrolls but cannot be reached by the keyboard: ${where(element)}`);
  if (document.documentElement.scrollWidth > innerWidth + 1) {
    const wide = [...document.querySelectorAll('main *')].find((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('.table, pre, .formula, .live'));
    problems.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}${wide ? `: ${where(wide)}` : ''}`);
  }

  // contrast
  const channel = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const colour = (text) => {
    let numbers = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    if (text.startsWith('color(srgb')) numbers = numbers.map((x, k) => (k < 3 ? 255 * x : x)); // what color-mix() makes
    return numbers.length > 3 ? numbers : [...numbers.slice(0, 3), 1];
  };
  const over = (top, bottom) => [0, 1, 2].map((k) => top[3] * top[k] + (1 - top[3]) * bottom[k]);
  const background = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const c = colour(getComputedStyle(e).backgroundColor);
      if (c[3] > 0) layers.push(c);
      if (c[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || seen.has(element) || element.closest('script, style, .katex-mathml, svg, noscript')) continue;
    seen.add(element);
    const style = getComputedStyle(element);
    const key = `${style.color} ${style.backgroundColor} ${style.fontSize}`;
    if (!shown(element)) continue;
    const behind = background(element);
    const front = over(colour(style.color), behind);
    const [a, b] = [luminance(front), luminance(behind)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) problems.push(`contrast ${ratio.toFixed(2)} (${key}): ${where(element)}`);
  }
  return problems;
}
