/** Users of one API process: they trade and transfer on one shard, and remember what they were answered. */
import type { EngineClient } from '@pelican/api/src/shards/index.ts';
import type { Random } from '@pelican/engine/src/testing/random.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { CommandDone } from '@pelican/shared/engine';
import type { AnyCommand } from './any-shard.ts';
import type { Projection } from './projection.ts';
import type { ShardKit } from './shard-kit.ts';

export const traderIds = [1, 2, 3, 4] as const;

/** What a caller was answered: the engine's answer, a refusal that wrote nothing, or neither. */
export type Outcome = { kind: 'done'; done: CommandDone } | { kind: 'refused' } | { kind: 'unknown' };

export interface Call {
  command: AnyCommand;
  outcome: Outcome;
  wasAsked: boolean;
}

/** Errors that promise that nothing was written. */
const refusals = new Set(['service_unavailable', 'exchange_halted']);

export type Engine = Pick<EngineClient<AnyCommand, CommandDone>, 'submit'>;

export class Traders {
  readonly calls: Call[] = [];
  readonly kit: ShardKit;
  readonly #random: Random;
  #lastKey = 0;
  #openCalls = 0;

  constructor(random: Random, kit: ShardKit) {
    this.#random = random;
    this.kit = kit;
  }

  /** Calls that have no answer yet. */
  get openCalls(): number {
    return this.#openCalls;
  }

  /** Answered calls whose outcome the caller does not know. */
  get unknownCount(): number {
    return this.calls.filter(({ outcome }) => outcome.kind === 'unknown').length;
  }

  /** One turn of a user: some commands at once. */
  act(engine: Engine, view: Projection): void {
    const nextKey = () => ++this.#lastKey;
    for (let left = this.#random.integer(1, 4); left > 0; left--)
      void this.submit(engine, this.kit.nextCommand(this.#random, nextKey, view));
  }

  /** Repeats with their keys what had no clear answer. */
  repeatUnknown(engine: Engine): void {
    const unknown = this.calls.filter(({ outcome }) => outcome.kind === 'unknown');
    for (const call of unknown) void this.#ask(engine, call);
  }

  async submit(engine: Engine, command: AnyCommand): Promise<Call> {
    const call: Call = { command, outcome: { kind: 'unknown' }, wasAsked: false };
    this.calls.push(call);
    await this.#ask(engine, call);
    return call;
  }

  async #ask(engine: Engine, call: Call): Promise<void> {
    this.#openCalls++;
    const isRepeat = call.wasAsked;
    call.wasAsked = true;
    try {
      call.outcome = { kind: 'done', done: await engine.submit(call.command) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // Nothing was written now, but a first attempt may have been.
      const isRefused = refusals.has(error.code) && !isRepeat;
      call.outcome = { kind: isRefused ? 'refused' : 'unknown' };
    } finally {
      this.#openCalls--;
    }
  }
}
