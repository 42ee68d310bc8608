/** Payouts of a network stop where it knows transactions of ours that the database lacks, until operators have compared the two. */
import { createHash } from 'node:crypto';
import type { WatchedNetwork } from '../deposits/index.ts';
import type { PayoutDeps } from './payout-deps.ts';

const namedMax = 20;

/** Names exactly these items: operators accept what they have seen, and nothing that was found since. */
export function digestOf(items: readonly string[]): string {
  return createHash('sha256').update(items.join('\n')).digest('hex').slice(0, 16);
}

export interface Unknown {
  /** Nonces of the hot address that the network knows, or how many outputs are spent. */
  nonce: number;
  /** '<first nonce>..<last nonce>', or outputs of ours. */
  items: readonly string[];
}

/** Says it once, and again when there is more or less of it. What operators have accepted while the network was asked stops nothing again. */
export async function stopPayouts(
  { pool, log }: Pick<PayoutDeps, 'pool' | 'log'>,
  network: WatchedNetwork,
  { nonce, items }: Unknown,
): Promise<void> {
  const { rowCount } = await pool.query(
    `INSERT INTO payout_networks AS known (network_id, unknown_nonce, unknown_items, stopped_at) VALUES ($1, $2, $3, clock_timestamp())
      ON CONFLICT (network_id) DO UPDATE SET unknown_nonce = EXCLUDED.unknown_nonce, unknown_items = EXCLUDED.unknown_items,
        stopped_at = coalesce(known.stopped_at, EXCLUDED.stopped_at)
      WHERE (known.stopped_at IS NULL OR known.unknown_items <> EXCLUDED.unknown_items)
        AND NOT EXCLUDED.unknown_items <@ known.accepted_items`,
    [network.id, nonce, items],
  );
  if (rowCount === 0) return;
  const facts = {
    network: network.key,
    nonce,
    unknown: items.slice(0, namedMax),
    count: items.length,
    seen: digestOf(items),
  };
  log.error(
    facts,
    'PAYOUTS ARE STOPPED: the network knows transactions of ours that the database lacks; compare them, then resume-payouts',
  );
}
