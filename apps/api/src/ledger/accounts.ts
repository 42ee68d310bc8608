import type { Shard, ShardKind } from '@pelican/shared/engine/shards.ts';

/**
 * Kinds of account in the ledger. The trade or futures wallet of a user is its shard's; `trade_spot` and `futures_perpetual`
 * are the ledger's side of it: what transfers brought in less what they took out. The table ledger_account_kinds, the
 * chart of accounts, says which there are of each shard and which may be below zero.
 */
export type AccountKind =
  | 'main'
  | 'transit_spot'
  | 'transit_perpetual'
  | 'trade_spot'
  | 'futures_perpetual'
  | 'outside'
  | 'unexplained';

export interface AccountName {
  kind: AccountKind;
  /** The shard that the account is of; absent for accounts of no shard. */
  shardId?: number;
  /** 0 for the outside world. */
  userId: number;
  assetId: number;
}

const transitKinds = { spot: 'transit_spot', perpetual: 'transit_perpetual' } as const satisfies Record<
  ShardKind,
  AccountKind
>;
const walletKinds = { spot: 'trade_spot', perpetual: 'futures_perpetual' } as const satisfies Record<
  ShardKind,
  AccountKind
>;

/** Kinds of account that each shard of a kind has, and whether they may be below zero. */
export const shardAccountKinds: Record<ShardKind, { kind: AccountKind; mayBeNegative: boolean }[]> = {
  spot: [
    { kind: transitKinds.spot, mayBeNegative: false },
    { kind: walletKinds.spot, mayBeNegative: true },
  ],
  perpetual: [
    { kind: transitKinds.perpetual, mayBeNegative: false },
    { kind: walletKinds.perpetual, mayBeNegative: true },
  ],
};

type Holder = Pick<AccountName, 'userId' | 'assetId'>;

/** Money on its way into a shard. */
export function transitAccount({ id, kind }: Pick<Shard, 'id' | 'kind'>, { userId, assetId }: Holder): AccountName {
  return { kind: transitKinds[kind], shardId: id, userId, assetId };
}

/** The ledger's side of a wallet that a shard owns. */
export function walletAccount({ id, kind }: Pick<Shard, 'id' | 'kind'>, { userId, assetId }: Holder): AccountName {
  return { kind: walletKinds[kind], shardId: id, userId, assetId };
}

/** The outside world's account: whatever enters or leaves the exchange has it on the other side. */
export function outside(assetId: number): AccountName {
  return { kind: 'outside', userId: 0, assetId };
}

/** One text for each account, equal exactly for equal accounts. */
export function accountKey({ kind, shardId = 0, userId, assetId }: AccountName): string {
  return `${kind}/${shardId}/${userId}/${assetId}`;
}
