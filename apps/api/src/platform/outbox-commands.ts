/** Commands of the shards in the outbox: as JSON, in which perpetual money is a string, for it may pass 2^53. */
import type { ShardName } from '@pelican/shared/engine/journal.ts';
import { type Command as PerpetualCommand, Op as PerpetualOp } from '@pelican/shared/engine/perpetual/commands.ts';
import { type Command as SpotCommand, Op as SpotOp } from '@pelican/shared/engine/spot/commands.ts';
import { parseBigUnits, parseUnits } from '@pelican/shared/money/decimal.ts';
import { perpetualScale } from '@pelican/shared/money/perpetual-listing.ts';
import type { Queryable } from './database.ts';

export interface ShardCommands {
  spot: SpotCommand;
  perpetual: PerpetualCommand;
}

/** Money into or out of a shard's wallet, for whichever shard it is. */
export interface ShardTransfer {
  transferId: number;
  userId: number;
  assetId: number;
  /** Decimals of the asset, which the spot shard keeps. */
  scale: number;
  /** Whole units. */
  amount: string;
  out: boolean;
}

/** @throws RangeError when the amount has more decimals than the shard keeps, or passes 2^53 of its smallest unit in spot */
export function transferCommand<Shard extends ShardName>(shard: Shard, transfer: ShardTransfer): ShardCommands[Shard] {
  const makers: { [Name in ShardName]: (of: ShardTransfer) => ShardCommands[Name] } = {
    spot: spotTransfer,
    perpetual: perpetualTransfer,
  };
  return makers[shard](transfer);
}

function spotTransfer({ transferId, userId, assetId, scale, amount, out }: ShardTransfer): SpotCommand {
  const parsed = parseUnits(amount, scale);
  if ('problem' in parsed) throw new RangeError(`${amount} is no amount with ${scale} decimals: ${parsed.problem}`);
  const op = out ? SpotOp.transferOut : SpotOp.transferIn;
  return { op, user: userId, asset: assetId, transferId, amount: parsed.units };
}

function perpetualTransfer({ transferId, userId, assetId, amount, out }: ShardTransfer): PerpetualCommand {
  const kind = out ? PerpetualOp.transferOut : PerpetualOp.transferIn;
  return { kind, user: userId, asset: assetId, transferId, amount: parseBigUnits(amount, perpetualScale) };
}

/** The outbox key of a transfer's step in a shard: it passes each shard once. */
export function transferKey(transferId: number, shard: ShardName): string {
  return `transfer:${transferId}:${shard}`;
}

/** Writes a command that the worker sends when nobody else does. */
export async function insertCommand<Shard extends ShardName>(
  transaction: Queryable,
  shard: Shard,
  key: string,
  command: ShardCommands[Shard],
): Promise<void> {
  await transaction.query('INSERT INTO outbox_commands (shard, key, command) VALUES ($1, $2, $3)', [
    shard,
    key,
    JSON.stringify(command, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  ]);
}

/** What `insertCommand` wrote, as it was read back from the table. */
export function readOutboxCommand<Shard extends ShardName>(shard: Shard, stored: unknown): ShardCommands[Shard] {
  const command = stored as ShardCommands[Shard];
  if (shard === 'perpetual' && 'amount' in command && typeof command.amount === 'string')
    return { ...command, amount: BigInt(command.amount) };
  return command;
}
