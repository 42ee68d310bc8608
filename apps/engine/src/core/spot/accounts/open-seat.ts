/** Taking a seat on a market, and carrying changed settings into the seats that exist. */
import { addSeat, allSeats, findSeat, subjectOf, userOf } from '../arena/directory.ts';
import type { Market } from '../book/market.ts';
import type { Shard } from '../state.ts';
import { cellFor } from './cells.ts';
import { SeatField, SeatFlag } from './seats.ts';
import { termsFor } from './terms.ts';
import { ownFeeOf, UserFlag, userFlagsOf, userFor } from './users.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const {
  baseCell: seatBaseCell,
  flags: seatFlags,
  quoteCell: seatQuoteCell,
  terms: seatTerms,
  userRecord: seatUserRecord,
} = SeatField;
const { customFee: seatFlagCustomFee } = SeatFlag;

/** The user's seat on a market; taken, with empty accounts where there are none, when it is the first time. */
export function seatFor(shard: Shard, user: number, market: Market): number {
  const found = findSeat(shard.directory, shard.memory, user, market.id, market.base);
  return found === 0 ? takeSeat(shard, user >>> 0, market) : found;
}

function takeSeat(shard: Shard, user: number, market: Market): number {
  const { directory, memory } = shard;
  const userRecord = userFor(directory, memory, user);
  const base = cellFor(directory, memory, user, market.base);
  const quote = cellFor(directory, memory, user, market.quote);
  const seat = addSeat(directory, memory, user, market.id, base);
  memory.i32[seat * 8 + seatUserRecord] = userRecord;
  setSeat(shard, seat, market, base, quote);
  return seat;
}

/** Carries settings of a user into all its seats. */
export function refreshSeatsOfUser(shard: Shard, user: number): void {
  for (const market of shard.markets) {
    const seat = market ? findSeat(shard.directory, shard.memory, user, market.id, market.base) : 0;
    if (market && seat !== 0) refreshSeat(shard, seat, market);
  }
}

/** Carries settings of a market into all seats on it. */
export function refreshSeatsOfMarket(shard: Shard, market: Market): void {
  for (const seat of allSeats(shard.directory, shard.memory)) {
    if (subjectOf(shard.memory, seat) === market.id) refreshSeat(shard, seat, market);
  }
}

function refreshSeat(shard: Shard, seat: number, market: Market): void {
  const { directory, memory } = shard;
  const user = userOf(memory, seat);
  const base = cellFor(directory, memory, user, market.base);
  const quote = cellFor(directory, memory, user, market.quote);
  setSeat(shard, seat, market, base, quote);
}

/** Writes what follows from the settings of the user and of the market. */
function setSeat(shard: Shard, seat: number, market: Market, base: number, quote: number): void {
  const { memory } = shard;
  const at = seat * 8;
  const flags = userFlagsOf(memory, memory.i32[at + seatUserRecord] as number);
  const terms = termsOf(shard, userOf(memory, seat), market, (flags & UserFlag.taxable) !== 0);
  memory.i32[at + seatBaseCell] = base;
  memory.i32[at + seatQuoteCell] = quote;
  memory.i32[at + seatTerms] = terms;
  memory.i32[at + seatFlags] = flags & UserFlag.customFee ? seatFlagCustomFee : 0;
}

/** The terms that a user's orders on a market are placed under from now on. */
function termsOf(shard: Shard, user: number, market: Market, isTaxable: boolean): number {
  const own = shard.userFees.size === 0 ? undefined : ownFeeOf(shard.userFees, user, market.id);
  const known = isTaxable ? market.taxableTerms : market.untaxedTerms;
  if (!own && known !== 0) return known;
  const { settings } = market;
  const terms = termsFor(shard.knownTerms, shard.memory, {
    makerFeePpm: own?.makerFeePpm ?? settings.makerFeePpm,
    takerFeePpm: own?.takerFeePpm ?? settings.takerFeePpm,
    gstPpm: settings.gstPpm,
    sellTdsPpm: isTaxable && settings.tax !== 'none' ? settings.tdsPpm : 0,
    buyTdsPpm: isTaxable && settings.tax === 'both' ? settings.tdsPpm : 0,
  });
  if (!own && isTaxable) market.taxableTerms = terms;
  else if (!own) market.untaxedTerms = terms;
  return terms;
}
