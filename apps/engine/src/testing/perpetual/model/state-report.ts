/** The model's state in the shape of the core's report: what replay compares with Postgres. */
import { MarginMode } from '@pelican/shared/engine/perpetual';
import type { World } from './state.ts';
import { frozen, isOpen, rest } from './world.ts';

export function reportOf(world: World): Record<string, unknown> {
  return {
    accounts: world.accounts.map(({ user, cash }) => ({
      user,
      cash: String(cash),
      crossFreeze: String(frozen(world, user, MarginMode.cross)),
      isolatedFreeze: String(frozen(world, user, MarginMode.isolated)),
    })),
    positions: world.positions.filter(isOpen).map((held) => ({
      positionId: Number(held.id),
      user: held.user,
      market: held.market.id,
      mode: held.mode,
      position: held.position,
      leverage: Number(held.leverage),
      lots: Number(held.lots),
      cost: String(held.cost),
      margin: String(held.margin),
      realised: String(held.pnl - held.fees - held.funding),
      version: Number(held.version),
    })),
    openOrders: world.orders
      .filter(({ queue }) => queue > 0)
      .map((order) => ({
        orderId: Number(order.id),
        user: order.user,
        market: order.market.id,
        mode: order.mode,
        side: order.side,
        position: order.position,
        priceTicks: Number(order.price),
        remainingLots: Number(rest(order)),
        freeze: String(order.freeze),
      })),
    algos: world.algos
      .filter(({ hasEnded }) => !hasEnded)
      .map(({ id, user, market, state, lots }) => ({
        algoId: Number(id),
        user,
        market: market.id,
        state,
        lots: Number(lots),
      })),
    fund: {
      cash: String(world.fund),
      lots: world.lots
        .filter(({ lots }) => lots > 0n)
        .map(({ id, market, position, lots, cost }) => ({
          lotId: Number(id),
          market: market.id,
          position,
          lots: Number(lots),
          cost: String(cost),
        })),
    },
    fees: String(world.fees),
    netTransfers: String(world.netTransfers),
  };
}
