/**
 * Transfers that a shard answered. Money on its way into a shard is in its transit account until the engine has it;
 * money that has left a shard enters the main wallet here, or goes on into another shard: its transit account and the
 * command to the other engine are written in the transaction that sees it leave. Each step has its own ledger key.
 *
 * An applied transfer is compared with its row: user, asset, amount, direction. The engine's books are followed where the
 * two differ, but no other account is touched: the other side is `unexplained`, which the audit reports, and the row stays
 * pending with the code `transfer_mismatch`, which `npm run ops -- status` reports.
 */

import type { Shard } from '@pelican/shared/engine';
import { parseBigUnits } from '@pelican/shared/money';
import type { LedgerEntry } from '../../ledger/index.ts';
import { mainAccount, postEntries, transitAccount, unexplainedAccount, walletAccount } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { insertCommand, transferCommand, transferKey } from '../../shards/index.ts';
import { adoptTransfers } from './adopt-transfers.ts';
import type { AppliedTransfer } from './applied-transfer.ts';
import { earlyKind, leftKey, type PostedSteps, readPostedSteps, refusedKey, settledKey } from './early-arrivals.ts';
import { writeTransferNotices } from './transfer-notices.ts';
import {
  completeTransfers,
  isBetweenShards,
  lockTransfers,
  mismatch,
  type RefusedTransfer,
  rejectTransfers,
  type TransferRow,
} from './transfer-rows.ts';

/** Decimals of the ledger's columns. */
const ledgerScale = 18;

export async function writeTransfers(
  tx: Transaction,
  shard: Shard,
  applied: AppliedTransfer[],
  refused: RefusedTransfer[],
): Promise<void> {
  if (applied.length === 0 && refused.length === 0) return;
  const answered = [...applied, ...refused].map(({ transferId }) => transferId);
  const rows = await lockTransfers(tx, answered);
  const [matching, mismatched] = partition(applied, (transfer) =>
    isOfRow(shard, transfer, rows.get(transfer.transferId)),
  );
  const isUnknown = ({ transferId }: AppliedTransfer) => rows.get(transferId)?.adopted ?? true;
  const adopted = await adoptTransfers(tx, shard, matching, isUnknown);
  const posted = await readPostedSteps(
    tx,
    [...rows.values()].filter(isBetweenShards).map(({ id }) => id),
  );
  const onward = matching.flatMap((transfer) => onwardOf(shard, transfer, rows.get(transfer.transferId)) ?? []);
  const entries = [
    ...adopted,
    ...mismatched.map((transfer) => mismatchEntry(shard, transfer)),
    ...matching.map((transfer) => appliedEntry(shard, transfer, rows.get(transfer.transferId), posted)),
    ...refunds(shard, refused, applied, rows, posted),
  ];
  await postEntries(tx, entries, { otherContent: 'answered' });
  for (const { to, transfer, scale, isPending } of onward) {
    if (!isPending) continue;
    const command = transferCommand(to.kind, { ...transfer, scale, out: false });
    await insertCommand(tx, to, transferKey(transfer.transferId, to), command);
  }
  const goingOn = new Set(onward.map(({ transfer }) => transfer.transferId));
  await completeTransfers(
    tx,
    matching.map(({ transferId }) => transferId).filter((id) => !goingOn.has(id)),
  );
  await rejectTransfers(tx, [...refused, ...mismatched.map((transfer) => ({ ...transfer, code: mismatch }))]);
  await writeTransferNotices(tx, answered);
  await tx.query({
    name: 'settle-transfer-outbox',
    text: 'UPDATE outbox_commands SET done_at = now() WHERE shard_id = $1 AND key = ANY ($2::text[]) AND done_at IS NULL',
    values: [shard.id, answered.map((id) => transferKey(id, shard))],
  });
}

/** True when the engine applied what is in the row, as far as there is a row: an adopted one is made of both shards' events. */
function isOfRow(
  shard: Shard,
  { userId, assetId, amount, out }: AppliedTransfer,
  row: TransferRow | undefined,
): boolean {
  if (!row) return true;
  const isSameMoney =
    row.userId === userId &&
    row.assetId === assetId &&
    parseBigUnits(row.amount, ledgerScale) === parseBigUnits(amount, ledgerScale);
  return isSameMoney && (row.adopted || (out ? row.fromShardId : row.to?.id) === shard.id);
}

/** True for a transfer that another shard should have seen leave, and whose departure is not settled. */
function isEarly(row: TransferRow, { left }: PostedSteps): boolean {
  return isBetweenShards(row) && !left.has(row.id);
}

function partition<Item>(items: Item[], isFirst: (item: Item) => boolean): [first: Item[], second: Item[]] {
  const first: Item[] = [];
  const second: Item[] = [];
  for (const item of items) (isFirst(item) ? first : second).push(item);
  return [first, second];
}

/** What the engine did under an id whose row belongs to another transfer. */
function mismatchEntry(shard: Shard, transfer: AppliedTransfer): LedgerEntry {
  const { transferId, amount, out } = transfer;
  const [walletAmount, unexplainedAmount] = out ? [`-${amount}`, amount] : [amount, `-${amount}`];
  return {
    kind: mismatch,
    reference: `transfer:${transferId}`,
    idempotencyKey: `transfer:${transferId}:mismatch:${shard.id}:${out ? 'out' : 'in'}`,
    legs: [
      { account: walletAccount(shard, transfer), amount: walletAmount },
      { account: unexplainedAccount(transfer), amount: unexplainedAmount },
    ],
  };
}

/**
 * Where money that left this shard goes on to, when that is another shard: whatever became of it there, for after a restore the
 * other shard's part may be settled first.
 */
function onwardOf(
  shard: Shard,
  transfer: AppliedTransfer,
  row: TransferRow | undefined,
): { to: Shard; transfer: AppliedTransfer; scale: number; isPending: boolean } | undefined {
  if (!transfer.out || !row?.to || row.to.id === shard.id || row.adopted) return undefined;
  return { to: row.to, transfer, scale: row.scale, isPending: row.status === 'pending' };
}

function appliedEntry(
  shard: Shard,
  transfer: AppliedTransfer,
  row: TransferRow | undefined,
  posted: PostedSteps,
): LedgerEntry {
  const isAdopted = row?.adopted ?? true;
  const key = `transfer:${transfer.transferId}`;
  const { amount } = transfer;
  if (transfer.out) {
    const onward = onwardOf(shard, transfer, row);
    const endedEarly = posted.endedEarly.has(transfer.transferId);
    const next = onward && (endedEarly ? unexplainedAccount(transfer) : transitAccount(onward.to, transfer));
    return {
      kind: onward ? `transfer_to_${onward.to.kind}` : 'transfer_to_main',
      reference: key,
      // Whether it goes on is not known of an adopted one: the step into another shard has a key of its own.
      idempotencyKey: onward || isAdopted ? leftKey(transfer.transferId) : settledKey(transfer.transferId),
      legs: [
        { account: walletAccount(shard, transfer), amount: `-${amount}` },
        { account: next ?? mainAccount(transfer), amount },
      ],
    };
  }
  // What the engine did counts. Money that did not leave another wallet for it is shown by the audit instead of stopping
  // settlement for everybody.
  const isExpected = isAdopted || (row !== undefined && row.status !== 'rejected' && row.to?.id === shard.id);
  const arrivedEarly = isExpected && row !== undefined && isEarly(row, posted);
  return {
    kind: arrivedEarly ? earlyKind : `transfer_to_${shard.kind === 'spot' ? 'trade' : 'futures'}_settled`,
    reference: key,
    idempotencyKey: settledKey(transfer.transferId),
    legs: [
      {
        account: isExpected && !arrivedEarly ? transitAccount(shard, transfer) : unexplainedAccount(transfer),
        amount: `-${amount}`,
      },
      { account: walletAccount(shard, transfer), amount },
    ],
  };
}

/**
 * Money that the engine did not take goes to the main wallet, wherever it came from. A transfer whose id the engine has seen
 * with other content is not refunded: the books do not say whose money the engine has seen under this id.
 */
function refunds(
  shard: Shard,
  refused: RefusedTransfer[],
  applied: AppliedTransfer[],
  rows: Map<number, TransferRow>,
  posted: PostedSteps,
): LedgerEntry[] {
  const seen = new Set(applied.filter(({ out }) => !out).map(({ transferId }) => transferId));
  return refused.flatMap(({ transferId, out, code }) => {
    const row = rows.get(transferId);
    const isPending = row?.status === 'pending' && row.to?.id === shard.id;
    if (out || code === mismatch || !isPending || seen.has(transferId)) return [];
    seen.add(transferId);
    const isRefusedEarly = isEarly(row, posted);
    return [
      {
        kind: isRefusedEarly ? earlyKind : 'transfer_refused',
        reference: `transfer:${transferId}`,
        idempotencyKey: refusedKey(transferId),
        legs: [
          { account: isRefusedEarly ? unexplainedAccount(row) : transitAccount(shard, row), amount: `-${row.amount}` },
          { account: mainAccount(row), amount: row.amount },
        ],
      },
    ];
  });
}
