/**
 * The first step of a transfer, in the caller's transaction: the row, the money's departure, and the command to the first
 * engine in the outbox. Settlement does the other steps when it sees the engines' answers.
 */
import type { Shard, ShardKind } from '@pelican/shared/engine';
import { formatUnits } from '@pelican/shared/money';
import type { CatalogAsset } from '../../catalog/index.ts';
import { mainAccount, postEntry, transitAccount } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { findShards, insertCommand, type ShardTransfer, transferCommand, transferKey } from '../../shards/index.ts';
import { insertTransfer, type Transfer, type WalletName } from './repository.ts';

export interface TransferOrder {
  userId: number;
  asset: Pick<CatalogAsset, 'id' | 'scale'>;
  /** Smallest units: a safe integer above zero. */
  units: number;
  from: WalletName;
  to: WalletName;
  /** Which shards, where the wallets are of several; otherwise the first of the kind. */
  fromShard?: Shard;
  toShard?: Shard;
  /** Unique for the user: the client's, or an `exchangeKey`. */
  idempotencyKey: string;
}

/** What one shard has to do for a transfer. */
export interface TransferStep {
  shard: Shard;
  transfer: ShardTransfer;
}

export interface BegunTransfer {
  transfer: Transfer;
  /** One or two; the first one's command is in the outbox, to be sent after the commit. The worker sends it otherwise. */
  steps: readonly [TransferStep, ...TransferStep[]];
}

const walletKinds: Record<WalletName, ShardKind | undefined> = { main: undefined, trade: 'spot', futures: 'perpetual' };

/** The first shard that has wallets of that name; undefined for main, which is in Postgres. */
async function shardOf(tx: Transaction, wallet: WalletName): Promise<Shard | undefined> {
  const kind = walletKinds[wallet];
  if (kind === undefined) return undefined;
  const [first] = await findShards(tx, kind);
  return first as Shard | undefined;
}

/**
 * Undefined when the user has used the key before: nothing was done.
 * @param insert writes the row
 * @throws DomainError insufficient_balance when the main wallet has too little; the engines judge the other wallets
 */
export async function beginTransfer(
  tx: Transaction,
  order: TransferOrder,
  insert = insertTransfer,
): Promise<BegunTransfer | undefined> {
  const { userId, asset, units, from, to } = order;
  const amount = formatUnits(units, asset.scale);
  const fromShard = order.fromShard ?? (await shardOf(tx, from));
  const toShard = order.toShard ?? (await shardOf(tx, to));
  const transfer = await insert(tx, { ...order, assetId: asset.id, amount, fromShard, toShard });
  if (!transfer) return undefined;
  const steps = stepsOf(transfer, fromShard, toShard, asset.scale);
  const [first] = steps;
  if (from === 'main') {
    await postEntry(tx, {
      kind: `transfer_to_${to}`,
      reference: `transfer:${transfer.id}`,
      idempotencyKey: `transfer:${transfer.id}`,
      legs: [
        { account: mainAccount({ userId, assetId: asset.id }), amount: `-${amount}` },
        { account: transitAccount(first.shard, { userId, assetId: asset.id }), amount },
      ],
    });
  }
  const command = transferCommand(first.shard.kind, first.transfer);
  await insertCommand(tx, first.shard, transferKey(transfer.id, first.shard), command);
  return { transfer, steps };
}

/** @throws RangeError for a transfer that passes no shard */
function stepsOf(
  transfer: Transfer,
  from: Shard | undefined,
  to: Shard | undefined,
  scale: number,
): readonly [TransferStep, ...TransferStep[]] {
  const { id, userId, assetId, amount } = transfer;
  const step = (shard: Shard, out: boolean): TransferStep => ({
    shard,
    transfer: { transferId: id, userId, assetId, scale, amount, out },
  });
  if (from) return to ? [step(from, true), step(to, false)] : [step(from, true)];
  if (to) return [step(to, false)];
  throw new RangeError(`transfer ${id} goes from ${transfer.from} to ${transfer.to}`);
}
