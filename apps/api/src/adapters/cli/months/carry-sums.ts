/**
 * What the audit needs to know of a month that is being detached, added to the sums of the months before it. The range is of
 * the month's first moment ($1, inclusive) and the next month's ($2).
 */
import { lostCreditKinds } from '../../../modules/adjustments/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';

const isWithin = (column: string) => `${column} >= $1 AND ${column} < $2`;

const postings = `INSERT INTO carried_postings AS carried (source, account, shard_id, user_id, object_id, asset_id, amount)
  SELECT 'entry', kind, shard_id, user_id, object_id, asset_id, sum(amount)
    FROM ledger_legs leg JOIN ledger_accounts account ON account.id = leg.account_id
    WHERE ${isWithin('created_at')} GROUP BY kind, shard_id, user_id, object_id, asset_id
  UNION ALL
  SELECT split_part(entry, ':', 1), account, shard_id, user_id, 0, asset_id, sum(amount) FROM ledger_postings
    WHERE entry NOT LIKE 'entry:%' AND ${isWithin('time')} GROUP BY 1, 2, 3, 4, 6
  UNION ALL
  SELECT 'transfer', 'futures_perpetual', shard_id, user_id, 0,
      (SELECT settle_asset_id FROM instruments WHERE instruments.shard_id = moves.shard_id ORDER BY id LIMIT 1), sum(delta)
    FROM (
      SELECT shard_id, user_id, delta FROM perpetual_cash_moves WHERE reason IN (1, 2) AND ${isWithin('time')}
      UNION ALL SELECT shard_id, 4294967057, delta FROM perpetual_fund_moves WHERE reason IN (1, 2) AND ${isWithin('time')}
    ) AS moves GROUP BY shard_id, user_id
  ON CONFLICT (source, account, shard_id, user_id, object_id, asset_id) DO UPDATE SET amount = carried.amount + EXCLUDED.amount`;

const trades = `INSERT INTO carried_deals (market_id, last_id)
  SELECT market_id, max(id) FROM spot_deals WHERE ${isWithin('time')} GROUP BY market_id
  UNION ALL SELECT market_id, max(id) FROM perpetual_deals WHERE ${isWithin('time')} GROUP BY market_id
  ON CONFLICT (market_id) DO UPDATE SET last_id = EXCLUDED.last_id`;

/** What lost credits are compared with. */
const adoptions = `INSERT INTO carried_adoptions AS carried (account_id, amount)
  SELECT account.id, sum(leg.amount) FROM ledger_legs leg JOIN ledger_accounts account ON account.id = leg.account_id
    JOIN ledger_entries entry ON entry.id = leg.entry_id
    WHERE ${isWithin('leg.created_at')} AND account.kind = 'unexplained' AND entry.kind = ANY ($3) GROUP BY account.id
  ON CONFLICT (account_id) DO UPDATE SET amount = carried.amount + EXCLUDED.amount`;

/** Trades that are detached less orders that are: zero for an order that is detached with all of its trades. */
const fills = `INSERT INTO carried_fills AS carried (venue, order_id, amount, money, fee, tds, pnl)
  SELECT venue, order_id, sum(amount) AS amount, sum(money) AS money, sum(fee) AS fee, sum(tds) AS tds, sum(pnl) AS pnl FROM (
    SELECT 'spot' AS venue, buyer_order_id AS order_id, amount, gross AS money, 0 AS fee, buyer_tds AS tds, 0 AS pnl
      FROM spot_deals WHERE ${isWithin('time')}
    UNION ALL SELECT 'spot', seller_order_id, amount, gross, 0, seller_tds, 0 FROM spot_deals WHERE ${isWithin('time')}
    UNION ALL SELECT 'spot', id, -deal_stock, -deal_money, 0, -deal_tds, 0 FROM spot_orders WHERE ${isWithin('finished_at')}
    UNION ALL SELECT 'perpetual', taker_order_id, size, notional, taker_fee, 0, taker_pnl FROM perpetual_deals
      WHERE taker_order_id IS NOT NULL AND ${isWithin('time')}
    UNION ALL SELECT 'perpetual', maker_order_id, size, notional, maker_fee, 0, maker_pnl FROM perpetual_deals
      WHERE maker_order_id IS NOT NULL AND ${isWithin('time')}
    UNION ALL SELECT 'perpetual', id, -filled_size, -filled_notional, -fee, 0, -pnl FROM perpetual_orders
      WHERE ${isWithin('created_at')}
  ) AS sides GROUP BY venue, order_id
  HAVING sum(amount) <> 0 OR sum(money) <> 0 OR sum(fee) <> 0 OR sum(tds) <> 0 OR sum(pnl) <> 0
  ON CONFLICT (venue, order_id) DO UPDATE SET amount = carried.amount + EXCLUDED.amount,
    money = carried.money + EXCLUDED.money, fee = carried.fee + EXCLUDED.fee, tds = carried.tds + EXCLUDED.tds,
    pnl = carried.pnl + EXCLUDED.pnl`;

/** Their order and the last of their trades are both detached. */
const finishedFills = `DELETE FROM carried_fills
  WHERE amount = 0 AND money = 0 AND fee = 0 AND tds = 0 AND pnl = 0`;

/** Adds the month's sums to the carried ones, in the caller's transaction. */
export async function carrySums(transaction: Queryable, start: Date, end: Date): Promise<void> {
  for (const statement of [postings, trades, fills]) await transaction.query(statement, [start, end]);
  await transaction.query(adoptions, [start, end, lostCreditKinds]);
  await transaction.query(finishedFills);
}
