/** The audit of withdrawals. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { DomainAudit } from '../../ledger/index.ts';
import { holdKind } from './money.ts';

const {
  unconfirmedByUser,
  unconfirmedByAdmin,
  confirmedByUser,
  inProcess,
  sent,
  successful,
  successfulManual,
  unsuccessful,
} = paymentStatus;
const open = [unconfirmedByUser, unconfirmedByAdmin, confirmedByUser, inProcess, sent].join(', ');
const paid = [successful, successfulManual].join(', ');
/** A re-organisation has undone the payment of a finished one, and operators have given the money back. */
const isReturned = `(withdrawal.status = ${unsuccessful} AND withdrawal.finished_at IS NOT NULL)`;

/** Of one that has a signed transaction. */
const isPayable = `(withdrawal.status IN (${inProcess}, ${sent}, ${successful})
  OR withdrawal.status IN (${unsuccessful}, ${successfulManual}) AND withdrawal.payout_problem IN ('network_failed', 'input_lost'))`;

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
      name: 'a withdrawal is of the asset of its method',
      sql: `SELECT 'withdrawal:' || withdrawal.id AS what, method.asset_id AS expected, withdrawal.asset_id AS found
        FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id WHERE method.asset_id <> withdrawal.asset_id`,
    },
    {
      name: 'a paid withdrawal was posted once, and no other was',
      // Entries of detached months are not here.
      sql: `SELECT 'withdrawal:' || withdrawal.id AS what, CASE WHEN status IN (${paid}) OR ${isReturned} THEN 1 ELSE 0 END AS expected,
          count(entry.id) AS found
        FROM withdrawals withdrawal
        LEFT JOIN ledger_entries entry ON entry.idempotency_key = 'withdrawal:' || withdrawal.id || ':finish'
        WHERE coalesce(finished_at, now()) > now() - interval '28 days'
        GROUP BY withdrawal.id HAVING count(entry.id) <> CASE WHEN status IN (${paid}) OR ${isReturned} THEN 1 ELSE 0 END`,
    },
    {
      name: 'a finished withdrawal that was given back has moved nothing in sum, and no other was given back',
      sql: `SELECT 'withdrawal:' || withdrawal.id AS what, 0 AS expected, max(abs(moved.amount)) AS found
        FROM withdrawals withdrawal
        JOIN LATERAL (SELECT sum(leg.amount) AS amount FROM ledger_entries entry JOIN ledger_legs leg ON leg.entry_id = entry.id
          WHERE entry.idempotency_key IN ('withdrawal:' || withdrawal.id || ':finish', 'withdrawal:' || withdrawal.id || ':return')
          GROUP BY leg.account_id) AS moved ON true
        WHERE finished_at > now() - interval '28 days' AND (${isReturned}
          OR EXISTS (SELECT FROM ledger_entries WHERE idempotency_key = 'withdrawal:' || withdrawal.id || ':return'))
        GROUP BY withdrawal.id HAVING max(abs(moved.amount)) <> 0 OR NOT bool_and(${isReturned})`,
    },
    {
      name: 'of a paid withdrawal its receiver has got the amount less the fee, and the house the fee',
      sql: `SELECT 'withdrawal:' || withdrawal.id AS what, withdrawal.amount - withdrawal.fee AS expected, coalesce(posted.net, 0) AS found
        FROM withdrawals withdrawal
        JOIN ledger_entries entry ON entry.idempotency_key = 'withdrawal:' || withdrawal.id || ':finish'
        JOIN LATERAL (SELECT sum(leg.amount) FILTER (WHERE account.kind IN ('chain', 'bank')) AS net,
            coalesce(sum(leg.amount) FILTER (WHERE account.kind = 'payment_fees'), 0) AS fee
          FROM ledger_legs leg JOIN ledger_accounts account ON account.id = leg.account_id
          WHERE leg.entry_id = entry.id AND account.asset_id = withdrawal.asset_id) AS posted ON true
        WHERE finished_at > now() - interval '28 days'
          AND (posted.net IS DISTINCT FROM withdrawal.amount - withdrawal.fee OR posted.fee <> withdrawal.fee)`,
    },
    {
      name: 'what operators have ended for lost outputs is paid by none of its transactions',
      sql: `SELECT 'withdrawal:' || withdrawal.id AS what, 0 AS expected, count(*) AS found
        FROM withdrawals withdrawal JOIN signed_payouts signed ON signed.withdrawal_id = withdrawal.id
        JOIN utxos ON utxos.network_id = signed.network_id AND (utxos.spent_by = signed.transaction_hash OR utxos.spent_by IN (
          SELECT transaction_hash FROM signed_replacements WHERE withdrawal_id = withdrawal.id))
        WHERE withdrawal.status IN (${unsuccessful}, ${successfulManual}) AND withdrawal.payout_problem = 'input_lost'
        GROUP BY withdrawal.id`,
    },
    {
      name: 'what the signer has signed pays an approved withdrawal: its amount less the fee, to its address',
      // One whose transaction has failed was returned, or paid by hand.
      sql: `SELECT 'withdrawal:' || withdrawal.id AS what, signed.amount AS expected,
          CASE WHEN ${isPayable} THEN withdrawal.amount - withdrawal.fee ELSE 0 END AS found
        FROM signed_payouts signed JOIN withdrawals withdrawal ON withdrawal.id = signed.withdrawal_id
        WHERE NOT (${isPayable}) OR signed.amount <> withdrawal.amount - withdrawal.fee OR signed.asset_id <> withdrawal.asset_id
          OR signed.address <> withdrawal.address OR signed.memo <> withdrawal.memo`,
    },
    {
      name: 'a withdrawal that a network has paid was signed',
      sql: `SELECT 'withdrawal:' || withdrawal.id AS what, 1 AS expected, 0 AS found
        FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id AND method.kind = 'crypto'
        WHERE status = ${successful} AND NOT EXISTS (SELECT FROM signed_payouts WHERE withdrawal_id = withdrawal.id)`,
    },
    {
      name: 'a withdrawal that a payment provider has paid was ordered and paid once, with its amount less the fee',
      sql: `SELECT 'withdrawal:' || withdrawal.id AS what, withdrawal.amount - withdrawal.fee AS expected,
          coalesce(payout.paid_amount, 0) AS found
        FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id AND method.kind = 'provider'
        LEFT JOIN provider_payouts payout ON payout.withdrawal_id = withdrawal.id
        WHERE status = ${successful} AND (payout.outcome IS DISTINCT FROM 'paid'
          OR payout.paid_amount IS DISTINCT FROM withdrawal.amount - withdrawal.fee OR payout.payment_id IS NULL)`,
    },
    {
      name: 'a withdrawal that operators have recorded as paid was not paid by its payment provider too',
      sql: `SELECT 'withdrawal:' || withdrawal_id AS what, 0 AS expected, paid_amount AS found FROM provider_payouts WHERE outcome = 'paid_twice' AND settled_at IS NULL`,
    },
    {
      name: 'what a payment provider has paid has left its user, and what it has not was given back',
      sql: `SELECT 'withdrawal:' || withdrawal_id AS what, CASE WHEN outcome = 'declined' THEN ${unsuccessful} ELSE ${successful} END AS expected,
          status AS found
        FROM provider_payouts JOIN withdrawals withdrawal ON withdrawal.id = withdrawal_id
        WHERE settled_at IS NULL AND (outcome IN ('paid', 'paid_late', 'paid_twice') AND status NOT IN (${paid}) OR outcome = 'declined' AND status <> ${unsuccessful}
          OR status NOT IN (${inProcess}, ${sent}, ${paid}, ${unsuccessful}))`,
    },
    {
      name: 'a finished payout is in a block of its network',
      sql: `SELECT 'withdrawal:' || withdrawal_id AS what, 1 AS expected, 0 AS found FROM finished_payouts WHERE lost_at IS NOT NULL`,
    },
  ],
};
