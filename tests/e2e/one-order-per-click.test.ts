/** However slow or broken the answer to an order is, and whatever is opened and closed meanwhile, a click places one. */
import type { Browser, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import { launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { OrderForm } from '../support/order-form.ts';

const pair = 'LTC_USDT';
const orderCall = '**/v2/order';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;
let api: ApiSession;
let form: OrderForm;

async function open(viewport?: { width: number; height: number }): Promise<Person> {
  const person = await openBrowser(browser, viewport);
  await signIn(person, exchange.url, 'alice@demo.local');
  await person.page.goto(`${exchange.url}/trade/${pair}`);
  return person;
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  api = await ApiSession.signIn(exchange.url, 'alice@demo.local');
  alice = await open();
  form = new OrderForm(alice.page);
  await form.root.getByText('250,000 USDT').waitFor();
  await alice.page.getByRole('button', { name: 'Order settings' }).click();
  await alice.page.getByLabel('Ask before each order').uncheck();
  await alice.page.keyboard.press('Escape');
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

afterEach(async () => {
  await alice.page.unroute(orderCall);
  await api.cancelAll();
});

/** Holds the answers of the next orders back until they are let go. */
async function holdAnswers({ page }: Person) {
  let letGo: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const sent: string[] = [];
  await page.route(orderCall, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push((route.request().postDataJSON() as { client_id: string }).client_id);
    const response = await route.fetch();
    await gate;
    await route.fulfill({ response });
  });
  return { sent, letGo };
}

test('Buy, Sell, Buy and Limit, Market, Limit while the answer is under way: the button stays shut', async () => {
  const { sent, letGo } = await holdAnswers(alice);
  await form.choose('Limit', 'Buy');
  await form.fill({ Price: '80', Amount: '1' });
  await form.submit();
  const placing = form.root.getByRole('button', { name: 'Placing…' });
  await placing.waitFor();
  await form.choose('Limit', 'Sell');
  await form.choose('Limit', 'Buy');
  expect(await placing.isDisabled()).toBe(true);
  await form.choose('Market', 'Buy');
  await form.choose('Limit', 'Buy');
  expect(await placing.isDisabled()).toBe(true);
  await form.field('Amount').press('Enter');
  letGo();
  await placing.waitFor({ state: 'hidden' });
  await expect.poll(() => form.field('Amount').inputValue()).toBe('');
  expect(sent).toHaveLength(1);
  expect(await api.openOrders()).toHaveLength(1);
});

test.each([
  ['a 502 of a proxy', (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' })],
  ['a lost connection', (route: Route) => route.abort('connectionreset')],
])('the exchange accepts and the answer is %s: the same order again is the same order', async (_, answer) => {
  const { page } = alice;
  let losses = 1;
  await page.route(orderCall, async (route) => {
    if (route.request().method() !== 'POST' || losses-- <= 0) return route.fallback();
    await route.fetch();
    await answer(route);
  });
  await form.choose('Limit', 'Buy');
  await form.fill({ Price: '81', Amount: '2' });
  await form.submit();
  await form.root.getByRole('alert').getByText('The order may have been placed').waitFor();
  await form.choose('Limit', 'Sell');
  await form.choose('Limit', 'Buy');
  await form.submit();
  await expect.poll(() => form.field('Amount').inputValue()).toBe('');
  expect(await api.openOrders()).toMatchObject([{ price: '81', amount: '2' }]);
});

test('on a phone the sheet is closed and opened while the answer is under way', async () => {
  const person = await open(phone);
  const { page } = person;
  const sheet = new OrderForm(page, page.getByRole('dialog', { name: 'Order form' }));
  const { sent, letGo } = await holdAnswers(person);
  const openSheet = () => page.locator('[data-side=buy]').filter({ hasText: /^Buy/ }).last().click();
  await openSheet();
  await sheet.choose('Limit', 'Buy');
  await sheet.fill({ Price: '82', Amount: '1' });
  await sheet.submit();
  await sheet.dialog.getByRole('button', { name: /^Buy/ }).click();
  const placing = sheet.root.getByRole('button', { name: 'Placing…' });
  await placing.waitFor();
  await page.getByRole('button', { name: 'Close the order form' }).click();
  await sheet.root.waitFor({ state: 'hidden' });
  await openSheet();
  expect(await placing.isDisabled()).toBe(true);
  letGo();
  await sheet.root.waitFor({ state: 'hidden' });
  expect(sent).toHaveLength(1);
  expect(await api.openOrders()).toHaveLength(1);
});
