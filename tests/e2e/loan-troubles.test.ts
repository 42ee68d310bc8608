/**
 * Loans that do not go well, in the browsers of a lender, of a borrower on a phone, and of two operators: a fall of the index calls for
 * more of one pledge and sells another, a dispute ends in a sale that two decide, and a further fall leaves a debt. Each figure of a
 * receipt is counted anew by the formulas.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeOperator } from '@pelican/api/src/identity/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { permissions } from '@pelican/shared/contracts/operations';
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
import { credit } from '../support/ledger-users.ts';
import { factsOf, soldByOneOrder } from '../support/loan-receipts.ts';
import { bid, order } from '../support/loans.ts';
import { expectAccessible, expectPhoneLayout, openPage } from '../support/page-checks.ts';
import { pngOf } from '../support/sample-files.ts';

let exchange: RunningExchange;
let browser: Browser;
let database: pg.Pool;
let lena: Person;
let bob: Person;
let admin: Person;
let carol: Person;
let buyer: ApiSession;
let borrower: ApiSession;
/** 500 USDT each, for ten days at 0.1%: 0.5 USDT a day. By what becomes of them. */
const pledges = { called: '0.0132', sold: '0.0121', short: '0.016', disputed: '0.05' };
const loans = {} as Record<keyof typeof pledges, number>;
const debt = { principal: '500', interest: '0.5' };

const people = { lender: 'alice@demo.local', borrower: 'bob@demo.local', second: 'carol@demo.local' };
/** A minute's mean has to follow the index before a level is reached, and the jobs have to look. */
const patience = { timeout: 200_000 };

async function give(email: string, ticker: string, amount: string): Promise<void> {
  const { rows } = await database.query<{ userId: string; assetId: number }>(
    'SELECT users.id AS "userId", assets.id AS "assetId" FROM users, assets WHERE email = $1 AND ticker = $2',
    [email, ticker],
  );
  await credit(database, { userId: Number(rows[0]?.userId), assetId: rows[0]?.assetId ?? 0, amount });
}

const setIndex = (price: string) =>
  exchange.ops('set-index', 'BTC_USDT', price, '--hold', '7200', '--reason', 'A fall');

/** The only bid that there is from then on. */
async function bidOnly(price: string): Promise<void> {
  await buyer.cancelAll();
  await buyer.limit('BTC_USDT', 'buy', price, '0.5');
}

async function mustPost<Body>(by: ApiSession, address: string, body: object): Promise<Body> {
  const answer = await by.post<Body>(address, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    startExchange({ DEMO_MAKER: '0', TWO_PERSONS: '1', OPERATOR: 'admin' }),
    launchBrowser(),
  ]);
  const { DATABASE_URL } = JSON.parse(readFileSync(path.join(exchange.dataDir, 'connection.json'), 'utf8'));
  database = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
  // The demo has switched them on already, unless it still comes to that.
  await database.query(
    `INSERT INTO system_flags (key, value, updated_by) VALUES ('p2p_loans', '{"take": true, "create": true}', 'test')
      ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
  );
  const { rows } = await database.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [people.second]);
  await inTransaction(database, (tx) => makeOperator(tx, Number(rows[0]?.id), { name: 'carol', permissions }));
  await give(people.lender, 'USDT', '100000');
  await give(people.borrower, 'BTC', '1');
  await setIndex('64000');
  const viewports = [undefined, phone, undefined, undefined];
  const all = await Promise.all(viewports.map((viewport) => openBrowser(browser, viewport)));
  [lena, bob, admin, carol] = all as [Person, Person, Person, Person];
  await signIn(lena, exchange.url, people.lender);
  await signIn(bob, exchange.url, people.borrower);
  buyer = await ApiSession.signIn(exchange.url, people.lender);
  borrower = await ApiSession.signIn(exchange.url, people.borrower);
  await Promise.all([buyer.cancelAll(), borrower.cancelAll()]);
  await mustPost(buyer, '/v2/profile/balance-transfer', { ticker: 'USDT', amount: '30000', from: 'main', to: 'trade' });
  const wanted = { ...order, amount: '2000', auto_approve: true };
  const offer = await mustPost<{ id: number }>(buyer, '/p2p/create-order', wanted);
  const take = async (name: keyof typeof pledges) => {
    const body = { ...bid, amount_crypto: pledges[name] };
    const answer = await borrower.post<{ id: number }>(`/p2p/take-credit/${offer.id}`, body);
    if (answer.status === 200) loans[name] = answer.body.id;
    return answer.status === 200;
  };
  for (const name of ['called', 'sold', 'short', 'disputed'] as const)
    await until(`${name} has begun`, () => take(name), 120_000);
});

afterAll(async () => {
  await browser?.close();
  await database?.end();
  await exchange?.stop();
});

const show = ({ page }: Person, name: keyof typeof loans) =>
  openPage(page, `${exchange.url}/user/p2p-history/${loans[name]}`);
const confirm = (page: Page, name: string) => dialogOf(page).getByRole('button', { name }).click();

test('a fall of the index calls for more of a pledge: the borrower adds it on a phone, and repays', async () => {
  await bidOnly('47500');
  await setIndex('48000');
  const { page } = bob;
  await show(bob, 'called');
  await page.getByText('Call for more', { exact: true }).first().waitFor(patience);
  // 500.5 at 65% of 48,000 is 0.01604167 BTC.
  await page.getByText('Add 0.00284167 BTC or repay a part').waitFor();
  await expectPhoneLayout(page, 'called');
  await page.getByRole('button', { name: 'Add to the pledge' }).click();
  await dialogOf(page).getByLabel('Amount in BTC').fill('0.00284167');
  await confirm(page, 'Add to the pledge');
  await page.getByText('Safe', { exact: true }).first().waitFor();
  await closeToasts(page);
  await page.getByRole('button', { name: 'Repay', exact: true }).click();
  await confirm(page, 'Repay everything');
  await page.getByText('Repaid', { exact: true }).first().waitFor();
  await show(lena, 'called');
  await lena.page.getByText('Repaid', { exact: true }).first().waitFor();
});

test('another pledge is sold at its level, and both sides read the same receipt', async () => {
  const sale = { ...debt, pledge: pledges.sold, feePercent: 2n, index: '48000', bid: '47500', wallet: '0' };
  await demandReceipt('sold', sale, 'Pledge sold');
});

test('a dispute with evidence of both sides ends in a sale without a fee, which two operators decide', async () => {
  const { page: hers } = lena;
  const { page: his } = bob;
  await show(bob, 'disputed');
  await his.getByRole('button', { name: 'Open a dispute' }).click();
  await dialogOf(his).getByLabel('What it is about').selectOption('price');
  await dialogOf(his).getByLabel('What happened').fill('The price on my screen was another one.');
  await dialogOf(his)
    .locator('input[type=file]')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: await pngOf(40, 40) });
  await confirm(his, 'Open the dispute');
  await his.getByRole('article', { name: /^Dispute/ }).waitFor();
  await show(lena, 'disputed');
  await hers.getByText('The price on my screen was another one.').waitFor();
  await hers.getByLabel('Add to the dispute').fill('It was the price of the index.');
  await hers.getByRole('button', { name: 'Send' }).click();
  await hers.getByRole('listitem').filter({ hasText: 'It was the price of the index.' }).waitFor();
  await decide();
  const sale = { ...debt, pledge: pledges.disputed, feePercent: 0n, index: '48000', bid: '47500', wallet: '0' };
  await demandReceipt('disputed', sale, 'Pledge sold');
  for (const page of [hers, his]) await page.getByText('The pledge is sold without a fee.').waitFor();
});

test('a further fall leaves a debt: the lender sees the loss, and the borrower may settle it', async () => {
  const { page } = bob;
  const { body } = await borrower.get<{ result: { ticker: string; main_available: string }[] }>('/v3/profile/balance');
  const held = Number(body.result.find(({ ticker }) => ticker === 'USDT')?.main_available);
  const elsewhere = { ticker: 'USDT', amount: (held - 20).toFixed(8), from: 'main', to: 'trade' };
  await mustPost(borrower, '/v2/profile/balance-transfer', elsewhere);
  await bidOnly('26800');
  await setIndex('27000');
  const sale = { ...debt, pledge: pledges.short, feePercent: 2n, index: '27000', bid: '26800', wallet: '20' };
  await demandReceipt('short', sale, 'In default');
  await openPage(lena.page, `${exchange.url}/p2p-loans/admin/credit-history`);
  await lena.page.getByText('In default', { exact: true }).waitFor();
  expect(await borrower.post('/p2p/create-borrow-request', { ...bid, amount_crypto: '0.05' })).toMatchObject({
    body: { code: 'p2p_default_open' },
  });
  await mustPost(borrower, '/v2/profile/balance-transfer', { ...elsewhere, from: 'trade', to: 'main' });
  await show(bob, 'short');
  await page.getByRole('button', { name: 'Repay', exact: true }).click();
  await confirm(page, 'Repay everything');
  await page.getByText('Repaid', { exact: true }).first().waitFor();
  expect(await exchange.ops('audit')).toContain('OK');
  expectNoFaults([lena, bob, admin, carol]);
});

/** By one in the console, and approved by another. */
async function decide(): Promise<void> {
  const { page } = admin;
  const { page: approving } = carol;
  await signIn(admin, exchange.url, 'admin@demo.local');
  await openPage(page, `${exchange.url}/ops/loan-disputes`);
  await page.getByRole('link', { name: `Loan ${loans.disputed} · Price` }).click();
  await page.getByText('The price on my screen was another one.').waitFor();
  await page.getByText('It was the price of the index.').waitFor();
  await page.getByRole('button', { name: 'Decide the dispute' }).click();
  await dialogOf(page)
    .getByLabel(/^Decision/)
    .selectOption('sell');
  const reasonOf = (one: Page) => dialogOf(one).getByRole('textbox', { name: /^Reason/ });
  await reasonOf(page).fill('both want an end of it');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing has changed yet. Another operator has to approve it.').waitFor();
  await signIn(carol, exchange.url, people.second);
  await openPage(approving, `${exchange.url}/ops/approvals`);
  await approving.getByRole('link', { name: /Decide a dispute/ }).click();
  await approving.getByRole('button', { name: /^Approve/ }).waitFor();
  await approving.keyboard.press('a');
  await reasonOf(approving).fill('read it too');
  await approving.keyboard.press('Enter');
  await dialogOf(approving).waitFor({ state: 'hidden' });
}

async function demandReceipt(
  name: keyof typeof loans,
  sale: Parameters<typeof soldByOneOrder>[0],
  state: string,
): Promise<void> {
  const counted = soldByOneOrder(sale);
  for (const person of [bob, lena]) {
    await show(person, name);
    await person.page.getByText(state, { exact: true }).first().waitFor(patience);
    const facts = await factsOf(person.page, 'Sale of the pledge');
    expect(facts).toMatchObject({
      'Has to bring': counted.cost,
      Sold: counted.sold,
      Brought: counted.proceeds,
      'To the lender': counted.toLender,
      'Tax deducted': '0 USDT',
      'Tax on the interest': '0 USDT',
      'Fee of the sale': counted.paidFee,
      'GST on the fee': counted.paidGst,
      'To the borrower': counted.toBorrower,
      'Coins back': counted.back,
      'Missing for the debt': counted.shortfall,
      'Taken from the borrower’s wallet': counted.setOff,
      'Still owed': counted.owed,
    });
    const panel = person.page.getByRole('region', { name: 'Sale of the pledge' });
    await panel.getByRole('table').getByTitle(counted.limit).waitFor();
  }
  await expectAccessible(lena.page, state);
  await expectPhoneLayout(bob.page, state);
}
