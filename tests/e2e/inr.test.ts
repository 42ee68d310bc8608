/** Rupees by bank transfer: a person adds a bank account, an operator verifies it, the person tells of a transfer, and the operator credits it; then
 * rupees leave for the account, with an operator. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialogOf } from '../support/account-pages.ts';
import { ApiSession } from '../support/api-session.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';
import { codeSentTo } from '../support/mailbox.ts';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;
let admin: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [alice, admin] = await Promise.all([openBrowser(browser, phone), openBrowser(browser)]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

test('a bank account is added, with its bank shown as the code is typed', async () => {
  const { page } = alice;
  await signIn(alice, exchange.url, 'alice@demo.local');
  await page.goto(`${exchange.url}/wallet/deposit/INR`);
  await page.getByRole('link', { name: 'Your bank accounts' }).click();
  await page.getByRole('button', { name: 'Add a bank account' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Account holder').fill('Alice Example');
  await dialog.getByLabel('Account number', { exact: true }).fill('123456789012');
  await dialog.getByLabel('Account number again').fill('123456789012');
  await dialog.getByLabel('IFSC').fill('sbin0000001');
  await dialog.getByText('State Bank of India').waitFor();
  await dialog.getByRole('button', { name: 'Add bank account' }).click();
  await page.getByText('Waiting for verification').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test('an operator verifies it', async () => {
  const { page } = admin;
  await signIn(admin, exchange.url, 'admin@demo.local');
  await page.goto(`${exchange.url}/ops/inr-banks`);
  await page.getByRole('link', { name: /alice@demo\.local/ }).click();
  await page.getByText('123456789012').waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialogOf(page)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('The bank has confirmed the name');
  await dialogOf(page).getByRole('button', { name: 'Approve' }).click();
  await page.getByText('The bank account of alice@demo.local is active').first().waitFor();
});

test('a transfer is told of and credited as it has arrived', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/wallet/deposit/INR`);
  await page.getByText('pelican.demo@example').waitFor();
  await page.getByLabel('Amount', { exact: true }).fill('25000');
  await page.getByText('24,985 INR').waitFor();
  await page.getByLabel('Transaction id (UTR)').fill('412345678901');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'I have paid' }).click();
  await page.getByText('Unconfirmed by admin').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);

  const desk = admin.page;
  await desk.goto(`${exchange.url}/ops/inr-deposits`);
  await desk.getByRole('link', { name: /412345678901/ }).click();
  await desk.getByRole('button', { name: 'Credit' }).click();
  await dialogOf(desk).getByLabel('Amount that has arrived').fill('20000');
  await dialogOf(desk).getByRole('button', { name: 'Credit' }).click();
  await desk
    .getByText(/is credited/)
    .first()
    .waitFor();

  await page.getByText('19,985 INR deposited').first().waitFor();
  await page.reload();
  await page.getByText('Successful').waitFor();
  expect(await exchange.ops('audit')).toContain('OK');
  expectNoFaults([alice, admin]);
});

test('rupees are withdrawn to the account, confirmed by the mail, taken to the bank and paid', async () => {
  const { page } = alice;
  // A price of the rupee, by which the limits count.
  const [buyer, seller] = await Promise.all(
    ['bob@demo.local', 'alice@demo.local'].map((email) => ApiSession.signIn(exchange.url, email)),
  );
  await seller?.limit('USDT_INR', 'sell', '88', '10');
  await buyer?.limit('USDT_INR', 'buy', '88', '10');

  await page.goto(`${exchange.url}/wallet/withdraw/INR`);
  await page.getByLabel('Amount', { exact: true }).fill('10000');
  await page.getByText('9,985 INR', { exact: true }).waitFor();
  await page.getByRole('checkbox').check();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('heading', { name: 'Confirm the withdrawal' }).waitFor();
  await page.getByText('State Bank of India XXXX9012, SBIN0000001').first().waitFor();
  await page.getByLabel('Code of 6 digits').fill(await codeSentTo(exchange.url, 'alice@demo.local'));
  await page.waitForURL(/\/successful$/);

  const desk = admin.page;
  await desk.goto(`${exchange.url}/ops/inr-payouts`);
  await desk.getByText('₹9,985').first().waitFor();
  await desk.getByRole('button', { name: 'Take a batch' }).click();
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: 'Download the file of batch 1', exact: true }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain('"123456789012","SBIN0000001"');
  await desk.goto(`${exchange.url}/ops/inr-payouts?state=taken`);
  await desk.getByRole('link', { name: /₹9,985/ }).click();
  await desk.getByRole('button', { name: 'Paid' }).click();
  await dialogOf(desk).getByLabel('Transaction id (UTR)').fill('612345678901');
  await dialogOf(desk).getByRole('button', { name: 'Paid' }).click();
  await desk
    .getByText(/is paid/)
    .first()
    .waitFor();

  await page.goto(`${exchange.url}/wallet/withdraw/INR`);
  await page.getByText('Successful').waitFor();
  expect(await exchange.ops('audit')).toContain('OK');
  expectNoFaults([alice, admin]);
});
