/** Spot trading in the classic view, a change of an open order, and the chart of a market alone. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';
import { OrderForm } from '../support/order-form.ts';
import { expectAccessible, openPage } from '../support/page-checks.ts';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;
let aliceApi: ApiSession;
let bobApi: ApiSession;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [alice, aliceApi, bobApi] = await Promise.all([
    openBrowser(browser, { width: 1366, height: 768 }),
    ApiSession.signIn(exchange.url, 'alice@demo.local'),
    ApiSession.signIn(exchange.url, 'bob@demo.local'),
  ]);
  await signIn(alice, exchange.url, 'alice@demo.local');
  await bobApi.limit('LTC_USDT', 'sell', '96.4', '0.75');
  await bobApi.limit('LTC_USDT', 'buy', '95.2', '2');
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

const pathOf = (person: Person) => new URL(person.page.url()).pathname;

test('classic: an address without a pair, or with one that is unknown, leads to the pair of the last visit', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/trade/LTC_USDT`);
  await new OrderForm(page).root.waitFor();
  for (const address of ['/trade_classic', '/trade_classic/NO_PAIR']) {
    await page.goto(exchange.url + address);
    await expect.poll(() => pathOf(alice)).toBe('/trade_classic/LTC_USDT');
  }
});

test('classic: both forms are whole at 1366 x 768, and keep what was typed', async () => {
  const { page } = alice;
  const [buy, sell] = ['Buy LTC', 'Sell LTC'].map((name) => new OrderForm(page, page.getByRole('region', { name })));
  for (const form of [buy, sell]) {
    const button = await form?.submitButton.boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(768);
  }
  await buy?.fill({ Price: '91', Amount: '1' });
  await sell?.fill({ Price: '99', Amount: '2' });
  expect(await buy?.field('Amount').inputValue()).toBe('1');
  expect(await sell?.field('Amount').inputValue()).toBe('2');
  expect(await sidewaysScroll(page)).toBe(0);
  // A level is the price of both sides.
  await page.getByRole('button', { name: /^Sell 96\.40/ }).click();
  await expect.poll(() => buy?.field('Price').inputValue()).toBe('96.4');
  expect(await sell?.field('Price').inputValue()).toBe('96.4');
});

test('classic: the list at the left leads to another pair, and an order of either form is placed', async () => {
  const { page } = alice;
  const markets = page.getByRole('region', { name: 'Markets' });
  await markets.getByRole('searchbox').fill('ETH');
  await markets.getByRole('link', { name: /^ETH\/USDT/ }).click();
  await expect.poll(() => pathOf(alice)).toBe('/trade_classic/ETH_USDT');
  await markets.getByRole('searchbox').fill('LTC');
  await markets.getByRole('link', { name: /^LTC\/USDT/ }).click();
  const sell = new OrderForm(page, page.getByRole('region', { name: 'Sell LTC' }));
  await sell.fill({ Price: '98', Amount: '0.5' });
  await sell.submitButton.click();
  await sell.confirm('Sell');
  await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
  expect(await aliceApi.openOrders()).toMatchObject([{ price: '98', amount: '0.5', side: 1 }]);
  await expectAccessible(page, '/trade_classic');
});

async function changePrice(page: Page, from: string, to: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: from });
  await row.getByRole('button', { name: /^Modify order/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Modify order' });
  await dialog.getByLabel('Price, USDT').fill(to);
  await dialog.getByText(/goes to the end of the queue/).waitFor();
  await dialog.getByRole('button', { name: 'Change order' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('row').filter({ hasText: to }).waitFor();
}

test('an open order is changed by its row, on a phone too, and keeps its id', async () => {
  const placed = await aliceApi.limit('LTC_USDT', 'sell', '98.5', '0.5');
  const { page } = alice;
  await page.goto(`${exchange.url}/trade/LTC_USDT`);
  await changePrice(page, '98.50', '98.25');
  const priceNow = async () => (await aliceApi.openOrders()).find(({ id }) => id === placed.id)?.price;
  expect(await priceNow()).toBe('98.25');
  await page.getByRole('button', { name: `Modify order ${placed.id} in LTC/USDT` }).click();
  const dialog = page.getByRole('dialog', { name: 'Modify order' });
  await dialog.getByLabel('Price, USDT').fill('70');
  await expectAccessible(page, 'the dialog of a change');
  await dialog.getByRole('button', { name: 'Change order' }).click();
  const question = page.getByRole('dialog', { name: 'Change the order?' });
  await question.getByText('27.5 % below the last price').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await dialog.getByLabel('Price, USDT').inputValue()).toBe('70');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await priceNow()).toBe('98.25');
  const handheld = await openBrowser(browser, phone);
  await signIn(handheld, exchange.url, 'alice@demo.local');
  await handheld.page.goto(`${exchange.url}/trade/LTC_USDT`);
  await changePrice(handheld.page, '98.25', '98.75');
  expect(await priceNow()).toBe('98.75');
  expect(await sidewaysScroll(handheld.page)).toBe(0);
  expectNoFaults([handheld]);
  await handheld.context.close();
  await aliceApi.delete(`/v2/order/${placed.id}`);
});

test.each([
  ['dark', 'rgb(11, 14, 19)'],
  ['light', 'rgb(245, 247, 250)'],
])('the chart alone is %s when the address asks for it', async (scheme, background) => {
  const { page } = alice;
  await openPage(page, `${exchange.url}/trading-view/LTC_USDT/${scheme}`);
  await page.getByRole('region', { name: 'Chart' }).waitFor();
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background);
  for (const landmark of ['banner', 'contentinfo'] as const) expect(await page.getByRole(landmark).count()).toBe(0);
});

test('phone: the classic view is the one of a phone, and the chart alone fits', async () => {
  const handheld = await openBrowser(browser, phone);
  const { page, context } = handheld;
  await page.goto(`${exchange.url}/trade_classic/LTC_USDT`);
  await page.getByRole('tablist', { name: 'Views' }).waitFor();
  await page.goto(`${exchange.url}/trading-view`);
  await page.getByRole('region', { name: 'Chart' }).waitFor();
  expect(pathOf(handheld)).toBe('/trading-view/LTC_USDT');
  expect(await sidewaysScroll(page)).toBe(0);
  expectNoFaults([alice, handheld]);
  await context.close();
});
