/**
 * What operators switch, in a browser: deposits are closed with words for users, who read them, and opened again by another one; texts and
 * languages of the site are changed for everybody.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoFaults, launchBrowser, openBrowser, type Person, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { expectAccessible, openPage } from '../support/page-checks.ts';

let exchange: RunningExchange;
let browser: Browser;
let admin: Person;
let alice: Person;
const words = 'The node is being upgraded';

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    startExchange({ DEMO_MAKER: '0', TWO_PERSONS: '1', OPERATOR: 'ravi' }),
    launchBrowser(),
  ]);
  // He approves at the command line.
  await exchange.ops('create-admin', 'ravi@example.com', '--reason', 'e2e');
  [admin, alice] = await Promise.all([openBrowser(browser), openBrowser(browser)]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

test('an operator closes the deposits of a currency at once, with words for users', async () => {
  await signIn(admin, exchange.url, 'admin@demo.local');
  const { page } = admin;
  await page.goto(`${exchange.url}/ops/payments?search=USDT`);
  await page.getByRole('link', { name: /^USDT · / }).click();
  await page.getByRole('button', { name: 'Close Deposits of USDT', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What users read').fill(words);
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('upgrade of the node');
  await dialog.getByRole('button', { name: 'Close now' }).click();
  await page.getByText(`Off: ${words}`).waitFor();
  await expectAccessible(page, '/ops/payments');
});

test('a user reads on the form and on the status page that they are closed, and why', async () => {
  await signIn(alice, exchange.url, 'alice@demo.local');
  const { page } = alice;
  await page.goto(`${exchange.url}/wallet/deposit/USDT`);
  await page.getByText('Deposit for USDT is disabled').waitFor();
  await page.getByText(words).waitFor();
  await page.getByRole('link', { name: 'Status of deposits and withdrawals' }).click();
  await page.waitForURL(/\/assets-status\?ticker=USDT$/);
  const row = page.getByRole('row', { name: /USDT/ }).first();
  await row.getByText('Suspended').waitFor();
  await row.getByText(words).waitFor();
  await page.getByText('Deposits of USDT').waitFor();
});

test('another operator opens them again, and the address is there', async () => {
  const { page } = admin;
  await page.getByRole('button', { name: 'Open Deposits of USDT', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('the upgrade is done');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.getByRole('status').waitFor();
  const [, id = '', hash = ''] = /approve (\d+) ([0-9a-f]+)/.exec(await exchange.ops('requests')) ?? [];
  await exchange.ops('approve', id, hash);
  await alice.page.goto(`${exchange.url}/wallet/deposit/USDT`);
  await alice.page.locator('strong.mono').first().waitFor();
  await expect.poll(() => alice.page.getByText('Deposit for USDT is disabled').count()).toBe(0);
});

const title = 'Prices of all coins';

test('an operator writes another text, which visitors read without a release, in the head of the page too', async () => {
  const { page } = admin;
  await openPage(page, `${exchange.url}/ops/texts/market:title:en`);
  await page.getByLabel('Text that visitors see').fill(`${title} {{count}}`);
  await page.getByText('It cannot have placeholders in').waitFor();
  await page.getByLabel('Text that visitors see').fill(title);
  await expectAccessible(page, '/ops/texts');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Markets” → “').waitFor();
  await expect
    .poll(async () => (await fetch(`${exchange.url}/market`)).text(), { timeout: 10_000 })
    .toContain(`<title>${title} | Pelican</title>`);
  const visitor = alice.page;
  await openPage(visitor, `${exchange.url}/market`);
  await visitor.getByRole('heading', { name: title, level: 1 }).waitFor();
  await expect.poll(() => visitor.title()).toContain(title);
  await page.getByRole('button', { name: 'Put the original back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put the original back' }).click();
  await expect
    .poll(async () => (await fetch(`${exchange.url}/market`)).text(), { timeout: 10_000 })
    .not.toContain('id="texts"');
  await openPage(visitor, `${exchange.url}/market`);
  await visitor.getByRole('heading', { name: 'Markets', level: 1 }).waitFor();
});

test('a hidden language is neither in the menu nor in addresses, until it is offered again', async () => {
  const offer = async (isOffered: boolean) => {
    const { page } = admin;
    await openPage(page, `${exchange.url}/ops/system`);
    await page.getByRole('button', { name: 'Change the languages' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Türkçe').setChecked(isOffered);
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('its texts are reviewed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await fetch(`${exchange.url}/tr/market`)).text(), { timeout: 10_000 })
      .toContain(`<html lang="${isOffered ? 'tr' : 'en'}"`);
  };
  const { page } = alice;
  const languages = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Languages' }).click();
    return page.getByRole('menuitem').allTextContents();
  };
  await offer(false);
  await openPage(page, `${exchange.url}/tr/market`);
  expect(page.url()).toBe(`${exchange.url}/market`);
  await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor();
  expect(await languages()).not.toContain('Türkçe');
  await offer(true);
  await openPage(page, `${exchange.url}/tr/market`);
  await page.getByRole('heading', { name: 'Piyasalar', level: 1 }).waitFor();
  expect(page.url()).toBe(`${exchange.url}/tr/market`);
  expectNoFaults([admin, alice]);
});
