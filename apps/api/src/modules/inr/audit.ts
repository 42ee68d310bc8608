/** The audit of bank accounts in India, and of what is paid by them. */
import { inrBanksMax } from '@pelican/shared/contracts/inr';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { DomainAudit } from '../../ledger/index.ts';

const { successful } = paymentStatus;

const payments = `(SELECT 'deposit' AS kind, id, user_id, bank_id FROM deposits WHERE bank_id IS NOT NULL
  UNION ALL SELECT 'withdrawal', id, user_id, bank_id FROM withdrawals WHERE bank_id IS NOT NULL) payment`;

export const inrAudit: DomainAudit = {
  checks: [
    {
      name: `a user has at most ${inrBanksMax} bank accounts that are active or wait`,
      sql: `SELECT 'bank accounts of user ' || user_id AS what, ${inrBanksMax} AS expected, count(*) AS found
        FROM inr_banks WHERE status <> 'canceled' AND deleted_at IS NULL GROUP BY user_id HAVING count(*) > ${inrBanksMax}`,
    },
    {
      name: 'a deposit or withdrawal by a bank account is of the user whose account it is',
      sql: `SELECT payment.kind || ' ' || payment.id AS what, payment.user_id AS expected, bank.user_id AS found
        FROM ${payments} LEFT JOIN inr_banks bank ON bank.id = payment.bank_id
        WHERE bank.user_id IS DISTINCT FROM payment.user_id`,
    },
    {
      name: 'a deposit by bank transfer is credited once, with its amount, and nothing else is',
      // Entries of detached months are not here.
      sql: `SELECT 'deposit ' || deposit.id AS what, CASE WHEN credited_at IS NULL THEN 0 ELSE deposit.amount END AS expected,
          coalesce(sum(-leg.amount), 0) AS found
        FROM deposits deposit JOIN payment_methods method ON method.id = deposit.method_id AND method.kind = 'bank'
        LEFT JOIN ledger_entries entry ON entry.idempotency_key = 'deposit:' || deposit.id
        LEFT JOIN ledger_legs leg ON leg.entry_id = entry.id AND leg.amount < 0
        WHERE coalesce(credited_at, now()) > now() - interval '28 days' GROUP BY deposit.id
        HAVING coalesce(sum(-leg.amount), 0) <> CASE WHEN credited_at IS NULL THEN 0 ELSE deposit.amount END`,
    },
    {
      name: 'a withdrawal by a bank account is paid by one transfer, whose reference it shows, and no other has one',
      sql: `SELECT 'withdrawal ' || withdrawal.id AS what,
          CASE WHEN withdrawal.status = ${successful} THEN withdrawal.transaction_hash ELSE 'no reference' END AS expected,
          coalesce(payout.utr, 'no reference') AS found
        FROM withdrawals withdrawal LEFT JOIN inr_payouts payout ON payout.withdrawal_id = withdrawal.id
        WHERE withdrawal.bank_id IS NOT NULL
          AND CASE WHEN withdrawal.status = ${successful} THEN withdrawal.transaction_hash END IS DISTINCT FROM payout.utr`,
    },
    {
      name: 'the account of a bank has what its deposits have brought, less what its withdrawals have taken',
      sql: `SELECT 'bank ' || method.id AS what, coalesce(deposited.amount, 0) - coalesce(withdrawn.amount, 0) AS expected,
          coalesce(-held.balance, 0) AS found
        FROM payment_methods method
        LEFT JOIN (SELECT method_id, sum(amount) AS amount FROM deposits WHERE credited_at IS NOT NULL GROUP BY method_id) deposited
          ON deposited.method_id = method.id
        LEFT JOIN (SELECT method_id, sum(amount - fee) AS amount FROM withdrawals WHERE status = ${successful} GROUP BY method_id) withdrawn
          ON withdrawn.method_id = method.id
        LEFT JOIN (SELECT object_id, sum(balance) AS balance FROM ledger_accounts WHERE kind = 'bank' GROUP BY object_id) held
          ON held.object_id = method.id
        WHERE method.kind = 'bank'
          AND coalesce(deposited.amount, 0) - coalesce(withdrawn.amount, 0) <> coalesce(-held.balance, 0)`,
    },
  ],
};
