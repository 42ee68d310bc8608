/**
 * What must be true of the money in Postgres at any settled position. Each check is one statement that answers a line for
 * each place where it is not, so an exchange that is well costs a few scans and no lines.
 */
import type { AuditCheck } from './audit-check.ts';
import { perpetualChecks } from './perpetual-checks.ts';
import { spotChecks } from './spot-checks.ts';

/** The engines' user ids of the house begin here; see the shards' HouseUser in packages/shared. */
const houseUserMin = 4_294_967_040;

/**
 * One row an asset: who holds it. All of them together are zero, the outside world being below zero. Futures are cash and
 * the margin of isolated positions; clearing is what open positions were opened for, the shorts' less the longs', with
 * the insurance fund's: what one side paid in and the other has not yet been paid out.
 */
export const assetSums = `
  WITH ledger AS (
    SELECT asset_id,
      coalesce(sum(balance) FILTER (WHERE kind = 'main'), 0) AS main,
      coalesce(sum(balance) FILTER (WHERE kind LIKE 'transit_%'), 0) AS transit,
      coalesce(sum(balance) FILTER (WHERE kind = 'outside'), 0) AS outside,
      coalesce(sum(balance) FILTER (WHERE kind = 'unexplained'), 0) AS unexplained
    FROM ledger_accounts GROUP BY asset_id
  ), trade AS (
    SELECT asset_id,
      coalesce(sum(available + frozen) FILTER (WHERE user_id < ${houseUserMin}), 0) AS people,
      coalesce(sum(available + frozen) FILTER (WHERE user_id >= ${houseUserMin}), 0) AS house
    FROM trade_balances GROUP BY asset_id
  ), futures AS (
    SELECT (SELECT settle_asset_id FROM instruments ORDER BY id LIMIT 1) AS asset_id,
      (SELECT coalesce(sum(cash), 0) FROM perpetual_accounts WHERE user_id < ${houseUserMin})
        + (SELECT coalesce(sum(margin), 0) FROM perpetual_positions) AS people,
      (SELECT coalesce(sum(cash), 0) FROM perpetual_accounts WHERE user_id >= ${houseUserMin}) AS house,
      (SELECT coalesce(sum(CASE position WHEN 0 THEN -cost ELSE cost END), 0) FROM (
        SELECT position, cost FROM perpetual_positions WHERE size > 0
        UNION ALL SELECT position, cost FROM perpetual_fund_lots WHERE size > 0) AS "open") AS clearing
  ), held AS (
    SELECT id, ticker, position, coalesce(main, 0) AS main, coalesce(trade.people, 0) AS trade,
      coalesce(futures.people, 0) AS futures, coalesce(trade.house, 0) + coalesce(futures.house, 0) AS house,
      coalesce(clearing, 0) AS clearing,
      coalesce(transit, 0) AS transit, coalesce(outside, 0) AS outside, coalesce(unexplained, 0) AS unexplained
    FROM assets LEFT JOIN ledger ON ledger.asset_id = id LEFT JOIN trade ON trade.asset_id = id
      LEFT JOIN futures ON futures.asset_id = id
  )
  SELECT ticker, main, trade, futures, house, clearing, transit, outside, unexplained,
    main + trade + futures + house + clearing + transit + outside + unexplained AS sum
  FROM held ORDER BY position, id`;

const ledgerChecks: readonly AuditCheck[] = [
  {
    name: 'no money is unexplained',
    sql: `SELECT 'user ' || user_id || ', asset ' || asset_id AS what, 0 AS expected, balance AS found
      FROM ledger_accounts WHERE kind = 'unexplained' AND balance <> 0`,
  },
  {
    name: "an account's balance is the sum of its legs",
    sql: `SELECT kind || ' of shard ' || shard_id || ', user ' || user_id || ', asset ' || asset_id AS what, coalesce(legs.amount, 0) AS expected,
        balance AS found
      FROM ledger_accounts account
      LEFT JOIN (
        SELECT account_id, sum(amount) AS amount FROM (
          SELECT account_id, amount FROM ledger_legs
          UNION ALL SELECT id, amount FROM carried_postings carried JOIN ledger_accounts account ON source = 'entry'
            AND (kind, account.shard_id, account.user_id, account.object_id, account.asset_id)
              = (account, carried.shard_id, carried.user_id, carried.object_id, carried.asset_id)
        ) AS parts GROUP BY account_id
      ) legs ON legs.account_id = account.id
      WHERE balance <> coalesce(legs.amount, 0)`,
  },
  {
    name: 'an entry of the ledger sums to zero for each asset',
    sql: `SELECT 'entry ' || entry_id || ', asset ' || asset_id AS what, 0 AS expected, sum(amount) AS found
      FROM ledger_legs leg JOIN ledger_accounts account ON account.id = leg.account_id
      GROUP BY entry_id, asset_id HAVING sum(amount) <> 0`,
  },
  {
    name: 'what is held of an account is what remains of its holds',
    sql: `SELECT 'account ' || id AS what, coalesce(remaining, 0) AS expected, held AS found
      FROM ledger_accounts LEFT JOIN (
        SELECT account_id AS id, sum(remaining) AS remaining FROM ledger_holds WHERE remaining > 0 GROUP BY account_id
      ) holds USING (id) WHERE held <> coalesce(remaining, 0)`,
  },
  {
    name: 'what remains of a hold is its amount less what was released and captured',
    sql: `SELECT 'hold ' || idempotency_key AS what, amount - coalesce(changed, 0) AS expected, remaining AS found
      FROM ledger_holds LEFT JOIN (
        SELECT hold_id AS id, sum(amount) AS changed FROM ledger_hold_changes GROUP BY hold_id
      ) changes USING (id) WHERE remaining <> amount - coalesce(changed, 0)`,
  },
  {
    name: 'a capture is what its entry takes from the held account',
    // Entries of detached months have no legs here.
    sql: `SELECT 'capture ' || change.idempotency_key AS what, -change.amount AS expected,
        coalesce(sum(leg.amount) FILTER (WHERE leg.account_id = hold.account_id), 0) AS found
      FROM ledger_hold_changes change JOIN ledger_holds hold ON hold.id = hold_id JOIN ledger_legs leg USING (entry_id)
      GROUP BY change.id, hold.account_id
      HAVING coalesce(sum(leg.amount) FILTER (WHERE leg.account_id = hold.account_id), 0) <> -change.amount`,
  },
  {
    name: 'no hold is open a day after its expiry',
    sql: `SELECT 'hold ' || idempotency_key || ', expired ' || expires_at AS what, 0 AS expected, remaining AS found
      FROM ledger_holds WHERE remaining > 0 AND expires_at < now() - interval '1 day'`,
  },
  {
    name: 'an account holds an asset that its kind allows',
    sql: `SELECT kind || ', user ' || user_id || ', asset ' || asset_id AS what, 0 AS expected, balance AS found
      FROM ledger_accounts JOIN ledger_account_kinds chart USING (kind, shard_id) JOIN assets ON assets.id = asset_id
      WHERE balance <> 0 AND CASE chart.assets WHEN 'fiat' THEN NOT is_fiat WHEN 'crypto' THEN is_fiat
        WHEN 'settlement' THEN asset_id NOT IN (SELECT settle_asset_id FROM instruments) ELSE false END`,
  },
  {
    name: 'what is in transit belongs to transfers that have not arrived',
    // From one shard to another, money is in transit from when settlement has seen it leave.
    sql: `SELECT 'user ' || user_id || ', asset ' || asset_id || ', ' || kind || ' of shard ' || shard_id AS what, coalesce(amount, 0) AS expected,
        coalesce(balance, 0) AS found
      FROM (
        SELECT user_id, asset_id, to_shard_id AS shard_id, sum(amount) AS amount,
          CASE to_wallet WHEN 'trade' THEN 'transit_spot' ELSE 'transit_perpetual' END AS kind
        FROM transfers WHERE status = 'pending' AND to_wallet <> 'main' AND (from_wallet = 'main' OR EXISTS (
          SELECT 1 FROM ledger_entries WHERE idempotency_key = 'transfer:' || transfers.id || ':left'))
        GROUP BY user_id, asset_id, to_shard_id, kind
      ) pending
      FULL JOIN (
        SELECT user_id, asset_id, shard_id, balance, kind FROM ledger_accounts WHERE kind LIKE 'transit_%' AND balance <> 0
      ) transit USING (user_id, asset_id, shard_id, kind)
      WHERE coalesce(amount, 0) <> coalesce(balance, 0)`,
  },
];

export const auditChecks: readonly AuditCheck[] = [...ledgerChecks, ...spotChecks, ...perpetualChecks];
