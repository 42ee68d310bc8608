/** A transfer code in two browsers: one person creates it with a second factor, another one activates it on a phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialogOf, totp, turnOnTotp } from '../support/account-pages.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;
let bob: Person;
let code: string;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [alice, bob] = await Promise.all([openBrowser(browser), openBrowser(browser, phone)]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

test('a visitor of the page is led to the sign-in and back', async () => {
  const { page } = bob;
  await page.goto(`${exchange.url}/codes`);
  await page.getByRole('link', { name: 'Sign in to use codes' }).click();
  await page.getByLabel('E-mail').fill('bob@demo.local');
  await page.getByLabel('Password', { exact: true }).fill('Demo#12345');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/codes$/);
  await page.getByText('You have no open codes.').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('a person with a second factor creates a code, which is shown once', async () => {
  const { page } = alice;
  await signIn(alice, exchange.url, 'alice@demo.local');
  await page.goto(`${exchange.url}/codes`);
  await page.getByRole('link', { name: 'Open the security settings' }).click();
  const { secret } = await turnOnTotp(page);
  await page.getByRole('button', { name: 'Wallet' }).click();
  await page.getByRole('menuitem', { name: 'Codes' }).click();
  await page.getByLabel('Currency', { exact: true }).selectOption('USDT');
  await page.getByLabel('Amount', { exact: true }).fill('12.5');
  await page.getByRole('button', { name: 'Create code' }).click();
  await dialogOf(page).getByLabel('Code of 6 digits').fill(totp(secret, 1));
  await dialogOf(page).getByRole('button', { name: 'Create code' }).click();
  await dialogOf(page).getByText('The code is shown only now.').waitFor();
  code = (await dialogOf(page).locator('code').textContent()) ?? '';
  await dialogOf(page).getByLabel('I have stored the code').check();
  await dialogOf(page).getByRole('button', { name: 'Done' }).click();
  await page.getByText(`••••-${code.slice(-4)}`).waitFor();
  expect(await page.getByText(code).count()).toBe(0);
});

test('another person activates it, once, and its maker is told', async () => {
  const { page } = bob;
  await page.getByLabel('Code', { exact: true }).fill(code);
  // The wait begins before the click: a notice leaves the screen after some seconds.
  await Promise.all([
    page.getByRole('status').filter({ hasText: '12.5 USDT are in your main wallet' }).first().waitFor(),
    alice.page.getByText('Your transfer code was used').first().waitFor(),
    page.getByRole('button', { name: 'Activate code' }).click(),
  ]);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Activate code' }).click();
  await page.getByRole('alert').filter({ hasText: 'Code not found or already used' }).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Activated by you').waitFor();

  // Her list has heard of it by itself.
  await alice.page.getByText('You have no open codes.').waitFor();
  await alice.page.getByRole('tab', { name: 'History' }).click();
  await alice.page.getByText('Activated by another user', { exact: true }).waitFor();
  expect(await exchange.ops('audit')).toContain('OK');
  expectNoFaults([alice, bob]);
});
