/** A lender's offer: its money free, reserved for requests, and lent. Money in its smallest unit. docs/loans.md, "Offers". */
import { entryOf, type LoanEntry, place } from './entries.ts';

export interface OfferTerms {
  /** Of one loan. */
  amountFrom: bigint;
  amountTo: bigint;
  /** Whether a bid of at least `autoRate` (a day, 10^-8) becomes a loan at once. */
  autoApprove: boolean;
  autoRate: bigint;
  /** Whether repaid principal is offered again. */
  relend: boolean;
}

export interface Offer {
  id: number;
  /** Grows with each edit. */
  version: number;
  state: 'open' | 'finishing' | 'closed';
  terms: OfferTerms;
  free: bigint;
  /** Of pending requests. */
  reserved: bigint;
  /** Principal of running loans. */
  lent: bigint;
}

export type OfferCommand =
  /** A bid of a borrower. */
  | { type: 'take'; amount: bigint; dayRate: bigint }
  /** A pending request becomes a loan, or does not. */
  | { type: 'approve' | 'giveBack'; amount: bigint }
  /** Principal of a loan is repaid, to where `principalGoesTo` says, or no longer owed. */
  | { type: 'reduce'; principal: bigint; isToOffer: boolean }
  /** `main`: what is free in the lender's main wallet. */
  | { type: 'edit'; version: number; amount: bigint; terms: OfferTerms; main: bigint }
  /** By its lender, its time or an operator. Pending requests are rejected with it. */
  | { type: 'finish' };

export type OfferRefusal =
  | 'amount_in_use'
  | 'insufficient_balance'
  | 'invalid_argument'
  | 'offer_closed'
  | 'offer_taken'
  | 'stale_version';

export type OfferDecision = { refusal: OfferRefusal } | { refusal: null; offer: Offer; entry: LoanEntry | null };

/** @param main what is free in the lender's main wallet */
export function openOffer(id: number, terms: OfferTerms, amount: bigint, main: bigint): OfferDecision {
  if (amount > main) return { refusal: 'insufficient_balance' };
  const offer: Offer = { id, version: 1, state: 'open', terms, free: amount, reserved: 0n, lent: 0n };
  return { refusal: null, offer, entry: funding(offer, amount) };
}

/** Whether a bid becomes a loan without the lender's word. */
export function isApprovedAtOnce({ terms }: Offer, dayRate: bigint): boolean {
  return terms.autoApprove && dayRate >= terms.autoRate;
}

/** Repaid principal is offered again while the offer is open and says so. */
export function principalGoesTo({ state, terms }: Offer): 'p2p_offer' | 'main' {
  return terms.relend && state === 'open' ? 'p2p_offer' : 'main';
}

/** Whether borrowers find it. */
export function isInSearch({ state, free, terms }: Offer): boolean {
  return state === 'open' && free >= terms.amountFrom;
}

/** Pure: the offer that is given stays as it is. */
export function decideOffer(offer: Offer, command: OfferCommand): OfferDecision {
  switch (command.type) {
    case 'take':
      return take(offer, command.amount, command.dayRate);
    case 'approve':
      return changed(reservedLess(offer, command.amount, 'lent'));
    case 'giveBack':
      return changed(reservedLess(offer, command.amount, 'free'));
    case 'reduce':
      return reduce(offer, command.principal, command.isToOffer);
    case 'edit':
      return edit(offer, command);
    case 'finish':
      return finish(offer);
  }
}

function changed(offer: Offer, entry: LoanEntry | null = null): OfferDecision {
  return { refusal: null, offer, entry };
}

function take(offer: Offer, amount: bigint, dayRate: bigint): OfferDecision {
  const { terms, free } = offer;
  if (offer.state !== 'open') return { refusal: 'offer_closed' };
  if (amount < terms.amountFrom || amount > terms.amountTo) return { refusal: 'invalid_argument' };
  if (amount > free) return { refusal: 'offer_taken' };
  const to = isApprovedAtOnce(offer, dayRate) ? 'lent' : 'reserved';
  return changed({ ...offer, free: free - amount, [to]: offer[to] + amount });
}

/** @throws RangeError when so much is not reserved */
function reservedLess(offer: Offer, amount: bigint, to: 'free' | 'lent'): Offer {
  if (amount > offer.reserved) throw new RangeError(`offer ${offer.id} has less than ${amount} reserved`);
  return { ...offer, reserved: offer.reserved - amount, [to]: offer[to] + amount };
}

/** @throws RangeError when so much is not lent */
function reduce(offer: Offer, principal: bigint, isToOffer: boolean): OfferDecision {
  const lent = offer.lent - principal;
  if (lent < 0n) throw new RangeError(`offer ${offer.id} has lent less than ${principal}`);
  const free = offer.free + (isToOffer ? principal : 0n);
  const state = offer.state === 'finishing' && lent === 0n ? 'closed' : offer.state;
  return changed({ ...offer, state, free, lent });
}

/** The amount is all of it: free, reserved and lent. Requests that wait keep the terms they were made under. */
function edit(offer: Offer, command: Extract<OfferCommand, { type: 'edit' }>): OfferDecision {
  const { amount, terms, main } = command;
  if (offer.state !== 'open') return { refusal: 'offer_closed' };
  if (command.version !== offer.version) return { refusal: 'stale_version' };
  const inUse = offer.reserved + offer.lent;
  if (amount < inUse) return { refusal: 'amount_in_use' };
  const free = amount - inUse;
  const more = free - offer.free;
  if (more > main) return { refusal: 'insufficient_balance' };
  const edited = { ...offer, version: offer.version + 1, terms, free };
  return changed(edited, funding(edited, more));
}

function finish(offer: Offer): OfferDecision {
  if (offer.state !== 'open') return { refusal: 'offer_closed' };
  const free = offer.free + offer.reserved;
  const state = offer.lent > 0n ? 'finishing' : 'closed';
  const parts = [[place.offer, -free] as const, [place.lenderMoney, free] as const];
  return changed({ ...offer, state, free: 0n, reserved: 0n }, entryOf(`p2p:offer:${offer.id}:end`, parts));
}

/** Between the lender's main wallet and the offer. */
function funding({ id, version }: Offer, amount: bigint): LoanEntry | null {
  const parts = [[place.lenderMoney, -amount] as const, [place.offer, amount] as const];
  return entryOf(`p2p:offer:${id}:v${version}`, parts);
}
