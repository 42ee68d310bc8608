/**
 * Perpetuals as a newcomer meets them: the quiz, money for futures, a 10x long that is liquidated where the screen
 * said it would be; and the account's parts for someone with positions of both modes and sides.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { lowControls, sidewaysScroll, tableOverflow } from '../support/in-page.ts';

const rightAnswers = [
  'When the position, or a part of it, is closed',
  'It lets less margin carry a larger position, so profits and losses weigh more and liquidation is nearer',
  'The mark price',
  'All money in the futures wallet',
  'Yes, I know the risks and accept them',
];

let exchange: RunningExchange;
let browser: Browser;
let carol: Person;
let alice: Person;
let handheld: Person;
let carolApi: ApiSession;
let aliceApi: ApiSession;
let operator: ApiSession;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange(), launchBrowser()]);
  [carolApi, aliceApi, operator] = await Promise.all([
    ApiSession.signIn(exchange.url, 'carol@demo.local'),
    ApiSession.signIn(exchange.url, 'alice@demo.local'),
    ApiSession.signIn(exchange.url, 'admin@demo.local'),
  ]);
  [carol, alice, handheld] = await Promise.all([
    openBrowser(browser),
    openBrowser(browser),
    openBrowser(browser, phone),
  ]);
  await Promise.all([
    signIn(carol, exchange.url, 'carol@demo.local'),
    signIn(alice, exchange.url, 'alice@demo.local'),
    signIn(handheld, exchange.url, 'alice@demo.local'),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

const formOf = (page: Page): Locator => page.getByRole('region', { name: 'Order form' });
const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Your positions and orders' });
/** A figure as the screen writes it. */
const numberOf = (text: string) => Number(text.replaceAll(',', '').replace('−', '-').replace('+', ''));

async function positionsOf(api: ApiSession): Promise<OpenPosition[]> {
  return (await api.get<{ result: OpenPosition[] }>('/v3/open-positions')).body.result;
}

async function setIndex(market: string, price: number): Promise<void> {
  const { status, body } = await operator.post('/v2/ops/index', { market, price: price.toFixed(1), hold: 120 });
  expect([status, body]).toMatchObject([200, {}]);
}

async function openMarket(person: Person, market: string): Promise<void> {
  await person.page.goto(`${exchange.url}/perpetual/${market}`);
  await panelOf(person.page)
    .getByRole('tab', { name: /^Positions \(/ })
    .waitFor();
}

async function order(api: ApiSession, body: Record<string, string>): Promise<void> {
  const answer = await api.post('/v3/order', body);
  expect(answer).toMatchObject({ status: 200, body: { status: 'filled' } });
}

test('carol passes the quiz: a wrong answer is explained and asked again', async () => {
  await exchange.ops('approve-kyc', 'carol@demo.local', '--country', 'IN');
  await exchange.ops('credit', 'carol@demo.local', 'USDT', '2000', '--reference', 'carol');
  const { page } = carol;
  await openMarket(carol, 'BTC_USDT');
  await formOf(page).getByRole('button', { name: 'Take the risk quiz' }).click();
  const dialog = page.getByRole('dialog');
  for (const answer of [...rightAnswers.slice(0, 2), 'The last traded price', ...rightAnswers.slice(3)])
    await dialog.getByLabel(answer, { exact: true }).check();
  await dialog.getByRole('button', { name: 'Send answers' }).click();
  await dialog.getByText('1 answer is not right yet.').waitFor();
  await dialog.getByText(/A single trade at an odd last price cannot liquidate you/).waitFor();
  await dialog.getByLabel('The mark price', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Send answers' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('she moves money to futures', async () => {
  const { page } = carol;
  await formOf(page).getByRole('link', { name: 'Transfer USDT to the futures wallet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From').selectOption('main');
  await dialog.getByText('2,000 USDT').waitFor();
  await dialog.getByLabel('Amount').fill('1000');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await formOf(page).getByText('1,000 USDT').or(formOf(page).getByText('1,000.00 USDT')).first().waitFor();
});

test('she opens a 10x isolated long, and its profit follows the mark', async () => {
  const { page } = carol;
  const form = formOf(page);
  // The demo's maker is the last part to start.
  await page.getByText(/^Spread \d/).waitFor({ timeout: 60_000 });
  // Before mode and leverage are set, which must not send what is typed here.
  await form.getByRole('tab', { name: 'Market' }).click();
  await form.getByLabel('Size', { exact: true }).fill('2');
  await form.getByRole('button', { name: /^Margin mode: Cross/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Isolated/ })
    .check();
  await page.getByRole('button', { name: 'Use Isolated' }).click();
  await form.getByRole('button', { name: /^Leverage: 3×/ }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Leverage' }).fill('10');
  await page.getByRole('button', { name: 'Set 10×' }).click();
  await form.getByRole('button', { name: /^Leverage: 10×/ }).waitFor();
  await form.locator('button[type=submit]').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Buy \/ Long/ })
    .click();
  await panelOf(page).getByRole('tab', { name: 'Positions (1)' }).waitFor();
  const row = panelOf(page).getByRole('row').nth(1);
  await row.getByText('10×').waitFor();
  const before = await row.getByRole('cell').nth(1).textContent();
  await expect.poll(() => row.getByRole('cell').nth(1).textContent(), { timeout: 20_000 }).not.toBe(before);
});

test('the index is moved to the liquidation price that is shown, and the position is liquidated there', async () => {
  const { page } = carol;
  const row = panelOf(page).getByRole('row').nth(1);
  const [position] = await positionsOf(carolApi);
  const liquidation = Number(position?.liq_price);
  expect(numberOf((await row.getByRole('cell').nth(4).locator('span.tabular').first().textContent()) ?? '')).toBe(
    liquidation,
  );
  // Near it, and alive.
  await setIndex('BTC_USDT', liquidation * 1.0015);
  await expect
    .poll(async () => Number((await positionsOf(carolApi))[0]?.mark_price), { timeout: 30_000 })
    .toBeLessThan(liquidation * 1.002);
  await row.getByText(/near liquidation/).waitFor({ state: 'attached' });
  // There, and gone.
  await setIndex('BTC_USDT', liquidation * 0.999);
  await panelOf(page).getByRole('tab', { name: 'Positions (0)' }).waitFor({ timeout: 30_000 });
  await page
    .getByText(/BTC\/USDT Long was liquidated: .+ contracts, result/)
    .first()
    .waitFor();
  await page.goto(`${exchange.url}/user/perpetuals-history?tab=positionHistory`);
  await page.getByRole('row').nth(1).getByText('Liquidation', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Liquidations' }).click();
  const receipt = page.getByRole('row').filter({ hasText: 'Taken over by the fund' });
  await receipt.waitFor();
  const upperFigure = async (cell: number) =>
    numberOf(
      ((await receipt.getByRole('cell').nth(cell).locator('span span').first().textContent()) ?? '').replace(' %', ''),
    );
  expect(await upperFigure(4), 'mark').toBeLessThanOrEqual(liquidation);
  expect(await upperFigure(5), 'margin level').toBeLessThanOrEqual(100);
  expect(await tableOverflow(page)).toBe(0);
  const { body } = await carolApi.get<{ result: Record<string, string>[] }>('/v3/profile/futures-balance');
  expect(Number(body.result[0]?.futures_available)).toBeGreaterThan(0);
  expectNoFaults([carol]);
});

test('both modes and both sides, TP and SL of a position, then everything is closed at once', async () => {
  const { page } = alice;
  for (const mode of ['cross', 'isolated'])
    for (const [side, position] of [
      ['buy', 'long'],
      ['sell', 'short'],
    ] as const)
      await order(aliceApi, { market: 'ETH_USDT', mode, side, position, type: 'market', sz: '5' });
  await openMarket(alice, 'ETH_USDT');
  const panel = panelOf(page);
  await panel.getByRole('tab', { name: 'Positions (4)' }).waitFor();
  const mark = Number((await positionsOf(aliceApi))[0]?.mark_price);
  await panel.getByRole('button', { name: 'Set TP and SL of ETH/USDT Long Isolated' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Take-profit: Trigger price', { exact: true }).fill((mark * 1.2).toFixed(2));
  await dialog.getByLabel('Stop-loss: Trigger price', { exact: true }).fill((mark * 1.1).toFixed(2));
  await dialog.getByText('Must be below the current price').waitFor();
  await dialog.getByLabel('Stop-loss: Trigger price', { exact: true }).fill((mark * 0.5).toFixed(2));
  await dialog.getByText(/This stop lies beyond the liquidation price/).waitFor();
  await dialog.getByLabel('Stop-loss: Trigger price', { exact: true }).fill((mark * 0.9).toFixed(2));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('tab', { name: 'Algo orders (1)' }).waitFor();
  await panel.getByRole('button', { name: 'Close all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close all' }).click();
  await panel.getByRole('tab', { name: 'Positions (0)' }).waitFor({ timeout: 30_000 });
  await panel.getByRole('tab', { name: 'Algo orders (0)' }).waitFor();
  await page.getByText('4 positions closed.').first().waitFor();
  expect(await positionsOf(aliceApi)).toEqual([]);
  expectNoFaults([alice]);
});

test('phone: positions are cards, nothing scrolls sideways, everything can be pressed', async () => {
  await order(aliceApi, {
    market: 'SOL_USDT',
    mode: 'isolated',
    side: 'sell',
    position: 'short',
    type: 'market',
    sz: '5',
  });
  const { page } = handheld;
  await openMarket(handheld, 'SOL_USDT');
  await panelOf(page).getByRole('tab', { name: 'Positions (1)' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await lowControls(page, 44)).toEqual([]);
  await panelOf(page)
    .getByRole('button', { name: /^Close SOL\/USDT Short Isolated at a limit/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '50 %' }).click();
  expect(await dialog.getByLabel('Size, contracts').inputValue()).toBe('2.5');
  expect(await lowControls(page, 44)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expectNoFaults([handheld]);
});

test.each(['dark', 'light'] as const)(
  'no accessibility faults in %s: the panel, a dialog, the history',
  async (theme) => {
    const { page } = alice;
    await page.emulateMedia({ colorScheme: theme });
    await openMarket(alice, 'SOL_USDT');
    await panelOf(page).getByRole('tab', { name: 'Positions (1)' }).waitFor();
    const faultsOf = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
    expect(await faultsOf()).toEqual([]);
    await panelOf(page)
      .getByRole('button', { name: /^Set TP and SL/ })
      .click();
    await page.getByRole('dialog').getByLabel('Stop-loss: Trigger price', { exact: true }).waitFor();
    expect(await faultsOf()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto(`${exchange.url}/user/perpetuals-history`);
    await page.getByRole('row').nth(1).waitFor();
    expect(await faultsOf()).toEqual([]);
  },
);
