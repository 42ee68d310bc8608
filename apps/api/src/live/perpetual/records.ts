/** Records of orders, algos, positions and accounts in the live view and the history: the engine's snapshots. */
import { AlgoState, type EventKind, type EventOf, OrderState } from '@pelican/shared/engine/perpetual';

export type OrderRecord = EventOf<typeof EventKind.orderChanged>;
export type AlgoRecord = EventOf<typeof EventKind.algoChanged>;
export type PositionRecord = EventOf<typeof EventKind.positionChanged>;
export type AccountRecord = EventOf<typeof EventKind.accountChanged>;

/** A snapshot and the command that made it. */
export interface Kept<Record> {
  id: number;
  userId: number;
  record: Record;
  seq: number;
}

export type KeptOrder = Kept<OrderRecord>;
export type KeptAlgo = Kept<AlgoRecord>;
export type KeptPosition = Kept<PositionRecord>;

export const openOrderStates: readonly OrderState[] = [OrderState.live, OrderState.partiallyFilled];
export const openAlgoStates: readonly AlgoState[] = [AlgoState.pause, AlgoState.live, AlgoState.partiallyEffective];

export function isOrderOpen(order: OrderRecord): boolean {
  return openOrderStates.includes(order.state);
}

/** Before it has fired, or fired and still working. */
export function isAlgoOpen(algo: AlgoRecord): boolean {
  return openAlgoStates.includes(algo.state);
}
