/** Wallets and open orders as settlement has written them, in the engine's integers. */
import { parseBigUnits, stripZeros } from '@pelican/shared/money/decimal.ts';
import { type MarketScale, parseLots, parsePriceTicks } from '@pelican/shared/money/listing.ts';
import type pg from 'pg';
import { loadCatalog } from '../../modules/markets/index.ts';
import { readCursor } from '../../settlement/index.ts';

export interface SettledState {
  position: string;
  seq: number;
  /** 'available frozen' in smallest units by 'user asset'; without wallets of nothing. */
  balances: Map<string, string>;
  /** 'user market side ticks lots' by order id. */
  orders: Map<number, string>;
}

/** Reads both at one journal position. */
export async function readSettledState(pool: pg.Pool): Promise<SettledState> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const cursor = await readCursor(client, 'spot');
    const catalog = await loadCatalog(client);
    const scaleOfAsset = new Map(catalog.assets.map(({ id, scale }) => [id, scale]));
    const scaleOfMarket = new Map(catalog.markets.map(({ id, scale }) => [id, scale]));
    return {
      ...cursor,
      balances: await readBalances(client, scaleOfAsset),
      orders: await readOrders(client, scaleOfMarket),
    };
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}

async function readBalances(client: pg.PoolClient, scales: Map<number, number>): Promise<Map<string, string>> {
  const { rows } = await client.query<{ user: string; asset: number; available: string; frozen: string }>(
    `SELECT user_id AS "user", asset_id AS asset, available, frozen FROM trade_balances
      WHERE available <> 0 OR frozen <> 0`,
  );
  return new Map(
    rows.map(({ user, asset, available, frozen }) => {
      const scale = known(scales, asset, 'asset');
      return [`${user} ${asset}`, `${parseBigUnits(available, scale)} ${parseBigUnits(frozen, scale)}`];
    }),
  );
}

interface OrderRow {
  id: string;
  user: string;
  market: number;
  side: number;
  price: string;
  remaining: string;
}

async function readOrders(client: pg.PoolClient, scales: Map<number, MarketScale>): Promise<Map<number, string>> {
  const { rows } = await client.query<OrderRow>(
    `SELECT id, user_id AS "user", market_id AS market, side, price, remaining FROM spot_orders WHERE status <= 2`,
  );
  return new Map(
    rows.map(({ id, user, market, side, price, remaining }) => {
      const scale = known(scales, market, 'market');
      const ticks = parsePriceTicks(stripZeros(price), scale);
      const lots = parseLots(stripZeros(remaining), scale);
      // Postgres counts a sale as 1 and a purchase as 2, the engine as 1 and 0.
      const engineSide = side === 1 ? 1 : 0;
      const count = (parsed: typeof lots) => ('count' in parsed ? parsed.count : parsed.problem);
      return [Number(id), `${user} ${market} ${engineSide} ${count(ticks)} ${count(lots)}`];
    }),
  );
}

function known<Scale>(scales: Map<number, Scale>, id: number, what: string): Scale {
  const scale = scales.get(id);
  if (scale === undefined) throw new Error(`there are rows of ${what} ${id}, which is not listed`);
  return scale;
}
