/** Whose profitable positions close what the insurance fund can not: the ranking, and the passes. Money in 10^-8 USDT. */
import { MarginMode, type PositionSide } from '../engine/perpetual/terms.ts';
import { halfUpDiv, rateOne } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';
import { directionOf, notionalOf, unrealisedPnl } from './notional.ts';

/** A position on the other side of the lot. */
export interface DeleverageCandidate {
  id: number;
  mode: MarginMode;
  position: PositionSide;
  lots: number;
  cost: bigint;
  /** The margin of an isolated position. */
  margin: bigint;
  /** For a cross position: the notional at mark of all the account's cross legs, and the account's equity. */
  crossNotional: bigint;
  crossEquity: bigint;
  /** Size of the same user's opposite position in this market. */
  hedgedLots: number;
}

export interface RankedCandidate {
  candidate: DeleverageCandidate;
  pnl: bigint;
  /** Unrealised profit / cost, 10^-8, half up. */
  pnlRatio8: bigint;
  /** Notional / equity, 10^-8, half up; null when the equity is zero. */
  leverage8: bigint | null;
  /** Profit: ratio x leverage. Loss: ratio / leverage. 10^-8, half up, of the unrounded parts. */
  score8: bigint;
}

/** The queue: highest score first, of equal scores the lower position id. */
export function rankCandidates(
  instrument: Instrument,
  markTicks: number,
  candidates: readonly DeleverageCandidate[],
): RankedCandidate[] {
  return candidates.map((candidate) => scoreOf(instrument, markTicks, candidate)).sort(byPlace);
}

/** The order of the queue, for sorting. */
function byPlace(a: RankedCandidate, b: RankedCandidate): number {
  if (a.score8 === b.score8) return a.candidate.id - b.candidate.id;
  return a.score8 > b.score8 ? -1 : 1;
}

/** The place of a position in its side's queue. */
function scoreOf(instrument: Instrument, markTicks: number, candidate: DeleverageCandidate): RankedCandidate {
  const { position, cost, lots } = candidate;
  const pnl = unrealisedPnl(instrument, position, cost, lots, markTicks);
  const isCross = candidate.mode === MarginMode.cross;
  const notional = isCross ? candidate.crossNotional : notionalOf(instrument, markTicks, lots);
  const equity = isCross ? candidate.crossEquity : candidate.margin + pnl;
  return {
    candidate,
    pnl,
    pnlRatio8: halfUpDiv(pnl * rateOne, cost),
    leverage8: equity === 0n ? null : signedDiv(notional * rateOne, equity),
    score8: deleverageScore8(pnl, cost, notional, equity),
  };
}

/** The score from unrealised profit and cost of the position, and notional and equity of what backs it. */
export function deleverageScore8(pnl: bigint, cost: bigint, notional: bigint, equity: bigint): bigint {
  if (pnl > 0n) return equity === 0n ? 0n : signedDiv(pnl * notional * rateOne, cost * equity);
  return signedDiv(pnl * equity * rateOne, cost * notional);
}

/** `halfUpDiv` by a divisor of either sign: an account's equity can be below zero. */
function signedDiv(a: bigint, b: bigint): bigint {
  return b < 0n ? halfUpDiv(-a, -b) : halfUpDiv(a, b);
}

/**
 * The light that a position shows, 1 to 5, is the fifth of the queue that it is in, 5 first to be closed:
 * 5 - floor(rank x 5 / count). Returns the ranks (from 0) at which the lights 4, 3, 2 and 1 begin, as far as the queue goes.
 */
export function lightRanks(count: number): number[] {
  return [1, 2, 3, 4].map((fifths) => Math.ceil((fifths * count) / 5)).filter((rank) => rank < count);
}

/** Whether the owner would be left without a debt if the whole position closed at the lot's price. */
export function canBearClose(
  instrument: Instrument,
  markTicks: number,
  priceTicks: number,
  candidate: Pick<DeleverageCandidate, 'mode' | 'position' | 'lots' | 'cost' | 'margin' | 'crossEquity'>,
): boolean {
  const { position, lots, cost, margin } = candidate;
  const direction = directionOf(position);
  return candidate.mode === MarginMode.isolated
    ? margin + direction * (notionalOf(instrument, priceTicks, lots) - cost) >= 0n
    : candidate.crossEquity + direction * notionalOf(instrument, priceTicks - markTicks, lots) >= 0n;
}

export interface DeleverageTake {
  candidate: DeleverageCandidate;
  lots: number;
}

/** What a position may close, and how much of it is hedged. */
export interface DeleverageOffer {
  lots: number;
  hedgedLots: number;
}

/**
 * Who closes how much of a lot, in the order in which each is first asked: 1) winners, only what they have not hedged
 * themselves; 2) winners, the rest; 3) the others. Each appears once. Nobody is asked once the lot is closed; an offer of
 * undefined is nothing.
 */
export function takesInPasses<Candidate>(
  lots: number,
  passes: { unhedged: Iterable<Candidate>; winners: Iterable<Candidate>; others: Iterable<Candidate> },
  offerOf: (candidate: Candidate) => DeleverageOffer | undefined,
): Map<Candidate, number> {
  const taken = new Map<Candidate, number>();
  let rest = lots;
  const ask = (candidates: Iterable<Candidate>, isUnhedgedOnly: boolean): void => {
    if (rest === 0) return;
    for (const candidate of candidates) {
      const offer = offerOf(candidate);
      const before = taken.get(candidate) ?? 0;
      const limit = offer ? offer.lots - (isUnhedgedOnly ? offer.hedgedLots : 0) : 0;
      const more = Math.min(rest, Math.max(0, limit - before));
      if (more > 0) taken.set(candidate, before + more);
      rest -= more;
      if (rest === 0) return;
    }
  };
  ask(passes.unhedged, true);
  ask(passes.winners, false);
  ask(passes.others, false);
  return taken;
}

/** `takesInPasses` of a ranking, of those who can bear the lot's bankruptcy price. */
export function deleverageTakes(
  instrument: Instrument,
  lot: { lots: number; bankruptcyTicks: number },
  markTicks: number,
  ranking: readonly RankedCandidate[],
): { candidate: DeleverageCandidate; lots: number }[] {
  const winners = ranking.filter(({ pnl }) => pnl > 0n);
  const others = ranking.filter(({ pnl }) => pnl <= 0n);
  const taken = takesInPasses(lot.lots, { unhedged: winners, winners, others }, ({ candidate }) =>
    canBearClose(instrument, markTicks, lot.bankruptcyTicks, candidate) ? candidate : undefined,
  );
  return [...taken].map(([{ candidate }, lots]) => ({ candidate, lots }));
}
