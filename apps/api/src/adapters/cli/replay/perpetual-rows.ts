/** Futures wallets, positions, open orders and algos, and the house's part of it, in the engine's integers. */

import type { ShardOf } from '@pelican/shared/engine';
import { HouseUser } from '@pelican/shared/engine/perpetual';
import {
  type InstrumentScale,
  parseBigUnits,
  parseContracts,
  parseTicks,
  perpetualScale,
  stripZeros,
} from '@pelican/shared/money';
import { z } from 'zod';
import { loadInstruments } from '../../../catalog/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { type ComparedRows, known } from './compared-rows.ts';

const perpetualReport = z.object({
  accounts: z.array(
    z.object({ user: z.number(), cash: z.string(), crossFreeze: z.string(), isolatedFreeze: z.string() }),
  ),
  positions: z.array(
    z.object({
      positionId: z.number(),
      user: z.number(),
      market: z.number(),
      mode: z.number(),
      position: z.number(),
      leverage: z.number(),
      lots: z.number(),
      cost: z.string(),
      margin: z.string(),
      realised: z.string(),
      version: z.number(),
    }),
  ),
  openOrders: z.array(
    z.object({
      orderId: z.number(),
      user: z.number(),
      market: z.number(),
      mode: z.number(),
      side: z.number(),
      position: z.number(),
      priceTicks: z.number(),
      remainingLots: z.number(),
      freeze: z.string(),
    }),
  ),
  algos: z.array(
    z.object({ algoId: z.number(), user: z.number(), market: z.number(), state: z.number(), lots: z.number() }),
  ),
  fund: z.object({
    cash: z.string(),
    lots: z.array(
      z.object({ lotId: z.number(), market: z.number(), position: z.number(), lots: z.number(), cost: z.string() }),
    ),
  }),
  fees: z.string(),
});

type Rows = (readonly [key: number | string, values: (number | string)[]])[];

function table(what: string, many: string, fields: string, rows: Rows): ComparedRows {
  return { what, many, fields, rows: new Map(rows.map(([key, values]) => [String(key), values.join(' ')])) };
}

function tables(parts: Record<'accounts' | 'positions' | 'orders' | 'algos' | 'lots', Rows>): ComparedRows[] {
  const money = parts.accounts.filter(([, values]) => values.some((value) => value !== '0'));
  return [
    table('futures wallet of', 'futures wallets', 'cash, frozen cross and isolated', money),
    table(
      'position',
      'positions',
      'user market mode position leverage lots cost margin realised version',
      parts.positions,
    ),
    table('open order', 'open orders', 'user market mode side position ticks lots freeze', parts.orders),
    table('algo', 'algos', 'user market state lots', parts.algos),
    table("lot of the fund's", 'lots of the fund', 'market position lots cost', parts.lots),
  ];
}

export function reportedPerpetualRows(report: unknown): ComparedRows[] {
  const { accounts, positions, openOrders, algos, fund, fees } = perpetualReport.parse(report);
  return tables({
    accounts: [
      ...accounts.map((account): Rows[number] => [
        account.user,
        [account.cash, account.crossFreeze, account.isolatedFreeze],
      ]),
      [HouseUser.fund, [fund.cash, '0', '0']],
      [HouseUser.fees, [fees, '0', '0']],
    ],
    positions: positions.map(({ positionId, user, market, mode, position, leverage, lots, ...figures }) => {
      const { cost, margin, realised, version } = figures;
      return [positionId, [user, market, mode, position, leverage, lots, cost, margin, realised, version]];
    }),
    orders: openOrders.map(({ orderId, user, market, mode, side, position, priceTicks, remainingLots, freeze }) => [
      orderId,
      [user, market, mode, side, position, priceTicks, remainingLots, freeze],
    ]),
    algos: algos.map(({ algoId, user, market, state, lots }) => [algoId, [user, market, state, lots]]),
    lots: fund.lots.map(({ lotId, market, position, lots, cost }) => [lotId, [market, position, lots, cost]]),
  });
}

/** A row of Postgres: decimals come as strings, big integers too. */
type Row = Record<string, string> & { market: number };

export async function readPerpetualRows(client: Queryable, shard: ShardOf<'perpetual'>): Promise<ComparedRows[]> {
  const { instruments } = await loadInstruments(client, shard);
  const own = instruments.map(({ id }) => id);
  const steps = new Map(instruments.map((instrument) => [instrument.id, instrument.steps]));
  const read = async (
    sql: string,
    values: (row: Row, scale: InstrumentScale) => (number | string)[],
  ): Promise<Rows> => {
    const { rows } = await client.query<Row>(`${sql} AND market_id = ANY ($1)`, [own]);
    return rows.map((row) => [row.id ?? '', values(row, known(steps, row.market, 'instrument'))]);
  };
  const accounts = await client.query<Record<'user' | 'cash' | 'crossFreeze' | 'isolatedFreeze', string>>(
    `SELECT user_id AS "user", cash, cross_freeze AS "crossFreeze", isolated_freeze AS "isolatedFreeze"
      FROM perpetual_accounts WHERE shard_id = $1`,
    [shard.id],
  );
  return tables({
    accounts: accounts.rows.map(({ user, cash, crossFreeze, isolatedFreeze }) => [
      user,
      [units(cash), units(crossFreeze), units(isolatedFreeze)],
    ]),
    positions: await read(
      `SELECT id, user_id AS "user", market_id AS market, mode, position, leverage, size, cost, margin, realised, version
        FROM perpetual_positions WHERE size > 0`,
      ({ user, market, mode, position, leverage, size, cost, margin, realised, version }, scale) => [
        ...[user, market, mode, position, leverage].map(String),
        lots(size, scale),
        units(cost),
        units(margin),
        units(realised),
        String(version),
      ],
    ),
    orders: await read(
      `SELECT id, user_id AS "user", market_id AS market, mode, side, position, price, size - filled_size AS remaining, "freeze"
        FROM perpetual_orders WHERE state <= 2`,
      ({ user, market, mode, side, position, price, remaining, freeze }, scale) => [
        ...[user, market, mode, side, position].map(String),
        ticks(price, scale),
        lots(remaining, scale),
        units(freeze),
      ],
    ),
    algos: await read(
      `SELECT id, user_id AS "user", market_id AS market, state, size FROM perpetual_algos WHERE state <= 4`,
      ({ user, market, state, size }, scale) => [...[user, market, state].map(String), lots(size, scale)],
    ),
    lots: await read(
      `SELECT id, market_id AS market, position, size, cost FROM perpetual_fund_lots WHERE size > 0`,
      ({ market, position, size, cost }, scale) => [...[market, position].map(String), lots(size, scale), units(cost)],
    ),
  });
}

function units(decimal: string | undefined): string {
  return String(parseBigUnits(decimal ?? '', perpetualScale));
}

function lots(size: string | undefined, scale: InstrumentScale): number | string {
  const parsed = parseContracts(stripZeros(size ?? ''), scale);
  return 'count' in parsed ? parsed.count : parsed.problem;
}

function ticks(price: string | undefined, scale: InstrumentScale): number | string {
  const parsed = parseTicks(stripZeros(price ?? ''), scale);
  return 'count' in parsed ? parsed.count : parsed.problem;
}
