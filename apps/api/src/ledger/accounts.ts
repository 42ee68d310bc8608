import type { ShardKind } from '@pelican/shared/engine/shards.ts';

/**
 * Who can hold money in the ledger. What a person's trade or futures wallet holds is its shard's to say; `trade_spot` and
 * `futures_perpetual` are the ledger's side of them: what transfers brought in less what they took out.
 */
export const accountKinds = [
  'main',
  'transit_spot',
  'transit_perpetual',
  'trade_spot',
  'futures_perpetual',
  'outside',
  'unexplained',
] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Money on its way into a shard. */
export const transitKinds = {
  spot: 'transit_spot',
  perpetual: 'transit_perpetual',
} as const satisfies Record<ShardKind, AccountKind>;

/** The ledger's side of the wallets that a shard owns. */
export const shardKinds = {
  spot: 'trade_spot',
  perpetual: 'futures_perpetual',
} as const satisfies Record<ShardKind, AccountKind>;

export interface AccountName {
  kind: AccountKind;
  /** 0 for the outside world. */
  userId: number;
  assetId: number;
}

/** The outside world's account: whatever enters or leaves the exchange has it on the other side. */
export function outside(assetId: number): AccountName {
  return { kind: 'outside', userId: 0, assetId };
}

const negativeKinds: readonly AccountKind[] = ['trade_spot', 'futures_perpetual', 'outside', 'unexplained'];

/** Wallets are never below zero; the other sides of wallets may be. The table's CHECK says the same. */
export function mayBeNegative(kind: AccountKind): boolean {
  return negativeKinds.includes(kind);
}

/** One text for each account, equal exactly for equal accounts. */
export function accountKey(account: AccountName): string {
  return `${account.kind}/${account.userId}/${account.assetId}`;
}
