/** Statements of all wallets of a user at once: what is in them now, and what has changed them since a time. */
import { CashReason } from '@pelican/shared/engine/perpetual';

/** Unix seconds. */
export interface PeriodOfUser {
  userId: number;
  from: number;
  /** Exclusive; at most now. */
  to: number;
}

/** The asset of the futures wallet in each shard. */
const settled = 'SELECT DISTINCT shard_id, settle_asset_id AS asset_id FROM instruments';

/** Of the user $1: wallet, asset_id, held. */
export const presentBalances = `
  SELECT 'main' AS wallet, asset_id, balance AS held FROM ledger_accounts WHERE user_id = $1 AND kind = 'main'
  UNION ALL SELECT 'trade', asset_id, sum(available + frozen) FROM trade_balances WHERE user_id = $1 GROUP BY asset_id
  UNION ALL SELECT 'futures', settled.asset_id, sum(cash) FROM perpetual_accounts account JOIN (${settled}) settled USING (shard_id)
    WHERE account.user_id = $1 GROUP BY settled.asset_id`;

/** A fee in another asset than the money of the pair is a movement beside the trade. */
const tradesOf = (side: 'buyer' | 'seller', base: string, quote: string) => `
  SELECT 'trade', moved.asset_id, deal.time, 1, deal.market_id::numeric, deal.id::numeric, moved.change, moved.kind,
      market.name || ':' || deal.id
    FROM spot_deals deal JOIN markets market ON market.id = deal.market_id
    CROSS JOIN LATERAL (VALUES (deal.base_asset_id, ${base}, 'trade'), (deal.quote_asset_id, ${quote}, 'trade'),
      (deal.${side}_fee_asset_id, CASE WHEN deal.${side}_fee_asset_id = deal.quote_asset_id THEN 0 ELSE -(deal.${side}_fee + deal.${side}_gst) END,
        'fee_of_a_trade')) moved (asset_id, change, kind)
    WHERE deal.${side}_id = $1 AND deal.time >= to_timestamp($2)`;

const reasons: Record<CashReason, string> = {
  [CashReason.transferIn]: 'transfer_in',
  [CashReason.transferOut]: 'transfer_out',
  [CashReason.fee]: 'trading_fee',
  [CashReason.realisedPnl]: 'realised_profit',
  [CashReason.margin]: 'isolated_margin',
  [CashReason.funding]: 'funding',
  [CashReason.liquidation]: 'liquidation',
  [CashReason.takeover]: 'takeover',
  [CashReason.deleveraging]: 'deleveraging',
  [CashReason.rounding]: 'rounding',
};
const reasonOf = `CASE move.reason ${Object.entries(reasons)
  .map(([reason, name]) => `WHEN ${reason} THEN '${name}'`)
  .join(' ')} ELSE 'futures' END`;

/**
 * Of the user $1 since the time $2: wallet, asset_id, time, rank, major, minor (the order of what is of one time), change, kind, reference. In the trade wallet a transfer
 * has the time of its settlement and a trade that of the engine.
 */
export const changesSince = `
  SELECT CASE account.kind WHEN 'main' THEN 'main' ELSE 'trade' END AS wallet, account.asset_id, leg.created_at AS time, 0 AS rank,
      leg.entry_id::numeric AS major, leg.account_id::numeric AS minor, leg.amount AS change, entry.kind, entry.reference
    FROM ledger_accounts account JOIN ledger_legs leg ON leg.account_id = account.id JOIN ledger_entries entry ON entry.id = leg.entry_id
    WHERE account.user_id = $1 AND account.kind IN ('main', 'trade_spot') AND leg.created_at >= to_timestamp($2)
  UNION ALL ${tradesOf('buyer', 'deal.amount', '-deal.buyer_net')}
  UNION ALL ${tradesOf('seller', '-deal.amount', 'deal.seller_net')}
  UNION ALL SELECT 'futures', settled.asset_id, move.time, 0, move.seq::numeric, move.index::numeric, move.delta, ${reasonOf},
      coalesce(move.position_id::text, '')
    FROM perpetual_cash_moves move JOIN (${settled}) settled USING (shard_id)
    WHERE move.user_id = $1 AND move.time >= to_timestamp($2)`;
