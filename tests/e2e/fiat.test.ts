/** Rupees by a payment provider: a person begins a deposit, pays or declines at the provider, and comes back. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCookieNotice, launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';

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

async function begin(amount: string): Promise<void> {
  const { page } = alice;
  await page.goto(`${exchange.url}/wallet/deposit/INR`);
  await page.getByLabel('How you pay').selectOption('PAYSOFT');
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByText('You receive').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: 'Go to the payment page' }).click();
  await page.getByRole('heading', { name: 'Sandbox payment provider' }).waitFor();
}

test('an approved payment is in the wallet', async () => {
  const { page } = alice;
  await signIn(alice, exchange.url, 'alice@demo.local');
  await closeCookieNotice(alice);
  await begin('2000');
  await page.getByText('2000 INR').waitFor();
  await page.getByRole('button', { name: 'Approve the payment' }).click();
  await page.getByRole('heading', { name: 'Request Successful' }).waitFor();
  await page.goto(`${exchange.url}/wallet/deposit/INR?method=PAYSOFT`);
  await page.getByText('Successful', { exact: true }).waitFor();
  await page.getByRole('link', { name: /^Deposit \d+$/ }).click();
  await page.getByText('Paid at the provider').waitFor();
  await page.getByText('The money is in your wallet.').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('a declined one brings nothing, and its page says so to everybody', async () => {
  const { page } = alice;
  await begin('3000');
  const hash = await page.locator('dd').nth(2).textContent();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('heading', { name: 'Request Unsuccessful' }).waitFor();
  await page.goto(`${exchange.url}/merchant/${hash}`);
  await page.getByText('Unsuccessful', { exact: true }).waitFor();
  await page.getByText('pelican@sandbox.example').waitFor();
  expect(await page.getByRole('contentinfo').count()).toBe(0);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await exchange.ops('audit')).toContain('OK');
  expect(alice.faults).toEqual([]);
});
