/**
 * The model beside a crowd whose rounds are too large for one command: it does in one tick what the core cuts into a tick and
 * continueRound commands (docs/decisions/0033). Compared are the events of the whole round and the state after it.
 */
import { EventKind, forEachEvent, Op } from '@pelican/shared/engine/perpetual';
import type { Crowd } from '../crowd.ts';
import { compareObjectsOf, Difference } from './comparison.ts';
import { Model } from './model.ts';

/**
 * Kinds whose events depend on the slices: the fund changes once a slice, each command that trades repeats the price, records have the
 * changes so far, and an account whose turn comes in a later command is warned before it.
 */
const kindsOfSlices: number[] = [
  ...[EventKind.fundChanged, EventKind.marketPriced, EventKind.commandDone],
  ...[EventKind.orderChanged, EventKind.algoChanged, EventKind.positionChanged],
  ...[EventKind.fundLotChanged, EventKind.accountChanged, EventKind.riskWarning],
];

type AnyEvent = { kind: number } & Record<string, unknown>;

export class WholeRounds {
  readonly #crowd: Crowd;
  readonly #model = new Model();
  /** How many of the crowd's commands the model has been given. */
  #at = 0;

  /** A crowd without pending work. */
  constructor(crowd: Crowd) {
    this.#crowd = crowd;
    this.#follow();
    compareObjectsOf(crowd.shard, this.#model.world);
  }

  /**
   * Sends commands, the last of them a tick, and then continueRound until nothing is pending. Returns how many of those there
   * were.
   * @param but fields that depend on how the round was cut: `kind field`
   * @throws Difference
   */
  round(commands: () => void, but: readonly string[] = []): number {
    const { run, shard } = this.#crowd;
    const from = run.answers.length;
    commands();
    const count = this.#crowd.finish();
    const core: AnyEvent[] = [];
    for (const answer of run.answers.slice(from))
      forEachEvent(answer, (event) => core.push(event as unknown as AnyEvent));
    compareEvents(core, this.#follow());
    compareObjectsOf(shard, this.#model.world, but);
    return count;
  }

  /** Applies to the model what the crowd has sent since the last call. @returns the model's events */
  #follow(): AnyEvent[] {
    const events: AnyEvent[] = [];
    for (const { command, timeMs } of this.#crowd.sent.slice(this.#at)) {
      if (command.kind === Op.continueRound) continue;
      this.#model.apply(command, timeMs);
      events.push(...this.#model.world.events);
    }
    this.#at = this.#crowd.sent.length;
    return events;
  }
}

/** The same events, whatever their order, which is what the ids of trades say. */
function compareEvents(core: readonly AnyEvent[], model: readonly AnyEvent[]): void {
  const [is, shouldBe] = [core, model].map((events) => textsOf(events));
  const [only, missing] = [difference(is, shouldBe), difference(shouldBe, is)];
  if (only.length + missing.length > 0)
    throw new Difference(
      `only the core tells ${only.slice(0, 3).join('; ')}, only the model ${missing.slice(0, 3).join('; ')}`,
    );
}

function textsOf(events: readonly AnyEvent[]): string[] {
  const compared = events.filter(({ kind }) => !kindsOfSlices.includes(kind));
  return compared.map(({ tradeId: _order, ...event }) => {
    const fields = Object.entries(event).map(([name, field]) => `${name} ${String(field)}`);
    return fields.sort().join();
  });
}

/** What is in the one list and, counted, not in the other. */
function difference(list: readonly string[] = [], other: readonly string[] = []): string[] {
  const counts = new Map<string, number>();
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) + 1);
  return list.filter((text) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}
