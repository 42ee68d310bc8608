/** What every run must end in, whatever went wrong on the way. */

import { EventWriter } from '@pelican/engine/src/core/kernel/event-writer.ts';
import { allBalances, openOrders } from '@pelican/engine/src/core/spot/inspect.ts';
import { checkInvariants } from '@pelican/engine/src/core/spot/invariants.ts';
import { applyEntry, type Shard } from '@pelican/engine/src/core/spot/shard.ts';
import { Op } from '@pelican/shared/engine/spot/commands.ts';
import { balanceLimb } from '@pelican/shared/engine/spot/events.ts';
import { positionTimeMs } from '@pelican/shared/engine/stream-position.ts';
import type { Projection } from './projection.ts';
import { type Call, traderIds } from './traders.ts';
import { type World, worldCore } from './world.ts';

/** The promises that do not hold, a line each. */
export function brokenPromises(world: World, calls: Call[]): string[] {
  const broken: string[] = [];
  const demand = (holds: boolean, promise: string) => {
    if (!holds) broken.push(promise);
  };
  const { postgres, api } = world;
  const replayed = checkEvents(world, demand);
  checkInvariants(replayed);
  postgres.checkConservation();
  demand(same(balancesOf(postgres.projection), replayedBalances(replayed)), 'settled balances are those of a replay');
  demand(same(openOf(postgres.projection), replayedOpen(replayed)), 'settled open orders are those of a replay');
  demand(same(api?.view.facts(), postgres.projection.facts()), 'the live view equals what is settled');
  for (const call of calls) checkCall(call, postgres.projection, demand);
  for (const [id, count] of postgres.projection.transfers)
    demand(count === 1, `transfer ${id} took effect ${count} times`);
  return broken;
}

type Demand = (holds: boolean, promise: string) => void;

/** Settled events are byte for byte what the journal gives. */
function checkEvents({ network, postgres }: World, demand: Demand): Shard {
  const shard = worldCore.create() as Shard;
  const out = new EventWriter(1 << 16);
  const settled = new Map(postgres.entries.map(({ position, bytes }) => [position, Buffer.from(bytes)]));
  let count = 0;
  for (const { id, fields } of network.server.stream('spot:commands')?.entries ?? []) {
    const seqBefore = shard.seq;
    applyEntry(shard, fields[1] as Buffer, positionTimeMs(id), out);
    if (shard.seq === seqBefore) continue;
    count++;
    const events = Buffer.from(out.bytes.subarray(0, out.length));
    demand(settled.get(id)?.equals(events) ?? false, `the events of ${id} are settled as the journal gives them`);
  }
  demand(count === postgres.entries.length, `${postgres.entries.length} entries are settled, the journal has ${count}`);
  return shard;
}

function checkCall({ command, outcome }: Call, settled: Projection, demand: Demand): void {
  if (outcome.kind === 'unknown') {
    demand(false, 'every call has an answer in the end');
    return;
  }
  const accepted = outcome.kind === 'done' && outcome.done.code === 0;
  if (command.op === Op.placeOrder) {
    const orders = [...settled.orders.values()].filter(({ clientId }) => clientId === command.clientId);
    const wanted = accepted ? [outcome.done.orderId] : [];
    demand(
      same(
        orders.map(({ id }) => id),
        wanted,
      ),
      `order ${command.clientId} was answered ${JSON.stringify(outcome)}`,
    );
  }
  if (command.op === Op.transferIn || command.op === Op.transferOut) {
    const isApplied = settled.transfers.has(command.transferId);
    demand(isApplied === accepted, `transfer ${command.transferId} was answered ${JSON.stringify(outcome)}`);
  }
  if (command.op === Op.cancelOrder && accepted)
    demand(settled.orders.get(command.orderId)?.isOpen === false, `order ${command.orderId} was cancelled`);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function balancesOf({ balances }: Projection): string[] {
  return [...balances]
    .map(([key, value]) => {
      const [availableHigh = 0, availableLow = 0, frozenHigh = 0, frozenLow = 0] = value.split(' ').map(Number);
      const joined = (high: number, low: number) => BigInt(high) * BigInt(balanceLimb) + BigInt(low);
      return `${key} ${joined(availableHigh, availableLow)} ${joined(frozenHigh, frozenLow)}`;
    })
    .filter((line) => !line.endsWith(' 0 0'))
    .sort();
}

function replayedBalances(shard: Shard): string[] {
  return allBalances(shard)
    .map(({ user, asset, available, frozen }) => `${user} ${asset} ${available} ${frozen}`)
    .filter((line) => !line.endsWith(' 0 0'))
    .sort();
}

function openOf({ orders }: Projection): number[] {
  const open = [...orders.values()].filter(({ isOpen }) => isOpen);
  return open.map(({ id }) => id).sort((a, b) => a - b);
}

function replayedOpen(shard: Shard): number[] {
  const ids = traderIds.flatMap((user) => openOrders(shard, user).map(({ orderId }) => orderId));
  return ids.sort((a, b) => a - b);
}
