/** The pages of trading: on a phone, and at all widths. What every page has to fulfil is held against all of them in tests/routes. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import {
  expectNoFaults,
  keepCookieNotice,
  launchBrowser,
  openBrowser,
  type Person,
  phone,
  signIn,
} from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { lowControls, sidewaysScroll } from '../support/in-page.ts';
import { OrderForm } from '../support/order-form.ts';
import { openPage } from '../support/page-checks.ts';

let exchange: RunningExchange;
let browser: Browser;
let visitor: Person;
let handheld: Person;
let aliceApi: ApiSession;
let bobApi: ApiSession;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [visitor, handheld, aliceApi, bobApi] = await Promise.all([
    openBrowser(browser),
    openBrowser(browser, phone),
    ApiSession.signIn(exchange.url, 'alice@demo.local'),
    ApiSession.signIn(exchange.url, 'bob@demo.local'),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

async function expectPath(page: Page, path: string): Promise<void> {
  await page.waitForURL((address) => address.pathname + address.search === path);
}

test('an account of the demo begins without unread notices', async () => {
  const { body } = await aliceApi.get<{ unread: number; result: object[] }>('/v3/notices');
  expect(body).toMatchObject({ unread: 0, result: expect.arrayContaining([expect.objectContaining({})]) });
});

test('phone: the cookie notice leaves Sell and Buy free', async () => {
  const { page } = handheld;
  await keepCookieNotice(page);
  await page.goto(`${exchange.url}/trade/BTC_USDT`);
  const notice = await page.getByRole('region', { name: 'Cookie notice' }).boundingBox();
  const bar = await page.getByRole('button', { name: 'Buy', exact: true }).boundingBox();
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Buy', exact: true }).waitFor();
  expect(await page.getByRole('region', { name: 'Cookie notice' }).count()).toBe(0);
});

test('phone: from the picker to a pair, and through its views', async () => {
  const { page } = handheld;
  await signIn(handheld, exchange.url, 'alice@demo.local');
  await page.goto(`${exchange.url}/trade`);
  await page.getByRole('button', { name: /choose another pair/ }).tap();
  await page.getByRole('searchbox', { name: 'Search a pair' }).fill('LTC');
  await page.getByRole('link', { name: /^LTC\/USDT/ }).tap();
  await expectPath(page, '/trade/LTC_USDT');
  await page.getByRole('button', { name: /^LTC.USDT.*choose another pair/ }).waitFor();
  const views = page.getByRole('tablist', { name: 'Views' });
  for (const [tab, sign] of [
    ['Book', page.getByRole('region', { name: 'Order book' })],
    ['Trades', page.getByRole('region', { name: 'Latest trades' })],
    ['Info', page.getByText('Smallest value')],
    ['Chart', page.getByRole('region', { name: 'Chart' })],
  ] as const) {
    await views.getByRole('tab', { name: tab }).tap();
    await sign.first().waitFor();
    expect(await sidewaysScroll(page), tab).toBe(0);
    expect(await lowControls(page, 44), tab).toEqual([]);
  }
});

test('phone: a limit order by the sheet, seen in the list, cancelled', async () => {
  const { page } = handheld;
  const form = new OrderForm(page, page.getByRole('dialog', { name: 'Order form' }));
  await page.getByRole('button', { name: 'Buy', exact: true }).tap();
  await form.root.getByRole('tab', { name: 'Limit' }).tap();
  await form.fill({ Price: '90.5', Amount: '2' });
  expect(await lowControls(page, 44)).toEqual([]);
  await form.submitButton.tap();
  await form.confirm('Buy');
  await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
  expect(await aliceApi.openOrders()).toMatchObject([{ price: '90.5', amount: '2' }]);
  expect(await lowControls(page, 44)).toEqual([]);
  await page.getByRole('button', { name: /^Cancel order \d+ in LTC/ }).tap();
  await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  await expect.poll(() => aliceApi.openOrders()).toEqual([]);
});

test('phone: a market order takes what rests, tapped from the book', async () => {
  await bobApi.limit('LTC_USDT', 'sell', '96.4', '0.75');
  const { page } = handheld;
  await page.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name: 'Book' }).tap();
  await page.getByRole('button', { name: /^Sell 96\.40/ }).tap();
  const form = new OrderForm(page, page.getByRole('dialog', { name: 'Order form' }));
  await expect.poll(() => form.field('Price').inputValue()).toBe('96.4');
  await form.root.getByRole('tab', { name: 'Market' }).tap();
  await form.root.getByLabel('Amount in').selectOption('stock');
  await form.fill({ Amount: '0.75' });
  await form.submitButton.tap();
  await form.confirm('Buy');
  await page.getByText('Bought 0.75 LTC for 72.3 USDT. Fee and taxes: 0.170628 USDT.').first().waitFor();
  expect(await bobApi.openOrders()).toEqual([]);
});

test('768 to 2560 px wide: no page scrolls sideways', async () => {
  const { page } = handheld;
  for (const path of [
    '/',
    '/market',
    '/trade/LTC_USDT',
    '/perpetuals',
    '/perpetual/BTC_USDT',
    '/user/wallet-list',
    '/user/address-management',
    '/user/orders-history',
    '/user/perpetuals-history',
  ]) {
    await openPage(page, exchange.url + path);
    for (const width of [768, 1024, 1366, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sidewaysScroll(page), `${path} at ${width} px`).toBe(0);
    }
  }
  await page.setViewportSize(phone);
});

test('desktop: content, footer and side bar begin at one line on all pages', async () => {
  const { page } = visitor;
  const leftOf = (selector: string) => page.locator(selector).first().boundingBox();
  const edges: Record<string, number | undefined> = {};
  for (const path of ['/', '/market', '/perpetuals', '/referral', '/support', '/faq', '/listing', '/terms']) {
    await page.goto(`${exchange.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    edges[path] = (await leftOf('main h1'))?.x;
    if (path !== '/perpetuals') edges[`${path} footer`] = (await leftOf('footer svg'))?.x;
  }
  const trader = await openBrowser(browser);
  await signIn(trader, exchange.url, 'alice@demo.local');
  const { page: own } = trader;
  await own.goto(`${exchange.url}/user/profile`);
  const sideBar = own.getByRole('navigation', { name: 'Your account' });
  await sideBar.waitFor();
  edges['/user/profile'] = (await sideBar.boundingBox())?.x;
  await trader.context.close();
  expect(new Set(Object.values(edges)), JSON.stringify(edges)).toEqual(new Set([120]));
});

test('desktop: the head of a table stays while its panel scrolls', async () => {
  for (let step = 0; step < 14; step += 1) await aliceApi.limit('LTC_USDT', 'buy', String(60 + step), '0.1');
  const trader = await openBrowser(browser);
  await signIn(trader, exchange.url, 'alice@demo.local');
  const { page } = trader;
  await page.goto(`${exchange.url}/trade/LTC_USDT`);
  await page.getByRole('tab', { name: 'Open orders (14)' }).waitFor();
  await page.getByRole('button', { name: 'Show as table' }).click();
  for (const [head, scroller] of [
    ['Open', page.getByRole('region', { name: /^Candles as a table/ })],
    ['Pair', page.getByRole('tabpanel', { name: /^Open orders/ })],
  ] as const) {
    const cell = scroller.getByRole('columnheader', { name: head, exact: true });
    await scroller.getByRole('row').nth(10).waitFor();
    const panelTop = (await scroller.boundingBox())?.y;
    await scroller.hover();
    await page.mouse.wheel(0, 300);
    const firstRow = scroller.getByRole('row').nth(1);
    await expect.poll(async () => (await firstRow.boundingBox())?.y, { message: head }).toBeLessThan(panelTop ?? 0);
    await expect.poll(async () => (await cell.boundingBox())?.y, { message: head }).toBe(panelTop);
  }
  await aliceApi.cancelAll();
  await trader.context.close();
});

test('desktop: what is typed after the picker opens is searched for', async () => {
  const { page } = visitor;
  await page.goto(`${exchange.url}/trade/BTC_USDT`);
  await page.getByRole('button', { name: /choose another pair/ }).click();
  const search = page.getByRole('searchbox', { name: 'Search a pair' });
  await search.waitFor();
  await page.keyboard.type('LTC');
  expect(await search.inputValue()).toBe('LTC');
});

test('phone: buying stands before selling in both markets', async () => {
  const { page } = handheld;
  for (const [path, first, second] of [
    ['/trade/LTC_USDT', 'Buy', 'Sell'],
    ['/perpetual/BTC_USDT', 'Long', 'Short'],
  ] as const) {
    await page.goto(exchange.url + path);
    const left = await page.getByRole('button', { name: first, exact: true }).boundingBox();
    const right = await page.getByRole('button', { name: second, exact: true }).boundingBox();
    expect(left?.x, path).toBeLessThan(right?.x ?? 0);
  }
});

test.each([{ width: 1366, height: 768 }, phone])(
  'the cookie notice does not cover the button of a form: $width x $height',
  async (viewport) => {
    const { page, context } = await openBrowser(browser, viewport);
    await keepCookieNotice(page);
    await page.goto(`${exchange.url}/signup`);
    const notice = page.getByRole('region', { name: 'Cookie notice' });
    await notice.waitFor();
    const button = page.getByRole('main').getByRole('button', { name: 'Sign up', exact: true });
    await button.scrollIntoViewIfNeeded();
    const [top, bottom] = [await notice.boundingBox(), await button.boundingBox()];
    expect((top?.y ?? 0) >= (bottom?.y ?? 0) + (bottom?.height ?? 0)).toBe(true);
    await context.close();
  },
);

test('Hindi brings its font along, and no other page asks for it', async () => {
  const { page } = visitor;
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('devanagari')) fonts.push(request.url());
  });
  await page.goto(`${exchange.url}/market`);
  await page.getByRole('row', { name: /BTC/ }).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(fonts).toEqual([]);
  await page.goto(`${exchange.url}/hi/faq`);
  await page.getByRole('heading', { name: 'सामान्य प्रश्न', level: 1 }).waitFor();
  await expectPath(page, '/hi/faq');
  await page.locator('main [lang="hi"] summary').first().waitFor();
  await expect
    .poll(() => page.evaluate(`document.fonts.check('16px "Noto Sans Devanagari Variable"', 'क')`))
    .toBe(true);
  expect(fonts).toHaveLength(1);
});

test('a slow phone loses nothing that is typed into a search', async () => {
  const { page, context } = handheld;
  await page.goto(`${exchange.url}/market`);
  await page.getByRole('row', { name: /BTC/ }).first().waitFor();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const search = page.getByRole('searchbox', { name: 'Search a coin or pair' });
  await search.pressSequentially('litecoin');
  expect(await search.inputValue()).toBe('litecoin');
  await page.waitForURL(/search=litecoin$/);
  await protocol.detach();
});

test('no page has complained', () => {
  expectNoFaults([visitor, handheld]);
});
