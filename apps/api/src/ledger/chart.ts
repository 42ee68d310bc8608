/**
 * The chart of accounts: what a declaration of a kind says, and the kinds of the wallets. A domain declares its own kinds in
 * its accounts.ts; the rows of ledger_account_kinds follow from the declarations (account-rows.ts).
 */
import type { Shard, ShardKind } from '@pelican/shared/engine';

interface AccountRules {
  /** As in the database: 'staked', 'p2p_pledge' */
  name: string;
  /** Which assets the accounts may hold: the audit reports others. 'settlement': those that perpetuals are settled in. */
  assets: 'every' | 'fiat' | 'crypto' | 'settlement';
  mayBeNegative: boolean;
  /** Column of the audit's sums per asset that counts the balances; null where a shard's own tables say what there is. */
  figure: string | null;
}

/** A kind of account. It never changes once it is in use: a migration declares another one and moves the money. */
export type AccountKind = AccountRules &
  (
    | { owner: 'shard'; shardKind: ShardKind; isPerObject?: never }
    | {
        owner: 'user' | 'house' | 'outside';
        /** One account for each object of the domain: a staking plan, an offering, a competition. */
        isPerObject?: boolean;
      }
  );

/** One account: a kind, and the ids that the kind's owner calls for; 0 for those that it does not. */
export interface AccountName {
  kind: AccountKind;
  shardId: number;
  userId: number;
  objectId: number;
  assetId: number;
}

type AccountIds = Pick<AccountName, 'assetId'> & Partial<Omit<AccountName, 'kind' | 'assetId'>>;
type Holder = Pick<AccountName, 'userId' | 'assetId'>;

/** @throws RangeError when an id is missing that the kind's owner calls for, or one is given that it does not */
export function accountOf(kind: AccountKind, ids: AccountIds): AccountName {
  const { shardId = 0, userId = 0, objectId = 0, assetId } = ids;
  const isUsers = kind.owner === 'user' || kind.owner === 'shard';
  const fits =
    (shardId !== 0) === (kind.owner === 'shard') &&
    (userId !== 0) === isUsers &&
    (objectId !== 0) === (kind.isPerObject === true);
  if (!fits) throw new RangeError(`an account of the kind ${kind.name} is not named by ${JSON.stringify(ids)}`);
  return { kind, shardId, userId, objectId, assetId };
}

/** One text for each account, equal exactly for equal accounts. */
export function accountKey({ kind, shardId, userId, objectId, assetId }: AccountName): string {
  const key = `${kind.name}/${shardId}/${userId}/${assetId}`;
  return objectId === 0 ? key : `${key}/${objectId}`;
}

const main: AccountKind = { name: 'main', owner: 'user', assets: 'every', mayBeNegative: false, figure: 'main' };
const outsideWorld: AccountKind = {
  name: 'outside',
  owner: 'outside',
  assets: 'every',
  mayBeNegative: true,
  figure: 'outside',
};
const unexplained: AccountKind = {
  name: 'unexplained',
  owner: 'user',
  assets: 'every',
  mayBeNegative: true,
  figure: 'unexplained',
};

/**
 * Of each shard, by its kind: money on its way into it, and the ledger's side of the wallets that it owns, which is what
 * transfers brought in less what they took out.
 */
const shardKinds: Record<ShardKind, { transit: AccountKind; wallet: AccountKind }> = {
  spot: {
    transit: transitKind('transit_spot', 'spot', 'every'),
    wallet: walletKind('trade_spot', 'spot', 'every'),
  },
  perpetual: {
    transit: transitKind('transit_perpetual', 'perpetual', 'settlement'),
    wallet: walletKind('futures_perpetual', 'perpetual', 'settlement'),
  },
};

function transitKind(name: string, shardKind: ShardKind, assets: AccountKind['assets']): AccountKind {
  return { name, owner: 'shard', shardKind, assets, mayBeNegative: false, figure: 'transit' };
}

function walletKind(name: string, shardKind: ShardKind, assets: AccountKind['assets']): AccountKind {
  return { name, owner: 'shard', shardKind, assets, mayBeNegative: true, figure: null };
}

/** A user's main wallet. */
export function mainAccount({ userId, assetId }: Holder): AccountName {
  return accountOf(main, { userId, assetId });
}

/** Of entries by which settlement adopts a transfer that Postgres lacks: with its money, and without. */
export const adoptionKinds = ['transfer_adopted', 'transfer_adopted_unexplained'] as const;

/** Money of a user whose origin or destination is unknown: the audit reports every balance. */
export function unexplainedAccount({ userId, assetId }: Holder): AccountName {
  return accountOf(unexplained, { userId, assetId });
}

/** The outside world's account: whatever enters or leaves the exchange has it on the other side. */
export function outside(assetId: number): AccountName {
  return accountOf(outsideWorld, { assetId });
}

/** Money on its way into a shard. */
export function transitAccount({ id, kind }: Pick<Shard, 'id' | 'kind'>, { userId, assetId }: Holder): AccountName {
  return accountOf(shardKinds[kind].transit, { shardId: id, userId, assetId });
}

/** The ledger's side of a wallet that a shard owns. */
export function walletAccount({ id, kind }: Pick<Shard, 'id' | 'kind'>, { userId, assetId }: Holder): AccountName {
  return accountOf(shardKinds[kind].wallet, { shardId: id, userId, assetId });
}
