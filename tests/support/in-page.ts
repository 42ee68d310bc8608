/** Calls what in-page.js put into every page of `openBrowser`. */
import path from 'node:path';
import type { Page } from 'playwright-core';

export const inPageScript = path.join(import.meta.dirname, 'in-page.js');

export interface Frames {
  /** Milliseconds between frames, ascending. */
  gaps: number[];
  /** Milliseconds of each task over 50 ms, descending. */
  longTasks: number[];
}

/** The visible controls lower than `height` px, each in words; links inside sentences do not count. */
export const lowControls = (page: Page, height: number): Promise<string[]> =>
  page.evaluate(`inPage.lowControls(${height})`);

/** Name of what has the focus. */
export const focusName = (page: Page): Promise<string> => page.evaluate('inPage.focusName()');

/** How evenly the page draws during `ms`. */
export const watchFrames = (page: Page, ms: number): Promise<Frames> => page.evaluate(`inPage.watchFrames(${ms})`);

/** By how many px the page scrolls sideways; not from innerWidth, which a phone widens to what it has to show. */
export async function sidewaysScroll(page: Page): Promise<number> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  return width - (page.viewportSize()?.width ?? 0);
}

/** By how many px the widest table of the page is too wide for its place. */
export const tableOverflow = (page: Page): Promise<number> =>
  page.evaluate(
    'Math.max(0, ...Array.from(document.querySelectorAll("table"), (table) => table.scrollWidth - table.parentElement.clientWidth))',
  );
