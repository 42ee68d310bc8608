/** The horizontal lines of the chart: positions, orders and triggers, and what moving one asks for. */
import type {
  AmendAlgoRequest,
  AmendOrderRequest,
  OpenPosition,
  PerpetualOrder,
} from '@pelican/shared/contracts/perpetual';
import { isPerpetualAlgo } from '../../../live/index.ts';
import type { LineTone } from '../../../terminal/chart/price-lines.ts';

export type MovedField = 'price' | 'tp_trigger_price' | 'sl_trigger_price' | 'trigger_price';

/** A line in figures: its words are the chart's. */
export interface PerpetualLine {
  id: string;
  price: string;
  tone: LineTone;
  kind: 'entry' | 'liquidation' | 'order' | 'takeProfit' | 'stopLoss' | 'trigger';
  side: 'long' | 'short';
  /** Contracts; "" for all that is held. */
  size: string;
  /** What moves with the line; null for lines that stay. */
  moves: { order: PerpetualOrder; field: MovedField } | null;
}

const triggerKinds = {
  tp_trigger_price: 'takeProfit',
  sl_trigger_price: 'stopLoss',
  trigger_price: 'trigger',
} as const;
/** An algo may be changed until it fires. */
const movableAlgos = new Set<PerpetualOrder['status']>(['live', 'pause']);

function positionLines(position: OpenPosition): PerpetualLine[] {
  const base = { side: position.position, size: position.sz, moves: null };
  const id = `position-${position.position_id}`;
  return [
    {
      ...base,
      id: `${id}-entry`,
      kind: 'entry' as const,
      price: position.open_price,
      tone: position.position === 'long' ? ('buy' as const) : ('sell' as const),
    },
    {
      ...base,
      id: `${id}-liquidation`,
      kind: 'liquidation' as const,
      price: position.liq_price,
      tone: 'warn' as const,
    },
  ].filter((line) => line.price !== '');
}

function orderLines(order: PerpetualOrder): PerpetualLine[] {
  const base = { side: order.position, size: order.sz, tone: order.side };
  const lines: PerpetualLine[] = [];
  const isAlgo = isPerpetualAlgo(order);
  if (!isAlgo && order.price !== '')
    lines.push({
      ...base,
      id: `order-${order.id}`,
      kind: 'order',
      price: order.price,
      moves: { order, field: 'price' },
    });
  if (isAlgo && !movableAlgos.has(order.status)) return lines;
  for (const field of ['tp_trigger_price', 'sl_trigger_price', 'trigger_price'] as const) {
    if (order[field] === '') continue;
    lines.push({
      ...base,
      id: `${isAlgo ? 'algo' : 'order'}-${order.id}-${field}`,
      kind: triggerKinds[field],
      tone: 'accent',
      price: order[field],
      moves: { order, field },
    });
  }
  return lines;
}

/** The lines of one market. */
export function perpetualLines(
  market: string,
  positions: readonly OpenPosition[],
  orders: readonly PerpetualOrder[],
): PerpetualLine[] {
  return [
    ...positions.filter((position) => position.market === market).flatMap(positionLines),
    ...orders.filter((order) => order.market === market).flatMap(orderLines),
  ];
}

export type MoveRequest = { call: 'order'; request: AmendOrderRequest } | { call: 'algo'; request: AmendAlgoRequest };

/** The amendment that a moved line requests. */
export function moveRequest({ order, field }: NonNullable<PerpetualLine['moves']>, price: string): MoveRequest {
  const { market, id } = order;
  if (isPerpetualAlgo(order)) return { call: 'algo', request: { market, algo_id: id, [field]: price } };
  return { call: 'order', request: { market, order_id: id, [field]: price } };
}
