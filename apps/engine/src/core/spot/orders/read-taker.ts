/** Sets the order being placed up: from its command, from its user's seat, and with the rates that it trades at. */
import { houseUserMin, OrderFlag, TimeInForce } from '@pelican/shared/engine/spot';
import { isPositiveSafe } from '../../kernel/limits.ts';
import { seatFor } from '../accounts/open-seat.ts';
import { SeatField, SeatFlag } from '../accounts/seats.ts';
import { allowsServiceFee } from '../accounts/service-fee.ts';
import { TermsField } from '../accounts/terms.ts';
import { UserFlag, userFlagsOf } from '../accounts/users.ts';
import type { Market } from '../book/market.ts';
import type { Shard } from '../state.ts';
import type { Taker } from './taker.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const {
  amountIsQuote: flagAmountIsQuote,
  exchange: flagExchange,
  market: flagMarket,
  postOnly: flagPostOnly,
  sell: flagSell,
  timeInForceMask: flagTimeInForceMask,
  timeInForceShift: flagTimeInForceShift,
} = OrderFlag;
const {
  baseCell: seatBaseCell,
  flags: seatFlags,
  quoteCell: seatQuoteCell,
  terms: seatTerms,
  userRecord: seatUserRecord,
} = SeatField;
const { customFee: seatFlagCustomFee } = SeatFlag;
const {
  buyTdsPpm: termsBuyTdsPpm,
  freezeFeePpm: termsFreezeFeePpm,
  gstPpm: termsGstPpm,
  sellTdsPpm: termsSellTdsPpm,
  takerFeePpm: termsTakerFeePpm,
} = TermsField;
const { fok: timeInForceFok, gtc: timeInForceGtc } = TimeInForce;
const { taxable: userTaxable } = UserFlag;

const knownFlags = flagSell | flagMarket | flagPostOnly | flagTimeInForceMask | flagAmountIsQuote | flagExchange;
/** Of market orders alone. */
const marketFlags = flagAmountIsQuote | flagExchange;
/** House users as signed 32 bits are the numbers from this one to -1. */
const houseUserMinSigned = houseUserMin | 0;

/** Sets the taker up from the command at byte `at`; says whether its fields are well formed on their own. */
export function readTaker(shard: Shard, taker: Taker, at: number): boolean {
  const { input } = shard;
  const flags = (input.i32[at >> 2] as number) >>> 24;
  const user = input.i32[(at >> 2) + 1] as number;
  const priceTicks = input.f64[(at >> 3) + 2] as number;
  const amount = input.f64[(at >> 3) + 3] as number;
  taker.user = user;
  taker.flags = flags;
  taker.isBuy = (flags & flagSell) === 0;
  taker.isMarket = (flags & flagMarket) !== 0;
  taker.amountIsQuote = (flags & flagAmountIsQuote) !== 0;
  taker.timeInForce = (flags & flagTimeInForceMask) >> flagTimeInForceShift;
  taker.fills = 0;
  taker.priceTicks = priceTicks;
  taker.limitTicks = priceTicks;
  taker.amount = amount;
  taker.remaining = amount;
  const isPerson = user !== 0 && (user > 0 || user < houseUserMinSigned);
  return isPerson && isPositiveSafe(amount) && hasKnownForm(taker, flags, priceTicks);
}

/** The combinations of flags that mean something. */
function hasKnownForm(taker: Taker, flags: number, priceTicks: number): boolean {
  // A plain limit order: every other flag asks more questions.
  if ((flags & ~flagSell) === 0) return isPositiveSafe(priceTicks);
  const { timeInForce } = taker;
  if ((flags & ~knownFlags) !== 0 || timeInForce > timeInForceFok) return false;
  const isPostOnly = (flags & flagPostOnly) !== 0;
  const isLimited = isPositiveSafe(priceTicks);
  if (taker.isMarket) return (priceTicks === 0 || isLimited) && !isPostOnly && timeInForce !== timeInForceFok;
  return isLimited && (flags & marketFlags) === 0 && !(isPostOnly && timeInForce !== timeInForceGtc);
}

/** Takes the user's seat. Its rates are read when they are needed: see `loadRates`. */
export function seatTaker(shard: Shard, taker: Taker, market: Market): void {
  const seat = seatFor(shard, taker.user, market);
  const { i32 } = shard.memory;
  const at = seat * 8;
  taker.seat = seat;
  taker.userRecord = i32[at + seatUserRecord] as number;
  taker.baseCell = i32[at + seatBaseCell] as number;
  taker.quoteCell = i32[at + seatQuoteCell] as number;
  taker.terms = i32[at + seatTerms] as number;
}

/** Reads what only an order that trades needs: most orders rest without. */
export function loadRates(shard: Shard, taker: Taker, market: Market): void {
  const { i32 } = shard.memory;
  taker.mayPayInService =
    ((i32[taker.seat * 8 + seatFlags] as number) & seatFlagCustomFee) !== 0 && allowsServiceFee(shard, market);
  const terms = taker.terms * 8;
  taker.feePpm = i32[terms + termsTakerFeePpm] as number;
  taker.gstPpm = i32[terms + termsGstPpm] as number;
  taker.sellTdsPpm = i32[terms + termsSellTdsPpm] as number;
  taker.buyTdsPpm = i32[terms + termsBuyTdsPpm] as number;
  taker.freezeFeePpm = i32[terms + termsFreezeFeePpm] as number;
  if (taker.flags & flagExchange && userFlagsOf(shard.memory, taker.userRecord) & userTaxable) {
    taker.sellTdsPpm = market.settings.tdsPpm;
  }
}
