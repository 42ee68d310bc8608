import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { underPlacementSeed } from '../../testing/under-placement-seed.ts';
import { type ClientKeyLimits, ClientKeys, MadeKind } from './client-keys.ts';
import { SnapshotReader, SnapshotWriter } from './snapshot-bytes.ts';

interface ModelKey {
  user: number;
  id: string;
  content: number;
  made: number;
  kind: MadeKind;
  timeMs: number;
  /** Kept only while its order is open. */
  isHeld: boolean;
}

/** The same rules on arrays: slow, and nothing to go wrong in. */
class Model {
  /** In the order in which they are forgotten. */
  keys: ModelKey[] = [];
  readonly #isOrderOpen: (made: number) => boolean;
  readonly #limits: ClientKeyLimits;

  constructor(isOpen: (made: number) => boolean, limits: ClientKeyLimits) {
    this.#isOrderOpen = isOpen;
    this.#limits = limits;
  }

  find(user: number, id: string, nowMs: number): ModelKey | undefined {
    const key = this.keys.find((known) => known.user === user && known.id === id);
    return key && (this.#isRecent(key, nowMs) || this.#isOpen(key)) ? key : undefined;
  }

  remember(key: ModelKey, nowMs: number): void {
    const expired = this.keys.find(({ user, id }) => user === key.user && id === key.id);
    if (expired && !expired.isHeld)
      for (const older of this.queueOf(key.user)) {
        if (older === expired) break;
        this.#retire(older);
      }
    if (expired) this.#forget(expired);
    for (let i = 0; i < 2; i++) {
      const [oldest] = this.keys;
      if (!oldest || this.#isRecent(oldest, nowMs)) break;
      this.#forget(oldest);
      if (this.#isOpen(oldest)) this.keys.push({ ...oldest, isHeld: true });
    }
    const [first] = this.queueOf(key.user);
    if (first && this.queueOf(key.user).length >= this.#limits.perUser) this.#retire(first);
    if (this.keys.length >= this.#limits.total) {
      const queue = this.queueOf(key.user);
      this.#forget((queue.length > this.#limits.fairShare ? queue : this.keys)[0] as ModelKey);
    }
    this.keys.push(key);
  }

  queueOf(user: number): ModelKey[] {
    return this.keys.filter((key) => key.user === user && !key.isHeld);
  }

  #isRecent(key: ModelKey, nowMs: number): boolean {
    return !key.isHeld && nowMs - key.timeMs < this.#limits.memoryMs;
  }

  #isOpen({ kind, made }: ModelKey): boolean {
    return kind === MadeKind.order && this.#isOrderOpen(made);
  }

  #retire(key: ModelKey): void {
    if (this.#isOpen(key)) key.isHeld = true;
    else this.#forget(key);
  }

  #forget(key: ModelKey): void {
    this.keys = this.keys.filter((known) => known !== key);
  }
}

const limits: ClientKeyLimits = { perUser: 5, total: 14, fairShare: 3, memoryMs: 50 };

/** Hashes an id and its content as a core does before `find`. */
function hash(keys: ClientKeys, id: string, content: number): void {
  const words = new Int32Array(10);
  const { written } = new TextEncoder().encodeInto(id, new Uint8Array(words.buffer));
  keys.id.text(words, 0, written);
  keys.content.start();
  keys.content.number(content);
}

function encoded(keys: ClientKeys): Uint8Array {
  const writer = new SnapshotWriter();
  keys.encode(writer);
  return writer.finish();
}

const send = fc.record({
  user: fc.constantFrom(1, 2, 3, 0xffffffff),
  id: fc.integer({ min: 1, max: 12 }).map((number) => `an-id-${'x'.repeat(number)}`),
  content: fc.constantFrom(1, 1, 1, 2),
  passesMs: fc.constantFrom(0, 0, 1, 10, 60),
  isOpen: fc.boolean(),
  kind: fc.constantFrom(MadeKind.order, MadeKind.order, MadeKind.change),
  /** Closes a share of the open orders. */
  closes: fc.constantFrom(0, 0, 0.3),
  isRestored: fc.constantFrom(false, false, false, true),
});

describe('client ids', () => {
  it('follow the rules under any traffic, closing of orders and restart, and equal states give equal bytes', () => {
    fc.assert(
      fc.property(fc.array(send, { maxLength: 200 }), (steps) => {
        const open = new Set<number>();
        const openness = { isOpen: (made: number) => open.has(made) };
        let keys = new ClientKeys(openness, limits);
        const model = new Model(openness.isOpen, limits);
        let nowMs = 1_700_000_000_000;
        for (const [made, { user, id, content, passesMs, isOpen, kind, closes, isRestored }] of steps.entries()) {
          nowMs += passesMs;
          for (const order of [...open]) if (order % 10 < closes * 10) open.delete(order);
          if (isRestored) {
            const bytes = encoded(keys);
            keys = new ClientKeys(openness, limits);
            keys.decode(new SnapshotReader(bytes));
            expect(Buffer.compare(encoded(keys), bytes)).toBe(0);
          }
          hash(keys, id, content);
          const entry = keys.find(user, nowMs);
          const expected = model.find(user, id, nowMs);
          expect(entry !== 0).toBe(expected !== undefined);
          if (expected) {
            expect(keys.madeBy(entry)).toBe(expected.made);
            expect(keys.hasContent(entry)).toBe(expected.content === content);
            continue;
          }
          if (isOpen) open.add(made);
          keys.remember(user, made, kind, nowMs);
          model.remember({ user, id, content, made, kind, timeMs: nowMs, isHeld: false }, nowMs);
          expect(keys.count).toBe(model.keys.length);
          expect(keys.count).toBeLessThanOrEqual(limits.total);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('give the same answers and bytes under any placement seed', () => {
    fc.assert(
      fc.property(fc.array(send, { maxLength: 200 }), fc.tuple(fc.integer(), fc.integer()), (steps, seed) => {
        const open = new Set<number>();
        const openness = { isOpen: (made: number) => open.has(made) };
        const ours = new ClientKeys(openness, limits);
        const others = underPlacementSeed(seed, () => new ClientKeys(openness, limits));
        let nowMs = 1_700_000_000_000;
        for (const [made, { user, id, content, passesMs, isOpen, closes }] of steps.entries()) {
          nowMs += passesMs;
          for (const order of [...open]) if (order % 10 < closes * 10) open.delete(order);
          if (isOpen) open.add(made);
          const answers = [ours, others].map((keys) => {
            hash(keys, id, content);
            const entry = keys.find(user, nowMs);
            if (entry === 0) keys.remember(user, made, MadeKind.order, nowMs);
            return entry === 0 ? 'new' : `${keys.madeBy(entry)} ${keys.hasContent(entry)}`;
          });
          expect(answers[1]).toBe(answers[0]);
        }
        expect(Buffer.compare(encoded(others), encoded(ours))).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it('of one user cannot push out those of another, however many there are', () => {
    const keys = new ClientKeys({ isOpen: () => false }, { perUser: 1000, total: 1000, fairShare: 10, memoryMs: 1000 });
    const remember = (user: number, id: string) => {
      hash(keys, id, 1);
      keys.remember(user, 1, MadeKind.order, 5);
    };
    for (let i = 0; i < 20; i++) remember(1, `mine-${i}`);
    for (let i = 0; i < 5000; i++) remember(2, `theirs-${i}`);
    for (let i = 0; i < 20; i++) {
      hash(keys, `mine-${i}`, 1);
      expect(keys.find(1, 5), `mine-${i}`).not.toBe(0);
    }
    expect(keys.count).toBe(1000);
  });

  it('of changes are no more than a user has ids, although their order stays open', () => {
    const keys = new ClientKeys({ isOpen: () => true }, { perUser: 10, total: 1000, fairShare: 3, memoryMs: 1000 });
    const remember = (id: string, kind: MadeKind, nowMs: number) => {
      hash(keys, id, 1);
      keys.find(1, nowMs);
      keys.remember(1, 7, kind, nowMs);
    };
    remember('order', MadeKind.order, 5);
    for (let i = 0; i < 500; i++) remember(`change-${i}`, MadeKind.change, 5);
    expect(keys.count).toBe(11);
    hash(keys, 'order', 1);
    expect(keys.madeBy(keys.find(1, 5000))).toBe(7);
  });

  it('of any length and content are told apart', () => {
    const keys = new ClientKeys({ isOpen: () => false });
    const ids = ['a', 'b', 'aa', 'ab', 'ba', 'aaaa', 'aaab', 'aaaaa', 'aaaab', 'a'.repeat(36), `${'a'.repeat(35)}b`];
    for (const [made, id] of ids.entries()) {
      hash(keys, id, made);
      expect(keys.find(1, 5)).toBe(0);
      keys.remember(1, made, MadeKind.order, 5);
    }
    for (const [made, id] of ids.entries()) {
      hash(keys, id, made);
      expect(keys.madeBy(keys.find(1, 5))).toBe(made);
      expect(keys.find(2, 5)).toBe(0);
    }
  });
});
