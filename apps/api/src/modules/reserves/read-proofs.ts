/** Proofs that were made: what everybody reads of them, and the leaves of one account. */
import { DomainError } from '@pelican/shared/contracts';
import type { OwnLeaf, OwnProof, Proof, ProofAsset, ProofHead, ReservePlace } from '@pelican/shared/contracts/reserves';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import { proofScale, type SumNode } from '@pelican/shared/reserves';
import { type Queryable, readDeployment } from '../../platform/database/index.ts';
import { accountName, nonceOf, partLeaves, pathOf } from './tree.ts';

const time = 'extract(epoch FROM taken_at)::float8 AS time';

export async function listProofs(
  db: Queryable,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ result: ProofHead[]; total: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.query<ProofHead & { id: string }>(
      `SELECT id, ${time}, counted.assets, counted.below FROM (
          SELECT id, taken_at FROM reserve_proofs WHERE retired_at IS NULL ORDER BY taken_at DESC, id DESC OFFSET $1 LIMIT $2) page
        CROSS JOIN LATERAL (SELECT count(*)::int AS assets, (count(*) FILTER (WHERE reserves < liabilities))::int AS below
          FROM reserve_proof_assets WHERE proof_id = page.id AND liabilities > 0) counted
        ORDER BY taken_at DESC, id DESC`,
      [offset, limit],
    ),
    db.query<{ total: number }>('SELECT count(*)::int AS total FROM reserve_proofs WHERE retired_at IS NULL'),
  ]);
  return { result: rows.map((row) => ({ ...row, id: Number(row.id) })), total: counted[0]?.total ?? 0 };
}

interface AssetRow {
  ticker: string;
  label: string;
  liabilities: string;
  reserves: string;
  negative: string;
  root: Buffer | null;
  depth: number;
  places: ReservePlace[];
}

/** @throws DomainError not_found */
export async function readProof(db: Queryable, id: number): Promise<Proof> {
  const head = await findHead(db, id);
  const { rows } = await db.query<AssetRow>(
    `SELECT ticker, label, liabilities, reserves, negative, root, depth, places
      FROM reserve_proof_assets JOIN assets ON assets.id = asset_id
      WHERE proof_id = $1 AND (liabilities > 0 OR negative > 0 OR reserves <> 0) ORDER BY position, assets.id`,
    [id],
  );
  const { isDemo } = await readDeployment(db);
  return { id, time: head.time, is_demo: isDemo, assets: rows.map(viewAsset) };
}

async function findHead(db: Queryable, id: number): Promise<{ time: number; seed: Buffer }> {
  const { rows } = await db.query<{ time: number; seed: Buffer }>(
    `SELECT ${time}, seed FROM reserve_proofs WHERE id = $1 AND retired_at IS NULL`,
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  return rows[0];
}

function viewAsset({ root, liabilities, reserves, negative, ...row }: AssetRow): ProofAsset {
  return {
    ...row,
    root: root?.toString('hex') ?? null,
    liabilities: stripZeros(liabilities),
    reserves: stripZeros(reserves),
    negative: stripZeros(negative),
    percent: percentOf(reserves, liabilities),
  };
}

/** Reserves for each unit owed, in per cent with two decimals, rounded down; null where nothing is owed. */
export function percentOf(reserves: string, liabilities: string): string | null {
  const owed = parseBigUnits(liabilities, proofScale);
  if (owed === 0n) return null;
  const have = parseBigUnits(reserves, proofScale);
  const hundredths = have > 0n ? (have * 10_000n) / owed : 0n;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

interface LeafRow {
  assetId: number;
  ticker: string;
  position: number;
  amount: string;
  liabilities: string;
  root: Buffer;
  depth: number;
  nodes: Buffer;
}

/** @throws DomainError not_found */
export async function readOwnProof(db: Queryable, userId: number, id: number): Promise<OwnProof> {
  const head = await findHead(db, id);
  const { rows } = await db.query<LeafRow>(
    `SELECT leaf.asset_id AS "assetId", ticker, leaf.position, leaf.amount, liabilities, root, depth, nodes
      FROM reserve_leaves leaf JOIN reserve_proof_assets USING (proof_id, asset_id) JOIN assets ON assets.id = leaf.asset_id
      WHERE leaf.user_id = $1 AND leaf.proof_id = $2 ORDER BY assets.position, assets.id`,
    [userId, id],
  );
  const leaves: OwnLeaf[] = [];
  for (const row of rows) leaves.push(await viewLeaf(db, { id, seed: head.seed, userId }, row));
  return { format: 'pelican-proof-of-reserves-1', proof: id, time: head.time, leaves };
}

async function viewLeaf(
  db: Queryable,
  { id, seed, userId }: { id: number; seed: Buffer; userId: number },
  { assetId, ticker, position, amount, liabilities, root, depth, nodes }: LeafRow,
): Promise<OwnLeaf> {
  const treeSeed = { seed, assetId, ticker };
  const row = await readPart(db, { id, assetId, position });
  return {
    account: accountName(userId),
    ticker,
    amount: stripZeros(amount),
    nonce: nonceOf(treeSeed, position).toString('hex'),
    position,
    path: pathOf(treeSeed, position, { nodes, row }).map(({ hash, sum }) => ({
      hash: Buffer.from(hash).toString('hex'),
      sum: formatBigUnits(sum, proofScale),
    })),
    tree: { root: root.toString('hex'), total: stripZeros(liabilities), depth },
  };
}

/** The leaves of accounts in the part of the tree that the position is in. */
async function readPart(
  db: Queryable,
  { id, assetId, position }: { id: number; assetId: number; position: number },
): Promise<Map<number, SumNode>> {
  const first = position - (position % partLeaves);
  const { rows } = await db.query<{ position: number; amount: string; hash: Buffer }>(
    `SELECT position, amount, hash FROM reserve_leaves
      WHERE proof_id = $1 AND asset_id = $2 AND position >= $3 AND position < $3::int + ${partLeaves}`,
    [id, assetId, first],
  );
  return new Map(rows.map((row) => [row.position, { hash: row.hash, sum: parseBigUnits(row.amount, proofScale) }]));
}
