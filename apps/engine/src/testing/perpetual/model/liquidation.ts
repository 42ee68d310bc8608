/** Liquidations, with the rule for legs whose mark is not trusted. */
import { EventKind } from '@pelican/shared/engine/perpetual/events.ts';
import {
  CashReason,
  EndReason,
  HouseUser,
  isClosing,
  LiquidationStage,
  MarginMode,
  PositionCode,
  PositionSide,
  SelfTrade,
  Side,
  TradeKind,
} from '@pelican/shared/engine/perpetual/terms.ts';
import { algosOf, cancelAlgo } from './algo-life.ts';
import { ascending, least, one, total } from './arithmetic.ts';
import { cancelClosing, closeFill, endPosition } from './fills.ts';
import {
  bankruptcy,
  crossRatio4,
  crossRequired,
  equityOf,
  isCrossDue,
  isIsolatedDue,
  ratio4,
  required,
  requiredLowest,
  shares,
  takerRate,
  tierOf,
  tiersOf,
  unrealised,
  weighedEquity,
} from './margin.ts';
import { endOrder } from './order-life.ts';
import { type Fills, match } from './orders.ts';
import {
  type Account,
  accountOf,
  crossLegs,
  direction,
  frozen,
  isOpen,
  isTrusted,
  type Lot,
  type Market,
  moveCash,
  moveFund,
  notional,
  ordersOf,
  type Position,
  sameTarget,
  tell,
  type World,
} from './world.ts';

interface Step {
  bankruptcyTicks?: bigint;
  lots?: bigint;
  pnl?: bigint;
  fee?: bigint;
  fundDelta?: bigint;
}

function tellStep(world: World, stage: LiquidationStage, held: Position, ratio: bigint, step: Step = {}): void {
  const { user, market, mode, position, id: positionId } = held;
  report(world, stage, user, market, ratio, step, { mode, position, positionId });
}

/** Of a whole account; the market is that of its first leg. */
function tellAccount(world: World, stage: LiquidationStage, user: number, ratio: bigint): void {
  const [leg] = crossLegs(world, user);
  if (!leg) return;
  report(
    world,
    stage,
    user,
    leg.market,
    ratio,
    {},
    { mode: MarginMode.cross, position: PositionSide.long, positionId: 0n },
  );
}

function report(
  world: World,
  stage: LiquidationStage,
  user: number,
  market: Market,
  ratio: bigint,
  { bankruptcyTicks = 0n, lots = 0n, pnl = 0n, fee = 0n, fundDelta = 0n }: Step,
  about: { mode: MarginMode; position: PositionSide; positionId: bigint },
): void {
  const prices = { markTicks: market.mark, indexTicks: market.index, ratio };
  tell(world, EventKind.liquidationStep, user, {
    stage,
    market: market.id,
    ...about,
    ...prices,
    bankruptcyTicks,
    lots,
    pnl,
    fee,
    fundDelta,
  });
}

/** A trade that met no book. */
export function tellOffBook(
  world: World,
  kind: TradeKind,
  market: Market,
  terms: { takerSide: Side; ticks: bigint; lots: bigint },
  taker: { user: number; positionId: bigint; pnl: bigint },
  maker: { user: number; positionId: bigint; pnl: bigint },
): void {
  market.dealId += 1n;
  tell(world, EventKind.traded, taker.user, {
    market: market.id,
    tradeKind: kind,
    takerSide: terms.takerSide,
    takerUser: taker.user,
    makerUser: maker.user,
    dealId: market.dealId,
    takerOrderId: 0n,
    makerOrderId: 0n,
    takerPositionId: taker.positionId,
    makerPositionId: maker.positionId,
    priceTicks: terms.ticks,
    lots: terms.lots,
    takerFee: 0n,
    makerFee: 0n,
    takerPnl: taker.pnl,
    makerPnl: maker.pnl,
  });
}

export function closingSide(position: PositionSide): Side {
  return position === PositionSide.long ? Side.sell : Side.buy;
}

/** What a round looks at. */
interface Turn {
  user: number;
  position?: Position;
  equity: bigint;
  needed: bigint;
}

/** By ratio, of equals by user, then by position: first all orders at risk go, then each has its turn. */
export function liquidationRound(world: World, positions: Position[], accounts: Account[]): void {
  const turns: Turn[] = [
    ...positions.map((held) => ({ user: held.user, position: held, equity: equityOf(held), needed: required(held) })),
    ...accounts.map(({ user }) => ({ user, equity: weighedEquity(world, user), needed: crossRequired(world, user) })),
  ];
  turns.sort(byRatio);
  for (const { user, position } of turns) if (!position) cancelAtRisk(world, user);
  for (const { user, position } of turns) {
    if (position) isolatedTurn(world, position);
    else crossTurn(world, user);
  }
}

function byRatio(a: Turn, b: Turn): number {
  if (a.needed === 0n || b.needed === 0n) return Number(a.needed === 0n) - Number(b.needed === 0n);
  const difference = a.equity * b.needed - b.equity * a.needed;
  return ascending(difference, 0n) || a.user - b.user || ascending(a.position?.id ?? 0n, b.position?.id ?? 0n);
}

/** CE' - F_x below the requirement, not at it. */
export function isAtRisk(world: World, user: number): boolean {
  const needed = crossRequired(world, user);
  return needed > 0n && (weighedEquity(world, user) - frozen(world, user, MarginMode.cross)) * one < needed;
}

function cancelAtRisk(world: World, user: number): void {
  if (isAtRisk(world, user)) cancelOpening(world, user, crossRatio4(world, user));
}

function cancelOpening(world: World, user: number, ratio: bigint): void {
  const orders = ordersOf(world, user).filter((order) => !isClosing(order));
  for (const order of orders) endOrder(world, order, EndReason.riskOrdersCanceled);
  if (orders.length > 0) tellAccount(world, LiquidationStage.ordersCanceled, user, ratio);
}

function isolatedTurn(world: World, held: Position): void {
  if (!isOpen(held)) return;
  if (isIsolatedDue(held)) liquidateIsolated(world, held);
  else if (held.isLiquidating) recover(world, held);
}

const ratioOf = (held: Position) => ratio4(equityOf(held), required(held));

function recover(world: World, held: Position): void {
  held.isLiquidating = false;
  world.touched.add(held.user);
  tellStep(world, LiquidationStage.recovered, held, ratioOf(held));
}

/** Tier by tier through the book; with no more than the lowest tier's requirement left, over to the fund. */
function liquidateIsolated(world: World, held: Position): void {
  if (!held.isLiquidating) {
    held.isLiquidating = true;
    world.touched.add(held.user);
    tellStep(world, LiquidationStage.started, held, ratioOf(held));
    for (const order of ordersOf(world, held.user))
      if (sameTarget(order, held)) endOrder(world, order, EndReason.liquidation);
    for (const algo of algosOf(world, held.user))
      if (sameTarget(algo, held)) cancelAlgo(world, algo, EndReason.liquidation);
  }
  const isReducible = () => tierOf(held.market, held.lots).index > 0 && equityOf(held) * one > requiredLowest(held);
  while (isReducible()) {
    const wanted = excessOfTier(held);
    const ratio = ratioOf(held);
    const limit = bankruptcy(held);
    const fills = sellInUsersName(world, held, wanted, limit, true);
    tellReduced(world, held, fills, limit, ratio);
    if (!isIsolatedDue(held)) {
      recover(world, held);
      return;
    }
    if (fills.lots < wanted && isReducible()) return;
  }
  const terms = takeoverTerms(held, bankruptcy(held), held.margin);
  takeOver(world, held, terms, ratioOf(held));
}

/** Lots above the next lower tier; 0 in the lowest. */
function excessOfTier({ market, lots }: Position): bigint {
  const { index } = tierOf(market, lots);
  return index === 0 ? 0n : lots - (tiersOf(market)[index - 1]?.maxLots ?? 0n);
}

function sellInUsersName(world: World, held: Position, lots: bigint, limit: bigint, isStep: boolean): Fills {
  const { market, user } = held;
  return match(world, {
    market,
    user,
    side: closingSide(held.position),
    lots,
    limit,
    selfTrade: SelfTrade.cancelMaker,
    kind: TradeKind.liquidation,
    orderId: 0n,
    fill: (filled, ticks) =>
      closeFill(world, held, {
        lots: filled,
        ticks,
        rate: takerRate(market),
        orderId: 0n,
        isForced: true,
        code: PositionCode.partiallyLiquidated,
        reason: CashReason.liquidation,
        isStep,
      }),
  });
}

function tellReduced(world: World, held: Position, { lots, pnl, fee }: Fills, limit: bigint, ratio: bigint): void {
  if (lots === 0n) return;
  if (fee > pnl) held.liquidationLoss += fee - pnl;
  tellStep(world, LiquidationStage.reduced, held, ratio, { bankruptcyTicks: limit, lots, pnl, fee });
}

interface Terms {
  ticks: bigint;
  worth: bigint;
  /** What the owner realises. */
  realised: bigint;
  fundDelta: bigint;
}

/** The fund takes the position at its bankruptcy price: the owner loses exactly `margin`, the fund gets what it leaves. */
function takeoverTerms(held: Position, ticks: bigint, margin: bigint): Terms {
  const worth = notional(held.market, ticks, held.lots);
  const fundDelta = margin + direction(held.position) * (worth - held.cost);
  return { ticks, worth, realised: -margin, fundDelta };
}

function takeOver(world: World, held: Position, { ticks, worth, realised, fundDelta }: Terms, ratio: bigint): void {
  const { user, market, lots, position, id: positionId } = held;
  const pnl = direction(position) * (worth - held.cost);
  const about = { market: market.id, positionId };
  tellStep(world, LiquidationStage.takenOver, held, ratio, {
    bankruptcyTicks: ticks,
    lots,
    pnl,
    fee: fundDelta,
    fundDelta,
  });
  if (held.mode === MarginMode.isolated) moveCash(world, user, held.margin, CashReason.margin, about);
  moveCash(world, user, realised, CashReason.takeover, about);
  moveFund(world, fundDelta, CashReason.takeover, market.id);
  world.lastLotId += 1n;
  const lot: Lot = {
    id: world.lastLotId,
    market,
    position,
    lots,
    cost: worth,
    bankruptcy: ticks,
    takenMs: world.timeMs,
    age: 0,
  };
  world.lots.push(lot);
  held.pnl += pnl;
  held.fees += fundDelta;
  held.liquidationLoss -= realised;
  held.closedLots += lots;
  held.closedNotional += worth;
  held.code = PositionCode.liquidated;
  held.lots = 0n;
  held.cost = 0n;
  held.margin = 0n;
  world.touched.add(user);
  endPosition(world, held);
  const owner = { user, positionId, pnl };
  const fund = { user: HouseUser.fund, positionId: 0n, pnl: 0n };
  tellOffBook(world, TradeKind.takeover, market, { takerSide: closingSide(position), ticks, lots }, owner, fund);
}

function crossTurn(world: World, user: number): void {
  const account = accountOf(world, user);
  if (isCrossDue(world, user)) liquidateCross(world, account);
  else if (account.isLiquidating) recoverCross(world, account);
}

function recoverCross(world: World, account: Account): void {
  const { user } = account;
  account.isLiquidating = false;
  for (const leg of crossLegs(world, user)) {
    leg.isLiquidating = false;
    world.touched.add(user);
  }
  tellAccount(world, LiquidationStage.recovered, user, crossRatio4(world, user));
}

function trustedLegs(world: World, user: number): Position[] {
  return crossLegs(world, user).filter(({ market }) => isTrusted(market));
}

function liquidateCross(world: World, account: Account): void {
  const { user } = account;
  if (trustedLegs(world, user).length === 0) return;
  if (!account.isLiquidating) startCross(world, account);
  netHedges(world, user);
  const tried = new Set<Position>();
  for (;;) {
    if (!isCrossDue(world, user)) {
      recoverCross(world, account);
      return;
    }
    const legs = trustedLegs(world, user).filter((leg) => !tried.has(leg));
    // The largest requirement; of equals the lower id, which stands first.
    const leg = legs.sort((a, b) => ascending(required(b), required(a)))[0];
    if (!leg) break;
    if (!offer(world, leg)) tried.add(leg);
  }
  const lowest = total(crossLegs(world, user).map(requiredLowest));
  if (weighedEquity(world, user) * one > lowest) return;
  const ratio = crossRatio4(world, user);
  const terms = [...shares(world, user)].map(([leg, share]) => {
    const margin = share - unrealised(leg);
    return { leg, terms: takeoverTerms(leg, bankruptcy(leg, margin), margin) };
  });
  for (const each of terms) if (isTrusted(each.leg.market)) takeOver(world, each.leg, each.terms, ratio);
  account.isLiquidating = crossLegs(world, user).length > 0;
}

function startCross(world: World, account: Account): void {
  const { user } = account;
  const ratio = crossRatio4(world, user);
  account.isLiquidating = true;
  for (const leg of crossLegs(world, user)) leg.isLiquidating = true;
  world.touched.add(user);
  tellAccount(world, LiquidationStage.started, user, ratio);
  cancelOpening(world, user, ratio);
}

/** What is long and short in one market closes against itself, at mark and free of fees. */
function netHedges(world: World, user: number): void {
  const legs = trustedLegs(world, user);
  for (const long of legs.filter(({ position }) => position === PositionSide.long)) {
    const short = legs.find(({ market, position }) => market === long.market && position === PositionSide.short);
    if (!short || !isCrossDue(world, user)) continue;
    const { market } = long;
    const ratio = crossRatio4(world, user);
    const lots = least(long.lots, short.lots);
    const fill = {
      lots,
      ticks: market.mark,
      rate: 0n,
      orderId: 0n,
      isForced: true,
      code: PositionCode.partiallyLiquidated,
      reason: CashReason.liquidation,
    };
    const [sold, bought] = [closeFill(world, long, fill), closeFill(world, short, fill)];
    const terms = { takerSide: Side.sell, ticks: market.mark, lots };
    const of = (positionId: bigint, pnl: bigint) => ({ user, positionId, pnl });
    tellOffBook(world, TradeKind.netting, market, terms, of(long.id, sold.pnl), of(short.id, bought.pnl));
    tellStep(world, LiquidationStage.netted, long, ratio, { lots, pnl: sold.pnl });
    tellStep(world, LiquidationStage.netted, short, ratio, { lots, pnl: bought.pnl });
  }
}

/** Offers a leg down to its next lower tier, in the lowest all of it; true when all of that was taken. */
function offer(world: World, leg: Position): boolean {
  const { user } = leg;
  cancelClosing(world, leg, EndReason.liquidation);
  const ratio = crossRatio4(world, user);
  const margin = (shares(world, user).get(leg) ?? 0n) - unrealised(leg);
  const limit = bankruptcy(leg, margin);
  const wanted = excessOfTier(leg) || leg.lots;
  const fills = sellInUsersName(world, leg, wanted, limit, false);
  tellReduced(world, leg, fills, limit, ratio);
  if (fills.lots > 0n && leg.lots === 0n) leg.code = PositionCode.liquidated;
  return fills.lots === wanted;
}
