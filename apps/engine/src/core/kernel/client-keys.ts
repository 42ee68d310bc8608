/**
 * Client ids of orders and algos: the same id with the same content is the same command, answered as the first one was.
 *
 * An id is known while the order or algo that it made is open, and otherwise for 24 hours and the user's next 10,000 ids. At the bound of
 * 16 million ids of all users a further id of a user who has more than 100 replaces that user's oldest; of another user,
 * the oldest of all. So nobody with few accounts can make the engine forget what others have sent.
 *
 * What is forgotten, and when, is part of the state: it happens as ids are added, two of all users each time, and all older
 * ones of a user who sends an expired id again.
 */
import { ContentHasher, KeyHasher } from './key-hasher.ts';
import { EntryField, EntryNumber, KeyTable } from './key-table.ts';
import { readAheadCount } from './limits.ts';
import { OwnerQueues } from './owner-queues.ts';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.ts';

export interface ClientKeyLimits {
  /** How many ids a user has that are known even when closed; below 65,535. */
  perUser: number;
  /** The bound of all users' ids. */
  total: number;
  /** A user with more than this many replaces own ids at the bound. */
  fairShare: number;
  /** By the journal's clock. */
  memoryMs: number;
}

export const clientKeyLimits: Readonly<ClientKeyLimits> = {
  perUser: 10_000,
  total: 16_000_000,
  fairShare: 100,
  memoryMs: 24 * 60 * 60 * 1000,
};

/**
 * What an id made, as bits of its entry's flags: an order, an algo, whose ids are counted apart, or a change of an order. Of a change
 * nothing is open: one order may have any number of them, and they must not outlive their time with it.
 */
export const MadeKind = { order: 0, algo: 1, change: 4 } as const;
export type MadeKind = (typeof MadeKind)[keyof typeof MadeKind];

export interface Openness {
  /** True while the order or the algo of this id is open. */
  isOpen(id: number, kind: MadeKind): boolean;
}

/** Words of an entry's content: 64 bits of the command's content, and flags. */
const { content: digestLow } = EntryField;
const digestHigh = digestLow + 1;
const flagsField = digestLow + 2;
/** Bits of the flags: the kind of what the id made; and that the id has left its user's queue and is kept only while that is open. */
const kindFlags = MadeKind.algo | MadeKind.change;
const heldFlag = 2;
const { timeMs: timeNumber, value: madeNumber } = EntryNumber;
const sweptAtOnce = 2;

export class ClientKeys {
  /** The id and the content of the command at work: the caller hashes them before `find`. */
  readonly id = new KeyHasher();
  readonly content = new ContentHasher();
  /** Ids remembered. */
  count = 0;
  readonly #table = new KeyTable();
  readonly #queues = new OwnerQueues(this.#table);
  /** The entry of the id that `find` did not know any more, or 0. */
  #expired = 0;
  /** The hashes of the ids that are read ahead. */
  readonly #ahead = new KeyHasher();
  readonly #tagsAhead = new Int32Array(readAheadCount);
  readonly #ownersAhead = new Int32Array(readAheadCount);
  readonly #openness: Openness;
  readonly #limits: Readonly<ClientKeyLimits>;

  constructor(openness: Openness, limits: Readonly<ClientKeyLimits> = clientKeyLimits) {
    this.#openness = openness;
    this.#limits = limits;
  }

  /** The entry of `this.id`, or 0 when it is not known of the user. */
  find(user: number, nowMs: number): number {
    const entry = this.#table.find(user, this.id);
    const isKnown = entry !== 0 && (this.#isRecent(entry, nowMs) || this.#isOpen(entry));
    this.#expired = isKnown ? 0 : entry;
    return isKnown ? entry : 0;
  }

  /** True when a known id was sent with `this.content`. */
  hasContent(entry: number): boolean {
    const table = this.#table;
    return table.word(entry, digestLow) === this.content.h0 && table.word(entry, digestHigh) === this.content.h1;
  }

  /** The id of the order or the algo that a known id made. */
  madeBy(entry: number): number {
    return this.#table.number(entry, madeNumber);
  }

  /** Remembers what `this.id`, which the last `find` did not know, has made with `this.content`. */
  remember(user: number, made: number, kind: MadeKind, nowMs: number): void {
    const table = this.#table;
    if (this.#expired !== 0) this.#forgetUpTo(this.#expired);
    this.#expired = 0;
    this.#sweep(nowMs);
    const entry = table.add(user, this.id);
    table.setWord(entry, digestLow, this.content.h0);
    table.setWord(entry, digestHigh, this.content.h1);
    table.setWord(entry, flagsField, kind);
    table.setNumber(entry, madeNumber, made);
    table.setNumber(entry, timeNumber, nowMs);
    this.count++;
    const length = this.#queues.push(user, entry);
    if (length > this.#limits.perUser || this.count > this.#limits.total) this.#makeRoom(user);
  }

  /** Prepares `readAhead` for the client id of `length` bytes from the word `from` on, as number `at`. */
  hashAhead(at: number, user: number, words: Int32Array, from: number, length: number): void {
    this.#ahead.text(words, from, length);
    this.#tagsAhead[at] = this.#table.tagOf(user, this.#ahead);
    this.#ownersAhead[at] = user;
  }

  /** Reads what `find` and `remember` will read for the first `count` ids of `hashAhead`; returns nothing that means anything. */
  readAhead(count: number): number {
    let all = 0;
    for (let at = 0; at < count; at++) all ^= this.#table.wordAhead(this.#tagsAhead[at] as number);
    for (let at = 0; at < count; at++) all ^= this.#queues.wordAhead(this.#ownersAhead[at] as number);
    return all;
  }

  encode(writer: SnapshotWriter): void {
    this.#table.encode(writer);
  }

  /** Reads what `encode` wrote into an empty memory. */
  decode(reader: SnapshotReader): void {
    this.#table.decode(reader, (entry) => {
      if (!this.#isHeld(entry)) this.#queues.push(this.#table.ownerOf(entry), entry);
      this.count++;
    });
  }

  #isHeld(entry: number): boolean {
    return (this.#table.word(entry, flagsField) & heldFlag) !== 0;
  }

  #isRecent(entry: number, nowMs: number): boolean {
    return !this.#isHeld(entry) && nowMs - this.#table.number(entry, timeNumber) < this.#limits.memoryMs;
  }

  #isOpen(entry: number): boolean {
    const table = this.#table;
    const kind = (table.word(entry, flagsField) & kindFlags) as MadeKind;
    return kind !== MadeKind.change && this.#openness.isOpen(table.number(entry, madeNumber), kind);
  }

  /** Looks at the oldest of all: forgets it when nothing keeps it, moves it aside when only its order does. */
  #sweep(nowMs: number): void {
    const table = this.#table;
    for (let i = 0; i < sweptAtOnce; i++) {
      const entry = table.oldest;
      if (entry === 0 || this.#isRecent(entry, nowMs)) return;
      if (this.#isOpen(entry)) {
        this.#hold(entry);
        table.renew(entry);
      } else this.#forget(entry);
    }
  }

  /** Keeps to the depth of the user, who has just got one more, and to the bound of all. */
  #makeRoom(user: number): void {
    const { perUser, total, fairShare } = this.#limits;
    const queues = this.#queues;
    if (queues.lengthOf(user) > perUser) this.#retire(queues.oldestOf(user));
    if (this.count <= total) return;
    const isGreedy = queues.lengthOf(user) - 1 > fairShare;
    this.#forget(isGreedy ? queues.oldestOf(user) : this.#table.oldest);
  }

  /** Takes the oldest id of a user's queue out of it: held while open, else forgotten. */
  #retire(entry: number): void {
    if (this.#isOpen(entry)) this.#hold(entry);
    else this.#forget(entry);
  }

  /** Forgets an id whose time is over, and before it those of its user that are older still. */
  #forgetUpTo(entry: number): void {
    const user = this.#table.ownerOf(entry);
    const queues = this.#queues;
    while (!this.#isHeld(entry) && queues.oldestOf(user) !== entry) this.#retire(queues.oldestOf(user));
    this.#forget(entry);
  }

  /** Keeps an id only while its order is open; it is the oldest of its user's queue, or held already. */
  #hold(entry: number): void {
    if (this.#isHeld(entry)) return;
    const table = this.#table;
    this.#dequeue(entry);
    table.setWord(entry, flagsField, table.word(entry, flagsField) | heldFlag);
  }

  /** Forgets an id that is held, or the oldest of its user's queue. */
  #forget(entry: number): void {
    const table = this.#table;
    if (!this.#isHeld(entry)) this.#dequeue(entry);
    table.remove(entry);
    this.count--;
  }

  /** Takes the oldest of its user's queue out of it. */
  #dequeue(entry: number): void {
    this.#queues.shift(this.#table.ownerOf(entry));
  }
}
