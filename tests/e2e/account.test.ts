/**
 * The account area as its owner uses it, in a browser: sign-up to verified, two-factor authentication from setting up to
 * turning off, an API key to its signed call, a forgotten password, and the account's deletion.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedHeaders } from '../../docs/examples/signed-request.ts';
import {
  createKey,
  dialogOf,
  fillSignUp,
  leaveCodes,
  newcomerPassword as password,
  totp,
  turnOnTotp,
} from '../support/account-pages.ts';
import { closeToasts, expectNoFaults, launchBrowser, openBrowser, type Person, signIn } from '../support/browser.ts';
import { endCoolingOff } from '../support/due-jobs.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { codeSentTo, sentTo } from '../support/mailbox.ts';

let exchange: RunningExchange;
let browser: Browser;
let newcomer: Person;
let trader: Person;
let forgetful: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0', CAPTCHA: '1' }), launchBrowser()]);
  newcomer = await openBrowser(browser);
  trader = await openBrowser(browser);
  forgetful = await openBrowser(browser);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

const open = (page: Page, path: string) => page.goto(`${exchange.url}${path}`);

function signUp({ page }: Person, email: string): Promise<void> {
  return fillSignUp(page, exchange.url, { email, country: 'IN', phone: '98765 43210' });
}

async function signUpQuickly(person: Person, email: string): Promise<void> {
  await signUp(person, email);
  await leaveCodes(person.page);
}

test('sign-up: mail and telephone are verified by the codes that were sent', async () => {
  const { page } = newcomer;
  await signUp(newcomer, 'newcomer@example.com');
  await page.getByRole('button', { name: 'Get code' }).first().click();
  await page.getByText(/Sent to n/).waitFor();
  // Another one has to wait.
  expect(await page.getByRole('button', { name: /Resend code in/ }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Get code' }).click();
  await page.getByText(/Sent to \+91/).waitFor();
  await page.getByLabel('Code from the e-mail').fill(await codeSentTo(exchange.url, 'newcomer@example.com'));
  await page.getByLabel('Code from the text message').fill(await codeSentTo(exchange.url, '+919876543210'));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.waitForURL((address) => address.pathname === '/');
  await open(page, '/user/profile');
  await page.getByText('newcomer@example.com').first().waitFor();
  await page.getByText(/^\+91\*+10$/).waitFor();
});

/** Gives the password, and comes to the step after it. */
async function beginSignIn({ page }: Person, email: string): Promise<void> {
  await open(page, '/signIn');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/2fa/);
}

test('sign-in: a device that is new to the account takes a code of the mail, once', async () => {
  const known = [await codeSentTo(exchange.url, 'newcomer@example.com')];
  const away = await openBrowser(browser, undefined, 'Mozilla/5.0 (X11; Linux x86_64) of somebody who travels');
  const { page } = away;
  await beginSignIn(away, 'newcomer@example.com');
  await page.getByRole('heading', { name: 'New device' }).waitFor();
  const code = await codeSentTo(exchange.url, 'newcomer@example.com', known);
  await page.getByLabel('Code of 6 digits').fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('alert').first().waitFor();
  await page.getByLabel('Code of 6 digits').fill(code);
  await page.waitForURL((address) => !address.pathname.endsWith('/2fa'));
  await open(page, '/log-out');
  await page.getByText('You are signed out').waitFor();
  await signIn(away, exchange.url, 'newcomer@example.com', password);
  expect(new URL(page.url()).pathname).not.toBe('/2fa');
  expectNoFaults([away]);
  await away.context.close();
});

test('two-factor authentication by text message: turned on, and asked for at the next sign-in', async () => {
  const { page } = newcomer;
  const known = [await codeSentTo(exchange.url, '+919876543210')];
  await open(page, '/user/security-main');
  await page.getByRole('button', { name: 'Turn on: SMS verification' }).click();
  await dialogOf(page).getByRole('button', { name: 'Get code' }).click();
  await dialogOf(page)
    .getByText(/Sent to \+91/)
    .waitFor();
  known.push(await codeSentTo(exchange.url, '+919876543210', known));
  await dialogOf(page)
    .getByLabel('Code of 6 digits')
    .fill(known.at(-1) ?? '');
  await dialogOf(page).getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('list', { name: 'Your recovery codes' }).waitFor();
  await dialogOf(page).getByLabel('I have saved the codes').check();
  await dialogOf(page).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Turn off: SMS verification' }).waitFor();
  await open(page, '/log-out');
  await page.getByText('You are signed out').waitFor();
  await beginSignIn(newcomer, 'newcomer@example.com');
  await page.getByText(/Sent to \+91/).waitFor();
  await page.getByLabel('Code of 6 digits').fill(await codeSentTo(exchange.url, '+919876543210', known));
  await page.waitForURL((address) => !address.pathname.endsWith('/2fa'));
  expectNoFaults([newcomer]);
});

test('sign-up: an address whose code was left for later is confirmed in the profile', async () => {
  const late = await openBrowser(browser);
  const { page } = late;
  await signUpQuickly(late, 'late@example.com');
  await open(page, '/user/profile');
  await skipPhoneQuestion(page);
  await page.getByRole('button', { name: 'Confirm your e-mail' }).click();
  await dialogOf(page).getByRole('button', { name: 'Get code' }).click();
  await dialogOf(page)
    .getByText(/Sent to l/)
    .waitFor();
  await dialogOf(page)
    .getByLabel('Code from the e-mail')
    .fill(await codeSentTo(exchange.url, 'late@example.com'));
  await page.getByText('Your e-mail address is confirmed.').waitFor();
  await page.getByText('Not confirmed').waitFor({ state: 'detached' });
});

let secret = '';
let recoveryCodes: string[] = [];

test('two-factor authentication: set up by the key and a code, with recovery codes shown once', async () => {
  const { page } = trader;
  await signUpQuickly(trader, 'trader@example.com');
  await open(page, '/user/security-main');
  await skipPhoneQuestion(page);
  // Second factors need a confirmed e-mail.
  await page.getByRole('button', { name: 'Confirm the e-mail address' }).click();
  await dialogOf(page).getByRole('button', { name: 'Get code' }).click();
  await page.getByText(/Sent to t/).waitFor();
  await dialogOf(page)
    .getByLabel('Code of 6 digits')
    .fill(await codeSentTo(exchange.url, 'trader@example.com'));
  await dialogOf(page).getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Your e-mail address is not confirmed').waitFor({ state: 'hidden' });
  ({ secret, recoveryCodes } = await turnOnTotp(page));
});

test('two-factor authentication: the next sign-in takes a code, and comes back to the wanted page', async () => {
  const { page } = trader;
  await open(page, '/log-out');
  await page.getByText('You are signed out').waitFor();
  await open(page, '/user/api');
  await page.waitForURL(/signIn\?redirect=/);
  await page.getByLabel('E-mail').fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/2fa\?redirect=/);
  // The code of the step that was used to set it up counts no more.
  await page.getByLabel('Code of 6 digits').fill(totp(secret, 1));
  await page.waitForURL((address) => address.pathname === '/user/api');
});

/** Asks as a bot does, signed by a key. */
function signedGet(path: string, key: string, keySecret: string): Promise<Response> {
  return fetch(exchange.url + path, { headers: signedHeaders(key, keySecret, 'GET', path) });
}

test('an API key: made with a factor, its secret shown once, and a signed call until it is deleted, but while it is turned off', async () => {
  const { page } = trader;
  const { key, secret: keySecret } = await createKey(page, { name: 'Bot', recoveryCode: recoveryCodes[0] });
  expect((await signedGet('/v2/order', key, keySecret)).status).toBe(200);
  await page.getByText('1. Bot').waitFor();
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/v2/api_key/'),
  );
  await page.getByRole('switch', { name: 'Bot: enabled' }).click({ force: true });
  await saved;
  // The news of it reach the process a moment later.
  const statusOfCall = async () => (await signedGet('/v2/order', key, keySecret)).status;
  await expect.poll(statusOfCall).toBe(401);
  await page.getByRole('switch', { name: 'Bot: enabled' }).click({ force: true });
  await dialogOf(page).getByLabel('Confirm with').selectOption('recovery_code');
  await dialogOf(page)
    .getByLabel('Recovery code')
    .fill(recoveryCodes[2] ?? '');
  await dialogOf(page).getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('The key is on.').first().waitFor();
  await expect.poll(statusOfCall).toBe(200);
  // Notices of used recovery codes lie over the button for their time: they are closed as a person would.
  await closeToasts(page);
  await page.getByRole('button', { name: 'Delete Bot' }).click();
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No API keys yet.').waitFor();
});

test('two-factor authentication: turned off by a recovery code', async () => {
  const { page } = trader;
  await open(page, '/user/security-main');
  await page.getByRole('button', { name: 'Turn off: Authenticator app' }).click();
  await page.getByText('All your API keys are deactivated').waitFor();
  await dialogOf(page).getByLabel('Confirm with').selectOption('recovery_code');
  await dialogOf(page)
    .getByLabel('Recovery code')
    .fill(recoveryCodes[1] ?? '');
  await dialogOf(page).getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn on: Authenticator app' }).waitFor();
  await open(page, '/user/api');
  await page.getByText('Please, enable Two-Factor authentication').waitFor();
});

test('a forgotten password: the link of the mail, a new one, and withdrawals locked meanwhile', async () => {
  const { page } = forgetful;
  await signUpQuickly(forgetful, 'forgetful@example.com');
  await open(page, '/log-out');
  await page.getByText('You are signed out').waitFor();
  await open(page, '/signIn');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await page.getByLabel('E-mail').fill('forgetful@example.com');
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await page.getByText('If there is an account for forgetful@example.com').waitFor();
  const link = await sentTo(exchange.url, 'forgetful@example.com', /(\/reset-password\?token=\S+)/);
  await open(page, link);
  await page.getByLabel('New password', { exact: true }).fill('Heron-8-rivers');
  await page.getByLabel('New password again').fill('Heron-8-rivers');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.waitForURL(/\/signIn$/);
  await page
    .getByText(/Withdrawals are locked until/)
    .first()
    .waitFor();
  await signIn(forgetful, exchange.url, 'forgetful@example.com', 'Heron-8-rivers');
  await open(page, '/user/security-main');
  await skipPhoneQuestion(page);
  await page.getByText(/nothing can be withdrawn until .*: 47 h/).waitFor();
});

test('a session that its owner ends elsewhere is over at once, and its page says why', async () => {
  const elsewhere = await openBrowser(browser);
  await signIn(elsewhere, exchange.url, 'forgetful@example.com', 'Heron-8-rivers');
  await elsewhere.page.goto(`${exchange.url}/user/profile`);
  await elsewhere.page.getByText('forgetful@example.com').first().waitFor();
  const { page } = forgetful;
  await page.reload();
  const devices = page.getByRole('table', { name: 'Devices' }).getByRole('row');
  await devices
    .filter({ hasNotText: 'This device' })
    .getByRole('button', { name: /^Sign out / })
    .click();
  await page.getByText('The device is signed out.').first().waitFor();
  await elsewhere.page.waitForURL(/\/signIn/);
  await elsewhere.page
    .getByText(/^You were signed out/)
    .first()
    .waitFor();
  await page.getByText('This device', { exact: true }).waitFor();
  expectNoFaults([elsewhere]);
  await elsewhere.context.close();
});

test('an account is deleted after a time in which it can be kept', async () => {
  const { page } = forgetful;
  await open(page, '/user/delete-account');
  await askForDeletion(page);
  await page.reload();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByRole('button', { name: 'Delete my account' }).waitFor();
});

test('an account whose time is over is closed: its page is signed out, and nobody signs in to it', async () => {
  const { page } = forgetful;
  await askForDeletion(page);
  await endCoolingOff(exchange, 'forgetful@example.com');
  await page.waitForURL(/\/signIn/);
  await page.getByLabel('E-mail').fill('forgetful@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Heron-8-rivers');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This account is blocked.').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/signIn');
  await sentTo(exchange.url, 'forgetful@example.com', /(nobody can sign in to it any longer)/);
});

async function askForDeletion(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await dialogOf(page).getByLabel('Password', { exact: true }).fill('Heron-8-rivers');
  await dialogOf(page).getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('heading', { name: 'Your account is being deleted' }).waitFor();
}

/** The question for a telephone comes once to who has none. */
async function skipPhoneQuestion(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

test('no page has complained', () => {
  expectNoFaults([newcomer, trader, forgetful]);
});
