import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyHasher } from './key-hasher.ts';
import { EntryField, KeyTable } from './key-table.ts';
import { OwnerQueues } from './owner-queues.ts';

const { queueLink } = EntryField;
const behindMax = 1024;

/** Adds entries to a table of keys, each with a key of its own. */
class Entries {
  readonly table = new KeyTable();
  #lastKey = 0;

  add(owner: number): number {
    return this.table.add(owner, Object.assign(new KeyHasher(), { h0: ++this.#lastKey }));
  }
}

describe("a user's queue", () => {
  const owner = fc.constantFrom(1, 2, 0xffffffff);
  const step = fc.record({
    owner,
    pushes: fc.integer({ min: 0, max: 1500 }),
    shifts: fc.integer({ min: 0, max: 1500 }),
  });

  it('gives back entries in the order in which they were pushed, whenever the oldest is asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }), (steps) => {
        const entries = new Entries();
        const queues = new OwnerQueues(entries.table);
        const model = new Map<number, number[]>();
        for (const [{ owner, pushes, shifts }, asks] of steps) {
          const queue = model.get(owner) ?? [];
          model.set(owner, queue);
          for (let i = 0; i < pushes; i++) {
            queue.push(entries.add(owner));
            expect(queues.push(owner, queue.at(-1) as number)).toBe(queue.length);
          }
          for (let i = Math.min(shifts, queue.length); i > 0; i--) {
            if (asks) expect(queues.oldestOf(owner)).toBe(queue[0]);
            queues.shift(owner);
            entries.table.remove(queue.shift() as number);
          }
          expect(queues.lengthOf(owner)).toBe(queue.length);
        }
        for (const [owner, queue] of model) {
          for (const entry of queue) {
            expect(queues.oldestOf(owner)).toBe(entry);
            queues.shift(owner);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('never links more than a fixed number of entries anew at once, however long it is', () => {
    const entries = new Entries();
    const queues = new OwnerQueues(entries.table);
    const added: number[] = [];
    const links = () => added.map((entry) => entries.table.word(entry, queueLink));
    const relinked: number[] = [];
    let before: number[] = [];
    const count = () => {
      const now = links();
      relinked.push(before.filter((link, index) => link !== now[index]).length);
      before = now;
    };
    for (let i = 0; i < 4000; i++) {
      const entry = entries.add(1);
      queues.push(1, entry);
      added.push(entry);
      count();
    }
    expect(queues.oldestOf(1)).toBe(added[0]);
    count();
    expect(Math.max(...relinked)).toBeLessThanOrEqual(behindMax);
  });
});
