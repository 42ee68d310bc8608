/** Payouts of a network go on after operators have compared its transactions with the withdrawals. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { type OperatorAction, plainText, recordAct } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { digestOf } from './unknown-transactions.ts';

const resumption = z.object({
  /** Its key: 'SANDBOX' */
  network: plainText.max(40),
  /** The digest of what operators have compared: of anything else nothing is accepted. */
  seen: z.string().regex(/^[0-9a-f]{16}$/, 'is no digest of what is unknown'),
});
export type Resumption = z.infer<typeof resumption>;

export interface UnknownOfNetwork {
  /** '<first nonce>..<last nonce>' of the hot address, or outputs of ours. */
  items: string[];
  seen: string;
}

/** @throws DomainError not_found, request_closed (payouts of the network go on, or more or less is unknown by now) */
export const resumePayouts: OperatorAction<Resumption, void> = {
  name: 'payouts.resume',
  permission: 'money',
  twoPersons: true,
  payload: resumption,
  async run(tx, act, { network, seen }) {
    const stopped = await findUnknown(tx, network, { isLocked: true });
    if (stopped.seen !== seen)
      throw new DomainError('request_closed', {
        message: `Other transactions of ${network} are unknown now: compare again.`,
      });
    // What is compared after a restore goes on over new blocks: modules/payouts/comparison.ts ends it.
    await tx.query(
      `UPDATE payout_networks SET first_nonce = greatest(first_nonce, unknown_nonce), unknown_nonce = NULL, stopped_at = NULL,
         accepted_items = accepted_items || unknown_items, unknown_items = '{}' WHERE network_id = $1`,
      [stopped.id],
    );
    const { items } = stopped;
    await recordAct(tx, act, {
      action: 'payouts.resumed',
      subject: `network:${stopped.id}`,
      details: { network, seen, items },
    });
  },
};

/** What operators compare with the withdrawals. @throws DomainError not_found, request_closed (payouts of the network are not stopped) */
export function unknownOf(db: Queryable, network: string): Promise<UnknownOfNetwork> {
  return findUnknown(db, network, { isLocked: false });
}

async function findUnknown(
  db: Queryable,
  network: string,
  { isLocked }: { isLocked: boolean },
): Promise<UnknownOfNetwork & { id: number }> {
  const { rows } = await db.query<{ id: number; items: string[] | null }>(
    `SELECT network.id, (SELECT unknown_items FROM payout_networks
        WHERE network_id = network.id AND stopped_at IS NOT NULL${isLocked ? ' FOR UPDATE' : ''}) AS items
      FROM networks network WHERE network.key = $1`,
    [network],
  );
  const [found] = rows;
  if (!found) throw new DomainError('not_found', { message: `There is no network ${network}.` });
  const { id, items } = found;
  if (!items) throw new DomainError('request_closed', { message: `Payouts of ${network} are not stopped.` });
  return { id, items, seen: digestOf(items) };
}
