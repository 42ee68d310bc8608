/**
 * A loan between two people in two browsers: one offers money at a desk, another takes a part of it on a phone against BTC, pays interest
 * of a day, and repays. Before that the demo's own offers are finished and loans switched off, and nobody finds them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { dialogOf } from '../support/account-pages.ts';
import { ApiSession } from '../support/api-session.ts';
import {
  closeToasts,
  expectNoFaults,
  launchBrowser,
  openBrowser,
  type Person,
  phone,
  signIn,
} from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { expectAccessible, expectPhoneLayout, openPage } from '../support/page-checks.ts';

let exchange: RunningExchange;
let browser: Browser;
let database: pg.Pool;
let lena: Person;
let bob: Person;
let loan: string;

const lender = 'alice@demo.local';
const borrower = 'bob@demo.local';

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange(), launchBrowser()]);
  const { DATABASE_URL } = JSON.parse(readFileSync(path.join(exchange.dataDir, 'connection.json'), 'utf8'));
  database = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
  await exchange.ops('credit', lender, 'USDT', '5000', '--reference', 'to lend');
  await exchange.ops('credit', borrower, 'BTC', '0.5', '--reference', 'to pledge');
  await exchange.ops('credit', borrower, 'USDT', '100', '--reference', 'for interest');
  await beginAnew();
  [lena, bob] = await Promise.all([openBrowser(browser), openBrowser(browser, phone)]);
  await Promise.all([signIn(lena, exchange.url, lender), signIn(bob, exchange.url, borrower)]);
});
afterAll(async () => {
  await browser?.close();
  await database?.end();
  await exchange?.stop();
});

/** As on an exchange that has never lent: the demo's offers are finished, and loans switched off. */
async function beginAnew(): Promise<void> {
  const api = await ApiSession.signIn(exchange.url, lender);
  const { data } = (await api.get<{ data: { id: number }[] }>('/p2p/active-order')).body;
  for (const { id } of data) expect((await api.post(`/p2p/finish-loan/${id}`, {})).status).toBe(200);
  await switchLoans(false);
}

async function switchLoans(isOn: boolean): Promise<void> {
  const value = JSON.stringify({ take: isOn, create: isOn });
  await database.query(`UPDATE system_flags SET value = $1 WHERE key = 'p2p_loans'`, [value]);
  const isHeard = async () => {
    const answer = await fetch(`${exchange.url}/systemParams`);
    return ((await answer.json()) as { block_p2p_take: boolean }).block_p2p_take !== isOn;
  };
  await until(`loans are ${isOn ? 'on' : 'off'}`, isHeard, 30_000);
}

const confirm = (page: Page, name: string) => dialogOf(page).getByRole('button', { name }).click();

test('while loans are switched off no menu and no page has them', async () => {
  const { page } = lena;
  await page.goto(`${exchange.url}/p2p-loans`);
  await page.waitForURL(/\/not-found$/);
  await page.goto(`${exchange.url}/market`);
  await page.getByRole('button', { name: 'Buy crypto' }).click();
  await page.getByRole('menuitem', { name: /Quick swap/ }).waitFor();
  expect(await page.getByRole('menuitem', { name: /P2P loans/ }).count()).toBe(0);
});

test('a lender comes by the menu and publishes an offer, which takes its money', async () => {
  await switchLoans(true);
  const { page } = lena;
  await page.goto(`${exchange.url}/market`);
  await page.getByRole('button', { name: 'Buy crypto' }).click();
  await page.getByRole('menuitem', { name: /P2P loans/ }).click();
  await page.getByRole('heading', { level: 1, name: 'P2P loans' }).waitFor();
  const fields = {
    'Amount of the offer': '2000',
    'One loan, from': '100',
    'One loan, up to': '1000',
    'Days, from': '3',
    'Days, up to': '30',
    'Interest a day from, %': '0.05',
    'Interest a day up to, %': '0.1',
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('BTC, up to 65 %').check();
  await page.getByRole('button', { name: 'Publish the offer' }).click();
  await dialogOf(page).getByText('Offer 2,000.00 USDT?').waitFor();
  await confirm(page, 'Publish the offer');
  await page.getByRole('link', { name: /^Offer \d+$/ }).waitFor();
  await closeToasts(page);
});

test('a borrower finds it on a phone, sees what it costs, and asks for a part', async () => {
  const { page } = bob;
  await openPage(page, `${exchange.url}/p2p-loans?tab=borrow`);
  await expectPhoneLayout(page, 'offers');
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Amount, from', { exact: true }).fill('3000');
  await page.getByText('No offer fits your filters.').waitFor();
  await page.getByLabel('Amount, from', { exact: true }).fill('500');
  await page.getByRole('link', { name: /^Borrow from/ }).click();
  await page.getByLabel('Amount in USDT').fill('1000');
  await page.getByText('994.10 USDT').waitFor();
  await page.getByText('1,030.00 USDT').waitFor();
  await expectPhoneLayout(page, 'form');
  await page.getByRole('button', { name: 'Ask for the loan' }).click();
  await confirm(page, 'Ask for the loan');
  await page.waitForURL(/\/user\/p2p-history\/\d+$/);
  loan = new URL(page.url()).pathname;
  await page.getByText('Waits for the lender').waitFor();
  await closeToasts(page);
});

test('the lender approves at the desk, and the money is there', async () => {
  const { page } = lena;
  await openPage(page, `${exchange.url}/p2p-loans/admin`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await confirm(page, 'Approve');
  await page.getByText('Running', { exact: true }).first().waitFor();
  await bob.page.goto(exchange.url + loan);
  await bob.page.getByText('Running', { exact: true }).first().waitFor();
  await bob.page.getByText(/The pledge is sold at/).waitFor();
});

test('interest of a day is charged, and both see it', async () => {
  // As if the loan had begun a day earlier.
  await database.query(
    `UPDATE p2p_loans SET started_at = started_at - interval '1 day', next_run_at = next_run_at - interval '1 day'
      WHERE state = 'active'`,
  );
  for (const { page } of [lena, bob]) {
    await page.goto(exchange.url + loan);
    await page.getByText('Interest of day 1').waitFor({ timeout: 120_000 });
    await page.getByText('Paid', { exact: true }).first().waitFor();
  }
  await expectPhoneLayout(bob.page, 'loan');
});

test('the borrower repays, has the pledge back, and the books balance', async () => {
  const { page } = bob;
  await page.getByRole('button', { name: 'Repay', exact: true }).click();
  await confirm(page, 'Repay everything');
  await page.getByText('Repaid', { exact: true }).first().waitFor();
  await lena.page.goto(`${exchange.url}/p2p-loans/admin/credit-history`);
  await lena.page.getByText('Repaid', { exact: true }).waitFor();
  expect(await exchange.ops('audit')).toContain('OK');
});

test('every page of loans is accessible, and fits a phone', async () => {
  const offer = (await database.query<{ id: string }>(`SELECT id FROM p2p_offers WHERE state = 'open'`)).rows[0]?.id;
  const addresses = [
    '/p2p-loans',
    '/p2p-loans?tab=borrow',
    `/p2p-loans?tab=borrow&take=${offer}`,
    '/p2p-loans/manual',
    '/p2p-loans/credit-history',
    '/p2p-loans/admin',
    '/p2p-loans/admin/credit-history',
    '/p2p-loans/admin/create',
    `/p2p-loans/admin/edit/${offer}`,
    `/p2p-loans/admin/loan-details/${offer}`,
    '/user/p2p-history',
    loan,
  ];
  const handheld = await openBrowser(browser, phone);
  await signIn(handheld, exchange.url, lender);
  for (const address of addresses) {
    await openPage(lena.page, exchange.url + address);
    await expectAccessible(lena.page, address);
    await openPage(handheld.page, exchange.url + address);
    await expectPhoneLayout(handheld.page, address);
  }
  expectNoFaults([lena, bob, handheld]);
});
