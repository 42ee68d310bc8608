/** What a transfer leaves behind: its record with the steps of its way, and the movements of the wallet with running balances. Saved addresses. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialogOf } from '../support/account-pages.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';
import { newAddress } from '../support/withdrawals.ts';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  alice = await openBrowser(browser, phone);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

test('a visitor finds what deposits cost', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/fee-schedule`);
  await page.getByRole('searchbox').fill('rupee');
  await page.getByText('100 to 4,99,000').first().waitFor();
  await page.getByText('Litecoin').waitFor({ state: 'detached' });
  expect(await sidewaysScroll(page)).toBe(0);
});

test('a transfer is in the history of its asset, and its movement has the balance after it', async () => {
  const { page } = alice;
  await signIn(alice, exchange.url, 'alice@demo.local');
  await page.goto(`${exchange.url}/user/wallet-list/USDT`);
  await page.getByRole('main').getByRole('link', { name: 'Transfer', exact: true }).click();
  await dialogOf(page).getByLabel('Amount').fill('12.5');
  await dialogOf(page).getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('12.5 USDT moved from the main wallet to the trade wallet.').first().waitFor();
  await page.goto(`${exchange.url}/user/wallet-history?kind=transfer&ticker=USDT`);
  await page.getByText('12.5 USDT', { exact: true }).first().waitFor();
  await page
    .getByRole('link', { name: /^Open Transfer/ })
    .first()
    .click();
  await page.getByRole('heading', { name: /^Transfer \d+$/ }).waitFor();
  await page.getByText('The money is in your wallet.').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);

  await page.goto(`${exchange.url}/user/wallet-history?tab=movements&wallet=trade&ticker=USDT`);
  await page.getByText('250,012.5', { exact: true }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expectNoFaults([alice]);
});

test('an address is saved on a phone, waits, and is the only one to withdraw to once the list is on', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/user/address-management`);
  await page.getByText('You have not saved an address yet.').waitFor();
  await page.getByRole('button', { name: 'Add an address' }).click();
  await dialogOf(page).getByLabel('Name').fill('Cold wallet');
  await dialogOf(page).getByLabel('Currency').selectOption('USDT');
  await dialogOf(page).getByLabel('Address').fill(newAddress());
  await dialogOf(page).getByRole('button', { name: 'Save address' }).click();
  await page.getByText(/^Waits until /).waitFor();
  await page.getByRole('switch').click();
  await page.getByText('Withdrawals go to saved addresses alone from now on').first().waitFor();
  expect(await sidewaysScroll(page)).toBe(0);

  await page.goto(`${exchange.url}/wallet/withdraw/USDT`);
  await page.getByLabel('Saved address').selectOption({ index: 1 });
  await page.getByLabel('Amount').fill('20');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByText('This address was saved too recently to be used').first().waitFor();
  await page.getByLabel('Address', { exact: true }).fill(newAddress());
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByText('This address is not saved').first().waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});
