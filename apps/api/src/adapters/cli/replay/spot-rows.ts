/** Trade wallets and open orders, in the engine's integers. */

import type { ShardOf } from '@pelican/shared/engine';
import { parseBigUnits, parseLots, parsePriceTicks, stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { type Catalog, loadCatalog } from '../../../catalog/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { type ComparedRows, known } from './compared-rows.ts';

const spotReport = z.object({
  openOrders: z.array(
    z.object({
      orderId: z.number(),
      user: z.number(),
      market: z.number(),
      side: z.number(),
      priceTicks: z.number(),
      remainingLots: z.number(),
    }),
  ),
  balances: z.array(z.object({ user: z.number(), asset: z.number(), available: z.string(), frozen: z.string() })),
});

type Rows = Iterable<readonly [string, string]>;

function tables(balances: Rows, orders: Rows): ComparedRows[] {
  return [
    {
      what: 'balance of (user asset)',
      many: 'balances',
      fields: 'available frozen',
      rows: new Map(balances),
    },
    { what: 'open order', many: 'open orders', fields: 'user market side ticks lots', rows: new Map(orders) },
  ];
}

export function reportedSpotRows(report: unknown): ComparedRows[] {
  const { balances, openOrders } = spotReport.parse(report);
  return tables(
    balances.map(({ user, asset, available, frozen }) => [`${user} ${asset}`, `${available} ${frozen}`]),
    openOrders.map(({ orderId, user, market, side, priceTicks, remainingLots }) => [
      String(orderId),
      `${user} ${market} ${side} ${priceTicks} ${remainingLots}`,
    ]),
  );
}

export async function readSpotRows(client: Queryable, shard: ShardOf<'spot'>): Promise<ComparedRows[]> {
  const catalog = await loadCatalog(client, [shard]);
  return tables(await readBalances(client, shard, catalog), await readOrders(client, catalog));
}

/** Without wallets of nothing. */
async function readBalances(
  client: Queryable,
  shard: ShardOf<'spot'>,
  catalog: Catalog,
): Promise<(readonly [string, string])[]> {
  const scales = new Map(catalog.assets.map(({ id, scale }) => [id, scale]));
  const { rows } = await client.query<{ user: string; asset: number; available: string; frozen: string }>(
    `SELECT user_id AS "user", asset_id AS asset, available, frozen FROM trade_balances
      WHERE shard_id = $1 AND (available <> 0 OR frozen <> 0)`,
    [shard.id],
  );
  return rows.map(({ user, asset, available, frozen }) => {
    const scale = known(scales, asset, 'asset');
    return [`${user} ${asset}`, `${parseBigUnits(available, scale)} ${parseBigUnits(frozen, scale)}`];
  });
}

async function readOrders(client: Queryable, catalog: Catalog): Promise<(readonly [string, string])[]> {
  const scales = new Map(catalog.markets.map(({ id, scale }) => [id, scale]));
  const { rows } = await client.query<{
    id: string;
    user: string;
    market: number;
    side: number;
    price: string;
    remaining: string;
  }>(
    `SELECT id, user_id AS "user", market_id AS market, side, price, remaining FROM spot_orders
      WHERE finished_at = 'infinity' AND status <= 2 AND market_id = ANY ($1)`,
    [[...scales.keys()]],
  );
  return rows.map(({ id, user, market, side, price, remaining }) => {
    const scale = known(scales, market, 'market');
    const ticks = parsePriceTicks(stripZeros(price), scale);
    const lots = parseLots(stripZeros(remaining), scale);
    // Postgres counts a sale as 1 and a purchase as 2, the engine as 1 and 0.
    const engineSide = side === 1 ? 1 : 0;
    const count = (parsed: typeof lots) => ('count' in parsed ? parsed.count : parsed.problem);
    return [id, `${user} ${market} ${engineSide} ${count(ticks)} ${count(lots)}`];
  });
}
