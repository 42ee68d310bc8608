/** The order form against the real exchange: what it refuses, what it computes, and that the server agrees. */
import type { Browser, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { focusName } from '../support/in-page.ts';
import { OrderForm, type Side } from '../support/order-form.ts';

const pair = 'LTC_USDT';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;
let aliceApi: ApiSession;
let bobApi: ApiSession;
let form: OrderForm;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [aliceApi, bobApi] = await Promise.all([
    ApiSession.signIn(exchange.url, 'alice@demo.local'),
    ApiSession.signIn(exchange.url, 'bob@demo.local'),
  ]);
  alice = await openBrowser(browser);
  await signIn(alice, exchange.url, 'alice@demo.local');
  await alice.page.goto(`${exchange.url}/trade/${pair}`);
  form = new OrderForm(alice.page);
  await form.root.getByText('250,000 USDT').waitFor();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

afterEach(async () => {
  await Promise.all([aliceApi.cancelAll(), bobApi.cancelAll()]);
});

/** Waits until the page shows as many of Alice's open orders. */
async function openOrdersShown(count: number): Promise<void> {
  await alice.page.getByRole('tab', { name: `Open orders (${count})` }).waitFor();
}

async function refused(text: string | RegExp): Promise<void> {
  await form.submit();
  await form.root.getByText(text).first().waitFor();
  expect(await form.dialog.count()).toBe(0);
}

test.each<Side>(['Buy', 'Sell'])('%s: nothing leaves the form before it is right', async (side) => {
  await form.choose('Limit', side);
  await form.fill({ Price: '', Amount: '' });
  await refused('Enter a price');
  await form.root.getByText('Enter an amount').waitFor();
  expect(await focusName(alice.page)).toBe('Price');
  expect(await form.field('Price').getAttribute('aria-invalid')).toBe('true');
  await form.fill({ Price: '96.5', Amount: '0.0005' });
  await refused('The amount is below the minimum of 0.001 LTC');
  await form.fill({ Amount: '8000.0001' });
  await refused('The amount is above the maximum of 8,000 LTC');
  await form.fill({ Price: '1', Amount: '0.05' });
  await refused('The value is below the minimum of 0.1 USDT');
  await form.fill({ Price: '96.5', Amount: '7000' });
  await refused('Insufficient balance');
  const tooLittle = alice.page.getByRole('dialog', { name: `Not enough ${side === 'Buy' ? 'USDT' : 'LTC'}` });
  await tooLittle.getByRole('button', { name: 'Close' }).click();
  await tooLittle.waitFor({ state: 'hidden' });
  await form.choose('Market', side);
  await refused('Enter an amount');
  expect(await aliceApi.openOrders()).toEqual([]);
});

test('what was typed and would be refused is said before the button is pressed', async () => {
  await form.choose('Limit', 'Buy');
  await form.fill({ Price: '96.5', Amount: '0.0005' });
  await form.root.getByText('The amount is below the minimum of 0.001 LTC').waitFor();
  await form.fill({ Amount: '' });
  await form.root.getByText('The amount is below the minimum').waitFor({ state: 'hidden' });
  expect(await form.root.getByText('Enter an amount').count()).toBe(0);
});

test('a post-only order that would match is warned of, and the question shows fee and GST as the receipt', async () => {
  await bobApi.limit(pair, 'sell', '97', '1');
  await form.choose('Limit', 'Buy');
  await form.root.getByLabel('Post only').check();
  await form.fill({ Price: '97', Amount: '2' });
  const warning = 'This post-only order would fill immediately. Change the price.';
  await form.root.getByText(warning).waitFor();
  await form.submit();
  await form.dialog.getByText(warning).waitFor();
  const lines = await form.dialog.locator('dt, dd').allTextContents();
  expect(lines).toEqual(await form.root.locator('dl').locator('dt, dd').allTextContents());
  // 2 x 97, 0.2 % of it, 18 % of that
  expect(lines.join(' ')).toMatch(/194 USDT.*0\.388 USDT.*0\.06984 USDT.*194\.45784 USDT/);
  await form.decline();
  await form.fill({ Price: '96.99' });
  await form.root.getByText(warning).waitFor({ state: 'hidden' });
  await form.root.getByLabel('Post only').uncheck();
});

test('a comma is a point, letters fall away, and amount and total follow each other', async () => {
  await form.choose('Limit', 'Buy');
  await form.fill({ Price: '96,5', Amount: '<b>2x' });
  expect(await form.field('Price').inputValue()).toBe('96.5');
  expect(await form.field('Amount').inputValue()).toBe('2');
  // 193 + 0.2 % + 18 % of that
  expect(await form.field('Total').inputValue()).toBe('193.45548');
  await form.fill({ Total: '100' });
  expect(await form.field('Amount').inputValue()).toBe('1.0338');
  await form.choose('Limit', 'Sell');
  await form.fill({ Price: '96.5', Amount: '2.00009' });
  expect(await form.field('Amount').inputValue()).toBe('2.0000');
  expect(await form.field('Total').inputValue()).toBe('192.54452');
  await form.fill({ Total: '193' });
  expect(await form.field('Amount').inputValue()).toBe('2.0047');
});

test.each<[Side, string, string]>([
  ['Buy', '96.37', 'USDT'],
  ['Sell', '96.38', 'LTC'],
])('%s limit: 100 %% is all that the server accepts, and not a step less', async (side, price, ticker) => {
  await form.choose('Limit', side);
  await form.fill({ Price: price });
  await form.percent(100).click();
  await form.submit();
  await form.confirm(side);
  await openOrdersShown(1);
  const [order] = await aliceApi.openOrders();
  expect(order).toMatchObject({ price, side: side === 'Buy' ? 2 : 1 });
  const left = Number((await aliceApi.balance(ticker)).trade_available);
  // One step of the amount at this price, charges included, would be more than what is left.
  expect(left).toBeLessThan(side === 'Buy' ? 0.0001 * Number(price) * 1.00237 : 0.0001);
});

test('market: 100 % of the money buys, 100 % of the stock sells', async () => {
  const { page } = alice;
  await bobApi.limit(pair, 'sell', '98', '2500');
  await form.choose('Market', 'Buy');
  await form.root.getByText('Average price about').waitFor({ state: 'hidden' });
  await form.percent(100).click();
  expect(Number(await form.field('Amount').inputValue())).toBe(250_000);
  await form.root.getByText('Average price about 98 USDT').waitFor();
  await form.submit();
  await form.confirm('Buy');
  await page.getByText('Bought 2,500 LTC for 245,000 USDT').first().waitFor();
  expect(await aliceApi.balance('USDT')).toMatchObject({ trade_available: '4421.8', trade_freeze: '0' });

  await bobApi.limit(pair, 'buy', '97', '5000');
  await form.choose('Market', 'Sell');
  await form.root.getByText('5,000 LTC').waitFor();
  await form.percent(100).click();
  await form.submit();
  await form.confirm('Sell');
  await page.getByText('Sold 5,000 LTC for 485,000 USDT').first().waitFor();
  expect(await aliceApi.balance('LTC')).toMatchObject({ trade_available: '0', trade_freeze: '0' });
});

test('market buy by stock: 100 % of the money, counted in coins', async () => {
  await bobApi.limit(pair, 'sell', '98', '10');
  await form.choose('Market', 'Buy');
  await form.root.getByLabel('Amount in').selectOption('stock');
  await form.root.getByText('Fills at the best available prices').waitFor();
  await form.percent(100).click();
  await form.root.getByText('The visible book holds less than this.').waitFor();
  await form.submit();
  await form.confirm('Buy');
  await alice.page
    .getByText(/Bought 10 LTC for 980 USDT/)
    .first()
    .waitFor();
  await form.root.getByLabel('Amount in').selectOption('money');
});

test('market buy by stock over several levels: 100 % is accepted, and leaves less than a step costs', async () => {
  for (const price of ['98', '99', '100']) await bobApi.limit(pair, 'sell', price, '1000');
  // Half of the money is in an order, so that the levels hold more than the rest can pay.
  await aliceApi.limit(pair, 'buy', '97', '2500');
  await openOrdersShown(1);
  await form.choose('Market', 'Buy');
  await form.root.getByLabel('Amount in').selectOption('stock');
  await form.root.getByText('Fills at the best available prices').waitFor();
  await expect.poll(() => alice.page.getByRole('button', { name: /^Sell 100/ }).count()).toBe(1);
  await form.percent(100).click();
  await form.submit();
  await form.confirm('Buy');
  await expect
    .poll(async () => Number((await aliceApi.balance('USDT')).trade_available))
    .toBeLessThan(0.0001 * 100 * 1.00237 + 0.00001);
  await form.root.getByLabel('Amount in').selectOption('money');
  // Money and coins for the tests that follow.
  await bobApi.limit(pair, 'buy', '98', '1000');
  await aliceApi.limit(pair, 'sell', '98', '1000');
});

test('the guard warns at 5 % from the middle and wants the price typed at 20 %', async () => {
  await bobApi.limit(pair, 'buy', '96', '1');
  await bobApi.limit(pair, 'sell', '98', '1');
  await form.choose('Limit', 'Sell');
  await form.fill({ Price: '102', Amount: '1' });
  const warning = 'The price is 5.2 % above the middle of the book (97 USDT).';
  await form.root.getByText(warning).waitFor();
  await form.submit();
  await form.dialog.getByText(warning).waitFor();
  await form.decline();
  await form.fill({ Price: '120' });
  await form.submit();
  const sell = form.dialog.getByRole('button', { name: 'Sell' });
  expect(await sell.isDisabled()).toBe(true);
  await form.dialog.getByLabel('Type 120 to go on').fill('12');
  expect(await sell.isDisabled()).toBe(true);
  await form.dialog.getByLabel('Type 120 to go on').fill('120');
  await sell.click();
  await openOrdersShown(1);
  expect(await aliceApi.openOrders()).toMatchObject([{ price: '120', amount: '1' }]);
});

test('without the question orders go at once, but the guard still asks', async () => {
  await bobApi.limit(pair, 'buy', '96', '1');
  await bobApi.limit(pair, 'sell', '98', '1');
  const { page } = alice;
  await page.getByRole('button', { name: 'Order settings' }).click();
  await page.getByLabel('Ask before each order').uncheck();
  await page.keyboard.press('Escape');
  await form.choose('Limit', 'Buy');
  await form.fill({ Price: '97', Amount: '0.5' });
  await form.submit();
  await openOrdersShown(1);
  await form.fill({ Price: '60', Amount: '1' });
  await form.submit();
  await form.dialog.getByLabel('Type 60 to go on').waitFor();
  await form.decline();
  await page.getByRole('button', { name: 'Order settings' }).click();
  await page.getByLabel('Ask before each order').check();
  await page.keyboard.press('Escape');
  expect(await aliceApi.openOrders()).toHaveLength(1);
});

test('post-only that would take, IOC and FOK end as the book says', async () => {
  await bobApi.limit(pair, 'sell', '98', '1');
  await form.choose('Limit', 'Buy');
  await form.fill({ Price: '98', Amount: '3' });
  await form.root.getByLabel('Post only').check();
  const warning = 'This post-only order would fill immediately. Change the price.';
  await form.root.getByText(warning).waitFor();
  const isPlacing = (response: Response) =>
    response.request().method() === 'POST' && new URL(response.url()).pathname === '/v2/order';
  const answered = alice.page.waitForResponse(isPlacing);
  await form.submit();
  await form.confirm('Buy');
  expect((await answered).status()).toBe(422);
  await form.root.getByRole('alert').getByText(`Not placed. ${warning}`).waitFor();
  expect(await focusName(alice.page)).toBe('Price');
  await form.root.getByLabel('Valid').selectOption('fok');
  expect(await form.root.getByLabel('Post only').isChecked()).toBe(false);
  await form.submit();
  await form.confirm('Buy');
  await form.root.getByRole('alert').getByText('The order cannot be filled completely').waitFor();
  await form.root.getByLabel('Valid').selectOption('ioc');
  await form.submit();
  await form.confirm('Buy');
  await alice.page.getByText('Bought 1 LTC for 98 USDT; the rest was cancelled').first().waitFor();
  await form.root.getByLabel('Valid').selectOption('gtc');
  expect(await aliceApi.openOrders()).toEqual([]);
});

test('fees in PLC change the receipt and the fill', async () => {
  // PLC needs a price before it can pay anything.
  await bobApi.limit('PLC_USDT', 'sell', '0.42', '100');
  await aliceApi.limit('PLC_USDT', 'buy', '0.42', '100');
  await bobApi.limit(pair, 'sell', '98', '1');
  await form.choose('Limit', 'Buy');
  await form.root.getByLabel('Pay fees in PLC').click();
  await form.fill({ Price: '98', Amount: '1' });
  await form.root.getByText(/≈ [\d.]+ PLC/).waitFor();
  await form.root.getByText('You pay').locator('..').getByText('98 USDT').waitFor();
  await form.submit();
  await form.confirm('Buy');
  await expect.poll(async () => (await aliceApi.trades())[0]).toMatchObject({ fee_asset: 'PLC', net: '98' });
  await alice.page.getByRole('tab', { name: 'My trades' }).click();
  await alice.page.getByRole('cell', { name: / PLC$/ }).first().waitFor();
  await alice.page.getByRole('tab', { name: /Open orders/ }).click();
  await form.root.getByLabel('Pay fees in PLC').click();
  await form.root.getByText(/^GST, 18 %/).waitFor();
});

test('cancel all asks first, and then cancels all', async () => {
  const { page } = alice;
  for (const price of ['80', '81', '82']) await aliceApi.limit(pair, 'buy', price, '1');
  await openOrdersShown(3);
  await page.getByRole('button', { name: 'Cancel all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel open orders' });
  await dialog.getByRole('button', { name: 'Keep them' }).click();
  expect(await aliceApi.openOrders()).toHaveLength(3);
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await dialog.getByRole('button', { name: 'Cancel 3 orders' }).click();
  await openOrdersShown(0);
  await expect.poll(() => aliceApi.openOrders()).toEqual([]);
});

test('a click on the book fills the form', async () => {
  const { page } = alice;
  await bobApi.limit(pair, 'sell', '98.7', '1.5');
  await page.getByRole('button', { name: /^Sell 98\.70/ }).click();
  await expect.poll(() => form.field('Price').inputValue()).toBe('98.7');
});

test('an order is placed and cancelled with the keyboard alone', async () => {
  const { page } = alice;
  await page.reload();
  await form.root.getByText(/USDT/).first().waitFor();
  const tabTo = async (label: RegExp) => {
    for (let presses = 0; presses < 150; presses++) {
      if (label.test(await focusName(page))) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no way to ${label} by Tab`);
  };
  await page.keyboard.press('Tab');
  expect(await focusName(page)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await tabTo(/^Price$/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('90.5');
  await tabTo(/^Amount$/);
  await page.keyboard.type('1.25');
  await page.keyboard.press('Enter');
  await form.dialog.waitFor();
  await expect.poll(() => focusName(page)).toBe('Buy 1.25 LTC');
  await page.keyboard.press('Enter');
  await openOrdersShown(1);
  expect(await aliceApi.openOrders()).toMatchObject([{ price: '90.5', amount: '1.25' }]);
  await tabTo(/^Cancel order \d+ in LTC/);
  await page.keyboard.press('Enter');
  await openOrdersShown(0);
});

test('the books balance, and the page has not complained', async () => {
  expect(await exchange.ops('audit')).toContain('OK');
  expectNoFaults([alice]);
});
