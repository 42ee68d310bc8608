/** The engine bench's stream of records as orders for a perpetual market: cross margin, closing what the user holds first. */
import { positionKey } from '@pelican/engine/src/core/perpetual/state.ts';
import { ByteWriter } from '@pelican/shared/engine';
import {
  type Command,
  MarginMode,
  Op,
  OrderKind,
  type PositionSide,
  type Side,
} from '@pelican/shared/engine/perpetual';
import { describeStream } from '../engine/describe.ts';
import { type BenchRecord, Phase, RecordOp, type RecordStream } from '../engine/records.ts';

import { cpuTimeMs, ratePerSecond } from '../shared/cpu-time.ts';
import { core, encodeEntry, markets, orderCommand, PerpetualUnderBench } from './world.ts';

const commandsPerEntry = 256;
const sender = 2;
const market = (markets[0] as { id: number }).id;

export interface PreparedOrders {
  users: number[];
  timedCount: number;
  entries: { bytes: Uint8Array; isTimed: boolean }[];
  trades: number;
  /** Stays alive, so that the code compiled for it does: see `PreparedStream`. */
  world: PerpetualUnderBench;
  /** What the state must be after every pass. */
  stateHash: string;
}

const kinds = {
  [RecordOp.limit]: OrderKind.limit,
  [RecordOp.immediateOrCancel]: OrderKind.ioc,
  [RecordOp.market]: OrderKind.market,
};

/** One pass through a shard gives every command the ids that the engine gives its orders. */
export function prepareOrders(stream: RecordStream): PreparedOrders {
  const { users } = describeStream(stream);
  const world = new PerpetualUnderBench(users);
  const writer = new ByteWriter(1 << 16);
  const engineIds = new Map<number, number>();
  const entries: PreparedOrders['entries'] = [];
  let waiting: Command[] = [];
  let isTimed = false;
  const flush = () => {
    if (waiting.length === 0) return;
    entries.push({ bytes: encodeEntry(writer, waiting, sender, entries.length + 1).slice(), isTimed });
    waiting = [];
  };
  for (let at = 0; at < stream.count; at++) {
    const record = stream.read(at);
    const command = commandOf(world, record, engineIds);
    world.apply(command);
    if (command.kind === Op.placeOrder) engineIds.set(record.id, world.shard.lastOrderId);
    if ((record.phase === Phase.timed) !== isTimed || waiting.length === commandsPerEntry) flush();
    isTimed = record.phase === Phase.timed;
    waiting.push(command);
  }
  flush();
  const trades = world.shard.markets.get(market)?.lastTradeId ?? 0;
  return { users, timedCount: stream.timedCount(), entries, trades, world, stateHash: endState(world) };
}

function commandOf({ shard }: PerpetualUnderBench, record: BenchRecord, engineIds: Map<number, number>): Command {
  const { user } = record;
  if (record.op === RecordOp.cancel) {
    return { kind: Op.cancelOrder, user, market, orderId: engineIds.get(record.id) ?? 0 };
  }
  const side = record.side as Side;
  const mode = MarginMode.cross;
  const opposite = (1 - side) as PositionSide;
  const held = shard.accounts.get(user)?.positions.get(positionKey(market, mode, opposite));
  const isClosing = held !== undefined && held.lots >= record.lots;
  const position = isClosing ? opposite : (side as number as PositionSide);
  const type = kinds[record.op as keyof typeof kinds];
  return orderCommand({ user, market, mode, side, position, type, priceTicks: record.priceTicks, lots: record.lots });
}

/** The state without what differs by how commands are packed: the counters of senders and the digest of events. */
function endState({ shard }: PerpetualUnderBench): string {
  shard.senders.clear();
  shard.digest.fill(0);
  return core.stateHash(shard);
}

/** Applies the entries to a fresh shard, whose end is checked, and returns the commands a second over the timed ones. */
export function orderPass(prepared: PreparedOrders): number {
  const world = new PerpetualUnderBench(prepared.users);
  let elapsedMs = 0;
  for (const { bytes, isTimed } of prepared.entries) {
    const startedMs = cpuTimeMs();
    world.applyEntry(bytes);
    if (isTimed) elapsedMs += cpuTimeMs() - startedMs;
  }
  const state = endState(world);
  if (state !== prepared.stateHash) throw new Error(`a pass ended in state ${state}, not ${prepared.stateHash}`);
  core.checkInvariants(world.shard);
  return ratePerSecond(prepared.timedCount, elapsedMs);
}
