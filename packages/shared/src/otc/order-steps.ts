/** The steps of an OTC order: who may do what, until when, and what follows (docs/otc.md, "Steps of an order"). Times in seconds. */
import type { OtcParty, OtcPayment, OtcSide } from './terms.ts';

export type OtcStep = 'quoted' | 'offered' | 'accepted' | 'paid' | 'disputed' | 'settled' | 'ended';

export type OtcCancelReason =
  | 'quote_expired'
  | 'quote_replaced'
  | 'accept_timeout'
  | 'pay_timeout'
  | 'declined'
  | 'canceled_by_user'
  | 'canceled_by_maker'
  | 'decided';

export interface OtcOrder {
  side: OtcSide;
  payment: OtcPayment;
  /** Without it the maker has to accept what the user has confirmed. */
  isAutoAccepted: boolean;
  /** How long the payer has to pay by bank. */
  payWindow: number;
  step: OtcStep;
  /** When the step began. */
  since: number;
  /** Grows by one with each step. */
  version: number;
  /** What the parties have done so far, so that a repeated call is known. */
  done: readonly { kind: OtcAction['kind']; by: OtcParty }[];
  cancelReason: OtcCancelReason | null;
  /** Whose doing it is that the order ended. */
  fault: OtcParty | null;
}

export type OtcAction =
  /** Of the quote by the user; of the offer by the maker. */
  | { kind: 'confirm'; by: OtcParty }
  /** The payer has paid; the payee has received it, and releases the crypto. */
  | { kind: 'confirm_pay'; by: OtcParty }
  /** `isUnpaid`: who has said that he paid takes it back. */
  | { kind: 'cancel'; by: OtcParty; isUnpaid: boolean }
  | { kind: 'dispute'; by: OtcParty };

/** `done`: the caller has done this before, and the order stays as it is. */
export type OtcAnswer = 'ok' | 'done' | 'otc_wrong_step' | 'otc_expired';

export const otcTimes = {
  lock: 30,
  accept: 600,
  payGrace: 600,
  release: 3600,
  /** Of a payment, before one of the parties may open a dispute. */
  disputeAfter: 600,
} as const;

/** Who pays the fiat; the other one, the payee, gives the crypto. */
export function payerOf({ side }: Pick<OtcOrder, 'side'>): OtcParty {
  return side === 'buy' ? 'user' : 'maker';
}

/** When the step is over by itself; null: never. */
export function otcDeadline({ step, since, payWindow }: OtcOrder): number | null {
  if (step === 'quoted') return since + otcTimes.lock;
  if (step === 'offered') return since + otcTimes.accept;
  if (step === 'accepted') return since + payWindow + otcTimes.payGrace;
  return step === 'paid' ? since + otcTimes.release : null;
}

/** Carries out a deadline that has passed, at its own time; the same order when none has. */
export function lapseOtcOrder(order: OtcOrder, now: number): OtcOrder {
  const at = otcDeadline(order);
  if (at === null || now < at) return order;
  if (order.step === 'quoted') return ended(order, at, 'quote_expired', null);
  if (order.step === 'offered') return ended(order, at, 'accept_timeout', 'maker');
  if (order.step === 'accepted') return ended(order, at, 'pay_timeout', payerOf(order));
  return moved(order, 'disputed', at);
}

/** What a party does, after what is due by then. */
export function actOnOtcOrder(order: OtcOrder, action: OtcAction, now: number): { order: OtcOrder; answer: OtcAnswer } {
  const lapsed = lapseOtcOrder(order, now);
  if (lapsed !== order) return { order: lapsed, answer: 'otc_expired' };
  const next = nextOf(order, action, now);
  if (next) {
    const done = [...order.done, { kind: action.kind, by: action.by }];
    return { order: { ...next, done }, answer: 'ok' };
  }
  const isRepeated = order.done.some(({ kind, by }) => kind === action.kind && by === action.by);
  return { order, answer: isRepeated ? 'done' : 'otc_wrong_step' };
}

function nextOf(order: OtcOrder, action: OtcAction, now: number): OtcOrder | null {
  switch (action.kind) {
    case 'confirm':
      return confirmed(order, action.by, now);
    case 'confirm_pay':
      return payConfirmed(order, action.by, now);
    case 'cancel':
      return canceled(order, action, now);
    case 'dispute':
      return order.step === 'paid' && now >= order.since + otcTimes.disputeAfter ? moved(order, 'disputed', now) : null;
  }
}

function confirmed(order: OtcOrder, by: OtcParty, now: number): OtcOrder | null {
  if (order.step !== (by === 'user' ? 'quoted' : 'offered')) return null;
  if (by === 'user' && !order.isAutoAccepted) return moved(order, 'offered', now);
  return moved(order, order.payment === 'wallet' ? 'settled' : 'accepted', now);
}

function payConfirmed(order: OtcOrder, by: OtcParty, now: number): OtcOrder | null {
  if (by === payerOf(order)) return order.step === 'accepted' ? moved(order, 'paid', now) : null;
  return order.step === 'paid' || order.step === 'disputed' ? moved(order, 'settled', now) : null;
}

/** From the acceptance on only the payer can cancel: nobody takes the crypto back while money may be under way. */
function canceled(order: OtcOrder, { by, isUnpaid }: OtcAction & { kind: 'cancel' }, now: number): OtcOrder | null {
  const reason = by === 'user' ? 'canceled_by_user' : 'canceled_by_maker';
  switch (order.step) {
    case 'quoted':
      return by === 'user' ? ended(order, now, reason, null) : null;
    case 'offered':
      return by === 'user' ? ended(order, now, reason, null) : ended(order, now, 'declined', 'maker');
    case 'accepted':
      return by === payerOf(order) ? ended(order, now, reason, by) : null;
    case 'paid':
    case 'disputed':
      return by === payerOf(order) && isUnpaid ? ended(order, now, reason, by) : null;
    case 'settled':
    case 'ended':
      return null;
  }
}

/** The user has locked another price. Null: this one is no quote any more. */
export function replaceOtcQuote(order: OtcOrder, now: number): OtcOrder | null {
  return order.step === 'quoted' ? ended(order, now, 'quote_replaced', null) : null;
}

/** An account of the order is frozen. Null: there is nothing to decide about. */
export function freezeOtcOrder(order: OtcOrder, now: number): OtcOrder | null {
  return order.step === 'accepted' || order.step === 'paid' ? moved(order, 'disputed', now) : null;
}

/** Two operators have decided: the crypto goes to the payer, or everything back. Null: the order has moved meanwhile. */
export function decideOtcOrder(
  order: OtcOrder,
  { outcome, fault }: { outcome: 'release' | 'return'; fault: OtcParty | null },
  now: number,
): OtcOrder | null {
  if (order.step !== 'disputed') return null;
  return outcome === 'return' ? ended(order, now, 'decided', fault) : { ...moved(order, 'settled', now), fault };
}

function moved(order: OtcOrder, step: OtcStep, since: number): OtcOrder {
  return { ...order, step, since, version: order.version + 1 };
}

function ended(order: OtcOrder, since: number, cancelReason: OtcCancelReason, fault: OtcParty | null): OtcOrder {
  return { ...moved(order, 'ended', since), cancelReason, fault };
}
