/**
 * Somebody who has lost every second factor, in a browser: asked for with the password, approved by two operators in the console, told by
 * mail, and stopped by its link. When the waiting time is over is shown by tests/integration/factor-recovery.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totp } from '../support/account-pages.ts';
import { ApiSession } from '../support/api-session.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';
import { codeSentTo, sentTo } from '../support/mailbox.ts';

const password = 'Pelican-7-skies';

let exchange: RunningExchange;
let browser: Browser;
let admin: Person;
let ravi: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    startExchange({ DEMO_MAKER: '0', TWO_PERSONS: '1', OPERATOR: 'admin' }),
    launchBrowser(),
  ]);
  await exchange.ops('create-admin', 'ravi@example.com', '--permissions', 'role:compliance', '--reason', 'e2e');
  await post('/v2/password/email', { email: 'ravi@example.com' });
  const token = await sentTo(exchange.url, 'ravi@example.com', /reset-password\?token=(\S+)/);
  await post('/v2/password/reset', { token, password, password_confirmation: password });
  [admin, ravi] = await Promise.all([openBrowser(browser), openBrowser(browser)]);
  await signIn(admin, exchange.url, 'admin@demo.local');
  await signIn(ravi, exchange.url, 'ravi@example.com', password);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

async function post(path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${exchange.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(status, path).toBe(200);
}

/** Somebody with an authenticator app, whose e-mail address is confirmed. @returns its secret */
async function signUp(email: string): Promise<string> {
  await post('/v2/register', { email, password, country: 'IN', terms: true });
  const session = await ApiSession.signIn(exchange.url, email, password);
  await session.post('/v2/register/update_email_otp', {});
  const code = await codeSentTo(exchange.url, email);
  await session.post('/v2/register/confirm_verification', { email_code: code });
  const { body } = await session.post<{ twoFactorSecret: string }>('/v2/settings/2fa/generate', {});
  const enabled = await session.post('/v2/settings/2fa/toggle', { enable: true, code: totp(body.twoFactorSecret) });
  expect(enabled.status).toBe(200);
  return body.twoFactorSecret;
}

/** Asks for the removal on the way of a sign-in. */
async function askForRemoval({ page }: Person, email: string): Promise<void> {
  await page.goto(`${exchange.url}/signIn`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/2fa/);
  await page.getByRole('button', { name: 'I have lost access to my second factor' }).click();
  await page.getByRole('heading', { name: 'All second factors lost?' }).waitFor();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Ask for their removal' }).click();
  await page.getByText('We have received it.').waitFor();
}

const reasonOf = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: /^Reason/ });

async function openCase(email: string, status = 'open'): Promise<void> {
  await admin.page.goto(`${exchange.url}/ops/recoveries?status=${status}`);
  await admin.page.getByRole('link', { name: new RegExp(email) }).click();
  await admin.page.getByRole('article', { name: email }).waitFor();
}

/** One operator asks for it, another one approves it. */
async function approve(email: string): Promise<void> {
  await openCase(email);
  const { page } = admin;
  await page.getByText('None apart from the factors').waitFor();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await reasonOf(page).fill('the selfie is that of the verification');
  await page.keyboard.press('Enter');
  await page.getByText(/Nothing has changed yet/).waitFor();

  await ravi.page.goto(`${exchange.url}/ops/approvals`);
  await ravi.page.getByRole('link', { name: /accounts\.approve_factor_recovery|Remove lost second factors/ }).click();
  await ravi.page.getByText(email).first().waitFor();
  await ravi.page.keyboard.press('a');
  await reasonOf(ravi.page).fill('looked at the evidence');
  await ravi.page.keyboard.press('Enter');
  await ravi.page.getByRole('dialog').waitFor({ state: 'hidden' });
}

test('two operators approve it, and its owner stops it by the link of the mail', async () => {
  const email = 'owner@example.com';
  const secret = await signUp(email);
  const thief = await openBrowser(browser, phone);
  await askForRemoval(thief, email);
  await approve(email);
  const link = await sentTo(exchange.url, email, /(\/stop-factor-recovery\?token=\S+)/);
  const owner = await openBrowser(browser);
  await owner.page.goto(`${exchange.url}${link}`);
  await owner.page.getByRole('heading', { name: 'Keep your second factors' }).waitFor();
  await owner.page.getByRole('button', { name: 'Stop it' }).click();
  await owner.page.getByText('It is stopped: your second factors stay.').waitFor();
  await openCase(email, 'ended');
  await admin.page.getByText('Stopped by the owner').first().waitFor();

  await owner.page.goto(`${exchange.url}/signIn`);
  await owner.page.getByLabel('E-mail').fill(email);
  await owner.page.getByLabel('Password', { exact: true }).fill(password);
  await owner.page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await owner.page.getByLabel('Code of 6 digits').fill(totp(secret, 1));
  await owner.page.waitForURL((address) => !address.pathname.startsWith('/2fa'));
  expectNoFaults([thief, owner, admin, ravi]);
});

test('an approved one waits two days, in which a second factor is still asked for', async () => {
  const email = 'loser@example.com';
  await signUp(email);
  const loser = await openBrowser(browser);
  await askForRemoval(loser, email);
  await approve(email);
  await sentTo(exchange.url, email, /(It happens at [\d-]+ [\d:]+ UTC)/);
  await openCase(email);
  await admin.page.getByText('Approved', { exact: true }).first().waitFor();
  const { page } = loser;
  await page.goto(`${exchange.url}/signIn`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/2fa/);
  await page.getByLabel('Code of 6 digits').waitFor();
  expectNoFaults([loser, admin, ravi]);
});

test('a link that is not complete says what to do', async () => {
  const visitor = await openBrowser(browser);
  await visitor.page.goto(`${exchange.url}/stop-factor-recovery?token=x`);
  await visitor.page.getByRole('button', { name: 'Stop it' }).click();
  await visitor.page.getByText('There is nothing to stop').waitFor();
  expectNoFaults([visitor]);
});
