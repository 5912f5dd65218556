// SPDX-License-Identifier: Apache-2.0
// Where in the text of a robot the linter's findings belong.
import type { Finding } from '../../core/src/index';

// The line of a finding, from 1; 0: it is about the whole robot. "link 2 'elbow'" is the second [[link]] of a robot file, or <link
// name="elbow"> of a URDF; within it, the line whose key the finding speaks of.
export function lineOf({ where, what, rule }: Pick<Finding, 'where' | 'what' | 'rule'>, text: string): number {
  const place = /^(?:link|joint) (\d+)(?: '(.*)')?/.exec(where);
  if (!place) return 0;
  const lines = text.split('\n');
  const urdf = text.trimStart().startsWith('<');
  const number = Number(place[1]);
  const begins = (line: string) => (urdf ? /<(link|joint)\b/.test(line) : /^\s*\[/.test(line));
  let from = -1;
  if (urdf) from = lines.findIndex((line) => new RegExp(`<link\\b[^>]*\\bname\\s*=\\s*["']${escaped(place[2] ?? '')}["']`).test(line));
  else from = lines.findIndex(((seen) => (line: string) => /^\s*\[\[\s*link\s*\]\]/.test(line) && ++seen === number)(0));
  if (from < 0) return 0;
  const next = lines.findIndex((line, k) => k > from && begins(line));
  const said = `${what} ${rule}`.toLowerCase();
  const at = lines.slice(0, next < 0 ? lines.length : next).findIndex((line, k) => {
    const key = k > from && (urdf ? /<(\w+)/.exec(line) : /^\s*(\w+)\s*=/.exec(line))?.[1];
    return key && new RegExp(`\\b${key}\\b`).test(said);
  });
  return (at < 0 ? from : at) + 1;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
