/** What becomes of deposits as blocks follow: confirmations, credit, cancellation. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import { mainAccount, postEntries } from '../../ledger/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { chainAccount, paymentFeesAccount } from '../payments/index.ts';
import { differingReason } from './decimals.ts';
import type { WatchedNetwork } from './networks.ts';

/** The rest is credited by the next turn. */
const creditsAtOnce = 1_000;
const ledgerScale = 18;
/** A deposit whose block is gone has this many blocks to come back. */
const missingBlocksMax = 100;

const ofNetwork = 'method_id IN (SELECT id FROM payment_methods WHERE network_id = $1)';

/** @param height of the newest block that was read */
export async function markConfirmations(tx: Transaction, network: WatchedNetwork, height: number): Promise<void> {
  await tx.query(
    `UPDATE deposits SET confirmations = least($2::bigint - block_height + 1, greatest($3::int, confirmations_min)), changed_at = clock_timestamp()
      WHERE ${ofNetwork} AND status IN (${paymentStatus.frozen}, ${paymentStatus.pending}) AND block_height IS NOT NULL
        AND confirmations <> least($2::bigint - block_height + 1, greatest($3::int, confirmations_min))`,
    [network.id, height, network.confirmations],
  );
}

/**
 * Deposits that came while they were disabled go on once they are enabled again; those whose amount is examined are judged by `judgeExamined`.
 * @param differing methods of which nothing is credited
 */
export async function releaseFrozen(
  tx: Transaction,
  network: WatchedNetwork,
  differing: readonly number[],
): Promise<void> {
  await tx.query(
    `UPDATE deposits SET status = ${paymentStatus.pending}, reason = '', changed_at = clock_timestamp() WHERE id IN (
        SELECT deposit.id FROM deposits deposit
          JOIN payment_methods method ON method.id = deposit.method_id
          JOIN networks network ON network.id = method.network_id
          JOIN assets asset ON asset.id = deposit.asset_id
          JOIN payment_terms terms ON terms.method_id = method.id AND terms.action = 'deposit'
         WHERE network.id = $1 AND deposit.status = ${paymentStatus.frozen} AND terms.enabled AND asset.depositable
           AND network.deposits_enabled AND method.id <> ALL ($2) AND deposit.reason <> $3
         ORDER BY deposit.id LIMIT ${creditsAtOnce} FOR NO KEY UPDATE OF deposit)`,
    [network.id, differing, differingReason],
  );
}

interface Confirmed {
  id: string;
  userId: string;
  assetId: number;
  ticker: string;
  amount: string;
  fee: string;
}

/**
 * Puts what is confirmed into the main wallets: with the status in one transaction, and by a key of the deposit's own.
 * @param to.height of the newest block that was read
 * @param to.differing methods of which nothing is credited
 */
export async function creditConfirmed(
  tx: Transaction,
  network: WatchedNetwork,
  { height, differing }: { height: number; differing: readonly number[] },
): Promise<void> {
  const { rows } = await tx.query<Confirmed>(
    `UPDATE deposits SET status = ${paymentStatus.successful}, confirmations = greatest($3::int, confirmations_min), credited_at = clock_timestamp(),
       changed_at = clock_timestamp()
      FROM assets WHERE assets.id = asset_id AND deposits.id IN (
        SELECT id FROM deposits WHERE ${ofNetwork} AND status = ${paymentStatus.pending} AND block_height <= $2::bigint - greatest($3::int, confirmations_min) + 1
           AND method_id <> ALL ($4)
         ORDER BY id LIMIT ${creditsAtOnce} FOR NO KEY UPDATE)
      RETURNING deposits.id, user_id AS "userId", asset_id AS "assetId", ticker, amount, fee`,
    [network.id, height, network.confirmations, differing],
  );
  await postEntries(
    tx,
    rows.map((row) => entryOf(network, row)),
  );
  await writeNotices(
    tx,
    rows.map((row) => ({
      userId: Number(row.userId),
      kind: 'deposit_credited' as const,
      payload: { id: Number(row.id), amount: netOf(row), ticker: row.ticker },
      key: `deposit:${row.id}`,
    })),
  );
}

function entryOf({ id: networkId }: WatchedNetwork, row: Confirmed) {
  const { id, assetId, amount, fee } = row;
  const reference = `deposit:${id}`;
  const legs = [
    { account: chainAccount({ networkId, assetId }), amount: `-${amount}` },
    { account: mainAccount({ userId: Number(row.userId), assetId }), amount: netOf(row) },
    ...(/[1-9]/.test(fee) ? [{ account: paymentFeesAccount(assetId), amount: fee }] : []),
  ];
  return { kind: 'crypto_deposit', reference, idempotencyKey: reference, legs };
}

function netOf({ amount, fee }: Confirmed): string {
  return stripZeros(formatBigUnits(parseBigUnits(amount, ledgerScale) - parseBigUnits(fee, ledgerScale), ledgerScale));
}

/** A deposit whose block was replaced, and that is in none of the blocks since then, was withdrawn by its sender. */
export async function cancelMissing(tx: Transaction, network: WatchedNetwork, height: number): Promise<void> {
  await tx.query(
    `UPDATE deposits SET status = ${paymentStatus.canceledDeposit}, changed_at = clock_timestamp(),
       reason = 'The network has dropped the transaction'
      WHERE ${ofNetwork} AND status IN (${paymentStatus.frozen}, ${paymentStatus.pending}) AND missing_since < $2`,
    [network.id, height - missingBlocksMax],
  );
}
