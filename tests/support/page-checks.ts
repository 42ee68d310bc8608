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

/** Axe finds nothing serious in the page as it is, dark and light. */
export async function expectAccessible(page: Page, path: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Themes differ in nothing but colours.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
    const { violations } = await (colorScheme === 'dark' ? axe : axe.withRules(['color-contrast'])).analyze();
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
      `${path} ${colorScheme}`,
    ).toEqual([]);
  }
}
