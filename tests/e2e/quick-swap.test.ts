/** The quick swap and the stable coins: from the menu to coins that have changed hands, and their history. */
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import {
  desktop,
  expectNoFaults,
  keepCookieNotice,
  launchBrowser,
  openBrowser,
  type Person,
  phone,
  signIn,
} from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { expectAccessible, expectPhoneLayout, openPage } from '../support/page-checks.ts';

let exchange: RunningExchange;
let browser: Browser;
let visitor: Person;
let alice: Person;
let aliceApi: ApiSession;
let bobApi: ApiSession;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [visitor, alice, aliceApi, bobApi] = await Promise.all([
    openBrowser(browser),
    openBrowser(browser),
    ApiSession.signIn(exchange.url, 'alice@demo.local'),
    ApiSession.signIn(exchange.url, 'bob@demo.local'),
  ]);
  await bobApi.limit('LTC_USDT', 'sell', '96.4', '5');
  await bobApi.limit('LTC_USDT', 'buy', '95.2', '5');
  await bobApi.limit('PLC_INR', 'sell', '37', '500');
  await signIn(alice, exchange.url, 'alice@demo.local');
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

const give = (page: Page) => page.getByLabel('You give');
const receive = (page: Page) => page.getByLabel('You receive, about');
/** The last swap as the exchange has it. */
const lastSwap = async (): Promise<SpotOrder> => {
  const { body } = await aliceApi.get<{ result: SpotOrder[] }>('/v2/order/finished?source=exchange&limit=1');
  if (!body.result[0]) throw new Error('nothing was swapped');
  return body.result[0];
};
const shownAmount = (text: string) => Number(text.replace(/[^\d.]/g, ''));

async function swap(page: Page, button: RegExp): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You receive at least').waitFor();
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('visitors come from the menu, see what a swap would bring, and are led to the sign-in and back', async () => {
  const { page } = visitor;
  await openPage(page, exchange.url);
  await page.getByRole('banner').getByRole('button', { name: 'Buy crypto' }).click();
  await page
    .getByRole('link', { name: /^Quick swap/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Quick swap' }).waitFor();
  expect(await page.title()).toContain('Quick swap');
  await page.goto(`${exchange.url}/exchange?from=USDT&to=LTC`);
  await give(page).fill('100');
  await expect.poll(() => receive(page).inputValue()).toBe('1.0349');
  await page.getByText('You need to be logged in to exchange').waitFor();
  const way = await page.getByRole('link', { name: 'Sign in to swap' }).getAttribute('href');
  expect(way).toBe(`/signIn?redirect=${encodeURIComponent('/exchange?from=USDT&to=LTC')}`);
  await expectAccessible(page, '/exchange');
});

test('a swap and its way back: the engine pays at least what was shown, with TDS of the sale, and history lists both', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/exchange?from=USDT&to=LTC`);
  await give(page).fill('100');
  await expect.poll(() => receive(page).inputValue()).toBe('1.0349');
  await swap(page, /^Swap 100 USDT/);
  await page.getByText(/You gave 99\.\d+ USDT and received 1\.\d+ LTC/).waitFor();
  const bought = await lastSwap();
  expect(bought).toMatchObject({ side: 2, amount: '100', amount_type: 'money', limit_price: '96.88', tds: '0' });
  expect(Number(bought.deal_stock)).toBeGreaterThanOrEqual(1.0349);

  await page.getByRole('button', { name: 'Swap in the other direction' }).click();
  await give(page).fill('0.5');
  await expect.poll(() => receive(page).inputValue()).not.toBe('');
  const promised = shownAmount(await receive(page).inputValue());
  await page.getByText('TDS 1 %').waitFor();
  await swap(page, /^Swap 0\.5 LTC/);
  await page.getByText(/You gave 0\.5 LTC and received 4\d\.\d+ USDT/).waitFor();
  const sold = await lastSwap();
  expect(sold).toMatchObject({ side: 1, source: 'exchange', deal_stock: '0.5', deal_money: '47.6' });
  expect(Number(sold.tds)).toBeCloseTo((47.6 - Number(sold.deal_fee) - Number(sold.gst)) * 0.01, 7);
  const paid = 47.6 - Number(sold.deal_fee) - Number(sold.gst) - Number(sold.tds);
  expect(paid).toBeGreaterThanOrEqual(promised);

  const table = page.getByRole('table', { name: 'Your swaps' });
  await expect.poll(() => table.getByRole('row').count()).toBe(3);
  await table.getByText('0.5 LTC').waitFor();
  await expectAccessible(page, '/exchange, signed in');
});

test('the book moves beyond the limit while the question is open: nothing is swapped, and the page says why', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/exchange?from=USDT&to=LTC`);
  await give(page).fill('50');
  await expect.poll(() => receive(page).inputValue()).not.toBe('');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Swap 50 USDT/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await bobApi.cancelAll();
  await bobApi.limit('LTC_USDT', 'sell', '99', '5');
  await dialog.getByRole('button', { name: /^Swap 50 USDT/ }).click();
  await page.getByText(/Some error occured\. There is nothing to take within the price band/).waitFor();
  expect(await lastSwap()).toMatchObject({ side: 1 });
  await bobApi.limit('PLC_INR', 'sell', '37', '500');
});

test('by keyboard and on a phone: a stable coin is bought in its market in rupees', async () => {
  const handheld = await openBrowser(browser, phone);
  await signIn(handheld, exchange.url, 'alice@demo.local');
  const { page } = handheld;
  for (const path of ['/exchange?from=USDT&to=LTC', '/stable']) {
    await openPage(page, exchange.url + path);
    await page.getByRole('button', { name: /^MAX/ }).waitFor();
    await expectPhoneLayout(page, path);
  }
  await expectAccessible(page, '/stable');
  await page.getByLabel('You get, about').fill('10');
  await expect.poll(() => page.getByLabel('You pay').inputValue()).toMatch(/^370\.8/);
  await page.getByRole('button', { name: 'Buy 10 PLC' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You pay at most').waitFor();
  await dialog.getByRole('button', { name: 'Buy 10 PLC' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(/You gave 370\.8\d* INR and received 10 PLC/).waitFor();
  expect(await lastSwap()).toMatchObject({ market: 'PLC_INR', side: 2, deal_stock: '10', status: 'filled' });
  expectNoFaults([visitor, alice, handheld]);
});

test.each(['/exchange', '/stable', '/trade_classic/LTC_USDT'])(
  'the cookie notice lies beside the form of %s, not over its button',
  async (path) => {
    const { page, context } = await openBrowser(browser, desktop);
    await keepCookieNotice(page);
    await page.goto(exchange.url + path);
    const notice = page.getByRole('region', { name: 'Cookie notice' });
    await notice.waitFor();
    const buttons = page.getByRole('main').getByText(/^Sign in to (swap|trade)$/);
    await buttons.first().waitFor();
    for (const size of [desktop, { width: 1024, height: 900 }]) {
      await page.setViewportSize(size);
      const over = await notice.boundingBox();
      for (const button of await buttons.all()) {
        const box = await button.boundingBox();
        if (!over || !box) throw new Error('the notice or the button is not shown');
        const isApart =
          over.x >= box.x + box.width ||
          box.x >= over.x + over.width ||
          over.y >= box.y + box.height ||
          box.y >= over.y + over.height;
        expect(isApart, `${path} at ${size.width}`).toBe(true);
      }
    }
    await context.close();
  },
);
