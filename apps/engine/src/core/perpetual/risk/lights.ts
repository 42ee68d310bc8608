/** The light that each position shows: its fifth of the queue of those to be deleveraged, anew once a minute. */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual/terms.ts';
import { deleverageLight } from '@pelican/shared/perpetual/deleveraging.ts';
import type { Changes } from '../changes.ts';
import type { Account, Market, Position } from '../state.ts';
import { estimateCross, estimateIsolated } from './exposure.ts';

/** Each market has its own second of the minute, so that no tick bears all of them. */
const minute = 60;

/** Renews the lights of the markets whose turn is between the previous tick and this one. */
export function renewLights(changes: Changes, previousTick: number, n: number): void {
  const due = new Set<Market>();
  for (const market of changes.shard.markets.values()) {
    const turn = market.id % minute;
    if (Math.floor((n - turn) / minute) > Math.floor((previousTick - turn) / minute)) due.add(market);
  }
  const queues = queuesOf(changes, due);
  for (const queue of queues.values()) {
    queue.sort((a, b) => b.score - a.score || a.held.id - b.held.id);
    queue.forEach(({ held }, rank) => {
      const light = deleverageLight(rank, queue.length);
      if (light === held.adlLight) return;
      held.adlLight = light;
      changes.showPosition(held);
    });
  }
}

interface Scored {
  held: Position;
  score: number;
}

/** By market and side. The scores are doubles: a light decides nothing, and is the same on every machine. */
function queuesOf({ shard }: Changes, due: ReadonlySet<Market>): Map<string, Scored[]> {
  const queues = new Map<string, Scored[]>();
  if (due.size === 0) return queues;
  for (const held of shard.positions.values()) {
    if (!due.has(held.market)) continue;
    const key = `${held.market.id} ${held.position}`;
    const scored = { held, score: scoreOf(held, held.account) };
    const queue = queues.get(key);
    if (queue) queue.push(scored);
    else queues.set(key, [scored]);
  }
  return queues;
}

function scoreOf(held: Position, account: Account): number {
  const { equity, notional } = held.mode === MarginMode.cross ? estimateCross(account) : estimateIsolated(held);
  const worth = held.market.markTicks * held.lots * Number(held.market.instrument.unit);
  const cost = Number(held.cost);
  const gain = held.position === PositionSide.long ? worth - cost : cost - worth;
  const leverage = equity > 0 ? notional / equity : 0;
  if (gain > 0) return (gain / cost) * leverage;
  return leverage > 0 ? gain / cost / leverage : 0;
}
