/** What is not as it should be around the client: the exchange away, a network without sockets, no storage, a wrong clock, much zoom. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import {
  becomesLive,
  closeToasts,
  expectNoFaults,
  keepCookieNotice,
  launchBrowser,
  openBrowser,
  type Person,
  placeLimit,
  signIn,
} from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';
import { expectAccessible, graveViolations } from '../support/page-checks.ts';

const hourMs = 3_600_000;
const away = 'The exchange cannot be reached';

let exchange: RunningExchange;
let browser: Browser;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange(), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

async function someone(): Promise<Person> {
  const person = await openBrowser(browser);
  onTestFinished(() => person.context.close());
  return person;
}

/** Runs `work` while the API is dead, and waits until it answers again. */
async function withoutApi(work: () => Promise<void>): Promise<void> {
  const pid = await exchange.pidOf('api');
  try {
    await exchange.whileUnwatched(async () => {
      await exchange.kill('api');
      await work();
    });
  } finally {
    await exchange.restarted('api', pid);
  }
}

/** The worker has its page, so the next navigation is in its hands. `ready` itself cannot be sent to the test. */
async function workerIsReady(page: Page): Promise<void> {
  expect(await page.evaluate('navigator.serviceWorker.ready.then(() => true)')).toBe(true);
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const markets = (page: Page) => page.getByRole('row', { name: /BTC/ }).first();
const bar = (page: Page) => page.getByText(`${away}.`);

test('the exchange goes away under an open page: a bar says so until it is back, and the page is as it was', async () => {
  const { page, ...person } = await someone();
  await page.goto(`${exchange.url}/market`);
  await markets(page).waitFor();
  // What comes late is there: the page as such is open.
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.body.dataset.stays = "yes"');
  await withoutApi(async () => {
    await bar(page).waitFor();
    expect(await graveViolations(page)).toEqual([]);
    // Nothing else shouts meanwhile.
    await closeToasts(page);
    await page.waitForTimeout(3_000);
    await page
      .getByRole('region', { name: 'Notices' })
      .getByRole('button', { name: 'Close' })
      .waitFor({ state: 'hidden' });
  });
  await bar(page).waitFor({ state: 'hidden' });
  await markets(page).waitFor();
  expect(await page.locator('body').getAttribute('data-stays')).toBe('yes');
  // Parts that a page loads late, as the chat after ten seconds, are missed meanwhile.
  expectNoFaults([{ page, ...person }], /WebSocket connection|Unable to preload CSS|dynamically imported module/);
});

test('a page that is opened meanwhile is the one of the worker, in the language of the address, and becomes what was asked for', async () => {
  const { page } = await someone();
  await page.goto(`${exchange.url}/market`);
  await workerIsReady(page);
  const other = await page.context().newPage();
  await withoutApi(async () => {
    await page.goto(`${exchange.url}/hi/market?tab=INR`);
    await page.getByRole('heading', { name: 'एक्सचेंज से संपर्क नहीं हो पा रहा है' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('hi');
    await other.goto(`${exchange.url}/trade/BTC_USDT`);
    await other.getByRole('heading', { name: away }).waitFor();
    expect(await other.title()).toBe(`${away} | Pelican`);
    await expectAccessible(other, '/unreachable.html');
    // The worker answers navigations only: a call of the API fails as the network does.
    expect(await other.evaluate('fetch("/v2/market-list").then(() => true, () => false)')).toBe(false);
    const program = await page.context().newPage();
    await expect(program.goto(`${exchange.url}/v2/market-list`)).rejects.toThrow(/ERR_CONNECTION_REFUSED|ERR_FAILED/);
    await program.close();
  });
  await page.getByRole('row', { name: /BTC/ }).first().waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/hi/market?tab=INR');
  await becomesLive(other);
});

test('the worker keeps its page and nothing else', async () => {
  const { page } = await someone();
  await page.goto(`${exchange.url}/market`);
  await workerIsReady(page);
  await page.reload();
  await markets(page).waitFor();
  const kept = await page.evaluate<string[]>(`(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map((name) => caches.open(name).then((store) => store.keys())));
    return stores.flat().map(({ url }) => new URL(url).pathname).sort();
  })()`);
  expect(kept).toEqual(['/unreachable.css', '/unreachable.html', '/unreachable.js']);
});

test('a page whose code does not come says so, and opens when the exchange is back', async () => {
  const { page } = await someone();
  await page.goto(`${exchange.url}/signIn`);
  await page.getByLabel('E-mail').waitFor();
  await withoutApi(async () => {
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('alert').getByRole('heading', { name: away }).waitFor();
    expect(pathOf(page)).toBe('/forgot-password');
  });
  await page.getByLabel('E-mail').waitFor();
  expect(pathOf(page)).toBe('/forgot-password');
});

test('a network that lets no socket through: the screen polls and says so, and goes back to the socket', async () => {
  const { page, ...person } = await someone();
  const api = await ApiSession.signIn(exchange.url, 'alice@demo.local');
  let isBlocked = true;
  await page.routeWebSocket(/\/socket$/, (socket) => {
    if (isBlocked) void socket.close();
    else socket.connectToServer();
  });
  await signIn({ page, ...person }, exchange.url, 'alice@demo.local');
  await page.goto(`${exchange.url}/trade/BTC_USDT`);
  await page.getByText('Polling every 3 s').waitFor();
  // As a whole: no single level need change within a minute.
  const book = page.getByRole('region', { name: 'Order book' });
  await book.getByRole('listitem').first().waitFor();
  const before = await book.textContent();
  await expect.poll(() => book.textContent(), { timeout: 60_000 }).not.toBe(before);
  await page.getByRole('region', { name: 'Latest trades' }).getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page
    .getByRole('table', { name: /^Candles/ })
    .getByRole('row')
    .nth(50)
    .waitFor();
  await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  await placeLimit({ page, ...person }, { side: 'Buy', price: '90000', amount: '0.001' });
  await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
  await api.cancelAll();
  await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  isBlocked = false;
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 90_000 });
  await api.limit('BTC_USDT', 'buy', '90000', '0.001');
  await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
  await api.cancelAll();
  expectNoFaults([{ page, ...person }]);
});

test('a browser that allows no storage: everything works, and a reload keeps who is signed in', async () => {
  const { page, ...person } = await someone();
  await person.context.addInitScript(`
    const refuse = () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse, configurable: true });
    Object.defineProperty(navigator, 'locks', { value: { request: async () => refuse() } });
    navigator.serviceWorker.register = async () => refuse();
    window.BroadcastChannel = class { constructor() { refuse(); } };
  `);
  await signIn({ page, ...person }, exchange.url, 'bob@demo.local');
  await page.goto(`${exchange.url}/user/wallet-list`);
  await page.getByRole('link', { name: 'Transfer USDT' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Your account Bob' }).waitFor();
  expect(pathOf(page)).toBe('/user/wallet-list');
  const scheme = page.locator('html');
  const before = await scheme.getAttribute('data-mantine-color-scheme');
  // In the header, and once more in the side bar.
  await page
    .getByRole('button', { name: /^Switch to (dark|light) theme$/ })
    .first()
    .click();
  await expect.poll(() => scheme.getAttribute('data-mantine-color-scheme')).not.toBe(before);
  await page.goto(`${exchange.url}/trade/BTC_USDT`);
  await becomesLive(page);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page
    .getByRole('table', { name: /^Candles/ })
    .getByRole('row')
    .nth(1)
    .waitFor();
  expectNoFaults([{ page, ...person }]);
});

/** Milliseconds of "HH:MM:SS". */
function timeOf(text: string | null): number {
  const [hours = 0, minutes = 0, seconds = 0] = (/\d\d:\d\d:\d\d/.exec(text ?? '')?.[0] ?? '').split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

test.each([
  ['fast', hourMs],
  ['slow', -hourMs],
])("a clock that is an hour %s: times are the exchange's", async (_, skewMs) => {
  const [right, wrong] = [await someone(), await someone()];
  await wrong.page.clock.install({ time: Date.now() + skewMs });
  let refreshes = 0;
  wrong.page.on('request', (request) => {
    if (request.url().endsWith('/v2/apirefreshToken')) refreshes++;
  });
  const both = [right, wrong];
  for (const person of both) {
    await signIn(person, exchange.url, 'alice@demo.local');
    await person.page.goto(`${exchange.url}/perpetual/BTC_USDT`);
    await becomesLive(person.page);
    await person.page.getByRole('button', { name: 'Show as table' }).click();
    await person.page
      .getByRole('table', { name: /^Candles/ })
      .getByRole('row')
      .nth(20)
      .waitFor();
  }
  expect(refreshes).toBeLessThanOrEqual(2);
  const seen = await Promise.all(
    both.map(async ({ page }) => {
      const candles = page.getByRole('table', { name: /^Candles/ }).getByRole('row');
      return {
        clock: timeOf(await page.getByText(/^Server time/).textContent()),
        funding: timeOf(
          await page
            .getByText(/%.*\d\d:\d\d:\d\d/)
            .first()
            .textContent(),
        ),
        candles: (await candles.allTextContents()).slice(1, 9).map((row) => /\d\d:\d\d:\d\d/.exec(row)?.[0]),
      };
    }),
  );
  const [asIt, shown] = seen as [(typeof seen)[0], (typeof seen)[0]];
  expect(Math.abs(shown.clock - asIt.clock)).toBeLessThan(60_000);
  expect(Math.abs(shown.funding - asIt.funding)).toBeLessThan(60_000);
  // A candle may have begun between the two looks.
  expect(asIt.candles.filter((time) => shown.candles.includes(time)).length).toBeGreaterThanOrEqual(7);
  expectNoFaults(both);
});

test('as narrow as zoom makes them, pages have one column and nothing beside it', async () => {
  const { page } = await someone();
  // 400 % of a screen of 1280 px, and narrower than any; more zoom scrolls.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/', '/market', '/signIn', '/trade/BTC_USDT', '/faq']) {
    await page.goto(exchange.url + path);
    await page.locator('h1').first().waitFor();
    expect(await sidewaysScroll(page), path).toBeLessThanOrEqual(0);
  }
});

/** Px of the window that are under what stays in its place while the page scrolls. */
const coveredHeight = (page: Page) =>
  page.evaluate<number>(`(() => {
    scrollTo(0, 400);
    const stays = (element) => {
      const { position, visibility } = getComputedStyle(element);
      return (position === 'fixed' || position === 'sticky') && visibility === 'visible';
    };
    const rows = new Set();
    for (const element of [...document.querySelectorAll('body *')].filter(stays)) {
      const { top, bottom, width } = element.getBoundingClientRect();
      if (width >= innerWidth / 2)
        for (let row = Math.max(0, Math.round(top)); row < Math.min(innerHeight, Math.round(bottom)); row++) rows.add(row);
    }
    return rows.size;
  })()`);

test('at ten times its size a page can be read: nothing that stays in its place covers more than half of the window', async () => {
  const { page } = await someone();
  // A screen of 1280 by 720 px.
  await page.setViewportSize({ width: 128, height: 72 });
  await keepCookieNotice(page);
  for (const path of ['/', '/market', '/signIn', '/trade/BTC_USDT', '/faq', '/exchange']) {
    await page.goto(exchange.url + path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    expect(await coveredHeight(page), path).toBeLessThanOrEqual(36);
  }
});
