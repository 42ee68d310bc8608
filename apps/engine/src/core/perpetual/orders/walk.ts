/** Looking ahead: how far an order would get in the book, before anything is done. */
import { EndReason, isClosing, Side } from '@pelican/shared/engine/perpetual';
import { cancelsTaker, isSelfTrade } from '../../kernel/self-trade.ts';
import { GuardAhead } from '../positions/guard.ts';
import { positionAimedAt } from '../positions/positions.ts';
import type { Account, Order } from '../state.ts';
import { restOf } from './orders.ts';
import { objectionToMaker } from './trade.ts';

export interface Walk {
  /** What would be filled. */
  lots: number;
  /** The last price reached; 0 when nothing would be filled. */
  deepestTicks: number;
  /** The order's own bankruptcy guard would end it. */
  isGuarded: boolean;
}

type Ahead = Pick<Order, 'market' | 'seat' | 'mode' | 'side' | 'position' | 'selfTrade'>;

/** The fills of `lots` at `limitTicks` or better; the user's own makers and guarded ones are no liquidity. */
export function walkBook(account: Account, order: Ahead, lots: number, limitTicks: number): Walk {
  const walk: Walk = { lots: 0, deepestTicks: 0, isGuarded: false };
  const { market } = order;
  const isBuy = order.side === Side.buy;
  const held = isClosing(order) ? positionAimedAt(order) : undefined;
  const guard = held && new GuardAhead(held);
  const levels = market.book.sideOf(isBuy ? Side.sell : Side.buy);
  for (let at = levels.length - 1; at >= 0; at--) {
    const level = levels[at];
    if (!level || (isBuy ? level.ticks > limitTicks : level.ticks < limitTicks)) return walk;
    for (let maker = level.first; maker; maker = maker.next) {
      if (walk.lots >= lots) return walk;
      if (isSelfTrade(order.selfTrade, account.user, maker.user)) {
        if (cancelsTaker(order.selfTrade)) return walk;
        continue;
      }
      const taken = Math.min(restOf(maker), lots - walk.lots);
      if (objectionToMaker(maker, taken) !== EndReason.none) continue;
      if (guard && !guard.mayClose(taken, level.ticks, market.settings.takerRate)) {
        walk.isGuarded = true;
        return walk;
      }
      walk.lots += taken;
      walk.deepestTicks = level.ticks;
    }
  }
  return walk;
}
