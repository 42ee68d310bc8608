/** The front page in a browser: an operator publishes, a visitor sees it, and nothing that is seen moves. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectNoFaults, launchBrowser, openBrowser, type Person, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { pngOf } from '../support/sample-files.ts';

let exchange: RunningExchange;
let browser: Browser;
let admin: Person;
let visitor: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0', OPERATOR: 'admin' }), launchBrowser()]);
  [admin, visitor] = await Promise.all([openBrowser(browser), openBrowser(browser)]);
  await signIn(admin, exchange.url, 'admin@demo.local');
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

const bands = ['Announcements', 'News', 'Digest', 'What you can count on', 'Latest tweets', 'Partners'];

test('the demo fills every band, and no band moves another', async () => {
  const { page } = visitor;
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
      .observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(exchange.url);
  for (const name of bands) await page.getByRole('region', { name, exact: true }).waitFor();
  const shifts = await page.evaluate<number[]>('window.shifts');
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05);
  await page.goto(`${exchange.url}/hi`);
  await page.getByRole('region', { name: 'साझेदार' }).waitFor();
});

/** Files of screens, by the names that the build gives them. */
const screenFile = /\/assets\/(?:[\w-]+-page|pages|spot-trading)-[\w-]+\.js$/;

test.each(['/', '/market', '/trade/BTC_USDT', '/perpetual/BTC_USDT', '/signup', '/faq', '/hi/fee-schedule'])(
  '%s: the code of its screen is asked for along with the client, not after its start',
  async (path) => {
    const { page, context } = await openBrowser(browser);
    onTestFinished(() => context.close());
    const answer = await page.goto(exchange.url + path);
    const html = (await answer?.text()) ?? '';
    await page.locator('h1').first().waitFor();
    const scripts = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
    );
    const screens = scripts.filter((script) => screenFile.test(script));
    expect(screens).not.toHaveLength(0);
    for (const screen of screens) expect(html).toContain(`"${screen}"`);
  },
);

test('an operator publishes a partner with a picture, and a visitor sees it within seconds', async () => {
  const { page } = admin;
  await page.goto(`${exchange.url}/ops/site/new?kind=partner`);
  const form = page.getByRole('form', { name: 'Text of the site' });
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await pngOf(200, 80) };
  await form.locator('input[type=file]').setInputFiles(file);
  await form.getByRole('img', { name: 'The picture that visitors will see' }).waitFor();
  await form.getByLabel('Name').first().fill('Acme Custody');
  await form.getByLabel('Link').fill('https://acme.example');
  await form.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Reason/).fill('signed');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.locator('[data-tone]').getByText('Shown', { exact: true }).first().waitFor();
  const visitorPage = visitor.page;
  await expect
    .poll(
      async () => {
        await visitorPage.goto(exchange.url);
        await visitorPage.getByRole('region', { name: 'Partners' }).waitFor();
        return visitorPage.getByRole('link', { name: 'Acme Custody' }).count();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(1);
  await visitorPage.getByRole('img', { name: 'Acme Custody' }).scrollIntoViewIfNeeded();
  const width = () => visitorPage.evaluate(`document.querySelector('img[alt="Acme Custody"]')?.naturalWidth`);
  await expect.poll(width).toBe(200);
});

test('who is signed in sees what they have before everything else', async () => {
  const { page } = admin;
  await page.goto(`${exchange.url}/home`);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Total value' }).getByText('₹').first().waitFor();
  await page.getByRole('region', { name: 'Favourites' }).waitFor();
  expectNoFaults([admin, visitor]);
});
