/** Coins in a browser: a deposit from the faucet of the demo's network, withdrawals with a second factor and a mail, and a trade with what has come. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialogOf, totp, turnOnTotp } from '../support/account-pages.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, placeLimit, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sentTo } from '../support/mailbox.ts';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;
let bob: Person;
let secret: string;
let ofBob: string;
/** The last code of the app that was shown to the exchange. */
let shown = '';

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [alice, bob] = await Promise.all([openBrowser(browser), openBrowser(browser)]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

const address = (person: Person) => person.page.locator('strong.mono').first();

test('a deposit is seen, its confirmations count up by themselves, and it is credited', async () => {
  const { page } = alice;
  await signIn(alice, exchange.url, 'alice@demo.local');
  await page.goto(`${exchange.url}/wallet/deposit/USDT`);
  await address(alice).waitFor();
  await page.getByRole('button', { name: 'Get test coins' }).click();
  await page.getByText(/^[12] of 3 confirmations$/).waitFor();
  await page.getByText('Successful', { exact: true }).first().waitFor();
  await page.getByText('3 of 3 confirmations').waitFor();
});

test('it is withdrawn to an address of the network with a second factor and the code of the mail, and arrives', async () => {
  await signIn(bob, exchange.url, 'bob@demo.local');
  await bob.page.goto(`${exchange.url}/wallet/deposit/USDT`);
  ofBob = (await address(bob).textContent()) ?? '';
  const { page } = alice;
  await page.goto(`${exchange.url}/wallet/withdraw/USDT`);
  await page.getByRole('link', { name: 'Open the security settings' }).click();
  ({ secret } = await turnOnTotp(page));
  await request('21.5');
  await page
    .getByLabel('Code of 6 digits')
    .fill(await sentTo(exchange.url, 'alice@demo.local', /enter the code (\d{6})/));
  await page.waitForURL(/\/successful$/);
  await page.goto(`${exchange.url}/wallet/withdraw/USDT`);
  await page.getByText('Successful', { exact: true }).first().waitFor({ timeout: 60_000 });
  expect(await page.getByRole('link', { name: 'Show on the network' }).getAttribute('href')).toContain(
    '/transactions/',
  );
  await bob.page.getByText('Successful', { exact: true }).first().waitFor();
});

test('another one is canceled before it is sent, and the money is back', async () => {
  const { page } = alice;
  await request('22.25');
  await page.getByRole('button', { name: 'Cancel withdrawal', exact: true }).click();
  await page.getByLabel('Address').waitFor();
  await page.getByText('Canceled', { exact: true }).first().waitFor();
});

test('what has come is moved to the trade wallet and spent', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/user/wallet-list/USDT`);
  await page.getByRole('main').getByRole('link', { name: 'Transfer', exact: true }).click();
  await dialogOf(page).getByLabel('Amount').fill('10');
  await dialogOf(page).getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('10 USDT moved from the main wallet to the trade wallet.').first().waitFor();
  await page.goto(`${exchange.url}/trade/LTC_USDT`);
  await placeLimit(alice, { side: 'Buy', price: '96.37', amount: '0.1' });
  await bob.page.goto(`${exchange.url}/trade/LTC_USDT`);
  await placeLimit(bob, { side: 'Sell', price: '96.37', amount: '0.1' });
  await page.getByRole('tab', { name: 'My trades' }).click();
  await page.getByRole('cell', { name: '96.37' }).first().waitFor();
  expect(await exchange.ops('audit')).toContain('OK');
  expectNoFaults([alice, bob]);
});

/** Asks for a withdrawal of USDT to Bob's address, up to the code of its mail. */
async function request(amount: string): Promise<void> {
  const { page } = alice;
  // Each code counts once.
  await expect.poll(() => totp(secret, 1), { timeout: 40_000 }).not.toBe(shown);
  shown = totp(secret, 1);
  await page.goto(`${exchange.url}/wallet/withdraw/USDT`);
  await page.getByLabel('Address').fill(ofBob);
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await dialogOf(page).getByLabel('Code of 6 digits').fill(shown);
  await dialogOf(page).getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('heading', { name: 'Confirm the withdrawal' }).waitFor();
}
