/** Users of one API process: they place, cancel and transfer, and remember what they were answered. */
import type { EngineClient } from '@pelican/api/src/shards/index.ts';
import type { Random } from '@pelican/engine/src/testing/random.ts';
import { DomainError } from '@pelican/shared/contracts';
import {
  type Command,
  type CommandDone,
  Op,
  OrderType,
  type PlaceOrder,
  TimeInForce,
} from '@pelican/shared/engine/spot';

export const traderIds = [1, 2, 3, 4] as const;

/** What a caller was answered: the engine's answer, a refusal that wrote nothing, or neither. */
export type Outcome = { kind: 'done'; done: CommandDone } | { kind: 'refused' } | { kind: 'unknown' };

export interface Call {
  command: Command;
  outcome: Outcome;
  wasAsked: boolean;
}

/** Errors that promise that nothing was written. */
const refusals = new Set(['service_unavailable', 'exchange_halted']);

type Engine = Pick<EngineClient<Command, CommandDone>, 'submit'>;

export class Traders {
  readonly calls: Call[] = [];
  readonly #random: Random;
  #lastKey = 0;
  #openCalls = 0;

  constructor(random: Random) {
    this.#random = random;
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
  act(engine: Engine): void {
    for (let left = this.#random.integer(1, 4); left > 0; left--) void this.submit(engine, this.#command());
  }

  /** Repeats with their keys what had no clear answer. */
  repeatUnknown(engine: Engine): void {
    const unknown = this.calls.filter(({ outcome }) => outcome.kind === 'unknown');
    for (const call of unknown) void this.#ask(engine, call);
  }

  submit(engine: Engine, command: Command): Promise<void> {
    const call: Call = { command, outcome: { kind: 'unknown' }, wasAsked: false };
    this.calls.push(call);
    return this.#ask(engine, call);
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

  #command(): Command {
    const random = this.#random;
    const user = random.pick(traderIds);
    const choice = random.fraction();
    if (choice < 0.7) return this.#order(user);
    if (choice < 0.85) return { op: Op.cancelOrder, user, orderId: random.integer(1, 200), market: 0 };
    if (choice < 0.9) return { op: Op.cancelAll, user, scope: 0, target: 0 };
    const op = random.chance(0.5) ? Op.transferIn : Op.transferOut;
    return {
      op,
      user,
      asset: random.integer(1, 2),
      transferId: 1_000 + ++this.#lastKey,
      amount: random.integer(1, 500),
    };
  }

  #order(user: number): PlaceOrder {
    const random = this.#random;
    return {
      op: Op.placeOrder,
      user,
      market: 1,
      side: random.chance(0.5) ? 0 : 1,
      type: OrderType.limit,
      timeInForce: random.chance(0.8) ? TimeInForce.gtc : TimeInForce.ioc,
      postOnly: false,
      priceTicks: random.integer(5, 12),
      amount: random.integer(1, 60),
      amountIsQuote: false,
      clientId: `key-${++this.#lastKey}`,
      source: 'sim',
    };
  }
}
