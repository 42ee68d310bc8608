/** The model's objects as the records that must emit of them. Left out: when a record was written, lights, versions. */
import { EventKind, HouseUser, MarginMode } from '@pelican/shared/engine/perpetual';
import type { Account, Algo, Lot, Order, Position, World } from './state.ts';
import { frozen } from './world.ts';

export interface Snapshot {
  /** Kind and id. */
  key: string;
  fields: Record<string, unknown>;
}

/** Every object, those that ended in the newest command among them. */
export function snapshotsOf(world: World): Snapshot[] {
  return [
    ...world.orders.map(ofOrder),
    ...world.algos.map(ofAlgo),
    ...world.positions.map(ofPosition),
    ...world.lots.map(ofLot),
    ...world.accounts.map((account) => ofAccount(world, account)),
    ofHouse(HouseUser.fund, world.fund),
    ofHouse(HouseUser.fees, world.fees),
  ];
}

export function ofOrder(order: Order): Snapshot {
  const { id, market, filled, price, last, queue, acceptedMark: _mark, selfTrade: _policy, ...fields } = order;
  return {
    key: `${EventKind.orderChanged} ${id}`,
    fields: {
      ...fields,
      orderId: id,
      market: market.id,
      filledLots: filled,
      priceTicks: price,
      lastTicks: last,
      isResting: queue > 0,
    },
  };
}

export function ofAlgo(algo: Algo): Snapshot {
  const { id, market, parentId, childId, hasEnded: _ended, ...fields } = algo;
  return {
    key: `${EventKind.algoChanged} ${id}`,
    fields: { ...fields, algoId: id, market: market.id, parentOrderId: parentId, childOrderId: childId },
  };
}

export function ofPosition(held: Position): Snapshot {
  const { id, market, warned: _warned, version: _version, ...fields } = held;
  const realised = held.pnl - held.fees - held.funding;
  return {
    key: `${EventKind.positionChanged} ${id}`,
    fields: { ...fields, positionId: id, market: market.id, realised },
  };
}

export function ofLot({ id, market, position, lots, cost, bankruptcy, takenMs }: Lot): Snapshot {
  const fields = { market: market.id, lotId: id, position, lots, cost, bankruptcyTicks: bankruptcy, takenMs, user: 0 };
  return { key: `${EventKind.fundLotChanged} ${id}`, fields };
}

export function ofAccount(world: World, { user, cash }: Account): Snapshot {
  const crossFreeze = frozen(world, user, MarginMode.cross);
  const isolatedFreeze = frozen(world, user, MarginMode.isolated);
  return { key: `${EventKind.accountChanged} ${user}`, fields: { user, cash, crossFreeze, isolatedFreeze } };
}

function ofHouse(user: number, cash: bigint): Snapshot {
  return { key: `${EventKind.accountChanged} ${user}`, fields: { user, cash, crossFreeze: 0n, isolatedFreeze: 0n } };
}
