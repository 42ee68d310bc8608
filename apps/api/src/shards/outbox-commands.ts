/** Commands of the shards in the outbox: as JSON, in which perpetual money is a string, for it may pass 2^53. */

import type { Shard, ShardKind } from '@pelican/shared/engine';
import { type Command as PerpetualCommand, Op as PerpetualOp } from '@pelican/shared/engine/perpetual';
import { type Command as SpotCommand, Op as SpotOp } from '@pelican/shared/engine/spot';
import { parseBigUnits, parseUnits, perpetualScale } from '@pelican/shared/money';
import type { Transaction } from '../platform/database/index.ts';

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
export function transferCommand<Kind extends ShardKind>(kind: Kind, transfer: ShardTransfer): ShardCommands[Kind] {
  const makers: { [Name in ShardKind]: (of: ShardTransfer) => ShardCommands[Name] } = {
    spot: spotTransfer,
    perpetual: perpetualTransfer,
  };
  return makers[kind](transfer);
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
export function transferKey(transferId: number, shard: Pick<Shard, 'name'>): string {
  return `transfer:${transferId}:${shard.name}`;
}

/** Writes a command that the worker sends when nobody else does. */
export async function insertCommand(
  transaction: Transaction,
  shard: Pick<Shard, 'id'>,
  key: string,
  command: ShardCommands[ShardKind],
): Promise<void> {
  await transaction.query('INSERT INTO outbox_commands (shard_id, key, command) VALUES ($1, $2, $3)', [
    shard.id,
    key,
    JSON.stringify(command, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  ]);
}

/** What `insertCommand` wrote, as it was read back from the table. */
export function readOutboxCommand<Kind extends ShardKind>(kind: Kind, stored: unknown): ShardCommands[Kind] {
  const command = stored as ShardCommands[Kind];
  if (kind === 'perpetual' && 'amount' in command && typeof command.amount === 'string')
    return { ...command, amount: BigInt(command.amount) };
  return command;
}
