/** Pages that stay open: prices that move, parts that die under them, sessions. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import {
  becomesLive,
  expectNoFaults,
  launchBrowser,
  openBrowser,
  type Person,
  placeLimit,
  signIn,
} from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';

let exchange: RunningExchange;
let browser: Browser;
let watcher: Person;
let alice: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange(), launchBrowser()]);
  [watcher, alice] = await Promise.all([openBrowser(browser), openBrowser(browser)]);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

/** Waits until what `read` sees is something else than now. */
async function changes(read: () => Promise<string | null>): Promise<void> {
  const before = await read();
  await expect.poll(read, { timeout: 60_000, interval: 100 }).not.toBe(before);
}

async function expectAddress(page: Page, path: string): Promise<void> {
  await page.waitForURL((address) => address.pathname + address.search === path);
}

test('book, tape, chart figures and title follow the market', async () => {
  const { page } = watcher;
  await page.goto(`${exchange.url}/trade/BTC_USDT`);
  await becomesLive(page);
  await expect.poll(() => page.title()).toMatch(/^[\d,]+\.\d\d BTC\/USDT \| Pelican$/);
  await Promise.all([
    changes(() => page.getByRole('region', { name: 'Latest trades' }).getByRole('row').nth(1).textContent()),
    changes(() => page.getByRole('region', { name: 'Order book' }).getByRole('listitem').first().textContent()),
    changes(() => page.getByRole('heading', { level: 1 }).locator('..').textContent()),
    changes(() => page.title()),
  ]);
});

test('the market list ticks', async () => {
  const { page } = watcher;
  await page.goto(`${exchange.url}/market`);
  await page.getByRole('row', { name: /BTC/ }).first().waitFor();
  await changes(() => page.getByRole('table').textContent());
});

test('the API dies under an open page, and the page finds back by itself', async () => {
  const { page } = alice;
  await signIn(alice, exchange.url, 'alice@demo.local');
  await page.goto(`${exchange.url}/trade/LTC_USDT`);
  await becomesLive(page);
  await placeLimit(alice, { side: 'Buy', price: '90', amount: '1' });
  await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
  await page.evaluate('document.body.dataset.stays = "yes"');
  const pid = await exchange.kill('api');
  await page
    .getByText(/^(Connecting|Disconnected since)/)
    .first()
    .waitFor();
  await exchange.restarted('api', pid);
  await becomesLive(page);
  await page.getByRole('button', { name: 'Your account Alice' }).waitFor();
  await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
  await placeLimit(alice, { side: 'Buy', price: '91', amount: '1' });
  await page.getByRole('tab', { name: 'Open orders (2)' }).waitFor();
  expect(await page.locator('body').getAttribute('data-stays')).toBe('yes');
});

test('the engine dies, and orders go on after it is back', async () => {
  const { page } = alice;
  const pid = await exchange.kill('engine-spot');
  await exchange.restarted('engine-spot', pid);
  await placeLimit(alice, { side: 'Buy', price: '92', amount: '1' });
  await page.getByRole('tab', { name: 'Open orders (3)' }).waitFor();
  const api = await ApiSession.signIn(exchange.url, 'alice@demo.local');
  expect((await api.openOrders()).map(({ price }) => price).sort()).toEqual(['90', '91', '92']);
  await api.cancelAll();
  await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
});

test('without the API the market page says so, and loads by itself when it is back', async () => {
  const { page } = watcher;
  // The page's code is in the browser's cache now, its data is not.
  await page.goto(`${exchange.url}/signIn`);
  await page.getByLabel('E-mail').waitFor();
  const markets = page.getByRole('banner').getByRole('button', { name: 'Markets' });
  await markets.waitFor();
  const pid = await exchange.pidOf('api');
  await exchange.whileUnwatched(async () => {
    await exchange.kill('api');
    await markets.click();
    await page.getByRole('link', { name: 'All markets' }).click();
    await page.getByText('The markets could not be loaded').waitFor();
    await page.getByRole('main').getByText('Something happen with your network connection.').waitFor();
  });
  await exchange.restarted('api', pid);
  await page.getByRole('row', { name: /BTC/ }).first().waitFor();
});

test('a session outlives reloads, is shared by tabs and ends in all of them', async () => {
  const { page } = alice;
  const other = await alice.context.newPage();
  await other.goto(`${exchange.url}/user/wallet-list`);
  await other.getByRole('link', { name: 'Transfer USDT' }).waitFor();
  await Promise.all([page.reload(), other.reload()]);
  await Promise.all([page.reload(), other.reload()]);
  await other.getByRole('link', { name: 'Transfer USDT' }).waitFor();
  await page.getByRole('button', { name: 'Your account Alice' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Sign in again' }).waitFor();
  await expectAddress(other, `/signIn?redirect=${encodeURIComponent('/user/wallet-list')}`);
  await other.goto(`${exchange.url}/user/preferences`);
  await expectAddress(other, `/signIn?redirect=${encodeURIComponent('/user/preferences')}`);
  await other.getByLabel('E-mail').fill('alice@demo.local');
  await other.getByLabel('Password', { exact: true }).fill('Demo#12345');
  await other.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expectAddress(other, '/user/preferences');
  // The first tab hears of it too.
  await page.getByRole('link', { name: 'See the markets' }).click();
  await page.getByRole('button', { name: 'Your account Alice' }).waitFor();
  await other.close();
});

test('the books balance, and no page has complained', async () => {
  expect(await exchange.ops('audit')).toContain('OK');
  // While the API was away the browser itself reports the sockets and the parts of the client that it could not load.
  expectNoFaults([watcher, alice], /WebSocket connection|Unable to preload CSS|dynamically imported module/);
});
