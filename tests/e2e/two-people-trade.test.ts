/**
 * The main job, as two people do it: a newcomer signs up, is approved and credited by an operator, moves money to the
 * trade wallet and trades LTC with Bob, each in a browser of their own.
 */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, placeLimit, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';

const newcomer = { email: 'dana@example.com', password: 'Pelican-7-skies' };

let exchange: RunningExchange;
let browser: Browser;
let dana: Person;
let bob: Person;
let danaApi: ApiSession;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  dana = await openBrowser(browser);
  bob = await openBrowser(browser);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

test('a stranger signs up and is signed in', async () => {
  const { page } = dana;
  await page.goto(`${exchange.url}/signup`);
  await page.getByLabel('E-mail').fill(newcomer.email);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('Min length is 8').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password);
  await page.getByLabel('Password again').fill(newcomer.password);
  await page.getByLabel('Country of residence').selectOption('IN');
  await page.getByLabel('Phone number').last().fill('98765 43210');
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('button', { name: 'Do this later' }).click();
  await page.waitForURL((address) => address.pathname === '/');
  danaApi = await ApiSession.signIn(exchange.url, newcomer.email, newcomer.password);
  const mailbox = await fetch(`${exchange.url}/dev/mailbox?to=${newcomer.email}`);
  expect(await mailbox.text()).toContain('/verify?token=');
});

test('trading waits for the identity check', async () => {
  await dana.page.goto(`${exchange.url}/trade/LTC_USDT`);
  await dana.page.getByText('You can trade once your identity is verified.').waitFor();
  await dana.page.getByRole('link', { name: 'Verify your identity' }).first().waitFor();
  await dana.page.getByRole('link', { name: 'How to get USDT' }).click();
  // The question for a telephone comes once.
  await dana.page.getByRole('button', { name: 'Not now' }).click();
  await dana.page.getByRole('heading', { name: 'Your account has no funds yet' }).waitFor();
});

test('an operator approves and credits, and the money moves to the trade wallet', async () => {
  await exchange.ops('approve-kyc', newcomer.email, '--country', 'IN');
  await exchange.ops('credit', newcomer.email, 'USDT', '1000', '--reference', 'newcomer');
  const { page } = dana;
  await page.goto(`${exchange.url}/user/wallet-list`);
  await page.getByRole('link', { name: 'Transfer USDT' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('600.5');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('600.5 USDT moved from the main wallet to the trade wallet.').first().waitFor();
  expect(await danaApi.balance('USDT')).toMatchObject({
    main_balance: '399.5',
    trade_available: '600.5',
  });
});

test('her order is matched by Bob, and both see it', async () => {
  await signIn(bob, exchange.url, 'bob@demo.local');
  await bob.page.goto(`${exchange.url}/trade/LTC_USDT`);
  await dana.page.goto(`${exchange.url}/trade/LTC_USDT`);
  await placeLimit(dana, { side: 'Buy', price: '96.37', amount: '1.2345' });
  // Bob sees her order in the book, and sells into it.
  await bob.page.getByRole('button', { name: /^Buy 96\.37\s+1\.2345/ }).waitFor();
  await placeLimit(bob, { side: 'Sell', price: '96.37', amount: '1' });
  for (const { page } of [dana, bob]) {
    await page.getByRole('tab', { name: 'My trades' }).click();
    await page.getByRole('cell', { name: '96.37' }).first().waitFor();
  }
  // 96.37 + 0.2% fee + 18% GST of it; the rest of the order keeps its freeze.
  expect(await danaApi.balance('LTC')).toMatchObject({ trade_available: '1' });
  expect(await danaApi.balance('USDT')).toMatchObject({
    trade_available: '481.25046871',
    trade_freeze: '22.65209809',
  });
  const bobApi = await ApiSession.signIn(exchange.url, 'bob@demo.local');
  expect(await bobApi.balance('USDT')).toMatchObject({ trade_available: '250096.1425668' });
});

test('the rest is cancelled and stays cancelled after a reload', async () => {
  const { page } = dana;
  await page.getByRole('tab', { name: /Open orders/ }).click();
  await page.getByRole('button', { name: /Cancel order \d+ in LTC/ }).click();
  await page.getByText('No open orders. Place one from the form.').waitFor();
  await page.reload();
  await page.getByText('No open orders. Place one from the form.').waitFor();
  expect(await danaApi.balance('USDT')).toMatchObject({
    trade_available: '503.9025668',
    trade_freeze: '0',
  });
});

test('a fill is announced where there is no trading screen', async () => {
  const { page } = dana;
  const subscribed = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('order.subscribe')) resolve();
      });
    });
  });
  await page.goto(`${exchange.url}/user/wallet-list`);
  await subscribed;
  await danaApi.limit('LTC_USDT', 'buy', '96.37', '0.5');
  const bobApi = await ApiSession.signIn(exchange.url, 'bob@demo.local');
  await bobApi.limit('LTC_USDT', 'sell', '96.37', '0.5');
  const toasts = page.getByRole('region', { name: 'Notices' });
  await toasts.getByText(/^Bought 0\.5 LTC for 48\.185 USDT\./).waitFor();
  expect(await toasts.getByRole('listitem').count()).toBe(1);
});

test('the books balance, and no page has complained', async () => {
  expect(await exchange.ops('audit')).toContain('OK');
  expectNoFaults([dana, bob]);
});
