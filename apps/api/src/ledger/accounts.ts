/**
 * Who can hold money in the ledger. What a person's trade wallet holds is the engine's to say; `trade_spot` is the
 * ledger's side of it: what transfers brought in less what they took out.
 */
export const accountKinds = ['main', 'transit_spot', 'trade_spot', 'outside', 'unexplained'] as const;
export type AccountKind = (typeof accountKinds)[number];

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

/** Wallets are never below zero; the other sides of wallets may be. The table's CHECK says the same. */
export function mayBeNegative(kind: AccountKind): boolean {
  return kind === 'trade_spot' || kind === 'outside' || kind === 'unexplained';
}

/** One text for each account, equal exactly for equal accounts. */
export function accountKey(account: AccountName): string {
  return `${account.kind}/${account.userId}/${account.assetId}`;
}
