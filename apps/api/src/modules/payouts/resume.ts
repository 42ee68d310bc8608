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
  /** '<first nonce>..<last nonce>' of the hot address, or outputs of ours. Empty once the network has lost what was unknown. */
  items: string[];
  /** '<first nonce>..<last nonce>' of those that are in no block with its confirmations yet; null: all are in one. */
  waiting: string | null;
  seen: string;
}

/** @throws DomainError not_found, request_closed (payouts of the network go on, more or less is unknown by now, or some of it waits for a block) */
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
    // One that is dropped would leave a gap before which no later nonce is mined.
    if (stopped.waiting !== null)
      throw new DomainError('request_closed', {
        message: `${stopped.waiting} are not mined yet, or not deep enough: payouts of ${network} go on once each has its confirmations, or the network has lost it.`,
      });
    // What is compared after a restore goes on over new blocks: modules/payouts/comparison.ts ends it.
    await tx.query(
      `UPDATE payout_networks SET first_nonce = greatest(first_nonce, unknown_nonce), unknown_nonce = NULL, mined_nonce = NULL, lost_height = NULL, stopped_at = NULL,
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
  const networks = await db.query<{ id: number }>('SELECT id FROM networks WHERE key = $1', [network]);
  const id = networks.rows[0]?.id;
  if (id === undefined) throw new DomainError('not_found', { message: `There is no network ${network}.` });
  const { rows } = await db.query<Pick<UnknownOfNetwork, 'items' | 'waiting'>>(
    `SELECT unknown_items AS items, CASE WHEN coalesce(mined_nonce, 0) < unknown_nonce AND unknown_items[1] LIKE '%..%'
          THEN greatest(mined_nonce, split_part(unknown_items[1], '..', 1)::bigint) || '..' || (unknown_nonce - 1) END AS waiting
      FROM payout_networks WHERE network_id = $1 AND stopped_at IS NOT NULL${isLocked ? ' FOR UPDATE' : ''}`,
    [id],
  );
  const [found] = rows;
  if (!found) throw new DomainError('request_closed', { message: `Payouts of ${network} are not stopped.` });
  return { ...found, id, seen: digestOf(found.items) };
}
