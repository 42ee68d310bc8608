/** The client in another language: its texts, its addresses, and the switch. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoFaults, launchBrowser, openBrowser, type Person, phone } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { expectAccessible, expectPhoneLayout, openPage } from '../support/page-checks.ts';

let exchange: RunningExchange;
let browser: Browser;
let visitor: Person;
let handheld: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  [visitor, handheld] = await Promise.all([openBrowser(browser), openBrowser(browser, phone)]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

const addressOf = ({ page }: Person) => page.url().slice(exchange.url.length);

/** Names of the exchange's coins and languages, and the unit of ten million rupees. */
const names = new Set(
  'Pelican English App Store Google Play Bitcoin Litecoin Ethereum Tether Solana Dogecoin Chainlink Cardano Coin coin Cr'.split(
    ' ',
  ),
);

/** English words of the page that are neither names nor codes. */
async function englishOf({ page }: Person): Promise<string[]> {
  const text = await page.evaluate<string>('document.body.innerText');
  const words = text.replaceAll(/\S*@\S+|Demo#\d+|Türkçe/g, '').match(/[A-Za-z][A-Za-z'’-]*[a-z][A-Za-z]*/g) ?? [];
  return [...new Set(words)].filter((word) => !names.has(word));
}

test('the switch in the header keeps the address and what is typed, and is remembered', async () => {
  const { page, context } = visitor;
  await openPage(page, `${exchange.url}/signup?referral=HERON7`);
  await page.getByLabel('E-mail').fill('asha@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Secret#12345');
  await page.getByRole('banner').getByRole('button', { name: 'Languages' }).click();
  await page.getByRole('menuitem', { name: 'हिन्दी' }).click();
  await page.getByRole('heading', { name: 'अपना खाता बनाएँ' }).waitFor();
  expect(addressOf(visitor)).toBe('/hi/signup?referral=HERON7');
  await expect.poll(() => page.getByLabel('ईमेल', { exact: true }).inputValue()).toBe('asha@example.org');
  expect(await page.getByLabel('पासवर्ड', { exact: true }).inputValue()).toBe('');
  expect(await page.locator('html').getAttribute('lang')).toBe('hi');
  expect((await context.cookies()).find(({ name }) => name === 'pelican_locale')?.value).toBe('hi');
  await page.getByRole('banner').getByRole('button', { name: 'भाषाएँ' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  expect(addressOf(visitor)).toBe('/signup?referral=HERON7');
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('asha@example.org');
});

test.each([
  ['/HI/market?tab=all', '/hi/market?tab=all'],
  ['/fr/hi/market', '/hi/market'],
  ['/fr/de/market', '/market'],
])('%s leads to %s', async (address, wanted) => {
  await openPage(visitor.page, exchange.url + address);
  expect(addressOf(visitor)).toBe(wanted);
});

test('a link leads to its page in the same language, whose texts come with it', async () => {
  const { page } = visitor;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v2/locale?')) asked.push(new URL(request.url()).searchParams.get('area') ?? '');
  });
  await openPage(page, `${exchange.url}/hi/market`);
  await page.getByRole('heading', { name: 'मार्केट', level: 1 }).waitFor();
  await page
    .getByRole('link', { name: 'BTC/USDT ट्रेड करें' })
    .or(page.locator('a[href="/hi/trade/BTC_USDT"]'))
    .first()
    .click();
  await page.getByRole('region', { name: 'ऑर्डर बुक' }).waitFor();
  expect(addressOf(visitor)).toBe('/hi/trade/BTC_USDT');
  expect(new Set(asked)).toEqual(new Set(['app', 'public', 'head', 'trading']));
  expect(asked).toHaveLength(new Set(asked).size);
});

test.each([
  '/',
  '/market',
  '/trade/BTC_USDT',
  '/perpetual/BTC_USDT',
  '/signIn',
  '/signup',
  '/announcement',
  '/support',
])('%s has no English word, and nothing that hinders', async (path) => {
  await openPage(visitor.page, `${exchange.url}/hi${path}`);
  await expect.poll(() => englishOf(visitor), { timeout: 30_000 }).toEqual([]);
  await expectAccessible(visitor.page, path);
});

test.each(['/', '/market', '/trade/BTC_USDT', '/signup'])('phone: %s fits', async (path) => {
  await openPage(handheld.page, `${exchange.url}/hi${path}`);
  await expectPhoneLayout(handheld.page, path);
});

test.each([
  ['ta', 'சந்தைகள்', 'ஆர்டர் புக்', 'noto-tamil'],
  ['tr', 'Piyasalar', 'Emir defteri', 'inter-turkish'],
  ['ru', 'Рынки', 'Стакан', 'inter-cyrillic'],
])('%s: a visitor reads the markets and a book in the letters of the language', async (code, markets, book, font) => {
  const { page } = visitor;
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  await openPage(page, `${exchange.url}/${code}/market`);
  await page.getByRole('heading', { name: markets, level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(code);
  await openPage(page, `${exchange.url}/${code}/trade/BTC_USDT`);
  await page.getByRole('region', { name: book }).waitFor();
  await expectAccessible(page, `/${code}/trade`);
  expect(fonts.some((url) => url.includes(font))).toBe(true);
});

test('phone: the languages are behind the fifth target of the bar', async () => {
  const { page } = handheld;
  await openPage(page, `${exchange.url}/market`);
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'हिन्दी' }).tap();
  await page.getByRole('heading', { name: 'मार्केट', level: 1 }).waitFor();
  expect(addressOf(handheld)).toBe('/hi/market');
});

test('nothing that pages complained about was left', () => expectNoFaults([visitor, handheld]));
