/** The order being placed, while it is checked and matched. One object is reused for all commands. */
import { BookOrder } from '../book/book.ts';

/** Why matching stopped. */
export const MatchEnd = { amount: 0, book: 1, price: 2, selfTrade: 3, money: 4 } as const;
export type MatchEnd = (typeof MatchEnd)[keyof typeof MatchEnd];

export class Taker extends BookOrder {
  /** As 32 bits, signed. */
  user = 0;
  userRecord = 0;
  baseCell = 0;
  quoteCell = 0;
  isMarket = false;
  amountIsQuote = false;
  timeInForce = 0;
  /** The user has turned paying in the service token on, and this market allows it. */
  mayPayInService = false;
  end: MatchEnd = MatchEnd.amount;
  fills = 0;
  feePpm = 0;
  gstPpm = 0;
  sellTdsPpm = 0;
  buyTdsPpm = 0;
  freezeFeePpm = 0;
  /** The worst price to trade at: the order's own, or the band's edge. */
  limitTicks = Number.NaN;
  /** What was taken from available when the order began, less what its fills have used. */
  held = Number.NaN;
}
