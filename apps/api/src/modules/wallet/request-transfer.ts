/** Transfers by tools and the seed, who have no catalog and no engine at hand: the worker sends the command. */
import type { Shard } from '@pelican/shared/engine';
import { parseUnits } from '@pelican/shared/money';
import { exchangeKey } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { type BegunTransfer, beginTransfer } from './begin-transfer.ts';
import { findAssetScale, type insertDeskTransfer, type WalletName } from './repository.ts';

export interface TransferRequestByTool {
  userId: number;
  assetId: number;
  /** Whole units as a decimal string. */
  amount: string;
  from: WalletName;
  to: WalletName;
  /** Which shards, where the wallets are of several; otherwise the first of the kind. */
  fromShard?: Shard;
  toShard?: Shard;
  /** Unique among those that the exchange begins for the user. */
  idempotencyKey: string;
}

/**
 * Begins a transfer in the caller's transaction; undefined when the key was used before.
 * @param insert writes the row; that of a user by default
 * @throws DomainError insufficient_balance; RangeError for an unknown asset or an amount that is not one of it
 */
export async function requestTransfer(
  tx: Transaction,
  request: TransferRequestByTool,
  insert?: typeof insertDeskTransfer,
): Promise<BegunTransfer | undefined> {
  const { assetId, amount, idempotencyKey, ...order } = request;
  const scale = await findAssetScale(tx, assetId);
  if (scale === undefined) throw new RangeError(`there is no asset ${assetId}`);
  const parsed = parseUnits(amount, scale);
  if (!('units' in parsed) || parsed.units === 0) throw new RangeError(`${amount} is no amount with ${scale} decimals`);
  const wanted = {
    ...order,
    asset: { id: assetId, scale },
    units: parsed.units,
    idempotencyKey: exchangeKey(idempotencyKey),
  };
  return beginTransfer(tx, wanted, insert);
}
