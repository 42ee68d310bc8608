/**
 * Statements that find the movements of an asset in a wallet behind a place, the newest first. They return the balance now in a row of its own
 * (`kind` 'balance'), and for each side of trades that was not looked through to its end a row (`kind` 'horizon') with the oldest place
 * that was.
 */
import type { WalletName } from '@pelican/shared/contracts/statements';

/**
 * A place in the order of a wallet's movements, which all four parts make, the first one foremost: an entry of the ledger for the main wallet,
 * microseconds for the trade wallet, a command for the futures wallet. A rank distinguishes the sources.
 */
export interface Place {
  place: string;
  rank: number;
  major: string;
  minor: string;
}

export interface Wanted {
  userId: number;
  assetId: number;
  behind: Place;
  /** Rows of each source. */
  rows: number;
  /** Trades of each side that are looked at. */
  trades: number;
}

interface Statement {
  text: string;
  values: readonly (string | number)[];
}

const micros = (time: string) => `(extract(epoch FROM ${time}) * 1000000)::bigint`;
const seconds = (time: string) => `extract(epoch FROM ${time})::float8`;

const balanceRow = (held: string) =>
  `SELECT '0' AS place, 0 AS rank, '0' AS major, '0' AS minor, 0::float8 AS time, NULL::text AS change, 'balance' AS kind,
    '' AS reference, coalesce((${held}), 0)::text AS held`;

const ofLeg = (
  place: string,
) => `${place}::text, 0, leg.entry_id::text, leg.account_id::text, ${seconds('leg.created_at')},
  leg.amount::text, entry.kind, entry.reference, '0'`;

/** Entries are numbered while their accounts are locked, so the numbers of an account's entries are in the order of its balances. */
const main = `${balanceRow(`SELECT balance FROM ledger_accounts WHERE user_id = $1 AND asset_id = $2 AND kind = 'main'`)}
  UNION ALL (
    SELECT ${ofLeg('leg.entry_id')}
      FROM (SELECT * FROM ledger_legs WHERE entry_id < $3::bigint AND account_id = (
          SELECT id FROM ledger_accounts WHERE user_id = $1 AND asset_id = $2 AND kind = 'main')
        ORDER BY entry_id DESC LIMIT $4) leg
      JOIN ledger_entries entry ON entry.id = leg.entry_id)`;

const isBehind = (place: string, rank: number, major: string, minor: string) =>
  `(${place}, ${rank}, ${major}::numeric, ${minor}::numeric) < ($3::bigint, $4::int, $5::numeric, $6::numeric)`;

/** Transfers, which are few beside trades. */
const tradeLegs = `
  SELECT ${ofLeg(micros('leg.created_at'))}
    FROM ledger_accounts account
    JOIN ledger_legs leg ON leg.account_id = account.id
    JOIN ledger_entries entry ON entry.id = leg.entry_id
    WHERE account.user_id = $1 AND account.asset_id = $2 AND account.kind = 'trade_spot'
      AND ${isBehind(micros('leg.created_at'), 0, 'leg.entry_id', 'leg.account_id')}
    ORDER BY leg.created_at DESC, leg.entry_id DESC, leg.account_id DESC LIMIT $7`;

/** What one trade has changed of the asset for a side: bought or sold, paid or received, and fees in another asset than the quote. */
function changeOf(side: 'buyer' | 'seller'): string {
  const [base, quote] = side === 'buyer' ? ['amount', '-buyer_net'] : ['-amount', 'seller_net'];
  return `CASE WHEN base_asset_id = $2 THEN ${base} ELSE 0 END + CASE WHEN quote_asset_id = $2 THEN ${quote} ELSE 0 END
    - CASE WHEN ${side}_fee_asset_id = $2 AND ${side}_fee_asset_id <> quote_asset_id THEN ${side}_fee + ${side}_gst ELSE 0 END`;
}

const sideOfTrades = (side: 'buyer' | 'seller', rank: number) => `
  SELECT market_id, id, time, ${micros('time')} AS place, ${rank} AS rank, ${changeOf(side)} AS change FROM spot_deals
    WHERE ${side}_id = $1 AND time <= to_timestamp(0) + $3::bigint * interval '1 microsecond'
      AND ${isBehind(micros('time'), rank, 'market_id', 'id')}
    ORDER BY time DESC, market_id DESC, id DESC LIMIT $8`;

const tradesOf = (side: string) => `
  SELECT place::text, rank, market_id::text, id::text, ${seconds('time')}, change::text, 'trade',
      (SELECT name FROM markets WHERE markets.id = market_id) || ':' || id, '0'
    FROM ${side} WHERE change <> 0 ORDER BY place DESC, market_id DESC, id DESC LIMIT $7`;

const horizonOf = (side: string) => `
  SELECT place::text, rank, market_id::text, id::text, 0::float8, NULL::text, 'horizon', '', '0'
    FROM (SELECT *, count(*) OVER () AS looked_at FROM ${side}) scanned
    WHERE looked_at = $8 ORDER BY place, market_id, id LIMIT 1`;

const trade = `WITH bought AS MATERIALIZED (${sideOfTrades('buyer', 1)}), sold AS MATERIALIZED (${sideOfTrades('seller', 2)})
  ${balanceRow('SELECT sum(available + frozen) FROM trade_balances WHERE user_id = $1 AND asset_id = $2')}
  UNION ALL (${tradeLegs})
  UNION ALL (${tradesOf('bought')}) UNION ALL (${tradesOf('sold')})
  UNION ALL (${horizonOf('bought')}) UNION ALL (${horizonOf('sold')})`;

const settles = (shardId: string) =>
  `$2::int IN (SELECT settle_asset_id FROM instruments WHERE instruments.shard_id = ${shardId})`;

const futures = `${balanceRow(`SELECT sum(cash) FROM perpetual_accounts account WHERE user_id = $1 AND ${settles('account.shard_id')}`)}
  UNION ALL (
    SELECT move.seq::text, 0, move.shard_id::text, move.index::text, ${seconds('move.time')}, move.delta::text,
        'futures_' || move.reason, coalesce(move.position_id::text, ''), '0'
      FROM perpetual_cash_moves move
      WHERE move.user_id = $1 AND move.seq <= $3::bigint AND ${settles('move.shard_id')}
        AND (move.seq, move.shard_id::numeric, move.index::numeric) < ($3::bigint, $4::numeric, $5::numeric)
      ORDER BY move.seq DESC, move.shard_id DESC, move.index DESC LIMIT $6)`;

/** @param wanted.rows one more than the page, so that the last page is known */
export function movementsStatement(wallet: WalletName, wanted: Wanted): Statement {
  const { userId, assetId, rows, trades, behind } = wanted;
  const { place, rank, major, minor } = behind;
  if (wallet === 'main') return { text: main, values: [userId, assetId, place, rows] };
  if (wallet === 'futures') return { text: futures, values: [userId, assetId, place, major, minor, rows] };
  return { text: trade, values: [userId, assetId, place, rank, major, minor, rows, trades] };
}
