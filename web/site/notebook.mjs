// SPDX-License-Identifier: Apache-2.0
// A Jupyter notebook as Markdown: its text and its code. Notebooks are stored without results.
export function notebook(text) {
  return JSON.parse(text)
    .cells.map((cell) => {
      const source = cell.source.join('');
      return cell.cell_type === 'code' ? `\`\`\`python\n${source}\n\`\`\`` : source;
    })
    .join('\n\n');
}
