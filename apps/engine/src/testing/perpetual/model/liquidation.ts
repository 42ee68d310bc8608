import { EndReason, LiquidationStage } from '@pelican/shared/engine/perpetual';
import { algosOf, cancelAlgo } from './algo-life.ts';
import { ascending, one } from './arithmetic.ts';
import { cancelAtRisk, crossTurn } from './cross-liquidation.ts';
import { emitStep } from './liquidation-events.ts';
import {
  bankruptcy,
  crossRequired,
  equityOf,
  isIsolatedDue,
  ratio4,
  required,
  requiredLowest,
  tierOf,
  weighedEquity,
} from './margin.ts';
import { endOrder } from './order-life.ts';
import type { Account, Position, World } from './state.ts';
import { emitReduced, excessOfTier, sellInUsersName, takeOver, takeoverTerms } from './takeover.ts';
import { isOpen, ordersOf, sameTarget } from './world.ts';

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

function isolatedTurn(world: World, held: Position): void {
  if (!isOpen(held)) return;
  if (isIsolatedDue(held)) liquidateIsolated(world, held);
  else if (held.isLiquidating) recover(world, held);
}

const ratioOf = (held: Position) => ratio4(equityOf(held), required(held));

function recover(world: World, held: Position): void {
  held.isLiquidating = false;
  world.touched.add(held.user);
  emitStep(world, LiquidationStage.recovered, held, ratioOf(held));
}

/** Tier by tier through the book; with no more than the lowest tier's requirement left, over to the fund. */
function liquidateIsolated(world: World, held: Position): void {
  if (!held.isLiquidating) {
    held.isLiquidating = true;
    world.touched.add(held.user);
    emitStep(world, LiquidationStage.started, held, ratioOf(held));
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
    emitReduced(world, held, fills, limit, ratio);
    if (!isIsolatedDue(held)) {
      recover(world, held);
      return;
    }
    if (fills.lots < wanted && isReducible()) return;
  }
  const terms = takeoverTerms(held, bankruptcy(held), held.margin);
  takeOver(world, held, terms, ratioOf(held));
}
