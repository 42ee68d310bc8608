/** Requests of the API as commands of the engine: decimals become ticks and lots, or are refused by field. */

import { DomainError, errorTable } from '@pelican/shared/contracts';
import type { AmendAlgoRequest, AmendOrderRequest, PlaceRequest } from '@pelican/shared/contracts/perpetual';
import {
  type CommandOf,
  isClosing,
  marketPriceTicks,
  Op,
  OrderKind,
  PriceSource,
  SelfTrade,
} from '@pelican/shared/engine/perpetual';
import type { CatalogInstrument, InstrumentCatalog } from '../../catalog/index.ts';
import type { AlgoRecord, OrderRecord } from '../../live/index.ts';
import { invalidField, readLots, readPrice } from './request-figures.ts';
import {
  algoTypeNames,
  codeOf,
  modeNames,
  orderTypeNames,
  positionNames,
  selfTradeNames,
  sideNames,
  sourceNames,
} from './wire-names.ts';

type Legs = Pick<
  OrderRecord,
  'tpTriggerTicks' | 'tpOrderTicks' | 'tpTriggerBy' | 'slTriggerTicks' | 'slOrderTicks' | 'slTriggerBy'
>;
type SourceWord = (typeof sourceNames)[PriceSource];

/** Takes a leg away, in an amendment. */
const noLegTicks = -1;

/** @throws DomainError unknown_pair */
export function requireMarket(catalog: InstrumentCatalog, name: string, field = 'market'): CatalogInstrument {
  const instrument = catalog.marketByName(name);
  if (!instrument) {
    const message = `${errorTable.unknown_pair.message}: ${name.slice(0, 40)}`;
    throw new DomainError('unknown_pair', { message, fields: { [field]: [message] } });
  }
  return instrument;
}

/** Whether a request can only make a position smaller. */
export function isClosingRequest({ side, position }: Pick<PlaceRequest, 'side' | 'position'>): boolean {
  return isClosing({ side: codeOf(sideNames, side), position: codeOf(positionNames, position) });
}

/** The terms of a new order or algo. @throws DomainError unknown_pair, wrong_step, out_of_range, ... */
export function placeCommand(
  userId: number,
  request: PlaceRequest,
  source: string,
  catalog: InstrumentCatalog,
): CommandOf<typeof Op.placeOrder> | CommandOf<typeof Op.placeAlgo> {
  const instrument = requireMarket(catalog, request.market);
  const target = {
    user: userId,
    market: instrument.id,
    mode: codeOf(modeNames, request.mode),
    side: codeOf(sideNames, request.side),
    position: codeOf(positionNames, request.position),
    reduceOnly: request.reduce_only ?? false,
    clientId: request.client_id ?? '',
    source,
  };
  const isAlgo = request.type === 'conditional' || request.type === 'oco' || request.type === 'trigger';
  if (!isAlgo) refuseTrigger(request);
  return isAlgo
    ? { kind: Op.placeAlgo, ...target, ...algoTerms(request, request.type as AlgoWord, instrument, isClosing(target)) }
    : { kind: Op.placeOrder, ...target, ...orderTerms(request, request.type as OrderWord, instrument) };
}

type AlgoWord = (typeof algoTypeNames)[keyof typeof algoTypeNames];
type OrderWord = (typeof orderTypeNames)[keyof typeof orderTypeNames];

function refuseTrigger(request: PlaceRequest): void {
  if (request.trigger_price !== undefined)
    throw invalidField('trigger_price', 'Only an order of type trigger has a trigger price');
}

function orderTerms(request: PlaceRequest, word: OrderWord, instrument: CatalogInstrument) {
  const type = codeOf(orderTypeNames, word);
  const isMarket = type === OrderKind.market;
  if (isMarket && request.price !== undefined) throw invalidField('price', 'A market order has no price');
  if (!isMarket && (request.price === undefined || request.price === '-1'))
    throw invalidField('price', 'A price is required');
  return {
    type,
    priceTicks: isMarket ? 0 : readPrice('price', request.price as string, instrument),
    lots: readLots(request, instrument),
    selfTrade: request.stp_mode ? codeOf(selfTradeNames, request.stp_mode) : SelfTrade.cancelMaker,
    ...readLegs(request, instrument),
  };
}

function algoTerms(request: PlaceRequest, word: AlgoWord, instrument: CatalogInstrument, closes: boolean) {
  const type = codeOf(algoTypeNames, word);
  const legs = readLegs(request, instrument);
  const isTrigger = word === 'trigger';
  const hasSize = request.sz !== undefined || request.amount !== undefined;
  if (isTrigger) requireTrigger(request, legs);
  else {
    refuseTrigger(request);
    if (request.price !== undefined) throw invalidField('price', 'Send the order price of the leg');
    requireLegs(word, legs);
    if (!closes) throw new DomainError('wrong_side');
  }
  return {
    type,
    lots: hasSize || isTrigger ? readLots(request, instrument) : 0,
    triggerTicks: isTrigger ? readPrice('trigger_price', request.trigger_price as string, instrument) : 0,
    triggerOrderTicks: isTrigger ? readOrderPrice('price', request.price, instrument) : marketPriceTicks,
    triggerBy: sourceOf(request.trigger_px_type, PriceSource.last),
    ...legs,
  };
}

function requireTrigger(request: PlaceRequest, legs: Legs): void {
  if (request.trigger_price === undefined) throw invalidField('trigger_price', 'A trigger price is required');
  if (legs.tpTriggerTicks !== 0 || legs.slTriggerTicks !== 0)
    throw invalidField('type', 'A trigger order takes no TP and SL');
}

function requireLegs(word: 'conditional' | 'oco', legs: Legs): void {
  const count = Number(legs.tpTriggerTicks > 0) + Number(legs.slTriggerTicks > 0);
  if (word === 'oco' && count !== 2) throw invalidField('type', 'An oco order has a TP and an SL trigger price');
  if (word === 'conditional' && count !== 1)
    throw invalidField('type', 'A conditional order has a TP or an SL trigger price');
}

/** @param current the order as it is, whose legs keep what the request does not name */
export function amendOrderCommand(
  userId: number,
  request: AmendOrderRequest,
  instrument: CatalogInstrument,
  current: OrderRecord | undefined,
): CommandOf<typeof Op.amendOrder> {
  return {
    kind: Op.amendOrder,
    user: userId,
    market: instrument.id,
    orderId: request.order_id,
    priceTicks: request.price === undefined ? 0 : readPrice('price', request.price, instrument),
    lots: amendedLots(request, instrument),
    cancelOnFail: request.cancel_on_fail ?? false,
    ...readAmendedLegs(request, instrument, current),
  };
}

/** @param current the algo as it is, which keeps what the request does not name */
export function amendAlgoCommand(
  userId: number,
  request: AmendAlgoRequest,
  instrument: CatalogInstrument,
  current: AlgoRecord | undefined,
): CommandOf<typeof Op.amendAlgo> {
  const isRetriggered = request.trigger_price !== undefined;
  const { trigger_order_price: orderPrice, trigger_px_type: source } = request;
  const changesTrigger = isRetriggered || orderPrice !== undefined || source !== undefined;
  const keptTicks = changesTrigger ? (current?.triggerTicks ?? 0) : 0;
  return {
    kind: Op.amendAlgo,
    user: userId,
    market: instrument.id,
    algoId: request.algo_id,
    lots: amendedLots(request, instrument),
    triggerTicks: isRetriggered ? readPrice('trigger_price', request.trigger_price as string, instrument) : keptTicks,
    triggerOrderTicks:
      orderPrice === undefined
        ? (current?.triggerOrderTicks ?? marketPriceTicks)
        : readOrderPrice('trigger_order_price', orderPrice, instrument),
    triggerBy: sourceOf(source, current?.triggerBy ?? PriceSource.last),
    ...readAmendedLegs(request, instrument, current),
  };
}

function amendedLots(request: AmendOrderRequest | AmendAlgoRequest, instrument: CatalogInstrument): number {
  return request.sz === undefined && request.amount === undefined ? 0 : readLots(request, instrument);
}

type LegName = 'tp' | 'sl';
const legSources = { tp: PriceSource.last, sl: PriceSource.mark } as const;

type LegFields = Partial<
  Record<`${LegName}_trigger_price` | `${LegName}_order_price` | `${LegName}_trigger_px_type`, string>
>;

interface Leg {
  triggerTicks: number;
  orderTicks: number;
  triggerBy: PriceSource;
}

function readLegs(request: PlaceRequest, instrument: CatalogInstrument): Legs {
  return legsOf((name) => readLeg(request as LegFields, name, instrument, undefined));
}

function readAmendedLegs(
  request: AmendOrderRequest | AmendAlgoRequest,
  instrument: CatalogInstrument,
  current: Legs | undefined,
): Legs {
  return legsOf((name) => {
    const fields = request as LegFields;
    if (fields[`${name}_trigger_price`] === '0')
      return { triggerTicks: noLegTicks, orderTicks: marketPriceTicks, triggerBy: legSources[name] };
    return readLeg(fields, name, instrument, current && legOf(current, name));
  });
}

/** @param current the leg that is changed */
function readLeg(fields: LegFields, name: LegName, instrument: CatalogInstrument, current: Leg | undefined): Leg {
  const trigger = fields[`${name}_trigger_price`];
  const orderPrice = fields[`${name}_order_price`];
  const source = fields[`${name}_trigger_px_type`] as SourceWord | undefined;
  const isThere = trigger !== undefined || (current !== undefined && current.triggerTicks > 0);
  if (!isThere && (orderPrice !== undefined || source !== undefined))
    throw invalidField(`${name}_trigger_price`, 'A trigger price is required');
  const isNamed = trigger !== undefined || orderPrice !== undefined || source !== undefined;
  if (!isNamed) return { triggerTicks: 0, orderTicks: marketPriceTicks, triggerBy: legSources[name] };
  const kept = current !== undefined && current.triggerTicks > 0 ? current : undefined;
  return {
    triggerTicks:
      trigger === undefined ? (kept?.triggerTicks ?? 0) : readPrice(`${name}_trigger_price`, trigger, instrument),
    orderTicks:
      orderPrice === undefined
        ? (kept?.orderTicks ?? marketPriceTicks)
        : readOrderPrice(`${name}_order_price`, orderPrice, instrument),
    triggerBy: sourceOf(source, kept?.triggerBy ?? legSources[name]),
  };
}

function legsOf(read: (name: LegName) => Leg): Legs {
  const [tp, sl] = [read('tp'), read('sl')];
  return {
    tpTriggerTicks: tp.triggerTicks,
    tpOrderTicks: tp.orderTicks,
    tpTriggerBy: tp.triggerBy,
    slTriggerTicks: sl.triggerTicks,
    slOrderTicks: sl.orderTicks,
    slTriggerBy: sl.triggerBy,
  };
}

function legOf(legs: Legs, name: LegName): Leg {
  return {
    triggerTicks: legs[`${name}TriggerTicks`],
    orderTicks: legs[`${name}OrderTicks`],
    triggerBy: legs[`${name}TriggerBy`],
  };
}

function sourceOf(word: SourceWord | undefined, fallback: PriceSource): PriceSource {
  return word === undefined ? fallback : codeOf(sourceNames, word);
}

function readOrderPrice(field: string, price: string | undefined, instrument: CatalogInstrument): number {
  return price === undefined || price === '-1' ? marketPriceTicks : readPrice(field, price, instrument);
}
