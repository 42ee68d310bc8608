/** What every run must end in, whatever went wrong on the way. */

import { EventWriter } from '@pelican/engine/src/core/kernel/event-writer.ts';
import { allBalances, openOrders } from '@pelican/engine/src/core/spot/inspect.ts';
import { checkInvariants } from '@pelican/engine/src/core/spot/invariants.ts';
import { applyEntry, type Shard } from '@pelican/engine/src/core/spot/shard.ts';
import { listSegments, readSegment } from '@pelican/engine/src/host/archive.ts';
import type { JournalEntry } from '@pelican/engine/src/host/journal.ts';
import { comparePositions, positionTimeMs } from '@pelican/shared/engine';
import { balanceLimb, Op } from '@pelican/shared/engine/spot';
import type { Projection } from './projection.ts';
import { type Call, traderIds } from './traders.ts';
import { type World, worldCore } from './world.ts';

/** The promises that do not hold, a line each. */
export async function brokenPromises(world: World, calls: Call[]): Promise<string[]> {
  const broken: string[] = [];
  const demand = (holds: boolean, promise: string) => {
    if (!holds) broken.push(promise);
  };
  const { postgres, api } = world;
  const replayed = checkEvents(world, await wholeJournal(world, demand), demand);
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

/** Every entry in order, from the archive and the stream. */
async function wholeJournal({ folders, network }: World, demand: Demand): Promise<JournalEntry[]> {
  const entries = new Map<string, Uint8Array>();
  const add = (position: string, bytes: Uint8Array) => {
    const known = entries.get(position);
    demand(!known || Buffer.compare(known, bytes) === 0, `there is one entry ${position} in stream and archive`);
    entries.set(position, bytes);
  };
  for (const segment of await listSegments(folders.archive))
    for await (const { position, bytes } of readSegment(segment)) add(position, Uint8Array.from(bytes));
  for (const { id, fields } of network.server.stream('spot:commands')?.entries ?? []) add(id, fields[1] as Buffer);
  const positions = [...entries.keys()].sort(comparePositions);
  return positions.map((position) => ({ position, bytes: entries.get(position) as Uint8Array }));
}

/** Settled events are byte for byte what the journal gives. */
function checkEvents({ postgres }: World, journal: JournalEntry[], demand: Demand): Shard {
  const shard = worldCore.create() as Shard;
  const out = new EventWriter(1 << 16);
  const settled = new Map(postgres.entries.map(({ position, bytes }) => [position, Buffer.from(bytes)]));
  let count = 0;
  for (const { position, bytes } of journal) {
    const seqBefore = shard.seq;
    applyEntry(shard, Buffer.from(bytes), positionTimeMs(position), out);
    if (shard.seq === seqBefore) continue;
    count++;
    const events = Buffer.from(out.bytes.subarray(0, out.length));
    demand(
      settled.get(position)?.equals(events) ?? false,
      `the events of ${position} are settled as the journal gives them`,
    );
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
