/** A proof of reserves: an operator has one made, and a person verifies the own leaves in the browser. */
import { readFile } from 'node:fs/promises';
import type { OwnProof } from '@pelican/shared/contracts/reserves';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;
let admin: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [alice, admin] = await Promise.all([openBrowser(browser, phone), openBrowser(browser)]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

test('a visitor of a new demo finds a proof that nobody has asked for', async () => {
  const { page } = await openBrowser(browser);
  const table = page.getByRole('table', { name: 'Assets of the proof' });
  await expect
    .poll(
      async () => {
        await page.goto(`${exchange.url}/proof-of-reserves`);
        return table.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  await table.getByText('BTC').waitFor();
});

test('an operator sees what lies against what is owed, and has a proof made', async () => {
  const { page } = admin;
  await signIn(admin, exchange.url, 'admin@demo.local');
  await page.goto(`${exchange.url}/ops/reserves`);
  await page.getByRole('table', { name: 'Reserves against liabilities' }).getByText('BTC').waitFor();
  await page.getByRole('button', { name: 'Make a proof now' }).click();
  await page.getByText('The worker makes a proof of reserves').waitFor();
});

test('a person verifies the own balances against the published roots, and downloads the proof', async () => {
  const { page } = alice;
  await signIn(alice, exchange.url, 'alice@demo.local');
  const verify = page.getByRole('button', { name: 'Verify in this browser' });
  await expect
    .poll(
      async () => {
        await page.goto(`${exchange.url}/proof-of-reserves`);
        return verify.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  await verify.click();
  await page.getByText(/of your balances are counted in the published totals/).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as JSON' }).click(),
  ]);
  const own = JSON.parse(await readFile(await file.path(), 'utf8')) as OwnProof;
  expect(own).toMatchObject({ format: 'pelican-proof-of-reserves-1' });
  expect(own.leaves.length).toBeGreaterThan(1);
});
