import { isDeepStrictEqual } from 'node:util';
import {
  accountChanged,
  algoChanged,
  CashReason,
  type EngineEvent,
  EventKind,
  forEachEvent,
  fundLotChanged,
  MarginMode,
  orderChanged,
  positionChanged,
} from '@pelican/shared/engine/perpetual';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandGenerator } from '../../testing/perpetual/generate-commands.ts';
import { PerpetualRun } from '../../testing/perpetual/perpetual-run.ts';
import { Random } from '../../testing/random.ts';
import { EventWriter } from '../kernel/event-writer.ts';
import { writeAccount, writeAlgo, writeLot, writeOrder, writePosition } from './change-records.ts';

/** What a reader of the events has: the newest record of each live object, and each position's margin by the records of cash. */
class Projection {
  readonly newest = new Map<string, EngineEvent>();
  readonly margins = new Map<number, bigint>();

  take(events: readonly EngineEvent[]): void {
    for (const event of events) {
      const name = nameOf(event);
      if (name !== undefined) this.newest.set(name, event);
      if (event.kind === EventKind.cashMoved) this.#moveMargin(event.positionId, event.reason, event.delta);
    }
  }

  #moveMargin(positionId: number, reason: CashReason, delta: bigint): void {
    if (reason !== CashReason.margin && reason !== CashReason.rounding) return;
    this.margins.set(positionId, (this.margins.get(positionId) ?? 0n) - delta);
  }
}

function nameOf(event: EngineEvent): string | undefined {
  if (event.kind === EventKind.orderChanged) return `order ${event.orderId}`;
  if (event.kind === EventKind.algoChanged) return `algo ${event.algoId}`;
  if (event.kind === EventKind.positionChanged) return `position ${event.positionId}`;
  if (event.kind === EventKind.fundLotChanged) return `lot ${event.lotId}`;
  if (event.kind === EventKind.accountChanged) return `account ${event.user}`;
  return undefined;
}

/** The records of everything that lives now. */
function recordsOf({ shard }: PerpetualRun): Map<string, EngineEvent> {
  const out = new EventWriter();
  out.reserve(32);
  for (const order of shard.orders.values()) writeOrder(out, order);
  for (const algo of shard.algos.values()) writeAlgo(out, algo);
  for (const position of shard.positions.values()) writePosition(out, position);
  for (const lot of shard.fund.lots.values()) writeLot(out, lot);
  for (const account of shard.accounts.values()) if (account.cash !== 0) writeAccount(out, account);
  const records = new Map<string, EngineEvent>();
  forEachEvent(out.copy(), (event) => records.set(nameOf(event) ?? '', event));
  return records;
}

const snapshotKinds: number[] = [orderChanged, algoChanged, positionChanged, fundLotChanged, accountChanged].map(
  ({ kind }) => kind,
);

/** Happenings first, then each object that changed once, then the answer. */
function checkOrderOfTelling(events: readonly EngineEvent[]): void {
  const kinds = events.map(({ kind }) => snapshotKinds.includes(kind)).slice(0, -1);
  const firstSnapshot = kinds.indexOf(true);
  if (firstSnapshot >= 0) expect(kinds.indexOf(false, firstSnapshot)).toBe(-1);
  const names = events.map(nameOf).filter((name) => name !== undefined);
  expect(new Set(names).size).toBe(names.length);
}

function checkNewest(run: PerpetualRun, projection: Projection): void {
  const untold = [...recordsOf(run)].filter(
    ([name, record]) => !isDeepStrictEqual(projection.newest.get(name), record),
  );
  expect(untold).toEqual([]);
}

describe('the events of any command', () => {
  it('leave a reader with the objects as they are, each written once, after what happened', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const run = new PerpetualRun();
        const generator = new CommandGenerator(new Random(seed), run.shard);
        const projection = new Projection();
        for (const command of generator.setup()) {
          run.apply(command, generator.timeMs);
          projection.take(run.events);
        }
        for (let at = 0; at < 400; at++) {
          run.apply(generator.next(), generator.timeMs);
          projection.take(run.events);
          checkOrderOfTelling(run.events);
          if (at % 4 === 0) checkNewest(run, projection);
        }
        for (const { id, mode, margin } of run.shard.positions.values())
          if (mode === MarginMode.isolated) expect(projection.margins.get(id)).toBe(BigInt(margin));
      }),
      { numRuns: 15, seed: 20_261_121 },
    );
  });
});
