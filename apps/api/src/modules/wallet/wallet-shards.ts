/** What the wallets need of a shard's engine and of its settlement, the same for every kind. */
import type { CommandDone } from '@pelican/shared/engine/event-entry.ts';
import { RejectCode as PerpetualRejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import type { ShardKind, ShardOf } from '@pelican/shared/engine/shards.ts';
import { RejectCode as SpotRejectCode } from '@pelican/shared/engine/spot/reject-codes.ts';
import { DomainError, type ErrorCode, perpetualRejectErrors, rejectErrors } from '@pelican/shared/errors.ts';
import { type ShardCommands, type ShardTransfer, transferCommand } from '../../platform/outbox-commands.ts';

/** The parts of an API process that one shard has. */
export interface ShardParts<Kind extends ShardKind> {
  shard: ShardOf<Kind>;
  engine: { submit(command: ShardCommands[Kind]): Promise<CommandDone> };
  live: {
    view: { lastSequenceOf(userId: number): number };
    waitUntilCurrent(): Promise<void>;
  };
  /** @throws DomainError service_unavailable after 2 s */
  settled: { waitUntilSettled(seq: number): Promise<void> };
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

const refusals: Record<ShardKind, (code: number) => ErrorCode | undefined> = {
  spot: (code) => (code === SpotRejectCode.none ? undefined : rejectErrors[code as keyof typeof rejectErrors]),
  perpetual: (code) =>
    code === PerpetualRejectCode.none ? undefined : perpetualRejectErrors[code as keyof typeof perpetualRejectErrors],
};

function walletShard<Kind extends ShardKind>(kind: Kind, parts: ShardParts<Kind>): WalletShard {
  const { engine, live } = parts;
  const waitUntilSettled = (userId: number) => parts.settled.waitUntilSettled(live.view.lastSequenceOf(userId));
  return {
    async move(transfer) {
      const done = await engine.submit(transferCommand(kind, transfer));
      const code = refusals[kind](done.code);
      return code && new DomainError(code, { details: { required: done.required, available: done.available } });
    },
    waitUntilSettled,
    async waitForOwn(userId) {
      await live.waitUntilCurrent();
      await waitUntilSettled(userId);
    },
  };
}
