/** Makes a proof of reserves: one snapshot, a tree for each asset, and rows that appear together. */
import { randomBytes } from 'node:crypto';
import type { ReservePlace } from '@pelican/shared/contracts/reserves';
import { formatBigUnits } from '@pelican/shared/money';
import { proofScale } from '@pelican/shared/reserves';
import type pg from 'pg';
import type { JobRun } from '../../jobs/index.ts';
import { inSnapshot, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { type AssetLiabilities, readLiabilities } from './liabilities.ts';
import { type FoundPlace, readPlaces, sumOfPlaces } from './places.ts';
import { type BuiltTree, buildTree } from './tree.ts';

/** Rows of one statement. */
const leavesAtOnce = 10_000;

interface Snapshot {
  takenAt: Date;
  assets: { id: number; ticker: string }[];
  liabilities: Map<number, AssetLiabilities>;
  places: Map<number, FoundPlace[]>;
}

interface AssetProof {
  assetId: number;
  liabilities: bigint;
  reserves: bigint;
  negative: bigint;
  places: ReservePlace[];
  tree: BuiltTree | undefined;
}

/** A run that ends early leaves nothing: the rows are written in the transaction that completes the job. */
export async function makeProof(pool: pg.Pool, run: JobRun<unknown>): Promise<void> {
  const snapshot = await takeSnapshot(pool);
  const seed = randomBytes(32);
  const proofs: AssetProof[] = [];
  for (const { id: assetId, ticker } of snapshot.assets) {
    const { holders, negative } = snapshot.liabilities.get(assetId) ?? { holders: [], negative: 0n };
    const found = snapshot.places.get(assetId) ?? [];
    // The division into hot, deposit and cold coins is not published.
    const places = found.map(({ parts, ...place }): ReservePlace => place);
    const tree = holders.length > 0 ? await buildTree({ seed, assetId, ticker }, holders, run.signal) : undefined;
    const reserves = sumOfPlaces(places);
    proofs.push({ assetId, liabilities: tree?.root.sum ?? 0n, reserves, negative, places, tree });
    await run.progress(Math.floor((90 * proofs.length) / snapshot.assets.length));
  }
  await run.complete(async (tx) => {
    const id = await writeProof(tx, snapshot.takenAt, seed, proofs);
    return { proof: id };
  });
}

function takeSnapshot(pool: pg.Pool): Promise<Snapshot> {
  return inSnapshot(pool, async (db) => {
    const { rows: assets } = await db.query<{ id: number; ticker: string; now: Date }>(
      'SELECT id, ticker, now() AS now FROM assets ORDER BY position, id',
    );
    const liabilities = await readLiabilities(db);
    const places = await readPlaces(db);
    return { takenAt: assets[0]?.now ?? new Date(), assets, liabilities, places };
  });
}

async function writeProof(
  tx: Transaction,
  takenAt: Date,
  seed: Buffer,
  proofs: readonly AssetProof[],
): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    'INSERT INTO reserve_proofs (taken_at, seed) VALUES ($1, $2) RETURNING id',
    [takenAt, seed],
  );
  const id = Number(rows[0]?.id);
  const text = (units: bigint) => formatBigUnits(units, proofScale);
  for (const { assetId, liabilities, reserves, negative, places, tree } of proofs) {
    await tx.query(
      `INSERT INTO reserve_proof_assets (proof_id, asset_id, liabilities, reserves, negative, places, root, depth, nodes)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        assetId,
        text(liabilities),
        text(reserves),
        text(negative),
        JSON.stringify(places),
        tree?.root.hash ?? null,
        tree?.depth ?? 0,
        tree?.nodes ?? Buffer.alloc(0),
      ],
    );
    if (tree) await writeLeaves(tx, id, assetId, tree);
  }
  await forgetErased(tx, id, takenAt);
  return id;
}

async function writeLeaves(tx: Queryable, proofId: number, assetId: number, { leaves }: BuiltTree): Promise<void> {
  for (let from = 0; from < leaves.length; from += leavesAtOnce) {
    const some = leaves.slice(from, from + leavesAtOnce);
    await tx.query(
      `INSERT INTO reserve_leaves (proof_id, asset_id, position, user_id, amount, hash)
        SELECT $1, $2, position, users.id, amount, hash
          FROM unnest($3::int[], $4::bigint[], $5::numeric[], $6::bytea[]) AS leaf (position, user_id, amount, hash)
          LEFT JOIN users ON users.id = user_id AND users.deleted_at IS NULL`,
      [
        proofId,
        assetId,
        some.map(({ position }) => position),
        some.map(({ userId }) => userId),
        some.map(({ amount }) => formatBigUnits(amount, proofScale)),
        some.map(({ hash }) => hash),
      ],
    );
  }
}

/** Accounts that were erased while their leaves were written; a later erasure waits for the references of the new rows. */
async function forgetErased(tx: Queryable, proofId: number, takenAt: Date): Promise<void> {
  await tx.query(
    `UPDATE reserve_leaves leaf SET user_id = NULL FROM users
      WHERE users.id = leaf.user_id AND leaf.proof_id = $1 AND users.deleted_at > $2::timestamptz - interval '1 day'`,
    [proofId, takenAt],
  );
}

/** Of a user whose account is erased: nobody can say any more whose the leaves were. */
export async function forgetLeavesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query('UPDATE reserve_leaves SET user_id = NULL WHERE user_id = $1', [userId]);
}
