/** Networks and payment methods in a browser: one operator adds a network and a coin on it, another one approves them, and the coin is there, closed. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { expectNoFaults, launchBrowser, openBrowser, type Person, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { expectAccessible } from '../support/page-checks.ts';

let exchange: RunningExchange;
let browser: Browser;
let admin: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    startExchange({ DEMO_MAKER: '0', TWO_PERSONS: '1', OPERATOR: 'ravi' }),
    launchBrowser(),
  ]);
  // He approves at the command line.
  await exchange.ops('create-admin', 'ravi@example.com', '--reason', 'e2e');
  admin = await openBrowser(browser);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

async function approveNewest(): Promise<void> {
  const [, id = '', hash = ''] = /approve (\d+) ([0-9a-f]+)/.exec(await exchange.ops('requests')) ?? [];
  await exchange.ops('approve', id, hash);
}

test('a network is refused while a field is wrong, and added by two', async () => {
  await signIn(admin, exchange.url, 'admin@demo.local');
  const { page } = admin;
  await page.goto(`${exchange.url}/ops/networks`);
  await page.getByRole('button', { name: 'Add a network' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Key').fill('POLYGON');
  await dialog.getByLabel('Name', { exact: true }).fill('Polygon');
  await dialog.getByLabel('Explorer of transactions').fill('http://explorer.test');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('users ask for it');
  await dialog.getByRole('button', { name: 'Add a network' }).click();
  await dialog.getByText('The chain id by EIP-155').waitFor();
  await dialog.getByText('has {hash} once').waitFor();
  // No currency is chosen for the operator.
  await dialog.getByRole('paragraph').getByText('Choose a currency').waitFor();
  await dialog.getByLabel('Currency of its fees').selectOption('PLC');
  await dialog.getByLabel('Chain id').fill('137');
  await dialog.getByLabel('Explorer of transactions').fill('https://explorer.test/tx/{hash}');
  await dialog.getByRole('button', { name: 'Add a network' }).click();
  await dialog.getByRole('status').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await approveNewest();
  await page.goto(`${exchange.url}/ops/networks`);
  await page.getByRole('link', { name: /^Polygon/ }).click();
  await page.getByText('EVM_RPC_URLS and EVM_EXTENDED_PUBLIC_KEYS').waitFor();
  await expectAccessible(page, '/ops/networks');
});

test('a coin on it is added by two, closed, and shows what of it can still be changed', async () => {
  const { page } = admin;
  await page.goto(`${exchange.url}/ops/payments`);
  await page.getByRole('button', { name: 'Add a method' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('users ask for it');
  await dialog.getByRole('button', { name: 'Add a method' }).click();
  await dialog.getByRole('paragraph').getByText('Choose a network').waitFor();
  await dialog.getByLabel('Currency').selectOption('USDT');
  await dialog.getByLabel('Network', { exact: true }).selectOption('POLYGON');
  await dialog.getByText('The worker does not read this network').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Polygon');
  await dialog.getByLabel('Contract').fill(`0x${'c2'.repeat(20)}`);
  await dialog.getByLabel('Decimals on the network').fill('6');
  await dialog.getByRole('button', { name: 'Add a method' }).click();
  await dialog.getByRole('status').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await approveNewest();
  await page.goto(`${exchange.url}/ops/payments?search=Polygon`);
  await page.getByRole('link', { name: /^USDT · Polygon/ }).click();
  await page.getByText('USDT:POLYGON').first().waitFor();
  await page.getByRole('button', { name: 'Open Deposits of USDT:POLYGON', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change the method' }).click();
  await dialog.getByLabel('Decimals on the network').fill('8');
  await dialog.getByRole('region', { name: 'What changes' }).getByText('Decimals on the network').waitFor();
  await expectAccessible(page, '/ops/payments');
  expectNoFaults([admin]);
});
