// SPDX-License-Identifier: Apache-2.0
// The page of a report that cannot be shown.
import { element } from './element';

export function showFailure(headline: string, reason: string, hint: string): void {
  document.title = headline;
  document.body.replaceChildren(
    element(
      'main',
      { class: 'failure', role: 'alert' },
      element('h1', {}, headline),
      element('p', { class: 'reason' }, reason),
      element('p', {}, hint),
    ),
  );
}
