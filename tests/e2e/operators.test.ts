/**
 * The operator console in a browser: a user is frozen by keys alone, and a second operator approves that they are let in again; loans are
 * switched on by two, and a dispute about one is decided.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { ApiSession } from '../support/api-session.ts';
import {
  demoPassword,
  desktop,
  expectNoFaults,
  launchBrowser,
  openBrowser,
  type Person,
  phone,
  signIn,
} from '../support/browser.ts';
import { makeDisputedLoan } from '../support/disputed-loan.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sentTo } from '../support/mailbox.ts';
import { expectAccessible, expectPhoneLayout, openPage } from '../support/page-checks.ts';
import { PageWalk } from '../support/page-walk.ts';

let exchange: RunningExchange;
let browser: Browser;
let admin: Person;
let ravi: Person;
let customer: Person;
const raviPassword = 'Heron-8-rivers';

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    startExchange({ DEMO_MAKER: '0', TWO_PERSONS: '1', OPERATOR: 'admin' }),
    launchBrowser(),
  ]);
  await exchange.ops('create-admin', 'ravi@example.com', '--permissions', 'role:compliance,money', '--reason', 'e2e');
  [admin, ravi, customer] = await Promise.all([openBrowser(browser), openBrowser(browser), openBrowser(browser)]);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

const screens = [
  '/approvals',
  '/tickets',
  '/forms',
  '/content',
  '/chat',
  '/kyc',
  '/inr-banks',
  '/inr-deposits',
  '/inr-payouts',
  '/invoices',
  '/provider-deposits',
  '/loan-disputes',
  '/loans',
  '/loan-risk',
  '/loan-terms',
  '/recoveries',
  '/operators',
  '/jobs',
  '/messages',
  '/records',
];

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Approves what the other one has asked for, once it is read. */
async function approveAsRavi(name: RegExp, { shows, reason }: { shows: string; reason: string }): Promise<void> {
  const { page } = ravi;
  await page.goto(`${exchange.url}/ops/approvals`);
  await page.getByRole('link', { name }).click();
  await page.getByText(shows).first().waitFor();
  // The key is heard once what is asked for is shown.
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
  await page.keyboard.press('a');
  await dialogOf(page)
    .getByRole('textbox', { name: /^Reason/ })
    .fill(reason);
  await page.keyboard.press('Enter');
  // The dialog closes once it is done.
  await dialogOf(page).waitFor({ state: 'hidden' });
}

test('to a customer there is no console', async () => {
  await signIn(customer, exchange.url, 'carol@demo.local');
  await customer.page.goto(`${exchange.url}/ops`);
  await customer.page.waitForURL(/\/not-found$/);
});

test('an operator freezes a user by keys alone', async () => {
  await signIn(admin, exchange.url, 'admin@demo.local');
  const { page } = admin;
  await page.goto(`${exchange.url}/ops/users`);
  await page.getByLabel('Search').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('carol');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /carol@demo\.local/ }).waitFor();
  // Out of the field: keys are commands again.
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Freeze (f)' }).waitFor();
  await page.keyboard.press('f');
  await dialogOf(page)
    .getByRole('textbox', { name: /^Reason/ })
    .waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
  await page.keyboard.type('card reported stolen');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Let in again (f)' }).waitFor();
  await expect(ApiSession.signIn(exchange.url, 'carol@demo.local')).rejects.toThrow();
});

test('a new operator chooses a password by mail', async () => {
  const { page } = ravi;
  await page.goto(`${exchange.url}${await sentTo(exchange.url, 'ravi@example.com', /(\/forgot-password)/)}`);
  await page.getByLabel('E-mail').fill('ravi@example.com');
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await page.getByText('If there is an account for ravi@example.com').waitFor();
  // The call is answered before the mail is written.
  let link = '';
  await until(
    'the mail is there',
    async () => {
      link = await sentTo(exchange.url, 'ravi@example.com', /(\/reset-password\?token=\S+)/).catch(() => '');
      return link !== '';
    },
    20_000,
  );
  await page.goto(`${exchange.url}${link}`);
  await page.getByLabel('New password', { exact: true }).fill(raviPassword);
  await page.getByLabel('New password again').fill(raviPassword);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.waitForURL(/\/signIn$/);
});

test('letting the user in again waits for a second operator, who approves it', async () => {
  const { page } = admin;
  await page.keyboard.press('f');
  await dialogOf(page)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('called back');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing has changed yet. Another operator has to approve it.').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(ApiSession.signIn(exchange.url, 'carol@demo.local')).rejects.toThrow();

  await signIn(ravi, exchange.url, 'ravi@example.com', raviPassword);
  await approveAsRavi(/Let a user in again/, { shows: 'carol@demo.local', reason: 'heard the recording' });
  await ApiSession.signIn(exchange.url, 'carol@demo.local', demoPassword);
  expectNoFaults([admin, ravi]);
});

test('the audit log shows who asked, who approved and why', async () => {
  const { page } = admin;
  await page.goto(`${exchange.url}/ops/records?action=user.`);
  const records = page.getByRole('list', { name: 'Audit records, the newest first' }).getByRole('listitem');
  const letIn = records.filter({ hasText: /^.*admin let user \d+ in again/ });
  await letIn.filter({ hasText: 'called back' }).waitFor();
  await records
    .filter({ hasText: /admin froze user \d+/ })
    .filter({ hasText: 'card reported stolen' })
    .waitFor();
  await letIn.getByRole('link', { name: /^user \d+$/ }).click();
  await page.getByRole('heading', { name: 'carol@demo.local' }).waitFor();
  await page.goto(`${exchange.url}/ops/records?action=request.done`);
  await records
    .filter({ hasText: /ravi approved request \d+/ })
    .filter({ hasText: 'heard the recording' })
    .waitFor();
  expectNoFaults([admin]);
});

test('loans are switched off by one operator, and on by two', async () => {
  const { page } = admin;
  for (const what of ['Borrowing', 'Offers to lend']) {
    await openPage(page, `${exchange.url}/ops/loan-terms`);
    await page.getByRole('button', { name: `Switch off: ${what}` }).click();
    await dialogOf(page)
      .getByRole('textbox', { name: /^Reason/ })
      .fill('a part stands');
    await dialogOf(page).getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: `Switch on: ${what}` }).click();
    await dialogOf(page)
      .getByRole('textbox', { name: /^Reason/ })
      .fill('all parts run');
    await dialogOf(page).getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Nothing has changed yet. Another operator has to approve it.').waitFor();
    await approveAsRavi(/Take loans again/, { shows: 'all parts run', reason: 'all parts run here too' });
  }
  await openPage(page, `${exchange.url}/ops/loan-terms`);
  await page.getByRole('button', { name: 'Switch off: Borrowing' }).waitFor();
  await page.getByRole('button', { name: 'Switch off: Offers to lend' }).waitFor();
});

test('a dispute about a loan is read with the evidence of both sides, and dismissed', async () => {
  const { id, borrowerId } = await makeDisputedLoan(exchange);
  const { page } = admin;
  await openPage(page, `${exchange.url}/ops/loan-disputes`);
  await page.getByRole('link', { name: `Loan ${id} · Price` }).click();
  await page.getByText('The price was not that one.').waitFor();
  await page.getByText('It was the price of the index.').waitFor();
  await expectAccessible(page, 'dispute');
  await page.getByRole('button', { name: 'Decide the dispute' }).click();
  await dialogOf(page)
    .getByLabel(/^Decision/)
    .selectOption({ label: 'Dismiss it' });
  await dialogOf(page)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('the index was right');
  await page.keyboard.press('Enter');
  await page.getByText('No dispute waits.').waitFor();
  await openPage(page, `${exchange.url}/ops/users/${borrowerId}`);
  await page.getByRole('link', { name: 'Loans of this user' }).click();
  await page.getByRole('link', { name: new RegExp(`^${id} · 500 USDT`) }).click();
  await page.getByText('The price was not that one.').waitFor();
  await openPage(page, `${exchange.url}/ops/records?action=loans.`);
  await page.getByText(`decided the dispute about loan ${id}`).waitFor();
  expectNoFaults([admin]);
});

test.each([
  ['phone', phone],
  ['desktop', desktop],
] as const)('%s: every screen of the console has its place and its names', async (device, viewport) => {
  const person = await openBrowser(browser, viewport);
  const { page } = person;
  await signIn(person, exchange.url, 'admin@demo.local');
  await openPage(page, `${exchange.url}/ops`);
  const walk = new PageWalk(page);
  for (const path of ['', '/users?search=carol', ...screens]) {
    expect(await walk.follow(`/ops${path}`)).toBe(`/ops${path}`);
    if (device === 'phone') await expectPhoneLayout(page, path);
    await expectAccessible(page, path);
  }
  expectNoFaults([person]);
});
