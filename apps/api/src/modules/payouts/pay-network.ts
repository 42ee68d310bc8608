/**
 * Pays approved withdrawals on a network: taken, signed, stored, broadcast, confirmed. A run that ends between two steps is continued by the
 * next one, and no step pays twice: the signer has one transaction for a withdrawal, and a network takes a transaction once.
 */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { formatBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Chain } from '../../chains/index.ts';
import { inTransaction, type Queryable } from '../../platform/database/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { PayoutRefused, type SignerClient } from '../signer/index.ts';
import { finishWithdrawal, markSent, takeApproved } from '../withdrawals/index.ts';

const takenAtOnce = 50;
const sentAtOnce = 500;

export interface PayoutDeps {
  pool: pg.Pool;
  signer: Pick<SignerClient, 'payout'>;
  log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * One run: takes what is approved, hands in what is signed, finishes what is confirmed. A payout that fails holds up no other one.
 * @throws AggregateError after the run, when the chain or the signer did not answer or a payout failed
 */
export async function payNetwork(deps: PayoutDeps, network: WatchedNetwork, chain: Chain): Promise<void> {
  const { pool } = deps;
  await inTransaction(pool, (tx) => takeApproved(tx, network.id, takenAtOnce));
  const failures = await eachByItself(await findTaken(pool, network.id), (id) => sign(deps, id));
  const [sent, head] = await Promise.all([findSent(pool, network.id), chain.head()]);
  failures.push(
    ...(await eachByItself(sent, (payout) => follow(deps, network, { chain, headHeight: head.height, payout }))),
  );
  if (failures.length > 0) throw new AggregateError(failures, `payouts of the network ${network.key} have failed`);
}

/** @returns what was thrown */
async function eachByItself<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  return failures;
}

/** Also those that a run before has taken and did not come to sign. */
async function findTaken(db: Queryable, networkId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT withdrawal.id FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id
      WHERE status = ${paymentStatus.inProcess} AND taken_at IS NOT NULL AND method.network_id = $1
      ORDER BY withdrawal.id LIMIT ${takenAtOnce}`,
    [networkId],
  );
  return rows.map(({ id }) => Number(id));
}

async function sign({ pool, signer, log }: PayoutDeps, id: number): Promise<void> {
  try {
    const { transactionHash } = await signer.payout(id);
    await inTransaction(pool, (tx) => markSent(tx, { id, transactionHash }));
  } catch (error) {
    if (!(error instanceof PayoutRefused)) throw error;
    // A limit of the hour ends by itself; the rest is for operators, and holds up no other payout.
    if (error.reason === 'limit')
      log.warn({ withdrawal: id }, 'a payout waits: the signer has paid its limit of this hour');
    else log.error({ withdrawal: id, reason: error.reason }, 'the signer refused a payout: examine it');
  }
}

interface SentPayout {
  id: number;
  transactionHash: string;
  raw: string;
}

/** In the order of their nonces. */
async function findSent(db: Queryable, networkId: number): Promise<SentPayout[]> {
  const { rows } = await db.query<Omit<SentPayout, 'id'> & { id: string }>(
    `SELECT withdrawal.id, signed.transaction_hash AS "transactionHash", signed.raw
      FROM signed_payouts signed JOIN withdrawals withdrawal ON withdrawal.id = withdrawal_id
      WHERE status = ${paymentStatus.sent} AND signed.network_id = $1 ORDER BY nonce LIMIT ${sentAtOnce}`,
    [networkId],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

async function follow(
  { pool, log }: PayoutDeps,
  network: WatchedNetwork,
  { chain, headHeight, payout }: { chain: Chain; headHeight: number; payout: SentPayout },
): Promise<void> {
  const found = await chain.transaction(payout.transactionHash);
  // Never handed in, or dropped by a re-organisation: it is the same transaction each time.
  if (found.state === 'unknown') return chain.broadcast(payout.raw);
  if (!('height' in found) || headHeight - found.height + 1 < network.confirmations) return;
  if (found.state === 'failed') {
    log.error(
      { withdrawal: payout.id, transaction: payout.transactionHash },
      'a payout failed on its network: examine it',
    );
    return;
  }
  const networkFee = await feeOf(pool, network.id, found.feeUnits);
  await inTransaction(pool, (tx) => finishWithdrawal(tx, { id: payout.id, networkFee }));
}

async function feeOf(
  db: Queryable,
  networkId: number,
  units: bigint,
): Promise<{ assetId: number; amount: string } | undefined> {
  const { rows } = await db.query<{ assetId: number; decimals: number }>(
    `SELECT network.native_asset_id AS "assetId", coalesce(method.decimals, asset.scale) AS decimals
      FROM networks network JOIN assets asset ON asset.id = native_asset_id
      LEFT JOIN payment_methods method ON method.network_id = network.id AND method.contract = ''
      WHERE network.id = $1`,
    [networkId],
  );
  const [native] = rows;
  if (!native || units === 0n) return undefined;
  return { assetId: native.assetId, amount: formatBigUnits(units, native.decimals) };
}
