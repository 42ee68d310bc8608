/** The postings of an order: what is held when it opens, and where it goes (docs/otc.md, "Where the money is"). */
import type { OtcCharges } from './charges.ts';
import type { OtcPayment, OtcSide } from './terms.ts';

export type OtcAccount = 'userMain' | 'makerDesk' | 'userHold' | 'makerHold' | 'houseFee' | 'houseGst' | 'houseTds';

/** Crypto in units of the asset, fiat in 0.01. */
export interface OtcLeg {
  account: OtcAccount;
  asset: 'crypto' | 'fiat';
  amount: bigint;
}

export interface OtcDeal {
  side: OtcSide;
  payment: OtcPayment;
  amount: bigint;
  charges: OtcCharges;
}

interface Held {
  asset: 'crypto' | 'fiat';
  from: 'userMain' | 'makerDesk';
  amount: bigint;
}

/** Both sides' money goes into holds; of a bank payment only what the house is owed, from the maker's desk. */
export function openLegs(deal: OtcDeal): OtcLeg[] {
  return heldBy(deal).flatMap(({ asset, from, amount }) => movement(asset, from, holdOf(from), amount));
}

/** The opposite of `openLegs`. */
export function cancelLegs(deal: OtcDeal): OtcLeg[] {
  return heldBy(deal).flatMap(({ asset, from, amount }) => movement(asset, holdOf(from), from, amount));
}

/** Each hold goes to the other side; of the fiat, the house gets its part before. */
export function settleLegs(deal: OtcDeal): OtcLeg[] {
  const { fee, gst, tdsUser, tdsMaker, house } = deal.charges;
  return heldBy(deal).flatMap(({ asset, from, amount }) => {
    const hold = holdOf(from);
    const receiver = from === 'userMain' ? 'makerDesk' : 'userMain';
    if (asset === 'crypto') return movement(asset, hold, receiver, amount);
    return [
      ...movement(asset, hold, 'houseFee', fee),
      ...movement(asset, hold, 'houseGst', gst),
      ...movement(asset, hold, 'houseTds', tdsUser + tdsMaker),
      ...movement(asset, hold, receiver, amount - house),
    ];
  });
}

/** What an order takes from whom when it opens. */
export function heldBy({ side, payment, amount, charges }: OtcDeal): readonly [crypto: Held, fiat: Held] {
  const crypto: Held = { asset: 'crypto', from: side === 'buy' ? 'makerDesk' : 'userMain', amount };
  if (payment === 'bank') return [crypto, { asset: 'fiat', from: 'makerDesk', amount: charges.house }];
  return side === 'buy'
    ? [crypto, { asset: 'fiat', from: 'userMain', amount: charges.userPays ?? 0n }]
    : [crypto, { asset: 'fiat', from: 'makerDesk', amount: charges.total }];
}

function holdOf(from: 'userMain' | 'makerDesk'): 'userHold' | 'makerHold' {
  return from === 'userMain' ? 'userHold' : 'makerHold';
}

function movement(asset: 'crypto' | 'fiat', from: OtcAccount, to: OtcAccount, amount: bigint): OtcLeg[] {
  if (amount === 0n) return [];
  return [
    { account: from, asset, amount: -amount },
    { account: to, asset, amount },
  ];
}
