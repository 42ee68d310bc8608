/** The commands about leverage, margin and transfers: what each checks, in its order, and does. */
import {
  CashReason,
  type CommandOf,
  EventKind,
  HouseUser,
  isClosing,
  MarginMode,
  type Op,
  Op as Ops,
  PositionSide,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import { least, most, up } from './arithmetic.ts';
import { freezeOf, highestLeverage } from './checks.ts';
import { type Answer, type Done, isCount, isUser, marketOf, outOfRange } from './command-parts.ts';
import { available, hasUntrustedLeg, spendable, tierOf, tradingBalance, unrealised, worthAtMark } from './margin.ts';
import type { Account, Market, Position, Target, World } from './state.ts';
import {
  accountOf,
  crossLegs,
  emit,
  leverageName,
  leverageOf,
  moveCash,
  moveFund,
  ordersOf,
  pending,
  positionAt,
  sameTarget,
} from './world.ts';

export function setLeverage(world: World, command: CommandOf<typeof Op.setLeverage>): Done {
  const market = marketOf(world, command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { user, mode } = command;
  const leverage = BigInt(command.leverage);
  const isCross = mode === MarginMode.cross;
  const position = isCross ? PositionSide.long : command.position;
  if (!isUser(user) || mode > 1 || position > 1 || leverage === 0n) return outOfRange;
  const account = accountOf(world, user);
  const sides = isCross ? [PositionSide.long, PositionSide.short] : [position];
  const targets: Target[] = sides.map((each) => ({ market, mode, position: each }));
  const held = targets.map((target) => positionAt(world, user, target));
  if (account.isLiquidating || held.some((each) => each?.isLiquidating)) return { code: RejectCode.liquidating };
  const shown = BigInt(command.positionVersion);
  if (shown !== -1n && !held.some((each) => (each?.version ?? 0n) === shown)) return { code: RejectCode.stalePreview };
  for (const [at, target] of targets.entries()) {
    const highest = highestLeverage(market, (held[at]?.lots ?? 0n) + pending(world, user, target, false));
    if (leverage > highest) return { code: RejectCode.leverageTooHigh, required: leverage, available: highest };
  }
  const target = { market, mode, position };
  if (leverageOf(world, user, target) === leverage) return undefined;
  const late = isCross ? changeCross(world, account, market, leverage) : changeIsolated(world, user, target, leverage);
  if (late) return late;
  account.leverages.set(leverageName(target), leverage);
  emit(world, EventKind.leverageChanged, user, { market: market.id, mode, position, leverage });
  return undefined;
}

/** Both sides at once, undone when what backs them would not suffice. */
function changeCross(world: World, { user }: Account, market: Market, leverage: bigint): Done {
  const isHere = (each: Target) => each.market === market && each.mode === MarginMode.cross;
  const orders = ordersOf(world, user).filter((order) => isHere(order) && !isClosing(order));
  const legs = crossLegs(world, user).filter(isHere);
  const before = [
    ...orders.map(({ leverage: of, freeze }) => ({ of, freeze })),
    ...legs.map(({ leverage: of }) => ({ of, freeze: 0n })),
  ];
  for (const order of orders) {
    order.freeze = freezeOf(order, leverage);
    order.leverage = leverage;
  }
  for (const leg of legs) leg.leverage = leverage;
  const left = tradingBalance(world, user);
  if (left >= 0n) {
    if (legs.length > 0) world.touched.add(user);
    return undefined;
  }
  [...orders, ...legs].forEach((each, at) => {
    each.leverage = before[at]?.of ?? 0n;
    if ('freeze' in each) each.freeze = before[at]?.freeze ?? 0n;
  });
  return { code: RejectCode.insufficientMargin, required: -left };
}

/** Up to ceil(C / L) out of what is available; down towards it, as far as losses and the mark allow. */
function changeIsolated(world: World, user: number, target: Target, leverage: bigint): Done {
  const waiting = ordersOf(world, user).find((order) => sameTarget(order, target) && !isClosing(order));
  if (waiting) return { code: RejectCode.pendingIsolatedOrders, available: waiting.id };
  const held = positionAt(world, user, target);
  if (!held) return undefined;
  const goal = up(held.cost, leverage);
  if (goal > held.margin) {
    const required = goal - held.margin;
    if (hasUntrustedLeg(world, user)) return { code: RejectCode.untrustedLeg };
    const free = most(0n, available(world, user));
    if (required > free) return { code: RejectCode.insufficientMargin, required, available: free };
    post(world, held, required);
  } else {
    const removable = held.margin + least(0n, unrealised(held)) - up(most(held.cost, worthAtMark(held)), leverage);
    post(world, held, -most(0n, least(held.margin - goal, removable)));
  }
  held.leverage = leverage;
  return undefined;
}

function post(world: World, held: Position, amount: bigint): void {
  held.margin += amount;
  world.touched.add(held.user);
  moveCash(world, held.user, -amount, CashReason.margin, { market: held.market.id, positionId: held.id });
}

export function adjustMargin(world: World, command: CommandOf<typeof Op.adjustMargin>): Done {
  const market = marketOf(world, command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { user, amount, position } = command;
  if (amount === 0n) return outOfRange;
  const held = positionAt(world, user, { market, mode: MarginMode.isolated, position });
  if (!held) return { code: RejectCode.positionNotFound };
  if (amount > 0n) {
    if (hasUntrustedLeg(world, user)) return { code: RejectCode.untrustedLeg };
    const free = spendable(world, user, MarginMode.isolated);
    if (amount > free) return { code: RejectCode.insufficientMargin, required: amount, available: free };
  } else {
    if (accountOf(world, user).isLiquidating || held.isLiquidating) return { code: RejectCode.liquidating };
    const waiting = ordersOf(world, user).find(
      (order) => order.market === market && order.mode === MarginMode.isolated,
    );
    if (waiting) return { code: RejectCode.pendingIsolatedOrders, available: waiting.id };
    const kept = up(most(held.cost, worthAtMark(held)), tierOf(market, held.lots).maxLeverage);
    const free = most(0n, held.margin + least(0n, unrealised(held)) - kept);
    if (-amount > free) return { code: RejectCode.marginTooLow, required: -amount, available: free };
  }
  post(world, held, amount);
  return undefined;
}

export function transfer(
  world: World,
  command: CommandOf<typeof Op.transferIn> | CommandOf<typeof Op.transferOut>,
  answer: Answer,
): Done {
  const { user, transferId, amount, asset } = command;
  const out = command.kind === Ops.transferOut;
  if (isCount(transferId)) answer.orderId = BigInt(transferId);
  if (!isCount(transferId) || amount <= 0n || !(isUser(user) || user === HouseUser.fund)) return outOfRange;
  const key = `${out} ${transferId}`;
  const known = world.transfers.get(key);
  const content = `${user} ${asset} ${amount}`;
  if (known) {
    answer.repeated = known.content === content;
    answer.code = answer.repeated ? known.code : RejectCode.transferMismatch;
    return undefined;
  }
  const refusal = objectionToTransfer(world, command, out);
  world.transfers.set(key, { code: refusal?.code ?? RejectCode.none, content });
  if (refusal) return refusal;
  const delta = out ? -amount : amount;
  world.netTransfers += delta;
  const reason = out ? CashReason.transferOut : CashReason.transferIn;
  if (user === HouseUser.fund) moveFund(world, delta, reason, 0);
  else moveCash(world, user, delta, reason, { reference: BigInt(transferId) });
  emit(world, EventKind.transferApplied, user, { asset, transferId, amount, out });
  return undefined;
}

function objectionToTransfer(
  world: World,
  { user, amount, asset }: { user: number; amount: bigint; asset: number },
  out: boolean,
): Done {
  if (asset !== world.settleAsset) return { code: RejectCode.unknownAsset };
  if (!out) return world.netTransfers + amount > 2n ** 62n ? outOfRange : undefined;
  if (user !== HouseUser.fund && hasUntrustedLeg(world, user)) return { code: RejectCode.untrustedLeg };
  const free = user === HouseUser.fund ? world.fund : spendable(world, user, MarginMode.isolated);
  return amount > free ? { code: RejectCode.insufficientBalance, required: amount, available: free } : undefined;
}
