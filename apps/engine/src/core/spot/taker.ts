/**
 * The order being placed, while it is checked and matched. One object is reused for all commands; its amounts start as
 * NaN so that V8 holds them as doubles from the first.
 */
import type { Market } from '../book/market.ts';

/** Why matching stopped. */
export const MatchEnd = { amount: 0, book: 1, price: 2, selfTrade: 3, money: 4 } as const;
export type MatchEnd = (typeof MatchEnd)[keyof typeof MatchEnd];

export class Taker {
  market: Market | undefined = undefined;
  user = 0;
  seat = 0;
  baseCell = 0;
  quoteCell = 0;
  terms = 0;
  flags = 0;
  isBuy = false;
  isMarket = false;
  amountIsQuote = false;
  /** The user has turned paying in the service token on, and this market allows it. */
  mayPayInService = false;
  end: MatchEnd = MatchEnd.amount;
  fills = 0;
  orderId = Number.NaN;
  /** As placed: 0 for a market order. */
  priceTicks = Number.NaN;
  /** The worst price to trade at: the order's own, or the band's edge. */
  limitTicks = Number.NaN;
  amount = Number.NaN;
  /** Lots, or quote units when the amount is in quote. */
  remaining = Number.NaN;
  /** What was taken from available when the order began, less what its fills have used. */
  held = Number.NaN;
  feePpm = Number.NaN;
  gstPpm = Number.NaN;
  sellTdsPpm = Number.NaN;
  buyTdsPpm = Number.NaN;
  freezeFeePpm = Number.NaN;
}
