/** Rupees by a payment provider: a person begins a deposit, pays or declines at the provider, and comes back. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import {
  demoPassword,
  expectNoFaults,
  launchBrowser,
  openBrowser,
  type Person,
  phone,
  signIn,
} from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';
import { codeSentTo, sentTo } from '../support/mailbox.ts';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [alice, bob] = await Promise.all([openBrowser(browser, phone), openBrowser(browser)]);
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

test('rupees are withdrawn to an account that the provider pays, and leave the wallet once it has', async () => {
  const { page } = alice;
  // A price of the rupee, by which the limits count.
  const [buyer, seller] = await Promise.all(
    ['bob@demo.local', 'alice@demo.local'].map((email) => ApiSession.signIn(exchange.url, email)),
  );
  await seller?.limit('USDT_INR', 'sell', '88', '10');
  await buyer?.limit('USDT_INR', 'buy', '88', '10');

  await page.goto(`${exchange.url}/wallet/withdraw/INR`);
  await page.getByLabel('How you are paid').selectOption('PAYSOFT');
  await page.getByLabel('Account', { exact: true }).fill('asha.patel');
  await page.getByLabel('Amount', { exact: true }).fill('1000');
  await page.getByText('990 INR').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('heading', { name: 'Confirm the withdrawal' }).waitFor();
  await page.getByText('asha.patel').first().waitFor();
  await page.getByLabel('Code of 6 digits').fill(await codeSentTo(exchange.url, 'alice@demo.local'));
  await page.waitForURL(/\/successful$/);

  const payOut = page.getByRole('button', { name: 'Pay it' });
  await expect
    .poll(async () => {
      // It asks for the account's e-mail and password, which the address has.
      const { protocol, host } = new URL(exchange.url);
      await page.goto(`${protocol}//alice%40demo.local:${encodeURIComponent(demoPassword)}@${host}/sandbox/payouts`);
      return payOut.count();
    })
    .toBe(1);
  await payOut.click();
  await page.getByText('No payout waits.').waitFor();
  await page.goto(`${exchange.url}/wallet/withdraw/INR`);
  await page.getByText('Successful').waitFor();
  expect(await exchange.ops('audit')).toContain('OK');
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
  expectNoFaults([alice]);
});

test('an invoice goes from one person to another, who pays it with the code of a mail', async () => {
  const { page } = bob;
  await signIn(bob, exchange.url, 'bob@demo.local');
  await page.goto(`${exchange.url}/user/invoices`);
  await page.getByText('You have made no invoice yet.').waitFor();
  await page.getByLabel('Currency').selectOption('USDT');
  await page.getByLabel('Amount', { exact: true }).fill('12.5');
  await page.getByLabel('What it is for').fill('Two <b>books</b>');
  await page.getByRole('button', { name: 'Make invoice' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const link = (await dialog.locator('.mono').first().textContent()) ?? '';
  expect(link).toMatch(/\/pay\/[\w-]{22}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Two <b>books</b>').waitFor();

  const payer = alice.page;
  await payer.goto(link);
  await payer.getByText('Two <b>books</b>').waitFor();
  expect(await payer.getByText('bob@').count()).toBe(0);
  expect(await sidewaysScroll(payer)).toBe(0);
  await payer.getByRole('button', { name: 'Pay', exact: true }).click();
  const paying = payer.getByRole('dialog');
  const code = await sentTo(
    exchange.url,
    'alice@demo.local',
    /You are about to pay 12\.5 USDT to .* Your code is (\d{6})/,
  );
  await paying.getByLabel('Code of the mail').fill(code);
  await paying.getByRole('button', { name: 'Pay', exact: true }).click();
  await payer.getByText('This invoice is paid.').waitFor();
  await page.reload();
  await page.getByRole('table').getByText('Paid', { exact: true }).waitFor();
  expect(await exchange.ops('audit')).toContain('OK');
  expectNoFaults([alice, bob]);
});
