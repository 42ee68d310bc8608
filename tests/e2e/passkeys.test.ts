/** A passkey in a real browser, by an authenticator that the browser plays: added, then signed in by. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { expectNoFaults, launchBrowser, openBrowser, type Person, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  alice = await openBrowser(browser);
  const session = await alice.page.context().newCDPSession(alice.page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

test('a passkey is added on the security page, with the recovery codes of the first factor', async () => {
  const { page } = alice;
  await signIn(alice, exchange.url, 'alice@demo.local');
  await page.goto(`${exchange.url}/user/security-main`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('list', { name: 'Your recovery codes' }).waitFor();
  await page.getByLabel('I have saved the codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).waitFor();
});

test('it signs in, without the password', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/log-out`);
  await page.getByText('You are signed out').waitFor();
  await page.goto(`${exchange.url}/signIn?redirect=/user/security-main`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL((address) => address.pathname === '/user/security-main');
  await page.getByText('Laptop').first().waitFor();
});

test('no page has complained', () => {
  expectNoFaults([alice]);
});
