/** The audit of withdrawals. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { DomainAudit } from '../../ledger/index.ts';
import { holdKind } from './money.ts';

const { unconfirmedByUser, unconfirmedByAdmin, confirmedByUser, inProcess, sent, successful, successfulManual } =
  paymentStatus;
const open = [unconfirmedByUser, unconfirmedByAdmin, confirmedByUser, inProcess, sent].join(', ');
const paid = [successful, successfulManual].join(', ');

export const withdrawalsAudit: DomainAudit = {
  checks: [
    {
      name: 'an open withdrawal holds its amount, and one that has ended holds nothing',
      sql: `SELECT coalesce('withdrawal:' || withdrawal.id, held.reference) AS what,
          CASE WHEN withdrawal.status IN (${open}) THEN withdrawal.amount ELSE 0 END AS expected, coalesce(held.remaining, 0) AS found
        FROM withdrawals withdrawal
        FULL JOIN (SELECT reference, remaining FROM ledger_holds WHERE kind = '${holdKind}') AS held
          ON held.reference = 'withdrawal:' || withdrawal.id
        WHERE CASE WHEN withdrawal.status IN (${open}) THEN withdrawal.amount ELSE 0 END <> coalesce(held.remaining, 0)`,
    },
    {
      name: 'a paid withdrawal was posted once, and no other was',
      // Entries of detached months are not here.
      sql: `SELECT 'withdrawal:' || withdrawal.id AS what, CASE WHEN status IN (${paid}) THEN 1 ELSE 0 END AS expected,
          count(entry.id) AS found
        FROM withdrawals withdrawal
        LEFT JOIN ledger_entries entry ON entry.idempotency_key = 'withdrawal:' || withdrawal.id || ':finish'
        WHERE coalesce(finished_at, now()) > now() - interval '28 days'
        GROUP BY withdrawal.id, status HAVING count(entry.id) <> CASE WHEN status IN (${paid}) THEN 1 ELSE 0 END`,
    },
  ],
};
