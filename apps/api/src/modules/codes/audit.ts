/** The audit of transfer codes. */
import type { DomainAudit } from '../../ledger/index.ts';

export const codesAudit: DomainAudit = {
  checks: [
    {
      name: 'what is in transfer codes is the sum of the open ones of each user',
      sql: `SELECT 'transfer codes of user ' || user_id || ', asset ' || asset_id AS what, coalesce(amount, 0) AS expected,
          coalesce(balance, 0) AS found
        FROM (
          SELECT maker_id AS user_id, asset_id, sum(amount) AS amount FROM transfer_codes WHERE state = 'open' GROUP BY maker_id, asset_id
        ) AS codes
        FULL JOIN (
          SELECT user_id, asset_id, balance FROM ledger_accounts WHERE kind = 'transfer_codes' AND balance <> 0
        ) AS accounts USING (user_id, asset_id)
        WHERE coalesce(amount, 0) <> coalesce(balance, 0)`,
    },
    {
      name: 'a transfer code that has ended was paid out once, and an open one was not',
      // Entries of detached months are not here.
      sql: `SELECT 'transfer code ' || code.id AS what, CASE state WHEN 'open' THEN 0 ELSE 1 END AS expected, count(entry.id) AS found
        FROM transfer_codes code LEFT JOIN ledger_entries entry ON entry.idempotency_key = 'transfer-code:' || code.id || ':end'
        WHERE coalesce(ended_at, now()) > now() - interval '28 days'
        GROUP BY code.id, state HAVING count(entry.id) <> CASE state WHEN 'open' THEN 0 ELSE 1 END`,
    },
  ],
};
