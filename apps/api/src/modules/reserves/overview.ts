/** What lies at networks, banks and providers against what is owed, for operators. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { ReserveOverview, ReserveWarning } from '@pelican/shared/contracts/reserves';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import { proofScale } from '@pelican/shared/reserves';
import type pg from 'pg';
import { houseUserMin } from '../../ledger/index.ts';
import { inSnapshot, type Queryable } from '../../platform/database/index.ts';
import { userHoldings } from './liabilities.ts';
import { type FoundPlace, readPlaces, sumOfPlaces } from './places.ts';
import { percentOf } from './read-proofs.ts';

interface AssetRow {
  id: number;
  ticker: string;
  label: string;
  now: number;
  liabilities: string;
  negative: string;
  /** What was credited by hand: our books name no place for it. */
  unplaced: string;
  /** Approved withdrawals that are not paid yet, on networks. */
  due: string;
}

/** Everything of one moment, but for networks, which are read some minutes before. */
export function readOverview(pool: pg.Pool): Promise<ReserveOverview> {
  return inSnapshot(pool, async (db) => {
    const rows = await readAssets(db);
    const house = await readHouse(db);
    const places = await readPlaces(db);
    const result = rows.flatMap(({ id, now, ...row }) => {
      const ofAsset = places.get(id) ?? [];
      const accounts = house.filter(({ assetId }) => assetId === id);
      const isEmpty = row.liabilities === '0' && row.negative === '0' && ofAsset.length + accounts.length === 0;
      return isEmpty ? [] : [viewAsset(row, ofAsset, accounts)];
    });
    return { time: rows[0]?.now ?? Date.now() / 1_000, result };
  });
}

async function readAssets(db: Queryable): Promise<AssetRow[]> {
  const { rows } = await db.query<AssetRow>(
    `WITH owed AS (
        SELECT asset_id, sum(amount) FILTER (WHERE amount > 0) AS liabilities, -sum(amount) FILTER (WHERE amount < 0) AS negative
          FROM (SELECT asset_id, sum(amount) AS amount FROM (${userHoldings}) held GROUP BY user_id, asset_id) accounts GROUP BY asset_id),
      waiting AS (
        SELECT withdrawal.asset_id, sum(amount - fee) AS due FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id
          WHERE withdrawal.status IN (${paymentStatus.pending}, ${paymentStatus.inProcess}) AND method.network_id IS NOT NULL GROUP BY withdrawal.asset_id),
      by_hand AS (SELECT asset_id, -sum(balance) AS unplaced FROM ledger_accounts WHERE kind = 'outside' GROUP BY asset_id)
      SELECT id, ticker, label, extract(epoch FROM now())::float8 AS now, coalesce(liabilities, 0)::text AS liabilities,
          coalesce(negative, 0)::text AS negative, coalesce(unplaced, 0)::text AS unplaced, coalesce(due, 0)::text AS due
        FROM assets LEFT JOIN owed ON owed.asset_id = id LEFT JOIN waiting ON waiting.asset_id = id LEFT JOIN by_hand ON by_hand.asset_id = id
        ORDER BY position, id`,
  );
  return rows;
}

interface HouseRow {
  assetId: number;
  name: string;
  amount: string;
}

async function readHouse(db: Queryable): Promise<HouseRow[]> {
  const { rows } = await db.query<HouseRow>(
    `SELECT asset_id AS "assetId", kind AS name, sum(balance)::text AS amount
        FROM ledger_accounts JOIN ledger_account_kinds chart USING (kind, shard_id) WHERE chart.owner = 'house' GROUP BY asset_id, kind HAVING sum(balance) <> 0
      UNION ALL SELECT asset_id, 'trading_fees', sum(available + frozen)::text FROM trade_balances WHERE user_id >= ${houseUserMin}
        GROUP BY asset_id HAVING sum(available + frozen) <> 0
      UNION ALL SELECT settled.asset_id, 'futures', sum(cash)::text FROM perpetual_accounts
        JOIN (SELECT DISTINCT shard_id, settle_asset_id AS asset_id FROM instruments) settled USING (shard_id)
        WHERE user_id >= ${houseUserMin} GROUP BY settled.asset_id HAVING sum(cash) <> 0
      ORDER BY name`,
  );
  return rows;
}

function viewAsset(
  { liabilities, negative, unplaced, due, ...row }: Omit<AssetRow, 'id' | 'now'>,
  places: readonly FoundPlace[],
  house: readonly HouseRow[],
): ReserveOverview['result'][number] {
  const reserves = formatBigUnits(sumOfPlaces(places), proofScale);
  return {
    ...row,
    liabilities: stripZeros(liabilities),
    negative: stripZeros(negative),
    unplaced: stripZeros(unplaced),
    due: stripZeros(due),
    reserves,
    percent: percentOf(reserves, liabilities),
    house: house.map(({ name, amount }) => ({ name, amount: stripZeros(amount) })),
    places: [...places],
    warnings: warningsOf({ liabilities, due, reserves }, places),
  };
}

function warningsOf(
  { liabilities, due, reserves }: { liabilities: string; due: string; reserves: string },
  places: readonly FoundPlace[],
): ReserveWarning[] {
  const units = (text: string) => parseBigUnits(text, proofScale);
  const warnings: ReserveWarning[] = [];
  if (units(reserves) < units(liabilities)) warnings.push('below_liabilities');
  const hot = places.reduce((sum, { parts }) => sum + units(parts?.hot ?? '0'), 0n);
  if (places.some(({ parts }) => parts !== null) && hot < units(due)) warnings.push('hot_below_due');
  if (places.some(({ parts }) => parts !== null && parts.ledger !== null && differs(parts)))
    warnings.push('unlike_ledger');
  return warnings;
}

function differs({ hot, deposits, cold, ledger }: NonNullable<FoundPlace['parts']>): boolean {
  return sumOfPlaces([hot, deposits, cold].map((amount) => ({ amount }))) !== parseBigUnits(ledger ?? '0', proofScale);
}
