/** Whether positions change by exactly what the trades of a command say: an order that reduces never increases. */
import { type EngineEvent, EventKind, type EventOf, isClosing } from '@pelican/shared/engine/perpetual';

type Trade = EventOf<typeof EventKind.traded>;

/** @throws Error naming the position whose size the trades do not explain. `before`: lots by position id. */
export function checkTrades(before: ReadonlyMap<number, number>, events: readonly EngineEvent[]): void {
  const expected = new Map(before);
  const isOpeningOrder = openingOrdersOf(events);
  for (const event of events) {
    if (event.kind !== EventKind.traded) continue;
    for (const { positionId, orderId } of sidesOf(event)) {
      if (positionId === 0) continue;
      const lots = expected.get(positionId) ?? 0;
      // What no order stands behind is forced, and only ever closes.
      const isOpening = orderId !== 0 && isOpeningOrder.has(orderId);
      expected.set(positionId, lots + (isOpening ? event.lots : -event.lots));
      if ((expected.get(positionId) as number) < 0)
        throw new Error(`position ${positionId} was closed beyond its size`);
    }
  }
  for (const event of events) {
    if (event.kind !== EventKind.positionChanged) continue;
    const lots = expected.get(event.positionId) ?? 0;
    if (lots !== event.lots)
      throw new Error(`position ${event.positionId} has ${event.lots} lots, trades give ${lots}`);
  }
}

function openingOrdersOf(events: readonly EngineEvent[]): Set<number> {
  const opening = new Set<number>();
  for (const event of events)
    if (event.kind === EventKind.orderChanged && !isClosing(event)) opening.add(event.orderId);
  return opening;
}

function sidesOf(trade: Trade): { positionId: number; orderId: number }[] {
  return [
    { positionId: trade.takerPositionId, orderId: trade.takerOrderId },
    { positionId: trade.makerPositionId, orderId: trade.makerOrderId },
  ];
}
