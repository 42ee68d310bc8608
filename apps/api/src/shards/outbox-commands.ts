/** Commands of the shards in the outbox: as JSON, in which perpetual money is a string, for it may pass 2^53. */

import type { Shard, ShardKind } from '@pelican/shared/engine';
import { type Command as PerpetualCommand, Op as PerpetualOp } from '@pelican/shared/engine/perpetual';
import { type Command as SpotCommand, Op as SpotOp } from '@pelican/shared/engine/spot';
import { parseBigUnits, parseUnits, perpetualScale } from '@pelican/shared/money';
import { z } from 'zod';
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

/** Writes a command that the worker sends when no other process has sent it. */
export async function insertCommand(
  transaction: Transaction,
  shard: Pick<Shard, 'id'>,
  key: string,
  command: ShardCommands[ShardKind],
): Promise<void> {
  await transaction.query({
    name: 'outbox-insert-command',
    text: 'INSERT INTO outbox_commands (shard_id, key, command) VALUES ($1, $2, $3)',
    values: [
      shard.id,
      key,
      JSON.stringify(command, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    ],
  });
}

const user = z.int().min(0).max(0xffff_ffff);
const transfer = { user, asset: z.int().min(0).max(0xffff), transferId: z.int().min(1) };

/** What the outbox is for: settings, and money between wallets. */
const outboxCommands = {
  spot: z.discriminatedUnion('op', [
    z.strictObject({ op: z.literal([SpotOp.transferIn, SpotOp.transferOut]), ...transfer, amount: z.int().min(0) }),
    z.strictObject({ op: z.literal(SpotOp.configure), user, settings: z.looseObject({ kind: z.string() }) }),
  ]),
  perpetual: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal([PerpetualOp.transferIn, PerpetualOp.transferOut]),
      ...transfer,
      amount: z
        .string()
        .regex(/^\d{1,19}$/)
        .transform((digits) => BigInt(digits)),
    }),
    z.strictObject({ kind: z.literal(PerpetualOp.configure), user, settings: z.string() }),
  ]),
};

/** A command as it was read back from the table. @throws Error for one of another kind or form: no other may come from there */
export function readOutboxCommand<Kind extends ShardKind>(kind: Kind, stored: unknown): ShardCommands[Kind] {
  const { success, data, error } = outboxCommands[kind].safeParse(stored);
  if (!success) throw new Error(`this is no command of an outbox: ${z.prettifyError(error)}`);
  return data as ShardCommands[Kind];
}
