/** Rows of sweeps: each step is refused in another state than its own, and may be repeated. */
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { isOld, type SignedTransaction } from '../payouts/index.ts';

export type SweepKind = 'sweep' | 'gas' | 'cold';

export interface Sweep {
  id: number;
  kind: SweepKind;
  assetId: number;
  /** Of what is moved, and of gas what it is for. */
  contract: string;
  decimals: number;
  /** Of the depositor; empty of a transfer to the cold wallet. */
  address: string;
  keyIndex: number;
}

export interface WaitingSweep extends Sweep {
  isSigned: boolean;
}

export interface NewSweep {
  networkId: number;
  assetId: number;
  kind: SweepKind;
  keyIndex: number;
  address: string;
  firstNonce: number;
}

const columns = `sweep.id::float8 AS id, sweep.kind, sweep.asset_id AS "assetId", method.contract, method.decimals, sweep.address,
  sweep.key_index::float8 AS "keyIndex"`;
const sources = `sweeps sweep JOIN payment_methods method ON method.network_id = sweep.network_id AND method.asset_id = sweep.asset_id`;

/** @returns undefined while another one of the address is open, by any process */
export async function insertSweep(db: Queryable, sweep: NewSweep): Promise<number | undefined> {
  const { networkId, assetId, kind, keyIndex, address, firstNonce } = sweep;
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO sweeps (network_id, asset_id, kind, key_index, address, first_nonce) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING RETURNING id::float8 AS id`,
    [networkId, assetId, kind, keyIndex, address, firstNonce],
  );
  return rows[0]?.id;
}

/** Those that are not sent, and due. */
export async function findWaitingSweeps(db: Queryable, networkId: number): Promise<WaitingSweep[]> {
  const { rows } = await db.query<WaitingSweep>(
    `SELECT ${columns}, EXISTS (SELECT FROM signed_sweeps WHERE sweep_id = sweep.id) AS "isSigned" FROM ${sources}
      WHERE sweep.network_id = $1 AND state = 'waiting' AND coalesce(next_at, '-infinity') <= clock_timestamp() ORDER BY sweep.id`,
    [networkId],
  );
  return rows;
}

/** @throws Error when it is signed: what is signed may be sent at any time */
export async function dropSweep(db: Queryable, id: number): Promise<void> {
  await db.query(`DELETE FROM sweeps WHERE id = $1 AND state = 'waiting'`, [id]);
}

/** @returns whether this is news */
export async function setProblem(
  db: Queryable,
  id: number,
  { problem, seconds }: { problem: string | null; seconds: number | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH before AS (SELECT problem FROM sweeps WHERE id = $1),
       changed AS (UPDATE sweeps SET problem = $2, next_at = clock_timestamp() + make_interval(secs => $3), changed_at = clock_timestamp()
         WHERE id = $1 AND state IN ('waiting', 'sent'))
     SELECT FROM before WHERE problem IS DISTINCT FROM $2`,
    [id, problem, seconds],
  );
  return rowCount !== 0;
}

export async function markSent(db: Queryable, id: number): Promise<void> {
  await db.query(
    `UPDATE sweeps SET state = 'sent', problem = NULL, next_at = NULL, changed_at = clock_timestamp() WHERE id = $1 AND state = 'waiting'`,
    [id],
  );
}

export interface SentSweep extends Sweep {
  /** The newest last. */
  transactions: SignedTransaction[];
  /** Of the key that has signed. */
  senderIndex: number;
  problem: string | null;
}

/** By sender, in the order of their nonces. */
export async function findSentSweeps(db: Queryable, networkId: number): Promise<SentSweep[]> {
  return findSigned(db, networkId, `sweep.state = 'sent'`);
}

/** Finished ones whose block the watcher has replaced. */
export async function findMisplaced(db: Queryable, networkId: number): Promise<SentSweep[]> {
  return findSigned(
    db,
    networkId,
    `sweep.state = 'done' AND (sweep.lost_at IS NOT NULL OR EXISTS (SELECT FROM chain_blocks block
      WHERE block.network_id = sweep.network_id AND block.height = sweep.block_height AND block.hash <> sweep.block_hash))`,
  );
}

async function findSigned(db: Queryable, networkId: number, condition: string): Promise<SentSweep[]> {
  const { rows } = await db.query<SentSweep & SignedTransaction>(
    `SELECT ${columns}, sweep.problem, made.hash, made.raw, made.index AS "senderIndex", ${isOld} AS "isOld"
      FROM ${sources} JOIN networks network ON network.id = sweep.network_id
      JOIN LATERAL (SELECT transaction_hash AS hash, raw, key_index::float8 AS index, nonce, place, created_at AS at
        FROM signed_sweeps WHERE sweep_id = sweep.id) AS made ON true
      WHERE sweep.network_id = $1 AND ${condition} ORDER BY made.index, made.nonce, made.place`,
    [networkId],
  );
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((those) => {
    const [first] = those;
    const transactions = those.map(({ hash, raw, isOld: old }) => ({ hash, raw, isOld: old }));
    return first ? [{ ...first, transactions }] : [];
  });
}

/** Locks it. @returns whether it is on its way */
export async function lockSent(tx: Transaction, id: number): Promise<boolean> {
  const { rows } = await tx.query<{ state: string }>('SELECT state FROM sweeps WHERE id = $1 FOR UPDATE', [id]);
  return rows[0]?.state === 'sent';
}

export async function markOver(
  tx: Transaction,
  id: number,
  { state, height, blockHash }: { state: 'done' | 'failed'; height: number; blockHash: string },
): Promise<void> {
  await tx.query(
    `UPDATE sweeps SET state = $2, problem = NULL, next_at = NULL, block_height = $3, block_hash = $4, changed_at = clock_timestamp() WHERE id = $1`,
    [id, state, height, blockHash],
  );
}

/** @param place undefined: it is in no block @returns whether it is lost, and was not before */
export async function movePlace(
  db: Queryable,
  id: number,
  place: { height: number; blockHash: string } | undefined,
): Promise<boolean> {
  if (place) {
    await db.query(
      `UPDATE sweeps SET block_height = $2, block_hash = $3, lost_at = NULL WHERE id = $1 AND state = 'done'`,
      [id, place.height, place.blockHash],
    );
    return false;
  }
  const { rowCount } = await db.query(
    `UPDATE sweeps SET lost_at = clock_timestamp() WHERE id = $1 AND state = 'done' AND lost_at IS NULL`,
    [id],
  );
  return rowCount !== 0;
}
