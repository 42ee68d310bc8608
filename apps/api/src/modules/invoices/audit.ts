/** The audit of invoices. */
import type { DomainAudit } from '../../ledger/index.ts';

export const invoicesAudit: DomainAudit = {
  checks: [
    {
      name: 'a paid invoice has moved its amount to its owner once, and no other has moved anything',
      // Entries of detached months are not here.
      sql: `SELECT 'invoice ' || invoice.id AS what, CASE state WHEN 'paid' THEN invoice.amount ELSE 0 END AS expected,
          coalesce(sum(leg.amount), 0) AS found
        FROM invoices invoice
        LEFT JOIN ledger_entries entry ON entry.idempotency_key = 'invoice:' || invoice.id
        LEFT JOIN ledger_legs leg ON leg.entry_id = entry.id AND leg.amount > 0
        WHERE coalesce(ended_at, now()) > now() - interval '28 days'
        GROUP BY invoice.id HAVING coalesce(sum(leg.amount), 0) <> CASE state WHEN 'paid' THEN invoice.amount ELSE 0 END`,
    },
  ],
};
