/** What arrives at our addresses becomes rows of deposits. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { ChainBlock, ChainTransfer } from '../../chains/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { findMethods, type Method } from '../payments/index.ts';
import { wholeAmount } from './amounts.ts';
import { differingReason } from './decimals.ts';
import { type Asset, type JudgedDeposit, judgeDeposit } from './judge.ts';
import type { WatchedNetwork } from './networks.ts';
import { sortOutOwn } from './own-transfers.ts';
import { findOwners, type Owner } from './owners.ts';

interface Arrival extends ChainTransfer {
  reference: string;
  block: ChainBlock;
}

interface Owned extends Arrival, Owner {}

interface NewDeposit extends Owned, JudgedDeposit {
  method: Method;
  asset: Asset;
}

/**
 * Writes the blocks' transfers to our addresses. Those that are known, from a block that was replaced, get their new place and what they are
 * there: a contract that is run in another block may transfer another amount to another address.
 * @param seen.differing methods whose decimals are not those of their contracts: what arrives by them waits frozen
 * @returns ids of those that are credited and have another amount now
 */
export async function recordTransfers(
  tx: Transaction,
  network: WatchedNetwork,
  { blocks, differing: held }: { blocks: readonly ChainBlock[]; differing: readonly number[] },
): Promise<number[]> {
  const seen = blocks.flatMap((block) => block.transfers.map((transfer) => arrivalOf(transfer, block)));
  const { arrivals, unknown } = await sortOutOwn(tx, network.id, seen);
  if (arrivals.length === 0) return [];
  const [ownerOf, methods, assets] = await Promise.all([
    findOwners(tx, network.id, arrivals),
    methodsOf(tx, network.id),
    findAssets(tx),
  ]);
  const deposits: NewDeposit[] = [];
  const unclaimed: Arrival[] = [];
  for (const arrival of arrivals) {
    const owner = ownerOf(arrival);
    const method = methods.get(arrival.contract);
    const asset = method && assets.get(method.assetId);
    // Not ours, or a contract that we know nothing of, whatever it calls itself.
    if (!owner || !method || !asset) continue;
    const deposit =
      owner === 'nobody' || unknown.has(arrival.transactionHash)
        ? undefined
        : depositOf({ ...arrival, ...owner }, { method, asset, isHeld: held.includes(method.id) });
    if (deposit) deposits.push(deposit);
    else unclaimed.push(arrival);
  }
  await insertUnclaimed(tx, network.id, unclaimed);
  const { fresh, differing } = await writeDeposits(tx, network.id, deposits);
  await tx.query('UPDATE deposit_addresses SET used_at = clock_timestamp() WHERE id = ANY ($1) AND used_at IS NULL', [
    deposits.flatMap(({ addressId }) => addressId ?? []),
  ]);
  await writeNotices(
    tx,
    // No notice names an amount that may be wrong.
    fresh
      .filter(({ reason }) => reason !== differingReason)
      .map(({ id, userId, amount, asset: { ticker }, reason }) => ({
        userId,
        kind: 'deposit_seen' as const,
        payload: { id, amount, ticker, ...(reason === '' ? {} : { reason }) },
      })),
  );
  return differing;
}

/**
 * Deposits above the ancestor have no block until they are seen again.
 * @returns ids of those that are credited
 */
export async function losePlaces(tx: Transaction, network: WatchedNetwork, ancestor: number): Promise<number[]> {
  // First: one that an operator assigns at this moment is a deposit when this has waited for it, and loses its place below.
  await tx.query(`DELETE FROM unclaimed_transfers WHERE network_id = $1 AND block_height > $2 AND state = 'open'`, [
    network.id,
    ancestor,
  ]);
  const { rows } = await tx.query<{ id: string; isCredited: boolean }>(
    `UPDATE deposits SET block_height = NULL, block_hash = '', confirmations = 0, missing_since = $2, changed_at = clock_timestamp()
      WHERE method_id IN (SELECT id FROM payment_methods WHERE network_id = $1) AND block_height > $2
      RETURNING id, credited_at IS NOT NULL AS "isCredited"`,
    [network.id, ancestor],
  );
  return rows.filter(({ isCredited }) => isCredited).map(({ id }) => Number(id));
}

/** Postgres keeps no NUL in a text: without it, what anybody writes into a memo cannot stop the watcher. */
function arrivalOf(transfer: ChainTransfer, block: ChainBlock): Arrival {
  const reference = `${transfer.transactionHash}:${transfer.output}`;
  return { ...transfer, memo: transfer.memo.replaceAll('\0', ''), reference, block };
}

async function methodsOf(tx: Queryable, networkId: number): Promise<Map<string, Method>> {
  const methods = await findMethods(tx);
  return new Map(methods.flatMap((one) => (one.network?.id === networkId ? [[one.contract, one]] : [])));
}

async function findAssets(tx: Queryable): Promise<Map<number, Asset>> {
  const { rows } = await tx.query<Asset>('SELECT id, ticker, scale FROM assets');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Undefined for an amount that no ledger can hold. */
function depositOf(
  owned: Owned,
  { method, asset, isHeld }: { method: Method; asset: Asset; isHeld: boolean },
): NewDeposit | undefined {
  const amount = wholeAmount(owned.units, method.decimals ?? asset.scale, asset.scale);
  const judged = amount === undefined ? undefined : judgeDeposit(amount, { method, asset });
  if (!judged) return undefined;
  const made = { ...owned, method, asset, ...judged };
  // Before the minimum: the amount may be wrong.
  return isHeld ? { ...made, status: paymentStatus.frozen, reason: differingReason } : made;
}

async function insertUnclaimed(tx: Transaction, networkId: number, unclaimed: readonly Arrival[]): Promise<void> {
  await tx.query(
    `INSERT INTO unclaimed_transfers (network_id, reference, address, memo, contract, units, block_height)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::bigint[]) ON CONFLICT DO NOTHING`,
    [
      networkId,
      unclaimed.map(({ reference }) => reference),
      unclaimed.map(({ address }) => address),
      unclaimed.map(({ memo }) => memo),
      unclaimed.map(({ contract }) => contract),
      unclaimed.map(({ units }) => String(units)),
      unclaimed.map(({ block }) => block.height),
    ],
  );
}

interface Written {
  /** Those that were not known. */
  fresh: (NewDeposit & { id: number })[];
  /** Ids of those that are credited with another amount than they have now. */
  differing: number[];
}

const isCredited = 'deposits.credited_at IS NOT NULL';
/** Two operators have decided whose it is. */
const isAssigned = `EXISTS (SELECT FROM unclaimed_transfers transfer
  WHERE transfer.network_id = $14 AND transfer.reference = deposits.reference AND transfer.deposit_id = deposits.id)`;
/** What they have decided holds for the amount that they have seen. */
const isAsAssigned = `deposits.amount = EXCLUDED.amount AND ${isAssigned}`;

async function writeDeposits(tx: Transaction, networkId: number, deposits: readonly NewDeposit[]): Promise<Written> {
  if (deposits.length === 0) return { fresh: [], differing: [] };
  const column = <T>(read: (deposit: NewDeposit) => T) => deposits.map(read);
  const { rows } = await tx.query<{
    id: string;
    methodId: number;
    reference: string;
    isNew: boolean;
    differs: boolean | null;
  }>(
    `INSERT INTO deposits (user_id, asset_id, method_id, amount, fee, status, reference, address, memo, transaction_hash,
       block_height, block_hash, reason, confirmations_min, units)
     SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::int[], $4::numeric[], $5::numeric[], $6::smallint[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::bigint[], $12::text[], $13::text[], $15::smallint[], $16::numeric[])
     ON CONFLICT (method_id, reference) DO UPDATE SET block_height = EXCLUDED.block_height, block_hash = EXCLUDED.block_hash,
       missing_since = NULL, changed_at = clock_timestamp(),
       user_id = CASE WHEN ${isCredited} OR ${isAssigned} THEN deposits.user_id ELSE EXCLUDED.user_id END,
       amount = CASE WHEN ${isCredited} THEN deposits.amount ELSE EXCLUDED.amount END,
       fee = CASE WHEN ${isCredited} THEN deposits.fee ELSE EXCLUDED.fee END,
       units = CASE WHEN ${isCredited} THEN deposits.units ELSE EXCLUDED.units END,
       address = CASE WHEN ${isCredited} THEN deposits.address ELSE EXCLUDED.address END,
       memo = CASE WHEN ${isCredited} THEN deposits.memo ELSE EXCLUDED.memo END,
       seen_amount = CASE WHEN NOT ${isCredited} THEN NULL WHEN deposits.address = EXCLUDED.address THEN EXCLUDED.amount ELSE 0 END,
       status = CASE WHEN ${isCredited} THEN deposits.status WHEN ${isAsAssigned} THEN ${paymentStatus.pending} ELSE EXCLUDED.status END,
       reason = CASE WHEN ${isCredited} THEN deposits.reason WHEN ${isAsAssigned} THEN '' ELSE EXCLUDED.reason END
     RETURNING id, method_id AS "methodId", reference, xmax = 0 AS "isNew", seen_amount <> amount AS differs`,
    [
      column(({ userId }) => userId),
      column(({ asset }) => asset.id),
      column(({ method }) => method.id),
      column(({ amount }) => amount),
      column(({ fee }) => fee),
      column(({ status }) => status),
      column(({ reference }) => reference),
      column(({ address }) => address),
      column(({ memo }) => memo),
      column(({ transactionHash }) => transactionHash),
      column(({ block }) => block.height),
      column(({ block }) => block.hash),
      column(({ reason }) => reason),
      networkId,
      column(({ confirmationsMin = 0 }) => confirmationsMin),
      column(({ units }) => String(units)),
    ],
  );
  const idOf = new Map(
    rows.filter(({ isNew }) => isNew).map((row) => [`${row.methodId} ${row.reference}`, Number(row.id)]),
  );
  const fresh = deposits.flatMap((deposit) => {
    const id = idOf.get(`${deposit.method.id} ${deposit.reference}`);
    return id === undefined ? [] : [{ ...deposit, id }];
  });
  return { fresh, differing: rows.filter(({ differs }) => differs).map(({ id }) => Number(id)) };
}
