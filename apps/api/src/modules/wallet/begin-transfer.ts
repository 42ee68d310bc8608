/**
 * The first half of a transfer, in the caller's transaction: the row, the money's departure, and the engine's command in
 * the outbox. Settlement does the second half when it sees the engine's answer.
 */
import type { Transfer as TransferCommand } from '@pelican/shared/engine/spot/commands.ts';
import { Op } from '@pelican/shared/engine/spot/commands.ts';
import { formatUnits } from '@pelican/shared/money/decimal.ts';
import { postEntry, type Transaction } from '../../ledger/index.ts';
import type { CatalogAsset } from '../markets/index.ts';
import { insertTransfer, insertTransferCommand, type Transfer, type WalletName } from './repository.ts';

export interface TransferOrder {
  userId: number;
  asset: Pick<CatalogAsset, 'id' | 'scale'>;
  /** Smallest units: a safe integer above zero. */
  units: number;
  from: WalletName;
  to: WalletName;
  /** Unique for the user. */
  idempotencyKey: string;
}

export interface BegunTransfer {
  transfer: Transfer;
  /** To be sent after the commit; the worker sends it otherwise. */
  command: TransferCommand;
}

/**
 * Undefined when the user has used the key before: nothing was done.
 * @throws DomainError insufficient_balance when the main wallet has too little; the engine judges the trade wallet
 */
export async function beginTransfer(tx: Transaction, order: TransferOrder): Promise<BegunTransfer | undefined> {
  const { userId, asset, units, from, to } = order;
  const amount = formatUnits(units, asset.scale);
  const transfer = await insertTransfer(tx, { ...order, assetId: asset.id, amount });
  if (!transfer) return undefined;
  if (from === 'main') {
    await postEntry(tx, {
      kind: `transfer_to_${to}`,
      reference: `transfer:${transfer.id}`,
      idempotencyKey: `transfer:${transfer.id}`,
      legs: [
        { account: { kind: 'main', userId, assetId: asset.id }, amount: `-${amount}` },
        { account: { kind: 'transit_spot', userId, assetId: asset.id }, amount },
      ],
    });
  }
  const op = from === 'main' ? Op.transferIn : Op.transferOut;
  const command = { op, user: userId, asset: asset.id, transferId: transfer.id, amount: units };
  await insertTransferCommand(tx, command);
  return { transfer, command };
}
