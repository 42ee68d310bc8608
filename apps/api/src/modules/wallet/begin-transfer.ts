/**
 * The first step of a transfer, in the caller's transaction: the row, the money's departure, and the command to the first
 * engine in the outbox. Settlement does the other steps when it sees the engines' answers.
 */
import type { ShardKind } from '@pelican/shared/engine/shards.ts';
import { formatUnits } from '@pelican/shared/money/decimal.ts';
import { postEntry, type Transaction, transitKinds } from '../../ledger/index.ts';
import { insertCommand, type ShardTransfer, transferCommand, transferKey } from '../../platform/outbox-commands.ts';
import type { CatalogAsset } from '../markets/index.ts';
import { insertTransfer, type Transfer, type WalletName } from './repository.ts';

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

/** What one shard has to do for a transfer. */
export interface TransferStep {
  shard: ShardKind;
  transfer: ShardTransfer;
}

export interface BegunTransfer {
  transfer: Transfer;
  /** One or two; the first one's command is in the outbox, to be sent after the commit. The worker sends it otherwise. */
  steps: readonly [TransferStep, ...TransferStep[]];
}

/** The shard that owns the wallet; undefined for main, which is Postgres'. */
function shardOf(wallet: WalletName): ShardKind | undefined {
  if (wallet === 'trade') return 'spot';
  return wallet === 'futures' ? 'perpetual' : undefined;
}

/**
 * Undefined when the user has used the key before: nothing was done.
 * @throws DomainError insufficient_balance when the main wallet has too little; the engines judge the other wallets
 */
export async function beginTransfer(tx: Transaction, order: TransferOrder): Promise<BegunTransfer | undefined> {
  const { userId, asset, units, from, to } = order;
  const amount = formatUnits(units, asset.scale);
  const transfer = await insertTransfer(tx, { ...order, assetId: asset.id, amount });
  if (!transfer) return undefined;
  const steps = stepsOf(transfer, asset.scale);
  const [first] = steps;
  if (from === 'main') {
    await postEntry(tx, {
      kind: `transfer_to_${to}`,
      reference: `transfer:${transfer.id}`,
      idempotencyKey: `transfer:${transfer.id}`,
      legs: [
        { account: { kind: 'main', userId, assetId: asset.id }, amount: `-${amount}` },
        { account: { kind: transitKinds[first.shard], userId, assetId: asset.id }, amount },
      ],
    });
  }
  const command = transferCommand(first.shard, first.transfer);
  await insertCommand(tx, { name: first.shard }, transferKey(transfer.id, { name: first.shard }), command);
  return { transfer, steps };
}

/** @throws RangeError for a transfer that passes no shard */
function stepsOf(transfer: Transfer, scale: number): readonly [TransferStep, ...TransferStep[]] {
  const { id, userId, assetId, amount } = transfer;
  const step = (shard: ShardKind, out: boolean): TransferStep => ({
    shard,
    transfer: { transferId: id, userId, assetId, scale, amount, out },
  });
  const from = shardOf(transfer.from);
  const to = shardOf(transfer.to);
  if (from) return to ? [step(from, true), step(to, false)] : [step(from, true)];
  if (to) return [step(to, false)];
  throw new RangeError(`transfer ${id} goes from ${transfer.from} to ${transfer.to}`);
}
