/** Entries of loans and offers as entries of the ledger. */
import type { LoanAccount, LoanEntry, LoanLeg } from '@pelican/shared/loans';
import { formatBigUnits } from '@pelican/shared/money';
import type { CatalogAsset } from '../../catalog/index.ts';
import { type AccountName, type LedgerEntry, mainAccount } from '../../ledger/index.ts';
import {
  compensationAccount,
  liquidationAccount,
  loanFeeAccount,
  loanGstAccount,
  loanTdsAccount,
  offerAccount,
  pledgeAccount,
  requestAccount,
} from './accounts.ts';

type Asset = Pick<CatalogAsset, 'id' | 'scale' | 'ticker'>;

/** In place of the lender of an open request that nobody has accepted: as in the ledger, no user. */
export const nobody = 0;

/** Whose money and coins the legs of an entry are. */
export interface LoanSides {
  /** `nobody` while an open request waits. */
  lenderId: number;
  borrowerId: number;
  money: Asset;
  crypto: Asset;
  /** In whose name a pledge is sold; undefined in steps that sell nothing. */
  deskId?: number;
}
/** Of an entry of an offer alone. */
export type OfferSide = Pick<LoanSides, 'lenderId' | 'money'>;

type EntryKind =
  | 'p2p_offer_funded'
  | 'p2p_offer_ended'
  | 'p2p_request_held'
  | 'p2p_request_returned'
  | 'p2p_loan_started'
  | 'p2p_interest'
  | 'p2p_repayment'
  | 'p2p_pledge_changed'
  | 'p2p_sale_begun'
  | 'p2p_sale_ended'
  | 'p2p_sale_divided'
  | 'p2p_set_off'
  | 'p2p_decision';

/** By the key, with the object's id in place of the number. */
const kinds: readonly [RegExp, EntryKind][] = [
  [/^p2p:offer:\d+:v\d+$/, 'p2p_offer_funded'],
  [/^p2p:offer:\d+:end$/, 'p2p_offer_ended'],
  [/^p2p:req:\d+:hold$/, 'p2p_request_held'],
  [/^p2p:req:\d+:back$/, 'p2p_request_returned'],
  [/^p2p:loan:\d+:start$/, 'p2p_loan_started'],
  [/^p2p:loan:\d+:day:\d+$/, 'p2p_interest'],
  [/^p2p:loan:\d+:pay:\d+$/, 'p2p_repayment'],
  [/^p2p:loan:\d+:pay:\d+:interest$/, 'p2p_interest'],
  [/^p2p:loan:\d+:pledge:\d+$/, 'p2p_pledge_changed'],
  [/^p2p:liq:\d+:in$/, 'p2p_sale_begun'],
  [/^p2p:liq:\d+:out:(money|crypto)$/, 'p2p_sale_ended'],
  [/^p2p:liq:\d+:pay$/, 'p2p_sale_divided'],
  [/^p2p:liq:\d+:setoff$/, 'p2p_set_off'],
  [/^p2p:arb:\d+:\d+$/, 'p2p_decision'],
];

/** @throws RangeError for an entry that this release does not know */
export function ledgerEntry(entry: LoanEntry, sides: OfferSide | LoanSides): LedgerEntry {
  const kind = kinds.find(([pattern]) => pattern.test(entry.key))?.[1];
  if (!kind) throw new RangeError(`no kind of entry has the key ${entry.key}`);
  const [, object, id] = entry.key.split(':');
  return {
    kind,
    reference: `p2p-${object === 'offer' ? 'offer' : 'loan'}:${id}`,
    idempotencyKey: entry.key,
    legs: entry.legs.map((leg) => {
      const asset = assetOf(leg, sides);
      return { account: accountFor(leg, sides, asset.id), amount: formatBigUnits(leg.amount, asset.scale) };
    }),
  };
}

/**
 * The entries of a step. A repayment is two of them, because interest is income and principal is not: the tax centre distinguishes them by
 * their kinds. @param principal that the step has repaid
 */
export function stepEntries(entries: readonly LoanEntry[], sides: LoanSides, principal: bigint): LedgerEntry[] {
  const apart = entries.flatMap((entry) =>
    /:pay:\d+$/.test(entry.key) ? withInterestApart(entry, principal) : [entry],
  );
  return apart.map((entry) => ledgerEntry(entry, sides));
}

function withInterestApart({ key, legs }: LoanEntry, principal: bigint): LoanEntry[] {
  const receiver = legs.some(({ account }) => account === 'p2p_offer') ? 'p2p_offer' : 'main';
  const repaidOf = ({ account, owner, asset, amount }: LoanLeg): bigint => {
    // The pledge returns with the principal.
    if (asset === 'crypto') return amount;
    if (owner === 'borrower') return -principal;
    return owner === 'lender' && account === receiver ? principal : 0n;
  };
  const partOf = (amountOf: (leg: LoanLeg) => bigint) =>
    legs.map((leg) => ({ ...leg, amount: amountOf(leg) })).filter(({ amount }) => amount !== 0n);
  return [
    { key: `${key}:interest`, legs: partOf((leg) => leg.amount - repaidOf(leg)) },
    { key, legs: partOf(repaidOf) },
  ].filter((entry) => entry.legs.length > 0);
}

function assetOf({ asset }: LoanLeg, sides: OfferSide | LoanSides): Asset {
  if (asset === 'money') return sides.money;
  if ('crypto' in sides) return sides.crypto;
  throw new RangeError('an entry of an offer moves no coins');
}

const ofUsers: Partial<Record<LoanAccount, (holder: { userId: number; assetId: number }) => AccountName>> = {
  main: mainAccount,
  p2p_offer: offerAccount,
  p2p_request: requestAccount,
  p2p_pledge: pledgeAccount,
  p2p_liquidation: liquidationAccount,
};
const ofHouse: Partial<Record<LoanAccount, (assetId: number) => AccountName>> = {
  fee_p2p: loanFeeAccount,
  gst_payable: loanGstAccount,
  tds_payable: loanTdsAccount,
  p2p_compensation: compensationAccount,
};

function accountFor({ account, owner }: LoanLeg, sides: OfferSide | LoanSides, assetId: number): AccountName {
  // What lies in the market has come through the desk's main wallet, and comes back there: see sale/desk.ts.
  if (owner === 'desk' && 'deskId' in sides && sides.deskId !== undefined)
    return mainAccount({ userId: sides.deskId, assetId });
  const house = owner === 'house' ? ofHouse[account]?.(assetId) : undefined;
  if (house) return house;
  const userId = owner === 'lender' ? sides.lenderId : 'borrowerId' in sides ? sides.borrowerId : undefined;
  const users = userId !== undefined && (owner === 'lender' || owner === 'borrower') ? ofUsers[account] : undefined;
  if (!users || userId === undefined) throw new RangeError(`the account ${account} of the ${owner} is not kept`);
  return users({ userId, assetId });
}
