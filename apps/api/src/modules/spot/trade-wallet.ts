/** The trade wallet as settlement wrote it: balances, and the movements that made them. */
import { stripZeros } from '@pelican/shared/money';
import type { Catalog } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

export interface TradeBalance {
  available: string;
  freeze: string;
  /** Sequence of the command that changed it last; over several shards their sum, which each change raises. */
  seq: number;
}

interface BalanceRow {
  assetId: number;
  available: string;
  frozen: string;
  seq: string;
}

/** Balances by asset id; assets that the user never had are missing. */
export async function findTradeBalances(db: Queryable, userId: number): Promise<Map<number, TradeBalance>> {
  const { rows } = await db.query<BalanceRow>(
    `SELECT asset_id AS "assetId", sum(available) AS available, sum(frozen) AS frozen, sum(seq) AS seq
      FROM trade_balances WHERE user_id = $1 GROUP BY asset_id`,
    [userId],
  );
  return new Map(
    rows.map((row) => [
      row.assetId,
      { available: stripZeros(row.available), freeze: stripZeros(row.frozen), seq: Number(row.seq) },
    ]),
  );
}

/** Trades of each side that the history looks back over. */
const tradesMax = 10_000;

export interface WalletHistoryFilter {
  userId: number;
  assetId: number | undefined;
  /** 'trade' or 'transfer'. */
  business: string | undefined;
  /** Unix seconds; the end is exclusive. */
  start: number | undefined;
  end: number | undefined;
  offset: number;
  limit: number;
}

export interface WalletChange {
  time: number;
  asset: string;
  business: string;
  /** Signed. */
  change: string;
  /** Available and frozen together, after the change. */
  balance: string;
  detail: Record<string, string | number>;
}

interface ChangeRow {
  time: number;
  assetId: number;
  business: string;
  change: string;
  balance: string;
  marketId: number | null;
  reference: string;
  price: string | null;
  amount: string | null;
}

const tradeChanges = (side: 'buyer' | 'seller', baseSign: string, quoteSign: string) => `
  SELECT trade.time, posting.asset_id, 'trade' AS business, posting.change, trade.market_id, trade.${side}_order_id AS reference,
      trade.price, trade.amount, trade.id AS number, posting.part
    FROM (SELECT * FROM spot_deals WHERE ${side}_id = $1 ORDER BY time DESC LIMIT ${tradesMax}) trade
    JOIN markets market ON market.id = trade.market_id
    CROSS JOIN LATERAL (VALUES
      (1, market.base_asset_id, ${baseSign}trade.amount),
      (2, market.quote_asset_id, ${quoteSign}trade.gross),
      (3, trade.${side}_fee_asset_id, -(trade.${side}_fee + trade.${side}_gst)),
      (4, market.quote_asset_id, -trade.${side}_tds)) AS posting(part, asset_id, change)
    WHERE posting.change <> 0`;

const transferChanges = `
  SELECT completed_at, asset_id, 'transfer', CASE WHEN to_wallet = 'trade' THEN amount ELSE -amount END, NULL::smallint, id,
      NULL::numeric, NULL::numeric, id, 0
    FROM transfers WHERE user_id = $1 AND status = 'completed' AND 'trade' IN (from_wallet, to_wallet) AND from_wallet <> to_wallet`;

/**
 * Movements of the trade wallet, newest first. The balance after each is the present one less everything newer, so it
 * looks back over the newest 10,000 trades of each side.
 */
export async function findWalletHistory(
  db: Queryable,
  filter: WalletHistoryFilter,
  catalog: Catalog,
): Promise<WalletChange[]> {
  const { rows } = await db.query<ChangeRow>(
    `WITH changes AS (${tradeChanges('buyer', '', '-')} UNION ALL ${tradeChanges('seller', '-', '')} UNION ALL ${transferChanges}),
      running AS (
        SELECT changes.*, coalesce(balance.held, 0) - coalesce(sum(change) OVER (
            PARTITION BY changes.asset_id ORDER BY time DESC, number DESC, part DESC
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS balance
          FROM changes LEFT JOIN (SELECT asset_id, sum(available + frozen) AS held FROM trade_balances
            WHERE user_id = $1 GROUP BY asset_id) balance ON balance.asset_id = changes.asset_id)
      SELECT extract(epoch FROM time)::float8 AS time, asset_id AS "assetId", business, change, balance,
          market_id AS "marketId", reference, price, amount
        FROM running
        WHERE ($2::int IS NULL OR asset_id = $2) AND ($3::text IS NULL OR business = $3)
          AND ($4::float8 IS NULL OR time >= to_timestamp($4)) AND ($5::float8 IS NULL OR time < to_timestamp($5))
        ORDER BY time DESC, number DESC, part DESC OFFSET $6 LIMIT $7`,
    [
      filter.userId,
      filter.assetId ?? null,
      filter.business ?? null,
      filter.start ?? null,
      filter.end ?? null,
      filter.offset,
      filter.limit,
    ],
  );
  return rows.map((row) => viewChange(row, catalog));
}

function viewChange(row: ChangeRow, catalog: Catalog): WalletChange {
  const market = row.marketId === null ? undefined : catalog.marketById(row.marketId);
  const detail: WalletChange['detail'] = market
    ? { m: market.name, i: Number(row.reference), p: stripZeros(row.price ?? '0'), a: stripZeros(row.amount ?? '0') }
    : { id: Number(row.reference) };
  return {
    time: row.time,
    asset: catalog.assetById(row.assetId)?.ticker ?? '',
    business: row.business,
    change: stripZeros(row.change),
    balance: stripZeros(row.balance),
    detail,
  };
}
