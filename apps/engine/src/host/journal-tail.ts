/**
 * The journal's tail on the engine's own disk: every entry that the engine has read and no archive holds yet. An entry is
 * written before it is applied, so whatever was answered survives a Redis that loses it (recover-journal.ts). The copies
 * are in the system's cache when `append` returns: they survive the end of the process, and usually not a power cut.
 */
import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { comparePositions, type KnownEntry, positionStart } from '@pelican/shared/engine';
import type { Logger } from 'pino';
import { archiveEnd, encodeEntry, listSegments } from './archive.ts';
import type { EngineFolders } from './config.ts';
import { contiguousEnd, copiedEntries, listFiles, newestCopies, tailFileName } from './copied-entries.ts';
import { holdsEntry, type JournalEntry, oldestEntry } from './journal.ts';
import { type JournalPlace, MissingJournal, wholeJournal } from './whole-journal.ts';

/** What an engine's host asks of the copies. */
export interface JournalCopies {
  /** The newest entry that each engine of these folders has copied. */
  newest(): Promise<KnownEntry[]>;
  /** The copy of the entry at a position. */
  find(position: string): Promise<KnownEntry | undefined>;
  /** Copies what follows `position` from now on, and first what the copies lack up to there. */
  resume(position: string, place: JournalPlace): Promise<void>;
  /** Copies entries that follow one another. */
  append(entries: readonly JournalEntry[]): void;
  close(): void;
}

const fileBytesMax = 64 * 1024 * 1024;
/** How long a disk that took nothing is left alone. */
const retryMs = 1_000;

export class JournalTail implements JournalCopies {
  readonly #folders: EngineFolders;
  readonly #own: string;
  readonly #log: Pick<Logger, 'warn' | 'error'>;
  #place: JournalPlace | undefined;
  #file: number | undefined;
  /** The bytes of the whole entries in the file. */
  #byteCount = 0;
  /** The newest entry copied by this process; undefined before `resume`. */
  #copied: string | undefined;
  /** The newest entry that was to be copied: beyond `#copied` while the disk takes nothing. */
  #wanted = positionStart;
  #isCatchingUp = false;
  #isClosed = false;

  /** @param part the name of this process */
  constructor(folders: EngineFolders, part: string, log: Pick<Logger, 'warn' | 'error'>) {
    this.#folders = folders;
    this.#own = join(folders.tail, part);
    this.#log = log;
  }

  newest(): Promise<KnownEntry[]> {
    return newestCopies(this.#folders.tail);
  }

  async find(position: string): Promise<KnownEntry | undefined> {
    return (await copiedEntries(this.#folders.tail, positionStart)).find((entry) => entry.position === position);
  }

  async resume(position: string, place: JournalPlace): Promise<void> {
    this.#place = place;
    if (this.#copied !== undefined && comparePositions(position, this.#wanted) <= 0) return;
    if (this.#copied === undefined) {
      const archived = archiveEnd(await listSegments(this.#folders.archive));
      this.#copied = contiguousEnd(await copiedEntries(this.#folders.tail, archived), archived);
    }
    // The copies may be ahead: an entry is copied before it is applied, and the other engine of the machine copies as well.
    this.#wanted = comparePositions(position, this.#copied) > 0 ? position : this.#copied;
    if (this.#isCatchingUp) return;
    this.#closeFile();
    await this.#copyFromJournal().catch((error: Error) => this.#catchUp(error));
    await this.#prune();
  }

  append(entries: readonly JournalEntry[]): void {
    const fresh = entries.filter(({ position }) => comparePositions(position, this.#wanted) > 0);
    const last = fresh.at(-1);
    if (!last) return;
    this.#wanted = last.position;
    if (this.#isCatchingUp) return;
    try {
      this.#write(fresh);
    } catch (error) {
      this.#catchUp(error);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#closeFile();
  }

  /** Until the copies are whole again they are made from the journal, which still holds what the disk did not take. */
  #catchUp(cause: unknown): void {
    this.#isCatchingUp = true;
    this.#log.error({ err: cause }, 'the journal cannot be copied to this disk; trying again');
    const run = async () => {
      while (!this.#isClosed && comparePositions(this.#copied ?? positionStart, this.#wanted) < 0) {
        await delay(retryMs, undefined, { ref: false });
        await this.#copyFromJournal().catch(() => undefined);
      }
      this.#isCatchingUp = false;
      if (!this.#isClosed) this.#log.warn({ position: this.#copied }, 'the copies of the journal are whole again');
    };
    void run();
  }

  /** Copies what is missing up to `#wanted`. @throws when the disk or Redis cannot */
  async #copyFromJournal(): Promise<void> {
    const until = this.#wanted;
    const copied = this.#copied ?? positionStart;
    if (!this.#place || comparePositions(copied, until) >= 0) return;
    try {
      for await (const entry of wholeJournal(this.#place, copied, until)) {
        if (this.#isClosed) return;
        this.#write([entry]);
      }
    } catch (error) {
      if (!(error instanceof MissingJournal)) throw error;
      this.#closeFile();
      const behind = await this.#copyBehind(this.#copied ?? positionStart, this.#place);
      this.#copied = behind ?? until;
      if (behind !== undefined) return this.#copyFromJournal();
      this.#log.warn({ err: error, until }, 'the copies of the journal lack entries, which another archive must hold');
    }
  }

  /** The newest copy behind `position` if the stream holds it: what is missing before it has been archived elsewhere. */
  async #copyBehind(position: string, { redis, stream }: JournalPlace): Promise<string | undefined> {
    const newest = (await copiedEntries(this.#folders.tail, position)).at(-1);
    return newest && (await holdsEntry(redis, stream, newest)) ? newest.position : undefined;
  }

  /** Writes entries that follow the newest copy. @throws when the disk does not take them all */
  #write(entries: readonly JournalEntry[]): void {
    this.#file ??= this.#open(this.#copied ?? positionStart);
    const parts = entries.map(({ position, bytes }) => Buffer.concat(encodeEntry(position, bytes)));
    const bytes = Buffer.concat(parts);
    const written = writeSync(this.#file, bytes);
    let whole = 0;
    for (const [at, part] of parts.entries()) {
      if (whole + part.length > written) break;
      whole += part.length;
      this.#copied = entries[at]?.position;
    }
    this.#byteCount += whole;
    if (written < bytes.length) {
      this.#cutHalfEntry(this.#file);
      throw new Error(`${written} of ${bytes.length} bytes were written: the disk is full`);
    }
    if (this.#byteCount < fileBytesMax) return;
    this.#closeFile();
    void this.#prune();
  }

  /** What follows half an entry could not be read: it is cut off, or the next entry begins another file. */
  #cutHalfEntry(file: number): void {
    try {
      ftruncateSync(file, this.#byteCount);
    } catch {
      this.#closeFile();
    }
  }

  #open(after: string): number {
    mkdirSync(this.#own, { recursive: true });
    return openSync(join(this.#own, tailFileName(after, Date.now())), 'a', 0o640);
  }

  #closeFile(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#byteCount = 0;
  }

  /** Removes what an archive holds by now, but for the newest file. */
  async #prune(): Promise<void> {
    try {
      const files = await listFiles(this.#own);
      if (files.length < 2) return;
      const bound = await this.#archivedTo();
      for (const [at, { file }] of files.entries()) {
        const next = files[at + 1];
        if (next && comparePositions(next.after, bound) <= 0) await rm(file, { force: true });
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'copies of the journal cannot be removed');
    }
  }

  /**
   * Up to where the journal is archived, here or on another machine. Engines trim the stream only of what is archived, so
   * its oldest entry shows how far another machine's archive reaches; but only if the stream still holds the newest copy,
   * for one that lost entries also begins late.
   */
  async #archivedTo(): Promise<string> {
    const archived = archiveEnd(await listSegments(this.#folders.archive));
    if (!this.#place || this.#copied === undefined) return archived;
    const { redis, stream } = this.#place;
    const oldest = await oldestEntry(redis, stream);
    if (oldest === undefined || comparePositions(oldest, archived) <= 0) return archived;
    return (await holdsEntry(redis, stream, { position: this.#copied })) ? oldest : archived;
  }
}
