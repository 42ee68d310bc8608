/** Orders and algos as the wire shows them, whether they come from the live view or from Postgres. */
import type { PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { AlgoKind, isClosing, type PriceSource } from '@pelican/shared/engine/perpetual';
import { formatCoins, formatContracts, formatMoney, formatTicks } from '@pelican/shared/money';
import { averagePrice8 } from '@pelican/shared/perpetual';
import type { CatalogInstrument, InstrumentCatalog } from '../../catalog/index.ts';
import {
  type AlgoRecord,
  isAlgoOpen,
  isOrderOpen,
  type KeptAlgo,
  type KeptOrder,
  type OrderRecord,
} from '../../live/index.ts';
import * as names from './wire-names.ts';

/** @throws Error when the order is of an instrument that the catalog does not know */
export function viewOrder({ record, seq }: KeptOrder, catalog: InstrumentCatalog): PerpetualOrder {
  const instrument = requireInstrument(record.market, catalog);
  const average = averagePrice8(instrument.terms, record.filledNotional, record.filledLots);
  return {
    id: record.orderId,
    order_id: record.orderId,
    algo_id: record.algoId || null,
    ...commonView(record, instrument),
    type: names.orderTypeNames[record.type],
    status: names.orderStatusNames[record.state],
    price: priceView(record.priceTicks, instrument),
    fill_px: record.filledLots === 0 ? '' : formatMoney(average),
    fill_sz: formatContracts(record.filledLots, instrument.steps),
    actual_px: '',
    actual_sz: '',
    actual_side: '',
    fee: formatMoney(-record.fee),
    pnl: formatMoney(record.pnl),
    last: priceView(record.lastTicks, instrument),
    trigger_price: '',
    trigger_px_type: '',
    finish_time: isOrderOpen(record) ? null : record.updatedMs,
    seq,
  };
}

/** @throws Error when the algo is of an instrument that the catalog does not know */
export function viewAlgo({ record, seq }: KeptAlgo, catalog: InstrumentCatalog): PerpetualOrder {
  const instrument = requireInstrument(record.market, catalog);
  const isTrigger = record.type === AlgoKind.trigger;
  const average = averagePrice8(instrument.terms, record.actualNotional, record.actualLots);
  const averageText = record.actualLots === 0 ? '' : formatMoney(average);
  const actualSize = formatContracts(record.actualLots, instrument.steps);
  return {
    id: record.algoId,
    order_id: record.childOrderId || null,
    algo_id: record.algoId,
    ...commonView(record, instrument),
    type: names.algoTypeNames[record.type],
    status: names.algoStatusNames[record.state],
    price: isTrigger ? orderPriceView(record.triggerOrderTicks, instrument) : '',
    fill_px: averageText,
    fill_sz: actualSize,
    actual_px: averageText,
    actual_sz: actualSize,
    actual_side: names.actualSideNames[record.actualSide],
    fee: '0',
    pnl: '0',
    last: priceView(record.firedTicks, instrument),
    trigger_price: isTrigger ? formatTicks(record.triggerTicks, instrument.steps) : '',
    trigger_px_type: isTrigger ? names.sourceNames[record.triggerBy] : '',
    finish_time: isAlgoOpen(record) ? null : record.updatedMs,
    seq,
  };
}

/** The same object on the socket: times in seconds. */
export function inSeconds(order: PerpetualOrder): PerpetualOrder {
  return {
    ...order,
    create_time: order.create_time / 1000,
    update_time: order.update_time / 1000,
    finish_time: order.finish_time === null ? null : order.finish_time / 1000,
  };
}

/** @throws Error when the catalog does not know it */
export function requireInstrument(id: number, catalog: InstrumentCatalog): CatalogInstrument {
  const instrument = catalog.instrumentById(id);
  if (!instrument) throw new Error(`there is no instrument ${id}`);
  return instrument;
}

function commonView(record: OrderRecord | AlgoRecord, instrument: CatalogInstrument) {
  return {
    market: instrument.name,
    mode: names.modeNames[record.mode],
    side: names.sideNames[record.side],
    position: names.positionNames[record.position],
    reason: names.reasonNames[record.reason],
    leverage: String(record.leverage),
    sz: formatContracts(record.lots, instrument.steps),
    amount: formatCoins(record.lots, instrument.steps),
    fee_currency: instrument.settleTicker,
    reduce_only: isClosing(record),
    ...legView('tp', record.tpTriggerTicks, record.tpOrderTicks, record.tpTriggerBy, instrument),
    ...legView('sl', record.slTriggerTicks, record.slOrderTicks, record.slTriggerBy, instrument),
    client_id: record.clientId,
    create_time: record.createdMs,
    update_time: record.updatedMs,
  };
}

type LegView<Leg extends 'tp' | 'sl'> = Record<
  `${Leg}_trigger_price` | `${Leg}_order_price` | `${Leg}_trigger_px_type`,
  string
>;

function legView<Leg extends 'tp' | 'sl'>(
  leg: Leg,
  triggerTicks: number,
  orderTicks: number,
  triggerBy: PriceSource,
  instrument: CatalogInstrument,
): LegView<Leg> {
  const isThere = triggerTicks > 0;
  return {
    [`${leg}_trigger_price`]: isThere ? formatTicks(triggerTicks, instrument.steps) : '',
    [`${leg}_order_price`]: isThere ? orderPriceView(orderTicks, instrument) : '',
    [`${leg}_trigger_px_type`]: isThere ? names.sourceNames[triggerBy] : '',
  } as LegView<Leg>;
}

/** "" for none. */
function priceView(ticks: number, instrument: CatalogInstrument): string {
  return ticks === 0 ? '' : formatTicks(ticks, instrument.steps);
}

/** "-1" for a market order. */
function orderPriceView(ticks: number, instrument: CatalogInstrument): string {
  return ticks > 0 ? formatTicks(ticks, instrument.steps) : '-1';
}
