/** What the wallets need of a shard's engine and of its settlement, the same for every kind. */

import { DomainError, type ErrorCode } from '@pelican/shared/contracts';
import { perpetualRejectErrors } from '@pelican/shared/contracts/perpetual';
import { spotRejectErrors } from '@pelican/shared/contracts/spot';
import type { CommandDone, ShardKind, ShardOf } from '@pelican/shared/engine';
import {
  type OwnWritesSource,
  type ShardCommands,
  type ShardTransfer,
  transferCommand,
  waitForOwn,
} from '../../shards/index.ts';

/** The parts of an API process that one shard has. */
export interface ShardParts<Kind extends ShardKind> extends OwnWritesSource {
  shard: ShardOf<Kind>;
  engine: { submit(command: ShardCommands[Kind]): Promise<CommandDone> };
}

export interface WalletShard {
  /**
   * The engine's refusal, undefined when it did what it was asked for (or had done it before).
   * @throws DomainError service_unavailable, outcome_unknown
   */
  move(transfer: ShardTransfer): Promise<DomainError | undefined>;
  /** Resolves when what the user did, as far as this process has seen it, is in Postgres. @throws DomainError service_unavailable */
  waitUntilSettled(userId: number): Promise<void>;
  /** The same with everything that was answered elsewhere. @throws DomainError service_unavailable */
  waitForOwn(userId: number): Promise<void>;
}

/** By the shards' ids. */
export type WalletShards = ReadonlyMap<number, WalletShard>;

export function walletShards(parts: { [Kind in ShardKind]: readonly ShardParts<Kind>[] }): WalletShards {
  return new Map([
    ...parts.spot.map((one) => [one.shard.id, walletShard('spot', one)] as const),
    ...parts.perpetual.map((one) => [one.shard.id, walletShard('perpetual', one)] as const),
  ]);
}

const refusals: Record<ShardKind, Readonly<Record<number, ErrorCode>>> = {
  spot: spotRejectErrors,
  perpetual: perpetualRejectErrors,
};

/** @throws Error for a code that this release does not know: it is no success */
function refusalOf(kind: ShardKind, { code, required, available }: CommandDone): DomainError | undefined {
  if (code === 0) return undefined;
  const error = refusals[kind][code];
  if (!error) throw new Error(`the ${kind} engine answered a transfer with the unknown code ${code}`);
  return new DomainError(error, { details: { required, available } });
}

function walletShard<Kind extends ShardKind>(kind: Kind, parts: ShardParts<Kind>): WalletShard {
  const { engine, live, settled } = parts;
  return {
    async move(transfer) {
      return refusalOf(kind, await engine.submit(transferCommand(kind, transfer)));
    },
    waitUntilSettled: (userId) => settled.waitUntilSettled(live.view.lastSequenceOf(userId)),
    waitForOwn: (userId) => waitForOwn(parts, userId),
  };
}
