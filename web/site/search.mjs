// SPDX-License-Identifier: Apache-2.0
// The index of the search: a script that defines it, since a page opened by file:// may load scripts but not data.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';

// Also used by the page (theme/site.js): both must cut words alike.
export const options = { fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'address', 'start'], searchOptions: { boost: { title: 4, page: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' } };

export function writeIndex(documents, write, here) {
  const index = new MiniSearch(options);
  documents.forEach((document, id) =>
    index.add({ ...document, id, text: document.text.slice(0, 4000), start: document.text.replace(/\s+/g, ' ').slice(0, 140) }));
  write('theme/search.js', `window.catenaIndex=${JSON.stringify(JSON.stringify(index))};\nwindow.catenaOptions=${JSON.stringify(options)};\n`);
  write('theme/minisearch.js', readFileSync(join(here, 'node_modules/minisearch/dist/umd/index.js'), 'utf8').replace(/\n\/\/# sourceMappingURL.*/, ''));
}
