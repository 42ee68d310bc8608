/** What Postgres must hold of the perpetual shard: `npm run ops -- replay` compares the two. */
import { subtract } from './money.ts';
import type { PerpetualShard } from './state.ts';

/** Accounts, positions, open orders and algos, the fund with its lots, fees and transfers; money as decimal strings of 10^-8. */
export function report(shard: PerpetualShard): object {
  return {
    accounts: [...shard.accounts.values()].map(({ user, cash, crossFreeze, isolatedFreeze }) => ({
      user,
      cash: String(cash),
      crossFreeze: String(crossFreeze),
      isolatedFreeze: String(isolatedFreeze),
    })),
    positions: [...shard.positions.values()].map((position) => ({
      positionId: position.id,
      user: position.user,
      market: position.market.id,
      mode: position.mode,
      position: position.position,
      leverage: position.leverage,
      lots: position.lots,
      cost: String(position.cost),
      margin: String(position.margin),
      realised: String(subtract(subtract(position.pnl, position.fees), position.funding)),
      version: position.version,
    })),
    openOrders: [...shard.orders.values()].map((order) => ({
      orderId: order.id,
      user: order.user,
      market: order.market.id,
      mode: order.mode,
      side: order.side,
      position: order.position,
      priceTicks: order.priceTicks,
      remainingLots: order.lots - order.filledLots,
      freeze: String(order.freeze),
    })),
    algos: [...shard.algos.values()].map(({ id, user, market, state, lots }) => ({
      algoId: id,
      user,
      market: market.id,
      state,
      lots,
    })),
    fund: {
      cash: String(shard.fund.cash),
      lots: [...shard.fund.lots.values()].map((lot) => ({
        lotId: lot.id,
        market: lot.market.id,
        position: lot.position,
        lots: lot.lots,
        cost: String(lot.cost),
      })),
    },
    fees: String(shard.fees),
    netTransfers: String(shard.netTransfers),
  };
}
