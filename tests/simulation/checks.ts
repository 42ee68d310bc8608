/** What every run must end in, whatever went wrong on the way. */

import { EventWriter } from '@pelican/engine/src/core/kernel/event-writer.ts';
import type { ShardState } from '@pelican/engine/src/core/kernel/shard-state.ts';
import { listSegments, readSegment } from '@pelican/engine/src/host/archive.ts';
import type { JournalEntry } from '@pelican/engine/src/host/journal.ts';
import { comparePositions, positionTimeMs, shardKeys } from '@pelican/shared/engine';
import type { Projection } from './projection.ts';
import type { ShardKit } from './shard-kit.ts';
import type { Call, Traders } from './traders.ts';
import type { World } from './world.ts';

/** The promises that do not hold, a line each. */
export async function brokenPromises(world: World, traders: readonly Traders[]): Promise<string[]> {
  const broken: string[] = [];
  for (const { kit, calls } of traders) {
    const demand = (holds: boolean, promise: string) => {
      if (!holds) broken.push(`${kit.shard.name}: ${promise}`);
    };
    await checkShard(world, kit, calls, demand);
  }
  return broken;
}

type Demand = (holds: boolean, promise: string) => void;

async function checkShard(world: World, kit: ShardKit, calls: readonly Call[], demand: Demand): Promise<void> {
  const { postgres, api } = world;
  const rows = postgres.rowsOf(kit.shard.id);
  const settled = rows.projection;
  const replayed = checkEvents(world, kit, await wholeJournal(world, kit, demand), demand);
  kit.core.checkInvariants(replayed);
  rows.checkConservation();
  demand(same(settled.stateFacts(), kit.stateFacts(replayed)), 'what is settled is what a replay gives');
  const view = api?.get(kit.shard.name)?.view;
  demand(same(view?.facts(), settled.facts()), 'the live view equals what is settled');
  for (const call of calls) checkCall(kit, call, settled, demand);
  for (const [id, count] of settled.transfers) demand(count === 1, `transfer ${id} took effect ${count} times`);
}

/** Every entry in order, from the archive and the stream. */
async function wholeJournal(world: World, { shard }: ShardKit, demand: Demand): Promise<JournalEntry[]> {
  const entries = new Map<string, Uint8Array>();
  const add = (position: string, bytes: Uint8Array) => {
    const known = entries.get(position);
    demand(!known || Buffer.compare(known, bytes) === 0, `there is one entry ${position} in stream and archive`);
    entries.set(position, bytes);
  };
  for (const segment of await listSegments(world.foldersOf(shard).archive))
    for await (const { position, bytes } of readSegment(segment)) add(position, Uint8Array.from(bytes));
  const stream = world.network.server.stream(shardKeys(shard).commands);
  for (const { id, fields } of stream?.entries ?? []) add(id, fields[1] as Buffer);
  const positions = [...entries.keys()].sort(comparePositions);
  return positions.map((position) => ({ position, bytes: entries.get(position) as Uint8Array }));
}

/** Settled events are byte for byte what the journal gives. */
function checkEvents({ postgres }: World, kit: ShardKit, journal: JournalEntry[], demand: Demand): ShardState {
  const { core, shard } = kit;
  const state = core.create();
  const out = new EventWriter(1 << 16);
  const { entries } = postgres.rowsOf(shard.id);
  const settled = new Map(entries.map(({ position, bytes }) => [position, Buffer.from(bytes)]));
  let count = 0;
  for (const { position, bytes } of journal) {
    const seqBefore = state.seq;
    core.applyEntry(state, Buffer.from(bytes), positionTimeMs(position), out);
    if (state.seq === seqBefore) continue;
    count++;
    const events = Buffer.from(out.bytes.subarray(0, out.length));
    demand(
      settled.get(position)?.equals(events) ?? false,
      `the events of ${position} are settled as the journal gives them`,
    );
  }
  demand(count === entries.length, `${entries.length} entries are settled, the journal has ${count}`);
  return state;
}

function checkCall(kit: ShardKit, { command, outcome }: Call, settled: Projection, demand: Demand): void {
  if (outcome.kind === 'unknown') {
    demand(false, 'every call has an answer in the end');
    return;
  }
  const accepted = outcome.kind === 'done' && outcome.done.code === 0;
  const { clientId, transferId, cancelledOrderId } = kit.purposeOf(command);
  if (clientId !== undefined) {
    const orders = [...settled.orders.values()].filter((order) => order.clientId === clientId);
    const wanted = accepted ? [outcome.done.orderId] : [];
    demand(
      same(
        orders.map(({ id }) => id),
        wanted,
      ),
      `order ${clientId} was answered ${JSON.stringify(outcome)}`,
    );
  }
  if (transferId !== undefined) {
    const isApplied = settled.transfers.has(transferId);
    demand(isApplied === accepted, `transfer ${transferId} was answered ${JSON.stringify(outcome)}`);
  }
  if (cancelledOrderId !== undefined && accepted)
    demand(settled.orders.get(cancelledOrderId)?.isOpen === false, `order ${cancelledOrderId} was cancelled`);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
