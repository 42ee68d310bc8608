/** Requests of the API as commands of the engine: decimals become ticks, lots and units, or are refused by field. */

import { DomainError, errorTable } from '@pelican/shared/contracts';
import type { AmendOrderRequest, PlaceLimitRequest, PlaceMarketRequest } from '@pelican/shared/contracts/spot';
import {
  type AmendOrder,
  type CancelAll,
  CancelScope,
  Op,
  OrderType,
  type PlaceOrder,
  Side,
  TimeInForce,
} from '@pelican/shared/engine/spot';
import { parseLots, parsePriceTicks, parseUnits } from '@pelican/shared/money';
import type { CatalogAsset, CatalogMarket } from '../../catalog/index.ts';
import { type KnownAsset, knownMarket, type MarketLookup } from '../../live/index.ts';

type Problem = 'notDecimal' | 'tooManyDecimals' | 'wrongStep' | 'outOfRange';
const problemCodes = {
  notDecimal: 'invalid_argument',
  tooManyDecimals: 'wrong_step',
  wrongStep: 'wrong_step',
  outOfRange: 'out_of_range',
} as const satisfies Record<Problem, string>;

/** The market that a user's call names. @throws DomainError unknown_pair, also for one that has not opened */
export function requireMarket(live: MarketLookup, pair: string, userId: number): CatalogMarket {
  const market = knownMarket(live, pair, userId);
  if (!market) {
    const message = `${errorTable.unknown_pair.message}: ${pair.slice(0, 40)}`;
    throw new DomainError('unknown_pair', { message, fields: { pair: [message] } });
  }
  return market;
}

function fieldError(field: string, problem: Problem): DomainError {
  const code = problemCodes[problem];
  const text = problem === 'notDecimal' ? 'Must be a plain decimal number' : errorTable[code].message;
  return new DomainError(code, { fields: { [field]: [text] } });
}

/** Lots, or quote units for an amount in money. @throws DomainError wrong_step, out_of_range */
function parseAmount(text: string, market: CatalogMarket, inMoney: boolean): number {
  if (inMoney) {
    const parsed = parseUnits(text, market.quote.scale);
    if ('problem' in parsed) throw fieldError('amount', parsed.problem);
    return parsed.units;
  }
  const parsed = parseLots(text, market.scale);
  if ('problem' in parsed) throw fieldError('amount', parsed.problem);
  return parsed.count;
}

/** @throws DomainError wrong_step, out_of_range */
function parsePrice(field: string, text: string, market: CatalogMarket): number {
  const parsed = parsePriceTicks(text, market.scale);
  if ('problem' in parsed) throw fieldError(field, parsed.problem);
  return parsed.count;
}

/** @param market the market that `request.pair` names @throws DomainError wrong_step, out_of_range */
export function limitCommand(
  userId: number,
  request: PlaceLimitRequest,
  source: string,
  market: CatalogMarket,
): PlaceOrder {
  const priceTicks = parsePrice('price', request.price, market);
  if (request.post_only && request.tif !== undefined && request.tif !== 'gtc') {
    throw new DomainError('invalid_argument', {
      fields: { post_only: ['A post-only order rests: it cannot be immediate or cancel, nor fill or kill'] },
    });
  }
  return {
    op: Op.placeOrder,
    user: userId,
    market: market.id,
    side: request.direction === 'buy' ? Side.buy : Side.sell,
    type: OrderType.limit,
    timeInForce: TimeInForce[request.tif ?? 'gtc'],
    postOnly: request.post_only ?? false,
    priceTicks,
    amount: parseAmount(request.amount, market, false),
    amountIsQuote: false,
    clientId: request.client_id ?? '',
    source,
  };
}

/**
 * A market buy's amount is money and a sell's is stock, unless amount_type says otherwise.
 * @param market the market that `request.pair` names @throws DomainError wrong_step, out_of_range
 */
export function marketCommand(
  userId: number,
  request: PlaceMarketRequest,
  source: string,
  market: CatalogMarket,
): PlaceOrder {
  const inMoney = (request.amount_type ?? (request.direction === 'buy' ? 'money' : 'stock')) === 'money';
  return {
    op: Op.placeOrder,
    user: userId,
    market: market.id,
    side: request.direction === 'buy' ? Side.buy : Side.sell,
    type: OrderType.market,
    timeInForce: TimeInForce.ioc,
    postOnly: false,
    priceTicks: request.limit_price === undefined ? 0 : parsePrice('limit_price', request.limit_price, market),
    amount: parseAmount(request.amount, market, inMoney),
    amountIsQuote: inMoney,
    ...(request.purpose === 'exchange' ? { exchange: true } : {}),
    clientId: request.client_id ?? '',
    source,
  };
}

/** @throws DomainError wrong_step, out_of_range */
export function amendCommand(userId: number, request: AmendOrderRequest, market: CatalogMarket): AmendOrder {
  const { order_id: orderId, price, amount, client_id: clientId } = request;
  return {
    op: Op.amendOrder,
    user: userId,
    orderId,
    market: market.id,
    priceTicks: price === undefined ? 0 : parsePrice('price', price, market),
    lots: amount === undefined ? 0 : parseAmount(amount, market, false),
    clientId: clientId ?? '',
  };
}

/** Which orders a cancel-all means: of one pair, of one coin (as base or quote), or all. */
export type CancelAllTarget = { pair: string } | { coin: string } | 'all';

/** At once but for a coin that is in no open market: the commands of one batch keep their order. @throws DomainError unknown_pair, unknown_asset */
export function cancelAllCommand(
  userId: number,
  target: CancelAllTarget,
  { live, knownAsset }: { live: MarketLookup; knownAsset: KnownAsset },
): CancelAll | Promise<CancelAll> {
  if (target === 'all') return { op: Op.cancelAll, user: userId, scope: CancelScope.all, target: 0 };
  if ('pair' in target) {
    const market = requireMarket(live, target.pair, userId);
    return { op: Op.cancelAll, user: userId, scope: CancelScope.market, target: market.id };
  }
  const commandOf = (asset: CatalogAsset | undefined): CancelAll => {
    if (!asset) throw new DomainError('unknown_asset', { fields: { coin: [errorTable.unknown_asset.message] } });
    return { op: Op.cancelAll, user: userId, scope: CancelScope.asset, target: asset.id };
  };
  const asset = knownAsset(target.coin, userId);
  return asset instanceof Promise ? asset.then(commandOf) : commandOf(asset);
}
