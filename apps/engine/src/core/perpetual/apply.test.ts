import { ByteWriter, finishEntry, readEventHeader, startEntry } from '@pelican/shared/engine';
import { type Command, EventKind, Op, RejectCode, writeCommand } from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import { alice, bob, dollar, Exchange, orderCommand, usdt } from '../../testing/perpetual/exchange.ts';
import { Random } from '../../testing/random.ts';
import { EventWriter } from '../kernel/event-writer.ts';
import { applyEntry } from './apply.ts';
import { stateHash } from './snapshot.ts';

let exchange: Exchange;
const out = new EventWriter(64);

beforeEach(() => {
  exchange = new Exchange();
  exchange.fund(alice, 1000);
});

function entryOf(counter: number, ...commands: Command[]): Uint8Array {
  const entry = new ByteWriter();
  startEntry(entry, 2, 2, counter);
  for (const command of commands) writeCommand(entry, command);
  finishEntry(entry, commands.length);
  return entry.copy();
}

const transfer = { kind: Op.transferIn, user: alice, asset: usdt, transferId: 900, amount: 5n } as const;
const headerOf = (bytes: Uint8Array) => {
  applyEntry(exchange.shard, bytes, exchange.timeMs, out);
  return readEventHeader(out.copy());
};

describe('an entry', () => {
  it('that was sent before is answered by an entry of count 0', () => {
    const { seq } = exchange.shard;
    expect(headerOf(entryOf(5, transfer, { ...transfer, transferId: 901 }))).toEqual({
      sender: 2,
      counter: 5,
      commandCount: 2,
      firstSeq: seq + 1,
    });
    expect(headerOf(entryOf(5, transfer))).toMatchObject({ commandCount: 0, firstSeq: seq + 3 });
    expect(headerOf(entryOf(4, transfer))).toMatchObject({ commandCount: 0 });
    expect(exchange.shard.seq).toBe(seq + 2);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['another version', Uint8Array.from(entryOf(1, transfer), (byte, at) => (at === 0 ? 9 : byte))],
    ["the spot shard's", Uint8Array.from(entryOf(1, transfer), (byte, at) => (at === 1 ? 1 : byte))],
    ['a counter that is none', entryOf(1.5, transfer)],
  ])('that is %s changes nothing', (_, bytes) => {
    const before = stateHash(exchange.shard);
    expect(headerOf(bytes)).toMatchObject({ commandCount: 0, firstSeq: exchange.shard.seq + 1 });
    expect(stateHash(exchange.shard)).toBe(before);
  });

  it('ends at a command that is torn', () => {
    const bytes = entryOf(6, transfer, { ...transfer, transferId: 902 });
    expect(headerOf(bytes.subarray(0, bytes.length - 8))).toMatchObject({ commandCount: 1 });
  });

  it('with an op that is none, or too short a body, is a refusal', () => {
    const bytes = entryOf(7, transfer);
    const unknown = bytes.slice();
    unknown[18] = 99;
    const [refused] = exchange.sendBytes(unknown);
    expect(refused).toMatchObject({ kind: EventKind.commandDone, code: RejectCode.outOfRange, op: 99, user: alice });
    const short = entryOf(8, transfer).subarray(0, 24);
    short[16] = 8;
    expect(exchange.sendBytes(short)).toMatchObject([{ code: RejectCode.outOfRange, op: Op.transferIn }]);
  });

  it('writes what happened first, then each object once, then the answer', () => {
    exchange.fund(bob, 1000);
    exchange.sell(bob, 60_000 * dollar, 5);
    exchange.sell(bob, 60_001 * dollar, 5);
    const kinds = exchange.buy(alice, 60_001 * dollar, 10).map(({ kind }) => kind);
    const happenings: number[] = [EventKind.traded, EventKind.cashMoved];
    const first = kinds.findIndex((kind) => !happenings.includes(kind));
    expect(kinds.slice(first)).toEqual([
      ...[EventKind.orderChanged, EventKind.orderChanged, EventKind.orderChanged],
      ...[EventKind.positionChanged, EventKind.positionChanged],
      ...[EventKind.accountChanged, EventKind.accountChanged, EventKind.accountChanged],
      EventKind.commandDone,
    ]);
  });

  it('of damaged bytes never throws and breaks no promise', () => {
    const random = new Random(20_261_121);
    exchange.fund(bob, 1000);
    for (let counter = 10; counter < 1500; counter++) {
      const order = orderCommand(random.pick([alice, bob]), { priceTicks: 60_000 * dollar, lots: 5, clientId: 'c' });
      const bytes = entryOf(counter, order, { ...order, clientId: '' });
      for (let damage = 0; damage < 3; damage++)
        bytes[16 + random.integer(0, bytes.length - 17)] = random.integer(0, 255);
      exchange.sendBytes(bytes);
    }
    expect(exchange.shard.seq).toBeGreaterThan(1000);
  });
});
