/**
 * The demo's market maker: an ordinary API-key client that quotes around simulated prices, and a second desk that trades
 * against it, so that books, tape and charts move. LTC_USDT is left to people, and so is the perpetual XRP_USDT.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { marketListResponse } from '@pelican/shared/contracts/markets';
import { readSettings } from '@pelican/shared/settings';
import { pino } from 'pino';
import { createRandom } from '../ticker/index.ts';
import { demoAssets, peopleMarket } from './listings.ts';
import { DeskConnection, type DeskKey, type DeskOrder } from './maker/desk-connection.ts';
import { watchIndexes } from './maker/index-watch.ts';
import { amountText, buy, planQuotes, type QuotedMarket, sell } from './maker/ladder.ts';
import { runPerpetualDesks } from './maker/perpetual-desks.ts';
import { TradeTimes } from './maker/trade-times.ts';
import { nextBurst, nextPrice } from './price-paths.ts';
import { makerSettings } from './settings.ts';

const environment = readSettings(makerSettings, process.env);
const log = pino({ level: environment.LOG_LEVEL, base: { part: 'maker' } });
const random = createRandom(Date.now());
const indexes = watchIndexes(environment.API_URL);
const stepMs = 1000;
/** A market is quoted again after this many steps. */
const requoteSteps = 2;

interface Desks {
  maker: DeskConnection;
  flow: DeskConnection;
  markets: QuotedMarket[];
  /** The maker's standing orders by market and id. */
  standing: Map<string, Map<number, DeskOrder>>;
}

function decimalsOf(step: string): number {
  return step.includes('.') ? step.length - step.indexOf('.') - 1 : 0;
}

async function readMarkets(): Promise<{ markets: QuotedMarket[]; lastPrices: Map<string, number> }> {
  const answer = await fetch(new URL('/v2/market-list', environment.API_URL));
  if (!answer.ok) throw new Error(`market list: ${answer.status}`);
  const list = marketListResponse.parse(await answer.json()).marketList.result;
  const markets = list
    .filter((market) => market.name !== peopleMarket && market.status === 'open')
    .map((market) => ({
      name: market.name,
      base: market.stock,
      quote: market.money,
      priceStep: Number(market.price_step),
      priceDecimals: decimalsOf(market.price_step),
      amountStep: Number(market.amount_step),
      amountDecimals: decimalsOf(market.amount_step),
      amountMin: Number(market.min_amount),
      totalMin: Number(market.min_total),
    }));
  return { markets, lastPrices: new Map(list.map((market) => [market.name, Number(market.market.price)])) };
}

/** Dollar prices where the market left off; the listing's price where it never traded. */
function startingPrices(lastPrices: Map<string, number>): Map<string, number> {
  const rupees = lastPrices.get('USDT_INR');
  return new Map(
    demoAssets.map((asset) => {
      if (asset.ticker === 'INR') return [asset.ticker, rupees ? 1 / rupees : asset.usdPrice];
      return [asset.ticker, lastPrices.get(`${asset.ticker}_USDT`) || asset.usdPrice];
    }),
  );
}

async function openDesks(keys: Record<'maker' | 'flow', DeskKey>, markets: QuotedMarket[]): Promise<Desks> {
  const url = new URL('/socket', environment.API_URL.replace(/^http/, 'ws')).href;
  const maker = await DeskConnection.open(url, keys.maker);
  const flow = await DeskConnection.open(url, keys.flow);
  const standing = new Map(markets.map((market) => [market.name, new Map<number, DeskOrder>()]));
  maker.on('order', (event, order) => {
    const orders = standing.get(order.market);
    if (event === 3) orders?.delete(order.id);
    else orders?.set(order.id, order);
  });
  await maker.must('order.cancel_all', ['']);
  await flow.must('order.cancel_all', ['']);
  return { maker, flow, markets, standing };
}

async function quote(desks: Desks, market: QuotedMarket, prices: Map<string, number>): Promise<void> {
  const dollarsPerQuote = prices.get(market.quote) as number;
  const mid = (prices.get(market.base) as number) / dollarsPerQuote;
  const orders = desks.standing.get(market.name) as Map<number, DeskOrder>;
  const calls = planQuotes(market, mid, dollarsPerQuote, orders.values(), random);
  if (calls.length > 0) await desks.maker.must('order.batch', calls);
}

/** Takes a little from the maker: mostly small, now and then through several levels. */
async function trade(desks: Desks, market: QuotedMarket, prices: Map<string, number>): Promise<void> {
  const dollarsPerQuote = prices.get(market.quote) as number;
  const mid = (prices.get(market.base) as number) / dollarsPerQuote;
  const side = random.next() < 0.5 ? buy : sell;
  const dollars = random.next() < 0.06 ? random.between(1500, 6000) : random.between(15, 450);
  const limit = mid * (side === buy ? 1.004 : 0.996);
  const price = (Math.round(limit / market.priceStep) * market.priceStep).toFixed(market.priceDecimals);
  const amount = amountText(market, dollars, mid, dollarsPerQuote);
  await desks.flow.call('order.put_limit', [market.name, side, amount, price, { tif: 'ioc' }]);
}

/** In dollars. */
function indexedPrice(ticker: string): number | undefined {
  if (ticker !== 'INR') return indexes.index(`${ticker}_USDT`);
  const rupees = indexes.index('USDT_INR');
  return rupees && 1 / rupees;
}

/** Quotes and trades in spot markets until a desk's connection ends. */
async function run(desks: Desks, prices: Map<string, number>): Promise<void> {
  let open = true;
  const stop = () => {
    open = false;
  };
  desks.maker.on('close', stop);
  desks.flow.on('close', stop);
  const bursts = new Map(demoAssets.map((asset) => [asset.ticker, 1]));
  const times = new TradeTimes(random);
  const perStep = Math.sqrt(stepMs / 60_000);
  for (let step = 0; open; step++) {
    for (const asset of demoAssets) {
      const burst = nextBurst(bursts.get(asset.ticker) as number, random);
      bursts.set(asset.ticker, burst);
      // Where there is an index, the spot market and it go together.
      const walked = nextPrice(prices.get(asset.ticker) as number, asset, burst * perStep, random);
      prices.set(asset.ticker, indexedPrice(asset.ticker) ?? walked);
    }
    const turns = desks.markets.map(async (market, index) => {
      // Markets take turns, so that the work is spread over the steps.
      if ((step + index) % requoteSteps === 0) await quote(desks, market, prices);
      if (times.takeDue(market.name, step)) await trade(desks, market, prices);
    });
    await Promise.all([...turns, delay(stepMs)]);
  }
}

async function main(): Promise<void> {
  const file = path.join(environment.DATA_DIR, 'demo-keys.json');
  const keys = JSON.parse(await readFile(file, 'utf8')) as Record<'maker' | 'flow', DeskKey>;
  void runPerpetualDesks({ apiUrl: environment.API_URL, keys, indexes, log });
  for (let pauseMs = 1000; ; pauseMs = Math.min(pauseMs * 2, 15_000)) {
    let desks: Desks | undefined;
    try {
      const { markets, lastPrices } = await readMarkets();
      desks = await openDesks(keys, markets);
      log.info({ markets: markets.length }, 'quoting');
      pauseMs = 1000;
      await run(desks, startingPrices(lastPrices));
      log.warn('the exchange closed the connection');
    } catch (error) {
      log.warn({ err: error, pauseMs }, 'the maker pauses');
    }
    desks?.maker.close();
    desks?.flow.close();
    await delay(pauseMs);
  }
}

process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));
await main();
