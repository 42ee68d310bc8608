/** How many confirmations a network needs, as two operators change it. Deposits that wait need the new number from the commit on. */
import { DomainError } from '@pelican/shared/contracts';
import { confirmationsMax } from '@pelican/shared/contracts/payments';
import { z } from 'zod';
import { demandFiguresAsRead, type OperatorAction, recordAct } from '../../../identity/index.ts';

const payload = z.object({
  /** Its key: 'SANDBOX' */
  network: z.string(),
  confirmations: z.number().int().min(1).max(confirmationsMax),
  /** How many it needs until then, as the operator has read it; of a request always. */
  before: z.number().optional(),
});
export type ConfirmationsChange = z.infer<typeof payload>;

/** @throws DomainError not_found, figures_changed, invalid_argument (nothing would change) */
export const changeConfirmations: OperatorAction<ConfirmationsChange, void> = {
  name: 'payments.change_confirmations',
  permission: 'money',
  twoPersons: true,
  payload,
  async bind(tx, { network, confirmations }) {
    const { rows } = await tx.query<{ before: number }>(
      'SELECT confirmations AS before FROM networks WHERE key = $1 FOR UPDATE',
      [network],
    );
    return { network, confirmations, ...rows[0] };
  },
  async run(tx, act, { network, confirmations, before }) {
    const { rows } = await tx.query<{ id: number; before: number }>(
      'SELECT id, confirmations AS before FROM networks WHERE key = $1 FOR UPDATE',
      [network],
    );
    const [found] = rows;
    if (!found) throw new DomainError('not_found', { message: `There is no network ${network}.` });
    demandFiguresAsRead({ before }, found);
    if (found.before === confirmations)
      throw new DomainError('invalid_argument', { message: `${network} needs ${confirmations} already.` });
    await tx.query('UPDATE networks SET confirmations = $2 WHERE id = $1', [found.id, confirmations]);
    await recordAct(tx, act, {
      action: 'network.confirmations_changed',
      subject: `network:${network}`,
      details: { before: found.before, after: confirmations },
    });
  },
};
