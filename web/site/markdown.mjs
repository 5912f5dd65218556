// SPDX-License-Identifier: Apache-2.0
// Markdown to HTML: headings with the anchors that GitHub gives them, formulas by KaTeX, code in colours, links to where their
// targets are in the site, and the elements that only the site has.
import hljs from 'highlight.js';
import katex from 'katex';
import MarkdownIt from 'markdown-it';
import { annotate, typeset } from './symbols.mjs';

const languages = { console: 'shell', sh: 'bash', pycon: 'python-repl', toml: 'ini', text: '', plain: '', hpp: 'cpp', mjs: 'javascript', ts: 'typescript', txt: '', sh_: 'bash' };

export const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function highlight(code, language) {
  const name = languages[language] ?? language;
  return name && hljs.getLanguage(name) ? hljs.highlight(code, { language: name, ignoreIllegals: true }).value : escapeHtml(code);
}

// As GitHub does it, with a number behind an anchor that is taken already.
export function slugger() {
  const taken = new Map();
  return (text) => {
    const plain = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
    const count = taken.get(plain) ?? 0;
    taken.set(plain, count + 1);
    return count ? `${plain}-${count}` : plain;
  };
}

function mathRules(md) {
  md.inline.ruler.after('escape', 'math', (state, silent) => {
    if (state.src[state.pos] !== '$') return false;
    const match = /^\$(?!\s)((?:[^$\\]|\\.)+?)(?<!\s)\$(?!\d)/s.exec(state.src.slice(state.pos));
    if (!match) return false;
    if (!silent) state.push('math_inline', 'math', 0).content = match[1];
    state.pos += match[0].length;
    return true;
  });
  md.block.ruler.after('blockquote', 'math', (state, start, end, silent) => {
    const line = (k) => state.src.slice(state.bMarks[k] + state.tShift[k], state.eMarks[k]);
    if (!line(start).startsWith('$$')) return false;
    if (silent) return true;
    let last = start;
    let text = line(start).slice(2);
    while (!text.trimEnd().endsWith('$$')) {
      if (++last >= end) throw new Error(`a formula that begins with $$ has no end: ${line(start)} ${line(start + 1)}`);
      text += `\n${line(last)}`;
    }
    const token = state.push('math_block', 'math', 0);
    token.content = text.trimEnd().slice(0, -2).trim();
    state.line = last + 1;
    return true;
  }, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

const plainText = (inline) => inline.children.map((t) => (t.type === 'softbreak' ? ' ' : t.type === 'text' || t.type === 'code_inline' || t.type === 'math_inline' ? t.content : '')).join('');

// `page` has: where (for messages), symbols (a Map), theory (whether symbols in plain text are typeset),
// link(href) and image(src) -> address, named(href, text) -> what a link is called, or undefined, code(text) -> address or undefined, equation(paper, number) -> address or
// undefined, element(name, attributes) -> HTML. Returns { html, title, headings, sections }.
export function render(text, page) {
  const md = new MarkdownIt({ html: true, linkify: false, typographer: false });
  mathRules(md);
  const slug = slugger();
  const headings = [];
  const rules = md.renderer.rules;
  const formula = (tex, displayMode) => {
    const { text: marked, finish } = annotate(tex.replace(/[½¼¾]/g, (c) => `\\tfrac{${c === '¾' ? 3 : 1}}{${c === '½' ? 2 : 4}}`), page.symbols);
    try {
      return finish(katex.renderToString(marked, { displayMode, throwOnError: true, strict: false, trust: (c) => c.command === '\\htmlData' }));
    } catch (error) {
      throw new Error(`${page.where}: formula ${tex}\n${error.message}`);
    }
  };
  rules.math_inline = (tokens, k) => formula(tokens[k].content, false);
  rules.math_block = (tokens, k) => `<div class="formula" tabindex="0" role="group" aria-label="formula">${formula(tokens[k].content, true)}</div>\n`;
  rules.text = (tokens, k) => {
    const pieces = tokens[k].content.split(/(\b00[0-4] \([A-Za-z0-9.]+\))/);
    return pieces
      .map((piece, odd) => {
        const reference = odd % 2 && /^(\d+) \((.*)\)$/.exec(piece);
        const target = reference && !tokens[k].meta?.inLink && page.equation(reference[1], reference[2]);
        if (target) return `<a href="${target}">${escapeHtml(piece)}</a>`;
        return page.theory ? typeset(piece, page.symbols, escapeHtml) : escapeHtml(piece);
      })
      .join('');
  };
  rules.fence = (tokens, k) => {
    const language = tokens[k].info.trim().split(/\s+/)[0];
    return `<div class="code"><pre tabindex="0"><code class="hljs">${highlight(tokens[k].content.replace(/\n$/, ''), language)}</code></pre></div>\n`;
  };
  rules.code_block = (tokens, k) => `<div class="code"><pre tabindex="0"><code class="hljs">${escapeHtml(tokens[k].content.replace(/\n$/, ''))}</code></pre></div>\n`;
  rules.code_inline = (tokens, k) => {
    const code = `<code>${escapeHtml(tokens[k].content)}</code>`;
    const target = !tokens[k].meta?.inLink && page.code(tokens[k].content);
    return target ? `<a href="${target}">${code}</a>` : code;
  };
  rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  rules.th_open = (tokens, k) => `<th scope="col"${tokens[k].attrGet('style') ? ` style="${tokens[k].attrGet('style')}"` : ''}>`;
  const html = (content) => {
    if (/^\s*<!--[\s\S]*-->\s*$/.test(content)) return '';
    return content
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/(<(?:a|img)\b[^>]*?\b(href|src)=")([^"]*)"/g, (_, head, kind, target) => `${head}${kind === 'href' ? page.link(target) : page.image(target)}"`)
      .replace(/<(Live|Moving)((?:\s+[a-z]+="[^"]*")*)\s*\/>/g, (_, name, attributes) =>
        page.element(name, Object.fromEntries([...attributes.matchAll(/([a-z]+)="([^"]*)"/g)].map((a) => [a[1], a[2]]))));
  };
  rules.html_block = (tokens, k) => html(tokens[k].content);
  rules.html_inline = (tokens, k) => {
    const known = /^<!--|^<\/?(a|br|b|i|sub|sup|span|small|img|kbd|em|strong|code)\b/.test(tokens[k].content);
    if (!known) throw new Error(`${page.where}: ${tokens[k].content} is neither text nor an element of the site; put it into backquotes`);
    return html(tokens[k].content);
  };

  const tokens = md.parse(text, {});
  const sections = [{ title: '', anchor: '', words: [] }];
  let title = '';
  tokens.forEach((token, k) => {
    if (token.type === 'heading_open') {
      const content = plainText(tokens[k + 1]);
      const anchor = slug(tokens[k + 1].content.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, ''));
      token.attrSet('id', anchor);
      const level = Number(token.tag.slice(1));
      if (level === 1 && !title) title = content;
      else if (level <= 3) headings.push({ level, content, anchor });
      if (level > 1) sections.push({ title: content, anchor, words: [] });
      const link = new token.constructor('html_inline', '', 0);
      if (level > 1) {
        link.content = `<a class="anchor" href="#${anchor}" aria-label="link to this section"></a>`;
        tokens[k + 1].children.push(link);
      }
    } else if (token.type === 'inline') {
      if (tokens[k - 1].type !== 'heading_open') sections.at(-1).words.push(plainText(token));
      let inLink = false;
      for (const [at, child] of token.children.entries()) {
        if (child.type === 'link_open') {
          inLink = true;
          const inside = token.children[at + 1];
          if (token.children[at + 2]?.type === 'link_close' && /^(text|code_inline)$/.test(inside.type)) {
            const title = page.named?.(child.attrGet('href'), inside.content);
            if (title) Object.assign(inside, { type: 'text', content: title });
          }
          child.attrSet('href', page.link(child.attrGet('href')));
        } else if (child.type === 'link_close') inLink = false;
        else if (child.type === 'image') {
          child.attrSet('src', page.image(child.attrGet('src')));
          child.attrSet('loading', 'lazy');
        } else if (inLink) child.meta = { inLink };
      }
    } else if (token.type === 'fence' || token.type === 'code_block') sections.at(-1).words.push(token.content);
  });
  // the anchors of headings link to the page itself
  const saved = page.link;
  page.link = (href) => (href.startsWith('#') ? href : saved(href));
  const body = md.renderer.render(tokens, md.options, {});
  page.link = saved;
  return { html: body, title, headings, sections };
}
