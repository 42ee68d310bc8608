/** Taking a seat on a market, and carrying changed settings into the seats that exist. */
import type { MarketSettings } from '@pelican/shared/engine/commands.ts';
import { cellFor } from '../accounts/cells.ts';
import { addSeat, findSeat, SeatField, SeatFlag, type Seats, userOfSeat } from '../accounts/seats.ts';
import type { TermsRates } from '../accounts/terms.ts';
import { ownFeeOf, UserField, UserFlag, userFor } from '../accounts/users.ts';
import type { Market } from '../book/market.ts';
import type { Shard } from '../state.ts';

/** The user's seat on a market; taken, with empty accounts where there are none, when it is the first time. */
export function seatFor(shard: Shard, user: number, market: Market): number {
  const found = findSeat(shard.seats, user, market.id);
  if (found >= 0) return found;
  const seat = addSeat(shard.seats, user, market.id);
  const userSlot = userFor(shard.users, user);
  const at = seat * 8;
  shard.seats.i32[at + SeatField.userSlot] = userSlot;
  refreshSeat(shard, seat, market);
  return seat;
}

/** Carries settings of a user into all its seats. */
export function refreshSeatsOfUser(shard: Shard, user: number): void {
  for (const market of shard.markets) {
    const seat = market ? findSeat(shard.seats, user, market.id) : -1;
    if (market && seat >= 0) refreshSeat(shard, seat, market);
  }
}

/** Carries settings of a market into all seats on it. */
export function refreshSeatsOfMarket(shard: Shard, market: Market): void {
  const seats: Seats = shard.seats;
  for (let seat = 0; seat < seats.count; seat++) {
    if (seats.i32[seat * 8 + SeatField.market] === market.id) refreshSeat(shard, seat, market);
  }
}

function refreshSeat(shard: Shard, seat: number, market: Market): void {
  const seats = shard.seats.i32;
  const at = seat * 8;
  const user = userOfSeat(shard.seats, seat);
  const flags = shard.users.i32[(seats[at + SeatField.userSlot] as number) * 8 + UserField.flags] as number;
  seats[at + SeatField.baseCell] = cellFor(shard.cells, user, market.base);
  seats[at + SeatField.quoteCell] = cellFor(shard.cells, user, market.quote);
  seats[at + SeatField.terms] = shard.terms.intern(
    ratesOf(shard, user, market.settings, (flags & UserFlag.taxable) !== 0),
  );
  seats[at + SeatField.flags] = flags & UserFlag.customFee ? SeatFlag.customFee : 0;
}

/** The rates that a user's orders on a market are placed under from now on. */
export function ratesOf(shard: Shard, user: number, settings: MarketSettings, isTaxable: boolean): TermsRates {
  const own = ownFeeOf(shard.users, user, settings.id);
  return {
    makerFeePpm: own?.makerFeePpm ?? settings.makerFeePpm,
    takerFeePpm: own?.takerFeePpm ?? settings.takerFeePpm,
    gstPpm: settings.gstPpm,
    sellTdsPpm: isTaxable && settings.tax !== 'none' ? settings.tdsPpm : 0,
    buyTdsPpm: isTaxable && settings.tax === 'both' ? settings.tdsPpm : 0,
  };
}
