/** Commands with an answer: writes to the journal and waits for the engine's `commandDone` in the event stream. */

import { DomainError } from '@pelican/shared/contracts';
import type { CommandDone, EventEntryHeader } from '@pelican/shared/engine';
import type { Command as SpotCommand, CommandDone as SpotCommandDone } from '@pelican/shared/engine/spot';
import type { JournalWriter } from './journal-writer.ts';

const answerTimeoutMs = 5_000;
const sweepMs = 250;
/** Commands without an answer beyond which new ones are refused. */
const waitingMax = 200_000;

interface Caller<Answer> {
  resolve(done: Answer): void;
  reject(error: Error): void;
}

/** The callers of one journal entry, by index. */
interface WaitingEntry<Answer> {
  callers: (Caller<Answer> | undefined)[];
  waiting: number;
  sentAtMs: number;
}

/** @typeParam Answer what a call is given: the engine's `commandDone` and what the caller's process adds to it */
export class EngineClient<Command, Answer extends CommandDone> {
  private readonly journal: JournalWriter<Command>;
  private readonly entries = new Map<number, WaitingEntry<Answer>>();
  private readonly sweeper: NodeJS.Timeout;
  private readonly onAnswered: ((code: number, seconds: number) => void) | undefined;
  private waitingCount = 0;

  /** @param onAnswered called with the answer's code and the time from the append */
  constructor(journal: JournalWriter<Command>, onAnswered?: (code: number, seconds: number) => void) {
    this.journal = journal;
    this.onAnswered = onAnswered;
    journal.onRefused = (counter, cause) =>
      this.end(counter, () =>
        cause instanceof DomainError ? cause : new DomainError('service_unavailable', { details: { counter }, cause }),
      );
    this.sweeper = setInterval(() => this.giveUp(performance.now() - answerTimeoutMs), sweepMs);
    this.sweeper.unref();
  }

  /**
   * The engine's answer to a command; a refusal is an answer too.
   * @throws DomainError service_unavailable or exchange_halted (nothing was written) or, after 5 s, outcome_unknown
   */
  submit(command: Command): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.waitingCount >= waitingMax)
        throw new DomainError('service_unavailable', { details: { waiting: this.waitingCount } });
      const { counter, index } = this.journal.append(command);
      let entry = this.entries.get(counter);
      if (!entry) {
        entry = { callers: [], waiting: 0, sentAtMs: performance.now() };
        this.entries.set(counter, entry);
      }
      entry.callers[index] = { resolve, reject };
      entry.waiting++;
      this.waitingCount++;
    });
  }

  /** Call for each `commandDone` of the event stream, after its effects were applied to the live view. */
  resolve(header: EventEntryHeader, done: Answer): void {
    if (header.sender !== this.journal.sender) return;
    const entry = this.entries.get(header.counter);
    const caller = entry?.callers[done.index];
    if (!entry || !caller) return;
    entry.callers[done.index] = undefined;
    this.waitingCount--;
    if (--entry.waiting === 0) this.entries.delete(header.counter);
    this.onAnswered?.(done.code, (performance.now() - entry.sentAtMs) / 1000);
    caller.resolve(done);
  }

  /** Commands that wait for their answer. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** Calls that still wait are rejected: their outcome is unknown. */
  close(): void {
    clearInterval(this.sweeper);
    this.giveUp(Number.POSITIVE_INFINITY);
    this.journal.close();
  }

  /** Entries are in the order of sending, so the first young one ends the sweep. */
  private giveUp(sentBeforeMs: number): void {
    for (const [counter, entry] of this.entries) {
      if (entry.sentAtMs > sentBeforeMs) return;
      this.end(counter, () => new DomainError('outcome_unknown'));
    }
  }

  private end(counter: number, reason: () => DomainError): void {
    const entry = this.entries.get(counter);
    if (!entry) return;
    this.entries.delete(counter);
    this.waitingCount -= entry.waiting;
    for (const caller of entry.callers) caller?.reject(reason());
  }
}

/** What asks the spot shard. */
export type SpotEngine = Pick<EngineClient<SpotCommand, SpotCommandDone>, 'submit' | 'waiting'>;
