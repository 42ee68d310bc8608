/** First in, first out, with exact integers: what a disposal takes of which lots, at which cost. */

/** What is left of an acquisition, in units of 10^-18 of the asset and of a rupee. */
export interface OpenLot {
  number: number;
  remaining: bigint;
  remainingCost: bigint;
}

export interface TakenPart {
  number: number;
  quantity: bigint;
  cost: bigint;
}

export interface Taken<Lot extends OpenLot> {
  /** The oldest lot first. */
  parts: TakenPart[];
  /** What is open afterwards, in the same order; the lots that were touched are new objects. */
  rest: Lot[];
  /** What no lot had. */
  missing: bigint;
}

/**
 * Takes a quantity from the oldest lots. A part of a lot costs its share of what the lot has left, rounded down to a unit; what is left
 * keeps the rest, so the last part of a lot has whatever rounding has left and no cost is lost or made.
 * @param lots the oldest first
 * @param quantity above zero
 */
export function takeFirst<Lot extends OpenLot>(lots: readonly Lot[], quantity: bigint): Taken<Lot> {
  const parts: TakenPart[] = [];
  let missing = quantity;
  let index = 0;
  for (let lot = lots[0]; lot && lot.remaining <= missing; index += 1, lot = lots[index]) {
    parts.push({ number: lot.number, quantity: lot.remaining, cost: lot.remainingCost });
    missing -= lot.remaining;
  }
  const lot = lots[index];
  if (missing === 0n || !lot) return { parts, rest: lots.slice(index), missing };
  const cost = (lot.remainingCost * missing) / lot.remaining;
  parts.push({ number: lot.number, quantity: missing, cost });
  const left = { ...lot, remaining: lot.remaining - missing, remainingCost: lot.remainingCost - cost };
  return { parts, rest: [left, ...lots.slice(index + 1)], missing: 0n };
}
