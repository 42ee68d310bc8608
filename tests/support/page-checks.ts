/** What every page has to fulfil, whatever it shows. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { lowControls, sidewaysScroll } from './in-page.ts';

const themes = ['dark', 'light'] as const;

/** Opens an address, and waits until the page has its heading and its data. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  // By its element: a dialog that has opened meanwhile hides the page from assistive technology.
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** On a phone: the page does not scroll sideways and has no control too low for a thumb. */
export async function expectPhoneLayout(page: Page, path: string): Promise<void> {
  expect(await sidewaysScroll(page), path).toBeLessThanOrEqual(0);
  expect(await lowControls(page, 44), path).toEqual([]);
}

interface AxeScope {
  /** All of them by default. */
  rules?: string[];
  /** Selectors of what is left out. */
  without?: readonly string[];
}

/** What axe finds that keeps people out, each in words. */
export async function graveViolations(page: Page, { rules, without = [] }: AxeScope = {}): Promise<string[]> {
  // No page has a frame of another origin, for which axe opens a further page each time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  for (const selector of without) axe.exclude(selector);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Axe finds nothing serious in the page as it is, dark and light. */
export async function expectAccessible(page: Page, path: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Themes differ in nothing but colours.
    const found = await graveViolations(page, colorScheme === 'dark' ? {} : { rules: ['color-contrast'] });
    expect(found, `${path} ${colorScheme}`).toEqual([]);
  }
}
