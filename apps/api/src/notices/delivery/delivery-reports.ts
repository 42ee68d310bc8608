import { DomainError } from '@pelican/shared/contracts';
import type { DeliveryReport } from '@pelican/shared/contracts/notices';
import type { Queryable } from '../../platform/database/index.ts';

/**
 * Writes down what became of a message. A repeat changes nothing, and neither does a report that comes after a later one.
 * @throws DomainError not_found: no message of this id went to this recipient
 */
export async function takeDeliveryReport(
  db: Queryable,
  { message_id: id, recipient, outcome, reason }: DeliveryReport,
): Promise<void> {
  // The recipient as well, because another exchange with the same provider numbers its messages in the same way.
  const { rowCount } = await db.query(
    `UPDATE messages SET outcome = $3, outcome_reason = $4, outcome_at = now()
      WHERE id = $1 AND lower(recipient) = lower($2) AND (outcome IS NULL OR outcome < $3)`,
    [id, recipient, outcome, reason],
  );
  if (rowCount !== 0) return;
  const known = await db.query('SELECT FROM messages WHERE id = $1 AND lower(recipient) = lower($2)', [id, recipient]);
  if (known.rowCount === 0) throw new DomainError('not_found');
}
