/** Whether the books of a database are right: what the operator's audit proves, in a few sums. */
import type pg from 'pg';

const questions = {
  'an asset whose postings do not sum to zero': `
    SELECT asset_id, sum(amount) FROM ledger_postings GROUP BY asset_id HAVING sum(amount) <> 0`,
  'a trade wallet that is not the sum of its postings': `
    SELECT user_id, asset_id, postings.amount, balance.total FROM (
      SELECT user_id, asset_id, sum(amount) AS amount FROM ledger_postings
      WHERE account = 'trade_spot' OR account LIKE 'house_%' GROUP BY user_id, asset_id) postings
    FULL JOIN (SELECT user_id, asset_id, available + frozen AS total FROM trade_balances) balance USING (user_id, asset_id)
    WHERE coalesce(postings.amount, 0) <> coalesce(balance.total, 0)`,
  'an account that is not the sum of its legs': `
    SELECT account.id, account.balance, legs.amount FROM ledger_accounts account
    LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM ledger_legs GROUP BY account_id) legs ON legs.account_id = account.id
    WHERE account.balance <> coalesce(legs.amount, 0)`,
  'money that nobody can explain': `SELECT * FROM ledger_accounts WHERE kind = 'unexplained' AND balance <> 0`,
  'a frozen amount of sells that is not what the open sells have left': `
    SELECT balance.user_id, balance.asset_id, balance.frozen, orders.remaining
    FROM (SELECT o.user_id, m.base_asset_id AS asset_id, sum(o.remaining) AS remaining
      FROM spot_orders o JOIN markets m ON m.id = o.market_id WHERE o.status <= 2 AND o.side = 1 GROUP BY 1, 2) orders
    JOIN trade_balances balance USING (user_id, asset_id)
    WHERE balance.frozen <> orders.remaining
      AND NOT EXISTS (SELECT 1 FROM markets WHERE quote_asset_id = balance.asset_id)`,
  'an order whose sums are not those of its trades': `
    SELECT o.id FROM spot_orders o
    LEFT JOIN (
      SELECT id, sum(amount) AS stock, sum(gross) AS money, sum(fee) AS fee, sum(tds) AS tds FROM (
        SELECT buyer_order_id AS id, amount, gross, buyer_fee AS fee, buyer_tds AS tds FROM spot_deals
        UNION ALL SELECT seller_order_id, amount, gross, seller_fee, seller_tds FROM spot_deals) sides GROUP BY id
    ) trades ON trades.id = o.id
    WHERE o.deal_stock <> coalesce(trades.stock, 0) OR o.deal_money <> coalesce(trades.money, 0)
      OR o.deal_tds <> coalesce(trades.tds, 0)
      OR (NOT o.amount_is_quote AND o.remaining <> o.amount - o.deal_stock)`,
  'a day of candles that does not hold its trades': `
    SELECT k.market_id, k.volume, trades.volume FROM
      (SELECT market_id, extract(epoch FROM date_trunc('day', time, 'UTC')) AS day, sum(amount) AS volume, sum(gross) AS money
        FROM spot_deals GROUP BY 1, 2) trades
      LEFT JOIN klines k ON k.market_id = trades.market_id AND k."interval" = 86400 AND k.open_time = trades.day
    WHERE k.volume IS DISTINCT FROM trades.volume OR k.money IS DISTINCT FROM trades.money`,
} as const;

/** What is wrong, by name; empty when everything is right. */
export async function faultsOfBooks(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const faults: Record<string, unknown[]> = {};
  for (const [name, sql] of Object.entries(questions)) {
    const { rows } = await pool.query(sql);
    if (rows.length > 0) faults[name] = rows.slice(0, 5);
  }
  return faults;
}
