/** transferIn and transferOut: money that crosses the shard's border, once per (transferId, direction). */
import {
  CashReason,
  type CommandOf,
  HouseUser,
  MarginMode,
  Op,
  RejectCode,
  transferApplied,
} from '@pelican/shared/engine/perpetual';
import { isPositiveSafe } from '../../kernel/limits.ts';
import type { Changes } from '../changes.ts';
import { add, moneyOf } from '../money.ts';
import type { Refusal } from '../orders/check-order.ts';
import { accountOf, moveCash, moveFund, spendable } from '../positions/accounts.ts';
import { hasUntrustedLeg } from '../risk/exposure.ts';
import { isPerson, knownAccount } from './checks.ts';

type Transfer = CommandOf<typeof Op.transferIn> | CommandOf<typeof Op.transferOut>;

/** All that was ever moved in stays below this, so that no balance passes 64 bits. */
const totalMax = 2n ** 62n;

export function applyTransfer(changes: Changes, command: Transfer): Refusal | undefined {
  const { shard, reply } = changes;
  const { user, transferId, amount } = command;
  const isOut = command.kind === Op.transferOut;
  const isId = isPositiveSafe(transferId);
  const isRight = isId && amount > 0n && (isPerson(user) || user === HouseUser.fund);
  if (isId) reply.orderId = transferId;
  if (!isRight) return { code: RejectCode.outOfRange };
  const transfer = { transferId, isOut, user, asset: command.asset, amount };
  const known = shard.transferKeys.find(transfer, shard.timeMs);
  if (known !== undefined) {
    reply.repeated = known !== RejectCode.transferMismatch;
    reply.code = known;
    return undefined;
  }
  const refusal = refusalOf(changes, command, isOut);
  // A refusal is final too: the caller has been answered, and a late copy of the command must not move money.
  shard.transferKeys.add(transfer, refusal?.code ?? RejectCode.none, shard.timeMs);
  if (refusal) return refusal;
  const delta = moneyOf(isOut ? -amount : amount);
  shard.netTransfers = add(shard.netTransfers, delta);
  const reason = isOut ? CashReason.transferOut : CashReason.transferIn;
  if (user === HouseUser.fund) moveFund(changes, delta, reason, 0);
  else moveCash(changes, accountOf(shard, user), delta, reason, 0, 0, transferId);
  changes.emit(transferApplied, user, { asset: command.asset, transferId, amount, out: isOut });
  return undefined;
}

function refusalOf(changes: Changes, { user, asset, amount }: Transfer, isOut: boolean): Refusal | undefined {
  const { shard } = changes;
  if (shard.settleAsset?.id !== asset) return { code: RejectCode.unknownAsset };
  if (!isOut) return BigInt(shard.netTransfers) + amount > totalMax ? { code: RejectCode.outOfRange } : undefined;
  const account = knownAccount(changes, user);
  if (account && hasUntrustedLeg(account)) return { code: RejectCode.untrustedLeg };
  const ofUser = account ? spendable(account, MarginMode.isolated) : 0;
  const available = user === HouseUser.fund ? shard.fund.cash : ofUser;
  return amount > available ? { code: RejectCode.insufficientBalance, required: amount, available } : undefined;
}
