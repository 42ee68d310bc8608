import { type Command, Op } from '@pelican/shared/engine/perpetual/commands.ts';
import { type CommandDone, EventKind, type EventOf } from '@pelican/shared/engine/perpetual/events.ts';
import { LiquidationStage, MarginMode, OrderKind, PositionSide, Side } from '@pelican/shared/engine/perpetual/terms.ts';
import { deleverageTakes, rankCandidates } from '@pelican/shared/perpetual/deleveraging.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandGenerator } from '../../../testing/perpetual/generate-commands.ts';
import { PerpetualRun } from '../../../testing/perpetual/perpetual-run.ts';
import { asset, smallInstrument } from '../../../testing/perpetual/small-instrument.ts';
import { Random } from '../../../testing/random.ts';
import { perpetualShardId } from '../../../testing/shard-ids.ts';
import { EventWriter } from '../../kernel/event-writer.ts';
import { noLegs } from '../algos/algos.ts';
import { checkInvariants } from '../invariants.ts';
import { perpetualCore } from '../perpetual-core.ts';
import { crossEquityOf, exactOf } from '../positions/accounts.ts';
import type { Account, Market, PerpetualShard } from '../state.ts';
import { dropWatches } from './unwatched.ts';

const core = perpetualCore(perpetualShardId);
const market = 1001;
const startTicks = 1000;
const settings = smallInstrument(market, { fundingIntervalMs: 28_800_000, ordersMax: 10_000 });
const timeoutMs = 60_000;
const fundingTimeMs = 1_800_000_000_000 + 28_800_000;

/** A market where `pairs` of users hold a long against a short each, isolated at 20x. */
class Crowd {
  readonly run = new PerpetualRun();
  n = fundingTimeMs / 1000 - 300;
  #transferId = 0;

  constructor(pairs: number) {
    this.#configure({ kind: 'asset', id: asset, ticker: 'USDT', scale: 8 });
    this.#configure(settings);
    this.tick(startTicks);
    for (let pair = 0; pair < pairs; pair++) {
      this.open(2 * pair + 1, PositionSide.short, 10);
      this.open(2 * pair + 2, PositionSide.long, 10);
    }
  }

  send(command: Command): void {
    this.run.apply(command, this.n * 1000);
  }

  get shard(): PerpetualShard {
    return this.run.shard;
  }

  get done(): CommandDone {
    return this.run.events.at(-1) as CommandDone;
  }

  tick(indexTicks: number): void {
    this.n++;
    this.send({ kind: Op.tick, user: 0, n: this.n, prices: JSON.stringify([{ market, indexTicks, sources: [] }]) });
  }

  /** Sends continueRound until nothing is pending; returns how many there were. */
  finish(see?: () => void): number {
    let count = 0;
    for (; this.done.available === 1; count++) {
      this.send({ kind: Op.continueRound, user: 0 });
      see?.();
    }
    return count;
  }

  open(
    user: number,
    position: PositionSide,
    lots: number,
    priceTicks = startTicks,
    leverage = 10,
    mode: MarginMode = MarginMode.isolated,
  ): void {
    this.send({ kind: Op.transferIn, user, asset, transferId: ++this.#transferId, amount: 1_000_000_000n });
    this.send({ kind: Op.setLeverage, user, market, mode, position, leverage, positionVersion: -1 });
    this.place(user, position as number as Side, position, lots, priceTicks, mode);
  }

  withdraw(user: number, amount: bigint): void {
    this.send({ kind: Op.transferOut, user, asset, transferId: ++this.#transferId, amount });
  }

  status(status: 'open' | 'halted'): void {
    this.#configure({ ...settings, status });
  }

  place(
    user: number,
    side: Side,
    position: PositionSide,
    lots: number,
    priceTicks = startTicks,
    mode: MarginMode = MarginMode.isolated,
  ): void {
    const target = { user, market, mode, position, side };
    const order = { type: OrderKind.limit, priceTicks, lots, reduceOnly: false, selfTrade: 0 as const };
    this.send({ kind: Op.placeOrder, ...target, ...order, ...noLegs, clientId: '', source: '' });
  }

  payments(): EventOf<typeof EventKind.fundingPaid>[] {
    return this.run.events.filter((event) => event.kind === EventKind.fundingPaid);
  }

  #configure(settings: object): void {
    this.send({ kind: Op.configure, user: 0, settings: JSON.stringify(settings) });
  }
}

describe('funding of many positions', () => {
  it('visits at most 500 a command, and pays each once on the terms of its time', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(800);
    crowd.n = fundingTimeMs / 1000 - 1;
    crowd.finish();
    crowd.tick(startTicks);
    const paid = new Map<number, bigint>();
    const note = () => {
      expect(crowd.payments().length).toBeLessThanOrEqual(500);
      for (const { positionId, amount } of crowd.payments()) {
        expect(paid.has(positionId), `position ${positionId}`).toBe(false);
        paid.set(positionId, amount);
      }
    };
    note();
    expect(crowd.done.available).toBe(1);
    // The index moves on, and owners trade, before their turn: the amounts stay those of the funding's mark.
    const [late] = [...crowd.shard.positions.values()].slice(-1);
    crowd.place(late?.user as number, 1, PositionSide.long, 10);
    note();
    expect(paid.has(late?.id as number)).toBe(true);
    crowd.place(2, 1, PositionSide.long, 10);
    note();
    crowd.open(5001, PositionSide.long, 10);
    note();
    crowd.tick(startTicks + 20);
    note();
    expect(crowd.finish(note)).toBeGreaterThan(1);
    expect(paid.size).toBe(1600);
    expect(new Set([...paid.values()].map((amount) => (amount < 0n ? -amount : amount))).size).toBe(1);
    checkInvariants(crowd.shard);
  });
});

describe('liquidations of many', () => {
  it('are taken lowest ratio first, at most 64 a command, until nobody is overdue', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(200);
    crowd.finish();
    crowd.tick(startTicks * 0.88);
    const taken: number[] = [];
    const note = () => {
      const begun = crowd.run.events.filter(
        (event) => event.kind === EventKind.liquidationStep && event.stage === LiquidationStage.started,
      );
      expect(begun.length).toBeLessThanOrEqual(64);
      for (const { user } of begun) taken.push(user);
    };
    note();
    crowd.finish(note);
    expect(taken.length).toBe(200);
    expect(taken).toEqual([...taken].sort((a, b) => a - b));
    expect(
      [...crowd.shard.positions.values()].some(({ position, isLiquidating }) => position === 0 && isLiquidating),
    ).toBe(false);
    checkInvariants(crowd.shard);
  });
});

describe('deleveraging among many', () => {
  /** 1,700 shorts at different prices, and a long whom the fund takes over and nobody buys. */
  function crowdWithLot(): Crowd {
    const crowd = new Crowd(0);
    for (let pair = 0; pair < 1700; pair++) {
      const ticks = startTicks + (pair % 37);
      crowd.open(2 * pair + 1, PositionSide.short, 10, ticks, 5 + (pair % 3));
      crowd.open(2 * pair + 2, PositionSide.long, 10, ticks, 5);
    }
    crowd.open(9001, PositionSide.short, 20, startTicks, 5);
    crowd.open(9002, PositionSide.long, 20, startTicks, 50);
    crowd.finish();
    crowd.tick(startTicks * 0.95);
    return crowd;
  }

  it('scores at most a thousand positions a command', { timeout: timeoutMs }, () => {
    const crowd = crowdWithLot();
    const { deleveraging, positions } = crowd.shard;
    const [queue] = deleveraging.queues;
    const ids = [...positions.keys()];
    let scored = 0;
    let commands = 1;
    const note = () => {
      const now = ids.filter((id) => id <= (queue?.cursor as number)).length;
      expect(now - scored).toBeLessThanOrEqual(1000);
      scored = now;
    };
    note();
    expect(scored).toBeGreaterThan(0);
    commands += crowd.finish(note);
    expect(scored).toBe(ids.length);
    expect(commands).toBeGreaterThan(2);
    expect([crowd.shard.fund.lots.size, deleveraging.lots.size, deleveraging.queues.length]).toEqual([0, 0, 0]);
    checkInvariants(crowd.shard);
  });

  it('keeps the exact order of its beginning, whatever ticks and owners do meanwhile', { timeout: timeoutMs }, () => {
    const crowd = crowdWithLot();
    const { shard } = crowd;
    const [lot] = shard.fund.lots.values();
    const [queue] = shard.deleveraging.queues;
    const markTicks = queue?.marks.get(market) as number;
    crowd.send({ kind: Op.continueRound, user: 0 });
    // A part of what was scored is closed, grows or gets margin, and the mark moves on.
    crowd.place(2, Side.sell, PositionSide.long, 3, startTicks * 0.95);
    crowd.place(1, Side.buy, PositionSide.short, 3, startTicks * 0.95);
    crowd.open(75, PositionSide.short, 7, startTicks * 0.95, 5);
    crowd.open(76, PositionSide.long, 7, startTicks * 0.95, 5);
    crowd.tick(startTicks * 0.94);
    const from = crowd.run.journal.length;
    const restored = core.decodeSnapshot(core.encodeSnapshot(shard));
    const candidates = [...shard.positions.values()]
      .filter(({ position, isLiquidating }) => position === PositionSide.short && !isLiquidating)
      .map((held) => ({ id: held.id, ...exactOf(held), crossNotional: 0n, crossEquity: 0n, hedgedLots: 0 }));
    const { instrument } = shard.markets.get(market) as Market;
    const ranking = rankCandidates(instrument, markTicks, candidates);
    const terms = { lots: lot?.lots as number, bankruptcyTicks: lot?.bankruptcyTicks as number };
    const expected = deleverageTakes(instrument, terms, markTicks, ranking).map(({ candidate, lots }) => {
      const rank = ranking.findIndex((one) => one.candidate === candidate);
      return { positionId: candidate.id, lots, rank: rank + 1, score: Number(ranking[rank]?.score8) };
    });
    const taken: object[] = [];
    crowd.finish(() => {
      for (const event of crowd.run.events)
        if (event.kind === EventKind.deleveraged && event.lotId === lot?.id)
          taken.push({ positionId: event.positionId, lots: event.lots, rank: event.rank, score: event.score });
    });
    expect(taken.length).toBeGreaterThan(1);
    expect(taken).toEqual(expected);
    const out = new EventWriter();
    for (const { bytes, timeMs } of crowd.run.journal.slice(from)) core.applyEntry(restored, bytes, timeMs, out);
    expect(core.stateHash(restored)).toBe(core.stateHash(shard));
  });
});

describe('what a tick has to look at', () => {
  /** Whom the next tick looks at beside those whom the marks reach. */
  const countUnwatched = (shard: PerpetualShard) => shard.unwatched.length;

  function quietCrowd(): Crowd {
    const crowd = new Crowd(300);
    for (let user = 9001; user <= 9300; user += 2) {
      crowd.open(user, PositionSide.short, 10, startTicks, 10, MarginMode.cross);
      crowd.open(user + 1, PositionSide.long, 10, startTicks, 10, MarginMode.cross);
    }
    crowd.tick(startTicks);
    crowd.finish();
    crowd.tick(startTicks);
    expect(countUnwatched(crowd.shard)).toBe(0);
    return crowd;
  }

  it('is nobody after a restart', { timeout: timeoutMs }, () => {
    const { shard } = quietCrowd();
    expect(countUnwatched(core.decodeSnapshot(core.encodeSnapshot(shard)))).toBe(0);
  });

  it('is nobody after a halt and after its end, but those whose haircut decides', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    // An equity of 2% of its leg: above the level of a warning without a haircut of 1%, and below it with one.
    crowd.open(9991, PositionSide.short, 20, startTicks, 100, MarginMode.cross);
    crowd.open(9992, PositionSide.long, 20, startTicks, 100, MarginMode.cross);
    const account = crowd.shard.accounts.get(9992) as Account;
    const [leg] = account.crossPositions;
    crowd.withdraw(9992, BigInt(crossEquityOf(account)) - BigInt(leg?.cost ?? 0) / 50n);
    crowd.tick(startTicks);
    for (const status of ['halted', 'open'] as const) {
      expect(countUnwatched(crowd.shard)).toBe(0);
      crowd.status(status);
      expect(countUnwatched(crowd.shard)).toBe(1);
      crowd.tick(startTicks);
    }
    for (let second = 0; second < 12; second++) {
      crowd.tick(0);
      crowd.finish();
      expect(countUnwatched(crowd.shard)).toBeLessThanOrEqual(1);
    }
  });

  it('is less than a slice of a funding that went on before it', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(1000);
    crowd.n = fundingTimeMs / 1000 - 1;
    crowd.finish();
    crowd.tick(startTicks);
    expect(crowd.finish(() => expect(countUnwatched(crowd.shard)).toBeLessThanOrEqual(500))).toBeGreaterThan(0);
  });
});

describe('a tick that looks only at whom the marks reached', () => {
  it('decides as one that looks at everybody', { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const watched = new PerpetualRun();
        const generator = new CommandGenerator(new Random(seed), watched.shard);
        const thorough = new PerpetualRun();
        const apply = (command: Command) => {
          watched.apply(command, generator.timeMs);
          for (const each of thorough.shard.markets.values()) dropWatches(thorough.shard, each);
          thorough.apply(command, generator.timeMs);
          expect(Buffer.compare(watched.answers.at(-1) as Uint8Array, thorough.answers.at(-1) as Uint8Array)).toBe(0);
        };
        for (const command of generator.setup()) apply(command);
        for (let at = 0; at < 500; at++) apply(generator.next());
      }),
      { numRuns: 30, seed: 20_261_122 },
    );
  });
});
