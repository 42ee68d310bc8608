/** The audit of the perpetual shards' settled facts. */
import { type AuditCheck, type DomainAudit, houseUserMin, missingTrades } from '../../ledger/index.ts';

const checks: readonly AuditCheck[] = [
  {
    name: 'a futures wallet is the sum of its postings: transfers and cash moves',
    sql: `SELECT 'user ' || user_id || ', shard ' || shard_id AS what, coalesce(amount, 0) AS expected, coalesce(cash, 0) AS found
      FROM (
        SELECT shard_id, user_id, sum(amount) AS amount FROM ledger_postings
        WHERE account = 'futures_perpetual' GROUP BY shard_id, user_id
      ) postings FULL JOIN perpetual_accounts USING (shard_id, user_id)
      WHERE coalesce(amount, 0) <> coalesce(cash, 0)`,
  },
  {
    name: 'the transfers of a futures wallet are those of the ledger',
    sql: `SELECT 'user ' || user_id || ', shard ' || shard_id AS what, coalesce(ledger.amount, 0) AS expected, coalesce(moved.amount, 0) AS found
      FROM (
        SELECT shard_id, user_id, sum(balance) AS amount FROM ledger_accounts
        WHERE kind = 'futures_perpetual' GROUP BY shard_id, user_id
      ) ledger
      FULL JOIN (
        SELECT shard_id, user_id, sum(delta) AS amount FROM (
          SELECT shard_id, user_id, delta FROM perpetual_cash_moves WHERE reason IN (1, 2)
          UNION ALL SELECT shard_id, 4294967057, delta FROM perpetual_fund_moves WHERE reason IN (1, 2)
          UNION ALL SELECT shard_id, user_id, amount FROM carried_postings WHERE source = 'transfer'
        ) AS moves GROUP BY shard_id, user_id
      ) moved USING (shard_id, user_id)
      WHERE coalesce(ledger.amount, 0) <> coalesce(moved.amount, 0)`,
  },
  {
    name: "each movement of a futures wallet's cash follows the one before it",
    sql: `SELECT 'user ' || user_id || ', shard ' || shard_id || ', command ' || seq || ', record ' || index AS what, before + delta AS expected,
        after AS found
      FROM (
        SELECT *, coalesce(lag(after) OVER (PARTITION BY shard_id, user_id ORDER BY seq, index), carried, 0) AS before
        FROM perpetual_cash_moves LEFT JOIN (
          SELECT shard_id, user_id, sum(amount) AS carried FROM carried_postings
          WHERE account = 'futures_perpetual' AND source IN ('cash', 'transfer') GROUP BY shard_id, user_id
        ) AS detached USING (shard_id, user_id)
      ) AS moves WHERE after <> before + delta`,
  },
  {
    name: 'clearing holds what the open positions have in margin and in cost',
    sql: `SELECT 'clearing of shard ' || id AS what, margins - costs AS expected, clearing AS found
      FROM (
        SELECT shards.id,
          (SELECT coalesce(sum(amount), 0) FROM ledger_postings
            WHERE account = 'clearing_perpetual' AND shard_id = shards.id) AS clearing,
          (SELECT coalesce(sum(margin), 0) FROM perpetual_positions
            WHERE market_id IN (SELECT id FROM instruments WHERE shard_id = shards.id)) AS margins,
          (SELECT coalesce(sum(CASE position WHEN 0 THEN cost ELSE -cost END), 0) FROM (
            SELECT market_id, position, cost FROM perpetual_positions
            UNION ALL SELECT market_id, position, cost FROM perpetual_fund_lots
          ) AS open WHERE market_id IN (SELECT id FROM instruments WHERE shard_id = shards.id)) AS costs
        FROM shards WHERE kind = 'perpetual'
      ) AS sums WHERE clearing <> margins - costs`,
  },
  {
    name: "a market's longs are as large as its shorts",
    sql: `SELECT 'market ' || market_id AS what, sum(size) FILTER (WHERE position = 0) AS expected,
        sum(size) FILTER (WHERE position = 1) AS found
      FROM (
        SELECT market_id, position, size FROM perpetual_positions WHERE size > 0
        UNION ALL SELECT market_id, position, size FROM perpetual_fund_lots WHERE size > 0
      ) AS "open"
      GROUP BY market_id
      HAVING sum(CASE position WHEN 0 THEN size ELSE -size END) <> 0`,
  },
  {
    name: "a position's realised profit is its profit less its fees and funding",
    sql: `SELECT 'position ' || id AS what, pnl - fees - funding AS expected, realised AS found
      FROM perpetual_positions WHERE realised <> pnl - fees - funding`,
  },
  {
    name: "no trade of a perpetual's series is missing",
    sql: missingTrades('perpetual_deals'),
  },
  {
    name: 'what a perpetual order has traded is the sum of its trades',
    sql: `SELECT 'order ' || coalesce(id, order_id) AS what, coalesce(traded.size, 0) AS expected,
        coalesce(filled_size, 0) AS found
      FROM (
        SELECT order_id, sum(size) AS size, sum(notional) AS notional, sum(fee) AS fee, sum(pnl) AS pnl FROM (
          SELECT taker_order_id AS order_id, size, notional, taker_fee AS fee, taker_pnl AS pnl FROM perpetual_deals
          UNION ALL SELECT maker_order_id, size, notional, maker_fee, maker_pnl FROM perpetual_deals
          UNION ALL SELECT order_id, amount, money, fee, pnl FROM carried_fills WHERE venue = 'perpetual'
        ) AS sides WHERE order_id IS NOT NULL GROUP BY order_id
      ) traded
      FULL JOIN (SELECT * FROM perpetual_orders WHERE filled_size > 0) orders ON orders.id = traded.order_id
      WHERE coalesce(traded.size, 0) <> coalesce(filled_size, 0)
        OR coalesce(traded.notional, 0) <> coalesce(filled_notional, 0)
        OR coalesce(traded.fee, 0) <> coalesce(orders.fee, 0) OR coalesce(traded.pnl, 0) <> coalesce(orders.pnl, 0)`,
  },
  {
    name: "a futures wallet's freezes are those of its open orders",
    sql: `SELECT 'user ' || user_id || ', shard ' || shard_id AS what, coalesce(orders.cross_freeze + orders.isolated_freeze, 0) AS expected,
        coalesce(accounts.cross_freeze + accounts.isolated_freeze, 0) AS found
      FROM (
        SELECT shard_id, user_id, coalesce(sum("freeze") FILTER (WHERE mode = 0), 0) AS cross_freeze,
          coalesce(sum("freeze") FILTER (WHERE mode = 1), 0) AS isolated_freeze
        FROM perpetual_orders JOIN instruments ON instruments.id = market_id WHERE state <= 2 GROUP BY shard_id, user_id
      ) orders FULL JOIN perpetual_accounts accounts USING (shard_id, user_id)
      WHERE coalesce(orders.cross_freeze, 0) <> coalesce(accounts.cross_freeze, 0)
        OR coalesce(orders.isolated_freeze, 0) <> coalesce(accounts.isolated_freeze, 0)`,
  },
];

/**
 * Futures are cash and the margin of isolated positions; clearing is what open positions were opened for, the shorts' less the
 * longs', with the insurance fund's: what one side paid in and the other has not yet been paid out.
 */
const holdings = `SELECT asset_id, figure, amount
  FROM (SELECT settle_asset_id AS asset_id FROM instruments ORDER BY id LIMIT 1) AS settlement
  CROSS JOIN LATERAL (VALUES
    ('futures', (SELECT coalesce(sum(cash), 0) FROM perpetual_accounts WHERE user_id < ${houseUserMin})
      + (SELECT coalesce(sum(margin), 0) FROM perpetual_positions)),
    ('house', (SELECT coalesce(sum(cash), 0) FROM perpetual_accounts WHERE user_id >= ${houseUserMin})),
    ('clearing', (SELECT coalesce(sum(CASE position WHEN 0 THEN -cost ELSE cost END), 0) FROM (
      SELECT position, cost FROM perpetual_positions WHERE size > 0
      UNION ALL SELECT position, cost FROM perpetual_fund_lots WHERE size > 0) AS "open"))
  ) AS figures (figure, amount)`;

export const perpetualAudit: DomainAudit = { checks, holdings };
