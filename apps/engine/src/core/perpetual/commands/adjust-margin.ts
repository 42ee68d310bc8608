/** adjustMargin: margin into or out of an isolated position, by hand. */
import { type CommandOf, MarginMode, type Op, RejectCode } from '@pelican/shared/engine/perpetual';
import { maxReducible } from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import { moneyOf } from '../money.ts';
import type { Refusal } from '../orders/check-order.ts';
import { exactOf, spendable } from '../positions/accounts.ts';
import { positionOf } from '../positions/positions.ts';
import { hasUntrustedLeg } from '../risk/exposure.ts';
import type { Account, Position } from '../state.ts';
import { knownAccount } from './checks.ts';
import { postMargin } from './set-leverage.ts';

export function adjustMargin(changes: Changes, command: CommandOf<typeof Op.adjustMargin>): Refusal | undefined {
  const market = changes.shard.markets.get(command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { amount, position } = command;
  if (amount === 0n) return { code: RejectCode.outOfRange };
  const account = knownAccount(changes, command.user);
  const held = account && positionOf(account, { market, mode: MarginMode.isolated, position });
  if (!held) return { code: RejectCode.positionNotFound };
  const refusal = amount > 0n ? refusalToAdd(account, amount) : refusalToReduce(account, held, -amount);
  if (refusal) return refusal;
  postMargin(changes, held, moneyOf(amount));
  return undefined;
}

function refusalToAdd(account: Account, required: bigint): Refusal | undefined {
  if (hasUntrustedLeg(account)) return { code: RejectCode.untrustedLeg };
  const available = spendable(account, MarginMode.isolated);
  return required > available ? { code: RejectCode.insufficientMargin, required, available } : undefined;
}

function refusalToReduce(account: Account, held: Position, required: bigint): Refusal | undefined {
  const { market } = held;
  if (account.isLiquidating || held.isLiquidating) return { code: RejectCode.liquidating };
  for (const order of account.orders.values()) {
    if (order.market === market && order.mode === MarginMode.isolated)
      return { code: RejectCode.pendingIsolatedOrders, available: order.id };
  }
  const { amount: available } = maxReducible(market.instrument, exactOf(held));
  return required > available ? { code: RejectCode.marginTooLow, required, available } : undefined;
}
