import type { KeyboardEvent } from 'react';

/** By what the buttons of an answer say in `aria-keyshortcuts`. */
export const decisionKeys = { approve: 'a', reject: 'r' } as const;

/**
 * Presses the button that a key stands for in the row that has the focus. Keys count nowhere else, so that nobody who dictates or types
 * answers a request by mistake.
 */
export function answerByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  // A dialog of the row passes its keys on through React, not through the page.
  const row = event.currentTarget.contains(event.target) ? event.target.closest('tr') : null;
  const button = Array.from(row?.querySelectorAll<HTMLElement>('[aria-keyshortcuts]') ?? []).find(
    (one) => one.getAttribute('aria-keyshortcuts') === event.key.toLowerCase(),
  );
  if (!button) return;
  event.preventDefault();
  button.click();
}
