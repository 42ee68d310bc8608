/** Addresses of the client: where unknown and private ones lead, and what outlives a reload. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;
let visitor: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [alice, visitor] = await Promise.all([openBrowser(browser), openBrowser(browser)]);
  // Her one trade is a purchase.
  const [aliceApi, bobApi] = await Promise.all([
    ApiSession.signIn(exchange.url, 'alice@demo.local'),
    ApiSession.signIn(exchange.url, 'bob@demo.local'),
  ]);
  await bobApi.limit('LTC_USDT', 'sell', '96.4', '0.75');
  await aliceApi.limit('LTC_USDT', 'buy', '96.4', '0.75');
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

async function expectPath(page: Page, path: string): Promise<void> {
  await page.waitForURL((address) => address.pathname + address.search === path);
}

test('addresses: unknown pairs, pages and languages lead somewhere sensible', async () => {
  const { page } = visitor;
  await page.goto(`${exchange.url}/trade/LTC_USDT`);
  await page.getByRole('button', { name: /^LTC\/USDT/ }).waitFor();
  await page.goto(`${exchange.url}/trade`);
  await expectPath(page, '/trade/LTC_USDT');
  await page.goto(`${exchange.url}/trade/NO_SUCH`);
  await expectPath(page, '/trade/LTC_USDT');
  await page.getByText('There is no market NO/SUCH here.').first().waitFor();
  await page.goto(`${exchange.url}/perpetual/NO_SUCH`);
  await expectPath(page, '/perpetuals');
  await page.getByText('There is no market NO/SUCH here.').first().waitFor();
  await page.goto(`${exchange.url}/no/such/page`);
  await expectPath(page, '/not-found');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.goto(`${exchange.url}/user/no-such-page`);
  await expectPath(page, '/not-found');
  await page.goto(`${exchange.url}/xx/market?tab=INR`);
  await expectPath(page, '/market?tab=INR');
  await page.goto(`${exchange.url}/en/signIn`);
  await expectPath(page, '/signIn');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectPath(page, '/forgot-password');
  expect((await page.request.get(`${exchange.url}/favicon.ico`)).status()).toBe(200);
});

test('addresses: private pages ask for sign-in and come back, another site is never gone to', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/user/orders-history?tab=deals`);
  await expectPath(page, `/signIn?redirect=${encodeURIComponent('/user/orders-history?tab=deals')}`);
  await page.getByLabel('E-mail').fill('alice@demo.local');
  await page.getByLabel('Password', { exact: true }).fill('Demo#12345');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expectPath(page, '/user/orders-history?tab=deals');
  await page.getByRole('cell', { name: 'LTC/USDT' }).first().waitFor();
  for (const path of [
    '/signIn',
    '/signup',
    '/register',
    '/signIn?redirect=//example.org',
    '/signIn?redirect=/\\example.org',
  ]) {
    await page.goto(exchange.url + path);
    await expectPath(page, '/');
  }
  await page.goto(`${exchange.url}/user`);
  await expectPath(page, '/user/profile');
});

test('the theme, favourites and filters outlive a reload', async () => {
  const { page } = alice;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${exchange.url}/market`);
  await page.getByRole('banner').getByRole('button', { name: 'Switch to light theme' }).click();
  await page.getByRole('button', { name: 'Favourite LTC/USDT' }).click();
  await page.getByRole('searchbox', { name: 'Search a coin or pair' }).fill('ltc');
  await page.getByRole('button', { name: 'Last price' }).click();
  await page.waitForURL(/search=ltc/);
  const address = new URL(page.url());
  expect(address.searchParams.get('sort')).toBeTruthy();
  await page.reload();
  await page.getByRole('button', { name: 'Favourite LTC/USDT', pressed: true }).waitFor();
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
  expect(await page.getByRole('searchbox', { name: 'Search a coin or pair' }).inputValue()).toBe('ltc');
  expect(await page.getByRole('row').count()).toBe(3);
  await page.goto(`${exchange.url}/market?tab=favorite`);
  await page.getByText('1 market', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Favourite LTC/USDT' }).click();
  await page.getByText('Markets you mark with the star will be here.').waitFor();
  await page.goto(`${exchange.url}/user/orders-history`);
  await page.getByRole('tab', { name: 'My trades' }).click();
  await page.getByLabel('Pair').selectOption('LTC_USDT');
  await page.getByLabel('Side').selectOption('sell');
  await expectPath(page, '/user/orders-history?tab=deals&pair=LTC_USDT&side=sell');
  await page.reload();
  await page.getByText('Nothing matches these filters.').waitFor();
  expect(await page.getByLabel('Side').inputValue()).toBe('sell');
  await page.emulateMedia({ colorScheme: null });
  await page.getByRole('banner').getByRole('button', { name: 'Switch to dark theme' }).click();
});

test('no page has complained', () => {
  expectNoFaults([alice, visitor]);
});
