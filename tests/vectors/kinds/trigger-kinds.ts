/** trigger: prices one by one until a leg fires, and the order that it sends. */
import { ActualSide, AlgoKind, marketPriceTicks, OrderKind, PriceSource, Side } from '@pelican/shared/engine/perpetual';
import { parseBigUnits } from '@pelican/shared/money';
import { closingSide, firedLeg, type TriggerAlgo, triggerDirection, triggeredOrder } from '@pelican/shared/perpetual';
import type { Decimal, PositionName } from '../vector-file.ts';
import { positionOf, textOf } from '../vector-instrument.ts';

type SourceName = 'last' | 'index' | 'mark';

interface AlgoInput {
  type: 'conditional' | 'oco' | 'trigger';
  side?: 'buy' | 'sell';
  position: PositionName;
  sz?: Decimal | null;
  tp_trigger_price?: Decimal | null;
  tp_order_price?: Decimal | null;
  tp_trigger_px_type?: SourceName | null;
  sl_trigger_price?: Decimal | null;
  sl_order_price?: Decimal | null;
  sl_trigger_px_type?: SourceName | null;
  trigger_price?: Decimal | null;
  trigger_order_price?: Decimal | null;
  trigger_px_type?: SourceName | null;
}

interface TriggerInput {
  algo: AlgoInput;
  positionSz: Decimal;
  prices: { src: SourceName; px: Decimal }[];
}

const sources: Record<SourceName, PriceSource> = {
  last: PriceSource.last,
  index: PriceSource.index,
  mark: PriceSource.mark,
};
const algoKinds = { conditional: AlgoKind.conditional, oco: AlgoKind.oco, trigger: AlgoKind.trigger };
const sideNames: Record<ActualSide, string | null> = {
  [ActualSide.none]: null,
  [ActualSide.takeProfit]: 'tp',
  [ActualSide.stopLoss]: 'sl',
  [ActualSide.trigger]: 'trigger',
};

/** These cases name no instrument: prices and sizes go in as counts of their own last digit. */
export function runTrigger(input: TriggerInput): object {
  const decimals = decimalsOf(input);
  const unitsOf = (decimal: Decimal | null | undefined) => Number(parseBigUnits(String(decimal || 0), decimals));
  const textFor = (units: number) => textOf(BigInt(units), decimals);
  const algo = algoOf(input, unitsOf);
  const prices = input.prices.map(({ src, px }) => ({ source: sources[src], ticks: unitsOf(px) }));
  const at = prices.findIndex((price) => firedAt(algo, price) !== ActualSide.none);
  const price = prices[at];
  if (!price) return { fired: false, at: null, actual_side: null, child: null };
  const fired = firedAt(algo, price);
  const order = triggeredOrder(algo, fired, unitsOf(input.positionSz));
  return {
    fired: true,
    at,
    actual_side: sideNames[fired],
    child: {
      side: order.side === Side.buy ? 'buy' : 'sell',
      position: input.algo.position,
      type: order.type === OrderKind.market ? 'market' : 'limit',
      px: order.type === OrderKind.market ? null : textFor(order.priceTicks),
      sz: textFor(order.lots),
      reduce_only: order.isClosing,
    },
  };
}

function firedAt(algo: TriggerAlgo, price: { source: PriceSource; ticks: number }): ActualSide {
  return firedLeg(algo, { source: price.source, lowTicks: price.ticks, highTicks: price.ticks });
}

type ToUnits = (decimal: Decimal | null | undefined) => number;

function algoOf(input: TriggerInput, unitsOf: ToUnits): TriggerAlgo {
  // An order price of -1, or none: market.
  const orderUnitsOf: ToUnits = (decimal) =>
    decimal === undefined || decimal === null || String(decimal) === '-1' ? marketPriceTicks : unitsOf(decimal);
  const { algo } = input;
  const position = positionOf(algo.position);
  const triggerBy = sources[algo.trigger_px_type ?? 'last'];
  const triggerTicks = unitsOf(algo.trigger_price);
  // Where no direction was fixed, the first price of its source is what the trigger was placed under.
  const placedAt = input.prices.find((price) => sources[price.src] === triggerBy)?.px;
  return {
    type: algoKinds[algo.type],
    side: algo.side ? Side[algo.side] : closingSide(position),
    position,
    lots: unitsOf(algo.sz),
    tpTriggerTicks: unitsOf(algo.tp_trigger_price),
    tpOrderTicks: orderUnitsOf(algo.tp_order_price),
    tpTriggerBy: sources[algo.tp_trigger_px_type ?? 'last'],
    slTriggerTicks: unitsOf(algo.sl_trigger_price),
    slOrderTicks: orderUnitsOf(algo.sl_order_price),
    slTriggerBy: sources[algo.sl_trigger_px_type ?? 'mark'],
    triggerTicks,
    triggerOrderTicks: orderUnitsOf(algo.trigger_order_price),
    triggerBy,
    triggersUp: triggerDirection(triggerTicks, unitsOf(placedAt)) === 'up',
  };
}

/** The most decimals of any number of the case. */
function decimalsOf(input: TriggerInput): number {
  const numbers = [...Object.values(input.algo), input.positionSz, ...input.prices.map(({ px }) => px)];
  return Math.max(...numbers.map((number) => /^\d+\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0));
}
