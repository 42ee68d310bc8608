/** Commands of a small spot shard: one market, LTC_USDT, with steps 0.01 and 0.0001 and 8 decimals on both sides. */
import {
  type Command,
  type Configure,
  type MarketSettings,
  Op,
  OrderType,
  type PlaceOrder,
  Side,
  TimeInForce,
} from '@pelican/shared/engine/spot';

export const ltc = 1;
export const usdt = 2;
export const ltcUsdt = 1;

const market: MarketSettings = {
  kind: 'market',
  id: ltcUsdt,
  name: 'LTC_USDT',
  base: ltc,
  quote: usdt,
  lotBaseUnits: 10_000,
  tickLotQuoteUnits: 100,
  amountMinLots: 1,
  amountMaxLots: 100_000_000,
  totalMin: 1,
  priceMaxTicks: 100_000,
  priceBandPpm: 0,
  makerFeePpm: 1_000,
  takerFeePpm: 2_000,
  serviceFeePpm: 500,
  serviceFeeBuyPpm: 500,
  gstPpm: 180_000,
  tdsPpm: 0,
  tax: 'none',
  status: 'open',
  selfTrade: 'cancelResting',
};

/** Lists both assets and the market. */
export function listings(): Command[] {
  const asset = (id: number, ticker: string): Configure => ({
    op: Op.configure,
    user: 0,
    settings: { kind: 'asset', id, ticker, scale: 8 },
  });
  return [asset(ltc, 'LTC'), asset(usdt, 'USDT'), { op: Op.configure, user: 0, settings: market }];
}

/** Money into the user's trade wallet: 1,000,000 LTC and 10,000,000 USDT, under transfer ids of the user's own. */
export function funding(user: number): Command[] {
  return [
    { op: Op.transferIn, user, asset: ltc, transferId: user * 2, amount: 1_000_000 * 1e8 },
    { op: Op.transferIn, user, asset: usdt, transferId: user * 2 + 1, amount: 10_000_000 * 1e8 },
  ];
}

/** A limit order; price in cents, amount in lots of 0.0001 LTC. */
export function limit(
  user: number,
  side: Side,
  priceTicks: number,
  lots: number,
  options: Partial<PlaceOrder> = {},
): PlaceOrder {
  return {
    op: Op.placeOrder,
    user,
    market: ltcUsdt,
    side,
    type: OrderType.limit,
    timeInForce: TimeInForce.gtc,
    postOnly: false,
    priceTicks,
    amount: lots,
    amountIsQuote: false,
    clientId: '',
    source: 'test',
    ...options,
  };
}

export const buys = (user: number, priceTicks: number, lots: number, options?: Partial<PlaceOrder>) =>
  limit(user, Side.buy, priceTicks, lots, options);
export const sells = (user: number, priceTicks: number, lots: number, options?: Partial<PlaceOrder>) =>
  limit(user, Side.sell, priceTicks, lots, options);

export const cancels = (user: number, orderId: number): Command => ({ op: Op.cancelOrder, user, orderId, market: 0 });
