/** A person exports the movements of the wallets, gets the mail, downloads the file, and it adds up. */
import { readFile } from 'node:fs/promises';
import { parseBigUnits } from '@pelican/shared/money';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialogOf } from '../support/account-pages.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { parseCsv } from '../support/csv.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';
import { sentTo } from '../support/mailbox.ts';

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

const units = (text: string | undefined) => parseBigUnits(text || '0', 18);

test('an account statement is asked for at the history, announced by mail, downloaded, and adds up', async () => {
  const { page } = alice;
  await page.goto(exchange.url);
  await signIn(alice, exchange.url, 'alice@demo.local');
  await page.goto(`${exchange.url}/user/wallet-list/USDT`);
  await page.getByRole('main').getByRole('link', { name: 'Transfer', exact: true }).click();
  await dialogOf(page).getByLabel('Amount').fill('12.5');
  await dialogOf(page).getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('12.5 USDT moved from the main wallet to the trade wallet.').first().waitFor();

  await page.goto(`${exchange.url}/user/wallet-history`);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('What').selectOption('Account statement');
  await dialog.getByLabel('Period').selectOption('Days of your choice');
  await dialog.getByLabel('From').fill('2026-03-02');
  await dialog.getByLabel('To', { exact: true }).fill('2026-03-01');
  await dialog.getByRole('button', { name: 'Create the file' }).click();
  await dialog.getByText("From date shouldn't exceed To date").waitFor();
  await dialog.getByLabel('Period').selectOption('This month');
  await dialog.getByRole('button', { name: 'Create the file' }).click();
  await dialog.waitFor({ state: 'detached' });

  expect(await sentTo(exchange.url, 'alice@demo.local', /(\/user\/exports)/)).toBe('/user/exports');
  await page.goto(`${exchange.url}/user/exports`);
  await page.getByText('Account statement (CSV)').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Account statement' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^pelican-account-statement-.*\.csv$/);
  const rows = parseCsv(await readFile(await download.path()));
  const main = rows.filter(({ Currency, Wallet }) => Currency === 'USDT' && Wallet === 'Main');
  expect(main.map(({ Change }) => Change)).toContain('-12.5');
  const changes = main.reduce((sum, { Change }) => sum + units(Change), 0n);
  expect(main[0]?.Movement).toBe('Opening balance');
  expect(main.at(-1)?.Movement).toBe('Closing balance');
  expect(units(main.at(-1)?.Balance)).toBe(units(main[0]?.Balance) + changes);

  await page.getByRole('button', { name: 'Delete Account statement' }).click();
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Files that you ask for will be listed here.').waitFor();
  expectNoFaults([alice]);
});
