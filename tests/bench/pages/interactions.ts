/** What a finger does on each page that is measured. */
import type { Page } from 'playwright-core';

export interface MeasuredPage {
  path: string;
  interact(page: Page): Promise<void>;
}

const email = 'asha@example.org';

export const measuredPages: readonly MeasuredPage[] = [
  {
    path: '/',
    async interact(page) {
      await page.getByRole('button', { name: 'More', exact: true }).tap();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: 'Markets' }).first().tap();
      await page.getByRole('searchbox').waitFor();
    },
  },
  {
    path: '/market',
    async interact(page) {
      const search = page.getByRole('searchbox', { name: 'Search a coin or pair' });
      await search.tap();
      await search.pressSequentially('bit', { delay: 100 });
      await search.fill('');
      for (const tab of (await page.getByRole('tab').all()).slice(0, 3)) await tab.tap();
    },
  },
  {
    path: '/trade/BTC_USDT',
    async interact(page) {
      const views = page.getByRole('tablist', { name: 'Views' });
      for (const name of ['Book', 'Trades', 'Info', 'Chart']) await views.getByRole('tab', { name }).tap();
      await page.getByRole('button', { name: 'Buy', exact: true }).tap();
      const form = page.getByRole('dialog', { name: 'Order form' });
      await form.getByRole('tab', { name: 'Limit' }).tap();
      await form.getByLabel('Amount', { exact: true }).pressSequentially('0.05', { delay: 100 });
    },
  },
  {
    path: '/signup',
    async interact(page) {
      await page.getByLabel('E-mail').tap();
      await page.keyboard.type(email, { delay: 100 });
      await page.getByLabel('Password', { exact: true }).tap();
      await page.keyboard.type('Heron-8-rivers', { delay: 100 });
      await page.getByRole('main').getByRole('button', { name: 'Sign up', exact: true }).tap();
    },
  },
];
