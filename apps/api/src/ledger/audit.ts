/** The audit of the ledger: accounts, entries and holds. */
import type { AuditCheck, DomainAudit } from './audit-check.ts';

const checks: readonly AuditCheck[] = [
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
];

/** The figure of an account is its kind's. */
const holdings = `SELECT asset_id, figure, sum(balance) AS amount
  FROM ledger_accounts JOIN ledger_account_kinds chart USING (kind, shard_id)
  WHERE figure IS NOT NULL GROUP BY asset_id, figure`;

export const ledgerAudit: DomainAudit = { checks, holdings };
