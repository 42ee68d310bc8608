/**
 * The demo's maker of perpetuals: quotes around the index with orders over HTTP, and a second desk that takes a little
 * from it now and then. Both close what they hold before they open more, so neither piles up a position.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Instrument,
  instruments as instrumentsResponse,
  openPositions,
  orderList,
} from '@pelican/shared/contracts/perpetual';
import type { Logger } from 'pino';
import { createRandom } from '../../ticker/index.ts';
import { peopleInstrument } from '../perpetual-listings.ts';
import type { DeskKey } from './desk-connection.ts';
import { DeskHttp } from './desk-http.ts';
import type { IndexWatch } from './index-watch.ts';
import {
  type Holdings,
  planPerpetualQuotes,
  type QuotedInstrument,
  type Side,
  type StandingQuote,
  sizeText,
} from './perpetual-ladder.ts';
import { TradeTimes } from './trade-times.ts';

/** A market is quoted again after this many steps. */
const stepMs = 1_000;
const requoteSteps = 2;
/** An index that moved by more than this is followed at once. */
const jump = 0.003;
const instrumentsEverySteps = 30;
const ordersMax = 100;
const random = createRandom(Date.now());

export interface PerpetualDeskOptions {
  apiUrl: string;
  keys: Record<'maker' | 'flow', DeskKey>;
  indexes: IndexWatch;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Quotes and trades until the process ends; errors are logged, and the next step tries again. */
export async function runPerpetualDesks({ apiUrl, keys, indexes, log }: PerpetualDeskOptions): Promise<never> {
  const maker = new DeskHttp(apiUrl, keys.maker);
  const flow = new DeskHttp(apiUrl, keys.flow);
  const told = new Map<string, string>();
  const tell = (market: string, refusal: string) => {
    if (told.get(market) !== refusal) log.warn({ market, refusal }, 'a desk was refused');
    told.set(market, refusal);
  };
  const quotedAt = new Map<string, number>();
  let quoted: QuotedInstrument[] = [];
  const times = new TradeTimes(random);
  for (let step = 0; ; step++) {
    try {
      if (quoted.length === 0 || step % instrumentsEverySteps === 0) quoted = await readInstruments(apiUrl);
      const turns = quoted.map(async (instrument, at) => {
        const index = indexes.index(instrument.name);
        if (index === undefined) return;
        const hasJumped = Math.abs(index / (quotedAt.get(instrument.name) ?? 0) - 1) > jump;
        if (hasJumped || (step + at) % requoteSteps === 0) {
          quotedAt.set(instrument.name, index);
          await quote(maker, instrument, index, tell);
        }
        const isDue = times.takeDue(instrument.name, step);
        // After a jump a trade at the new price, for the mark price looks at the last one.
        if (hasJumped || isDue) await trade(flow, instrument, index);
      });
      await Promise.all(turns);
    } catch (error) {
      tell('', (error as Error).message);
    }
    await delay(stepMs);
  }
}

async function readInstruments(apiUrl: string): Promise<QuotedInstrument[]> {
  const answer = await fetch(new URL('/v3/derivatives/instruments', apiUrl));
  if (!answer.ok) throw new Error(`instruments: ${answer.status}`);
  return instrumentsResponse
    .parse(await answer.json())
    .result.filter(({ market }) => market !== peopleInstrument)
    .map(quotedOf);
}

function quotedOf({ market, tick_sz, ct_val, lot_sz }: Instrument): QuotedInstrument {
  const [, fraction = ''] = tick_sz.split('.');
  return {
    name: market,
    tickSize: Number(tick_sz),
    priceDecimals: fraction.length,
    contractValue: Number(ct_val),
    lotSize: Number(lot_sz),
  };
}

async function readHoldings(desk: DeskHttp, market: string): Promise<Holdings> {
  const holdings = { long: 0, short: 0 };
  for (const held of openPositions.parse(await desk.get('/v3/open-positions')).result) {
    if (held.market === market && held.mode === 'cross') holdings[held.position] = Number(held.sz);
  }
  return holdings;
}

async function readStanding(desk: DeskHttp, market: string): Promise<StandingQuote[]> {
  const query = `market=${market}&status=live,partially_filled&offset=0&limit=${ordersMax}`;
  const { result } = orderList.parse(await desk.get(`/v3/history-perpetual?${query}`));
  return result.flatMap(({ order_id, side, position, price, sz, fill_sz }) =>
    order_id === null
      ? []
      : [{ id: order_id, side, position, price: Number(price), size: Number(sz) - Number(fill_sz || '0') }],
  );
}

async function quote(
  desk: DeskHttp,
  instrument: QuotedInstrument,
  index: number,
  tell: (market: string, refusal: string) => void,
): Promise<void> {
  const market = instrument.name;
  const [standing, holdings] = await Promise.all([readStanding(desk, market), readHoldings(desk, market)]);
  const plan = planPerpetualQuotes(instrument, index, standing, holdings, random);
  await Promise.all(plan.cancel.map((order_id) => desk.post('/v3/order/cancel', { market, order_id })));
  for (const order of plan.place) {
    const { status, body } = await desk.post('/v3/order', { market, mode: 'cross', type: 'post_only', ...order });
    // The rest would be refused for the same reason: the market is stale, say, or closes only.
    if (status !== 200) {
      tell(market, JSON.stringify(body));
      return;
    }
  }
}

/** Takes a little from the maker: mostly small, now and then through several levels. */
async function trade(desk: DeskHttp, instrument: QuotedInstrument, index: number): Promise<void> {
  const side: Side = random.next() < 0.5 ? 'buy' : 'sell';
  const dollars = random.next() < 0.06 ? random.between(4_000, 15_000) : random.between(30, 900);
  const steps = Math.round((index * (side === 'buy' ? 1.003 : 0.997)) / instrument.tickSize);
  const price = (steps * instrument.tickSize).toFixed(instrument.priceDecimals);
  const sz = sizeText(instrument, dollars, index);
  const holdings = await readHoldings(desk, instrument.name);
  const closes = (side === 'buy' ? holdings.short : holdings.long) >= Number(sz);
  const position = (side === 'buy') === closes ? 'short' : 'long';
  await desk.post('/v3/order', { market: instrument.name, mode: 'cross', side, position, type: 'ioc', price, sz });
}
