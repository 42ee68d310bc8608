/** What has changed a user's digital assets: trades, entries of the ledger that leave or reach the user, cash of futures wallets, rewards. */

import { countingLagSeconds } from '@pelican/shared/contracts/tax';
import { CashReason } from '@pelican/shared/engine/perpetual';
import type { Queryable } from '../../platform/database/index.ts';
import { pledgeSales, saleKinds } from './pledge-sales.ts';

interface Happened {
  /** Microseconds since 1970, and the same as Postgres writes it. */
  micros: string;
  at: string;
  reference: string;
}

export interface TradeEvent extends Happened {
  type: 'bought' | 'sold';
  baseId: number;
  quoteId: number;
  amount: string;
  gross: string;
  fee: string;
  gst: string;
  tds: string;
  feeAssetId: number;
}

/** The net change that an entry of the ledger has made to all the user's own accounts. */
export interface EntryEvent extends Happened {
  type: 'entry';
  kind: string;
  assetId: number;
  amount: string;
}

/** Of a futures wallet, without transfers and the margin of isolated positions, which stay the user's. */
export interface CashEvent extends Happened {
  type: 'cash';
  reason: CashReason;
  assetId: number;
  amount: string;
}

/** A claim of referral rewards. */
export interface ClaimEvent extends Happened {
  type: 'claim';
  assetId: number;
  amount: string;
  tds: string;
}

export type TaxEvent = TradeEvent | EntryEvent | CashEvent | ClaimEvent;

const micros = (time: string) => `(extract(epoch FROM ${time}) * 1000000)::bigint`;
const window = (time: string) => `${time} >= $2::timestamptz AND ${time} < $3::timestamptz`;

const sideOf = (side: 'buyer' | 'seller', type: string, rank: number) => `
  SELECT time AS at, ${rank} AS rank, market_id AS major, id AS minor, jsonb_build_object('type', '${type}',
      'reference', (SELECT name FROM markets WHERE markets.id = market_id) || ':' || id, 'baseId', base_asset_id, 'quoteId', quote_asset_id,
      'amount', amount::text, 'gross', gross::text, 'fee', ${side}_fee::text, 'gst', ${side}_gst::text, 'tds', ${side}_tds::text,
      'feeAssetId', ${side}_fee_asset_id) AS event
    FROM spot_deals WHERE ${side}_id = $1 AND ${window('time')}`;

/** A reference may be that of several entries: with the entry and the asset it is that of one lot. Bonuses count once they are released, rewards by their claims; a transfer between wallets changes nothing. */
const entries = `
  SELECT leg.created_at, 0, leg.entry_id, account.asset_id, jsonb_build_object('type', 'entry', 'reference', entry.reference || '#' || leg.entry_id || '-' || account.asset_id,
      'kind', entry.kind, 'assetId', account.asset_id, 'amount', sum(leg.amount)::text)
    FROM ledger_accounts account
    JOIN ledger_account_kinds chart ON chart.kind = account.kind AND chart.shard_id = account.shard_id AND chart.owner = 'user'
    JOIN ledger_legs leg ON leg.account_id = account.id AND ${window('leg.created_at')}
    JOIN ledger_entries entry ON entry.id = leg.entry_id
    WHERE account.user_id = $1 AND account.kind <> 'sign_up_bonus' AND entry.kind <> 'referral_reward'
      AND entry.reference NOT LIKE 'transfer:%' AND entry.kind NOT IN (${saleKinds.map((kind) => `'${kind}'`).join(', ')})
    GROUP BY leg.created_at, leg.entry_id, account.asset_id, entry.reference, entry.kind HAVING sum(leg.amount) <> 0`;

const claims = `
  SELECT created_at, 1, id, asset_id, jsonb_build_object('type', 'claim', 'reference', 'referral-claim:' || id, 'assetId', asset_id,
      'amount', amount::text, 'tds', tds::text)
    FROM referral_claims WHERE user_id = $1 AND ${window('created_at')}`;

const notIncome = [CashReason.transferIn, CashReason.transferOut, CashReason.margin].join();
const cash = `
  SELECT time, 4, seq, index, jsonb_build_object('type', 'cash', 'reference', 'futures:' || shard_id || ':' || seq || ':' || index,
      'reason', reason, 'assetId', (SELECT settle_asset_id FROM instruments WHERE instruments.shard_id = move.shard_id LIMIT 1),
      'amount', delta::text)
    FROM perpetual_cash_moves move WHERE user_id = $1 AND ${window('time')} AND reason NOT IN (${notIncome}) AND delta <> 0`;

const statement = `SELECT ${micros('at')}::text AS micros, at::text AS at, event FROM (
    ${sideOf('buyer', 'bought', 2)} UNION ALL ${sideOf('seller', 'sold', 3)} UNION ALL ${entries} UNION ALL ${claims} UNION ALL ${cash}
    UNION ALL ${pledgeSales(window('leg.created_at'))}
  ) happened ORDER BY at, rank, major, minor LIMIT $4`;

export interface EventRow {
  micros: string;
  at: string;
  event: TaxEvent;
}

/** @param wanted.limit null: all of them */
export const eventsStatement = (wanted: { userId: number; from: string; to: string; limit: number | null }) => ({
  text: statement,
  values: [wanted.userId, wanted.from, wanted.to, wanted.limit],
});

export const eventOf = ({ event, micros: time, at }: EventRow): TaxEvent => ({ ...event, micros: time, at });

/** The oldest first, from a time on and before another one. */
export async function findEvents(
  db: Queryable,
  wanted: { userId: number; from: string; to: string; limit: number },
): Promise<TaxEvent[]> {
  const { text, values } = eventsStatement(wanted);
  const { rows } = await db.query<EventRow>(text, values);
  return rows.map(eventOf);
}

/**
 * Before this time everything is in Postgres: behind the shards' settlement, and behind the oldest transaction that is under way. What is written has the time
 * at which its transaction began, in whole milliseconds. It holds for statements after this one.
 */
export async function settledHorizon(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ horizon: string }>(
    `SELECT least(clock_timestamp() - make_interval(secs => $1), date_trunc('milliseconds', oldest_transaction()),
        (SELECT min(to_timestamp(split_part(position, '-', 1)::bigint / 1000.0)) FROM settlement_cursors))::text AS horizon`,
    [countingLagSeconds],
  );
  return rows[0]?.horizon ?? 'epoch';
}
