/** The audit of the spot shards' settled facts. */
import { type AuditCheck, type DomainAudit, houseUserMin, missingTrades } from '../../ledger/index.ts';

const checks: readonly AuditCheck[] = [
  {
    name: 'a trade wallet is the sum of its postings: transfers and trades',
    sql: `SELECT 'user ' || user_id || ', asset ' || asset_id || ', shard ' || shard_id AS what, coalesce(amount, 0) AS expected,
        coalesce(available + frozen, 0) AS found
      FROM (
        SELECT shard_id, user_id, asset_id, sum(amount) AS amount FROM ledger_postings
        WHERE account IN ('trade_spot', 'house_fees', 'house_gst', 'house_tds') GROUP BY shard_id, user_id, asset_id
      ) postings FULL JOIN trade_balances USING (shard_id, user_id, asset_id)
      WHERE coalesce(amount, 0) <> coalesce(available + frozen, 0)`,
  },
  {
    name: 'a trade is balanced',
    sql: `SELECT 'market ' || market_id || ', trade ' || id AS what, 0 AS expected,
        abs(gross - price * amount) + abs(quote_difference) AS found
      FROM (
        SELECT *, buyer_net - seller_net - buyer_tds - seller_tds
          - CASE WHEN buyer_fee_asset_id = quote_asset_id THEN buyer_fee + buyer_gst ELSE 0 END
          - CASE WHEN seller_fee_asset_id = quote_asset_id THEN seller_fee + seller_gst ELSE 0 END AS quote_difference
        FROM spot_deals
      ) trades WHERE gross <> price * amount OR quote_difference <> 0`,
  },
  {
    name: "no trade of a market's series is missing",
    sql: missingTrades('spot_deals'),
  },
  {
    name: 'what an order has traded is the sum of its trades',
    // Sums over all orders, each with a weight of its own: they agree only when the orders do, one by one.
    suspicion: `SELECT 1 FROM (
        SELECT sum(amount) AS amount, sum(gross) AS gross, sum(tds) AS tds FROM (
          SELECT sum(amount * weight) AS amount, sum(gross * weight) AS gross,
            sum(buyer_tds * hashint8(buyer_order_id) + seller_tds * hashint8(seller_order_id)) AS tds
          FROM (SELECT *, hashint8(buyer_order_id)::bigint + hashint8(seller_order_id) AS weight FROM spot_deals) trades
          UNION ALL SELECT sum(amount * hashint8(order_id)), sum(money * hashint8(order_id)), sum(tds * hashint8(order_id))
          FROM carried_fills WHERE venue = 'spot'
        ) parts
      ) traded, (
        SELECT sum(deal_stock * hashint8(id)) AS amount, sum(deal_money * hashint8(id)) AS gross,
          sum(deal_tds * hashint8(id)) AS tds FROM spot_orders
      ) ordered
      WHERE coalesce(traded.amount, 0) <> coalesce(ordered.amount, 0) OR coalesce(traded.gross, 0) <> coalesce(ordered.gross, 0)
        OR coalesce(traded.tds, 0) <> coalesce(ordered.tds, 0)`,
    sql: `SELECT 'order ' || coalesce(orders.id, traded.order_id) AS what, coalesce(traded.amount, 0) AS expected,
        coalesce(orders.deal_stock, 0) AS found
      FROM (
        SELECT order_id, sum(amount) AS amount, sum(gross) AS gross, sum(tds) AS tds FROM (
          SELECT buyer_order_id AS order_id, amount, gross, buyer_tds AS tds FROM spot_deals
          UNION ALL SELECT seller_order_id, amount, gross, seller_tds FROM spot_deals
          UNION ALL SELECT order_id, amount, money, tds FROM carried_fills WHERE venue = 'spot'
        ) sides GROUP BY order_id
      ) traded
      FULL JOIN (SELECT * FROM spot_orders WHERE deal_stock <> 0 OR deal_money <> 0) orders
        ON orders.id = traded.order_id
      WHERE coalesce(traded.amount, 0) <> coalesce(orders.deal_stock, 0)
        OR coalesce(traded.gross, 0) <> coalesce(orders.deal_money, 0)
        OR coalesce(traded.tds, 0) <> coalesce(orders.deal_tds, 0)`,
  },
  {
    name: 'what is frozen covers the open orders, and nothing is frozen without one',
    // A sale freezes what is left of it; a purchase the value of what is left, and charges on top, so at least that.
    sql: `SELECT 'user ' || user_id || ', asset ' || asset_id || ', shard ' || shard_id AS what, coalesce(sales, 0) + coalesce(purchases, 0) AS expected,
        coalesce(frozen, 0) AS found
      FROM (
        SELECT shard_id, user_id, asset_id, sum(sale) AS sales, sum(purchase) AS purchases FROM (
          SELECT shard_id, user_id, base_asset_id AS asset_id, remaining AS sale, 0 AS purchase
          FROM spot_orders JOIN markets ON markets.id = market_id WHERE finished_at = 'infinity' AND spot_orders.status <= 2 AND side = 1
          UNION ALL
          SELECT shard_id, user_id, quote_asset_id, 0, price * remaining
          FROM spot_orders JOIN markets ON markets.id = market_id WHERE finished_at = 'infinity' AND spot_orders.status <= 2 AND side = 2
        ) orders GROUP BY shard_id, user_id, asset_id
      ) needed
      FULL JOIN (SELECT shard_id, user_id, asset_id, frozen FROM trade_balances WHERE frozen <> 0) held
        USING (shard_id, user_id, asset_id)
      WHERE coalesce(frozen, 0) < coalesce(sales + purchases, 0)
        OR coalesce(frozen, 0) > coalesce(sales, 0) AND coalesce(purchases, 0) = 0`,
  },
];

const holdings = `SELECT asset_id, CASE WHEN user_id < ${houseUserMin} THEN 'trade' ELSE 'house' END AS figure,
    sum(available + frozen) AS amount
  FROM trade_balances GROUP BY 1, 2`;

export const spotAudit: DomainAudit = { checks, holdings };
