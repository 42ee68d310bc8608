/** Payouts of a network stop where it knows transactions of ours that the database lacks, until operators have compared the two. */
import { createHash } from 'node:crypto';
import type { Queryable } from '../../platform/database/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { newBlocksOf } from './comparison.ts';
import type { PayoutDeps } from './payout-deps.ts';

const namedMax = 20;

/** Names exactly these items: operators accept what they have seen, and nothing that was found since. */
export function digestOf(items: readonly string[]): string {
  return createHash('sha256').update(items.join('\n')).digest('hex').slice(0, 16);
}

export interface Unknown {
  /** Nonces of the hot address that the network knows, or how many outputs are spent. */
  nonce: number;
  /** Of these nonces: how many are in blocks with their confirmations. Outputs have none; absent too where the node does not know. */
  mined?: number | undefined;
  /** '<first nonce>..<last nonce>', or outputs of ours. */
  items: readonly string[];
}

/** Says it once, and again when there is more or less of it, or more of it is mined. What operators have accepted while the network was asked stops nothing again. */
export async function stopPayouts(
  { pool, log }: Pick<PayoutDeps, 'pool' | 'log'>,
  network: WatchedNetwork,
  { nonce, mined, items }: Unknown,
): Promise<void> {
  const { rowCount } = await pool.query(
    `INSERT INTO payout_networks AS known (network_id, unknown_nonce, mined_nonce, unknown_items, stopped_at)
        VALUES ($1, $2, $4, $3, clock_timestamp())
      ON CONFLICT (network_id) DO UPDATE SET unknown_nonce = EXCLUDED.unknown_nonce, mined_nonce = coalesce(EXCLUDED.mined_nonce, known.mined_nonce),
        unknown_items = EXCLUDED.unknown_items, lost_height = NULL, stopped_at = coalesce(known.stopped_at, EXCLUDED.stopped_at)
      WHERE (known.stopped_at IS NULL OR known.unknown_items <> EXCLUDED.unknown_items
          OR known.lost_height IS NOT NULL OR EXCLUDED.mined_nonce <> coalesce(known.mined_nonce, -1))
        AND NOT EXCLUDED.unknown_items <@ known.accepted_items`,
    [network.id, nonce, items, mined ?? null],
  );
  if (rowCount === 0) return;
  const facts = {
    network: network.key,
    nonce,
    mined,
    unknown: items.slice(0, namedMax),
    count: items.length,
    seen: digestOf(items),
  };
  log.error(
    facts,
    'PAYOUTS ARE STOPPED: the network knows transactions of ours that the database lacks; compare them, then resume-payouts',
  );
}

/**
 * Nothing that was unknown is known to a node that has its blocks. One such look proves nothing: the node may have been set up just now. After as many new blocks
 * as a payout has confirmations the list is empty; the stop stays.
 * @param look.height of the watcher
 */
export async function emptyStop(
  { pool, log }: Pick<PayoutDeps, 'pool' | 'log'>,
  network: WatchedNetwork,
  { nonce, height }: { nonce: number; height: number },
): Promise<void> {
  await pool.query(
    `UPDATE payout_networks SET lost_height = $2 WHERE network_id = $1 AND stopped_at IS NOT NULL AND unknown_items <> '{}' AND lost_height IS NULL`,
    [network.id, height],
  );
  const { rowCount } = await pool.query(
    `UPDATE payout_networks SET unknown_nonce = $2, mined_nonce = $2, unknown_items = '{}', lost_height = NULL
      WHERE network_id = $1 AND stopped_at IS NOT NULL AND unknown_items <> '{}' AND lost_height <= $3::bigint - $4::int`,
    [network.id, nonce, height, newBlocksOf(network)],
  );
  if (rowCount === 0) return;
  const facts = { network: network.key, nonce, seen: digestOf([]) };
  log.error(facts, 'payouts are stopped, and the network has lost the transactions that the database lacks');
}

export async function isStopped(db: Queryable, networkId: number): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM payout_networks WHERE network_id = $1 AND stopped_at IS NOT NULL', [
    networkId,
  ]);
  return rowCount !== 0;
}
