/** Switches of payments in a browser: an operator closes deposits with words for users, who read them, and another one opens them again. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoFaults, launchBrowser, openBrowser, type Person, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { expectAccessible } from '../support/page-checks.ts';

let exchange: RunningExchange;
let browser: Browser;
let admin: Person;
let alice: Person;
const words = 'The node is being upgraded';

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    startExchange({ DEMO_MAKER: '0', TWO_PERSONS: '1', OPERATOR: 'ravi' }),
    launchBrowser(),
  ]);
  // He approves at the command line.
  await exchange.ops('create-admin', 'ravi@example.com', '--reason', 'e2e');
  [admin, alice] = await Promise.all([openBrowser(browser), openBrowser(browser)]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

test('an operator closes the deposits of a currency at once, with words for users', async () => {
  await signIn(admin, exchange.url, 'admin@demo.local');
  const { page } = admin;
  await page.goto(`${exchange.url}/ops/payments?search=USDT`);
  await page.getByRole('link', { name: /^USDT · / }).click();
  await page.getByRole('button', { name: 'Close Deposits of USDT', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What users read').fill(words);
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('upgrade of the node');
  await dialog.getByRole('button', { name: 'Close now' }).click();
  await page.getByText(`Off: ${words}`).waitFor();
  await expectAccessible(page, '/ops/payments');
});

test('a user reads on the form and on the status page that they are closed, and why', async () => {
  await signIn(alice, exchange.url, 'alice@demo.local');
  const { page } = alice;
  await page.goto(`${exchange.url}/wallet/deposit/USDT`);
  await page.getByText('Deposit for USDT is disabled').waitFor();
  await page.getByText(words).waitFor();
  await page.getByRole('link', { name: 'Status of deposits and withdrawals' }).click();
  await page.waitForURL(/\/assets-status\?ticker=USDT$/);
  const row = page.getByRole('row', { name: /USDT/ }).first();
  await row.getByText('Suspended').waitFor();
  await row.getByText(words).waitFor();
  await page.getByText('Deposits of USDT').waitFor();
});

test('another operator opens them again, and the address is there', async () => {
  const { page } = admin;
  await page.getByRole('button', { name: 'Open Deposits of USDT', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('the upgrade is done');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.getByRole('status').waitFor();
  const [, id = '', hash = ''] = /approve (\d+) ([0-9a-f]+)/.exec(await exchange.ops('requests')) ?? [];
  await exchange.ops('approve', id, hash);
  await alice.page.goto(`${exchange.url}/wallet/deposit/USDT`);
  await alice.page.locator('strong.mono').first().waitFor();
  await expect.poll(() => alice.page.getByText('Deposit for USDT is disabled').count()).toBe(0);
  expectNoFaults([admin, alice]);
});
