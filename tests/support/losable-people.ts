/** The people who trade on a journal that loses entries: the same orders in the commands of each kind of shard. */
import { seedInstruments } from '@pelican/api/src/demo/seed-instruments.ts';
import { relayOutbox } from '@pelican/api/src/jobs/upkeep/relay-outbox.ts';
import { publishListings } from '@pelican/api/src/modules/markets/index.ts';
import { publishInstruments } from '@pelican/api/src/modules/perpetual/index.ts';
import type { Transaction } from '@pelican/api/src/platform/database/index.ts';
import { btc, orderCommand, tickCommand } from '@pelican/engine/src/testing/perpetual/exchange.ts';
import type { ShardKind } from '@pelican/shared/engine';
import { PositionSide, perpetualWire, Side } from '@pelican/shared/engine/perpetual';
import { spotWire } from '@pelican/shared/engine/spot';
import type pg from 'pg';
import { openJournalClient } from './journal-client.ts';
import { failAtWarning, perpetualShard, spotShard } from './shards.ts';
import { buys, sells } from './spot-commands.ts';

/** A limit order: price in hundredths of a percent of the market's usual price, amount in hundredths of 10 USDT. */
export interface Order {
  user: number;
  side: 'buy' | 'sell';
  price: number;
  amount: number;
}

/** A connection to the shard's journal, as an API process has it. */
export interface People {
  send(order: Order): Promise<{ code: number; orderId: number }>;
  /** What must happen before orders are taken, for the n-th time. */
  prepare(n: number): Promise<void>;
  relay(pool: pg.Pool): Promise<unknown>;
  close(): Promise<void>;
}

interface KindOfTrading {
  /** Where orders are settled. */
  orders: string;
  wallet: 'trade' | 'futures';
  /** What each person has. */
  tickers: readonly string[];
  list(tx: Transaction): Promise<unknown>;
  open(redisUrl: string, pool: pg.Pool): Promise<People>;
}

const spot: KindOfTrading = {
  orders: 'spot_orders',
  wallet: 'trade',
  tickers: ['LTC', 'USDT'],
  list: publishListings,
  async open(redisUrl, pool) {
    const { redis, journal, engine, close } = await openJournalClient(redisUrl, spotWire);
    const { rows } = await pool.query<{ id: number }>(`SELECT id FROM markets WHERE name = 'LTC_USDT'`);
    const market = rows[0]?.id ?? 0;
    return {
      send: ({ user, side, price, amount }) =>
        engine.submit((side === 'buy' ? buys : sells)(user, price, amount * 10, { market })),
      prepare: async () => undefined,
      relay: () => relayOutbox({ pool, redis, journal, shard: spotShard, warn: failAtWarning }),
      async close() {
        await close();
        journal.close();
      },
    };
  },
};

/** Of the world's clock, well before a funding. */
const firstSecond = 1_790_000_000;
/** In ticks of BTC_USDT, for a price of 10,000. */
const usualIndex = 600_000;

const perpetual: KindOfTrading = {
  orders: 'perpetual_orders',
  wallet: 'futures',
  tickers: ['USDT'],
  async list(tx) {
    await seedInstruments(tx);
    await publishListings(tx);
    await publishInstruments(tx);
  },
  async open(redisUrl, pool) {
    const { redis, journal, engine, close } = await openJournalClient(redisUrl, perpetualWire);
    return {
      send({ user, side, price, amount }) {
        const target =
          side === 'buy'
            ? { side: Side.buy, position: PositionSide.long }
            : { side: Side.sell, position: PositionSide.short };
        return engine.submit(
          orderCommand(user, { ...target, priceTicks: (price * usualIndex) / 10_000, lots: amount / 10 }),
        );
      },
      // Nothing is opened on an index that is 15 s old, nor for some seconds after a gap between the ticks' own seconds.
      async prepare(n) {
        await engine.submit(tickCommand(firstSecond + n, { [btc]: usualIndex }));
      },
      relay: () => relayOutbox({ pool, redis, journal, shard: perpetualShard, warn: failAtWarning }),
      async close() {
        await close();
        journal.close();
      },
    };
  },
};

export const tradingOf: Readonly<Record<ShardKind, KindOfTrading>> = { spot, perpetual };
