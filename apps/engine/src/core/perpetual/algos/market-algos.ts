/**
 * The algos of one market where they can be found without a look at the others: triggers in lists by price, and those that
 * have fired and still have something to send. Derived from the algos, and no part of the state.
 */
import { AlgoKind, AlgoState, PositionSide, PriceSource } from '@pelican/shared/engine/perpetual/terms.ts';
import { SortedList } from '../sorted-list.ts';
import type { Algo } from '../state.ts';

/** A trigger in the list of its source and direction: the nearest to the price first, of one price the oldest first. */
interface Trigger {
  /** Its price; negated in a list of triggers that fire downwards. */
  key: number;
  algo: Algo;
  list: SortedList<Trigger>;
}

interface Directions {
  up: SortedList<Trigger>;
  down: SortedList<Trigger>;
}

const emptyDirections = (): Directions => ({ up: new SortedList(byKey), down: new SortedList(byKey) });

export class MarketAlgos {
  /** Oldest first. */
  readonly #all = new Map<number, Algo>();
  readonly #triggers: Record<PriceSource, Directions> = {
    [PriceSource.last]: emptyDirections(),
    [PriceSource.index]: emptyDirections(),
    [PriceSource.mark]: emptyDirections(),
  };
  /** The triggers in the lists, by algo. */
  readonly #armed = new Map<number, readonly Trigger[]>();
  readonly #unsent = new SortedList<Algo>((a, b) => a.id - b.id);

  /** Takes an algo in as it is: a new one, or one of a snapshot. */
  add(algo: Algo): void {
    this.#all.set(algo.id, algo);
    if (algo.state === AlgoState.live) this.arm(algo);
    if (algo.state === AlgoState.partiallyEffective) this.#unsent.add(algo);
  }

  /** Its triggers count from now on, as they are now. */
  arm(algo: Algo): void {
    const triggers = this.#triggersOf(algo);
    const armed = this.#armed.get(algo.id);
    if (armed && areSame(armed, triggers)) return;
    this.#disarm(algo);
    this.#armed.set(algo.id, triggers);
    for (const trigger of triggers) trigger.list.add(trigger);
  }

  /** It has fired: its triggers are dead. With a market child it is among the unsent until it ends. */
  noteFired(algo: Algo): void {
    this.#disarm(algo);
    if (algo.state === AlgoState.partiallyEffective) this.#unsent.add(algo);
  }

  /** It is about to end: its state is still the one that it ends from. */
  remove(algo: Algo): void {
    this.#disarm(algo);
    if (algo.state === AlgoState.partiallyEffective) this.#unsent.remove(algo);
    this.#all.delete(algo.id);
  }

  /** Those that have not ended, oldest first. */
  all(): Algo[] {
    return [...this.#all.values()];
  }

  /** Those that have fired and wait to send the rest, oldest first. */
  unsent(): Algo[] {
    return [...this.#unsent.items()];
  }

  /** Those with a trigger that a price of this source between `low` and `high` reaches, oldest first. */
  reached(source: PriceSource, low: number, high: number): Algo[] {
    const { up, down } = this.#triggers[source];
    const reached = new Set<Algo>();
    addUpTo(reached, up, high);
    addUpTo(reached, down, -low);
    return reached.size < 2 ? [...reached] : [...reached].sort((a, b) => a.id - b.id);
  }

  /** Whether exactly the triggers of an algo that is live, and of no fired one, are in the lists. */
  isRightAbout(algo: Algo): boolean {
    const armed = this.#armed.get(algo.id);
    if (algo.state === AlgoState.live) return armed !== undefined && areSame(armed, this.#triggersOf(algo));
    return algo.state === AlgoState.pause || armed === undefined;
  }

  #disarm(algo: Algo): void {
    for (const trigger of this.#armed.get(algo.id) ?? []) trigger.list.remove(trigger);
    this.#armed.delete(algo.id);
  }

  #triggersOf(algo: Algo): Trigger[] {
    const triggers: Trigger[] = [];
    const add = (ticks: number, by: PriceSource, isUp: boolean) => {
      const { up, down } = this.#triggers[by];
      if (ticks > 0) triggers.push({ key: isUp ? ticks : -ticks, algo, list: isUp ? up : down });
    };
    if (algo.type === AlgoKind.trigger) {
      add(algo.triggerTicks, algo.triggerBy, algo.triggersUp);
      return triggers;
    }
    const isLong = algo.position === PositionSide.long;
    add(algo.tpTriggerTicks, algo.tpTriggerBy, isLong);
    add(algo.slTriggerTicks, algo.slTriggerBy, !isLong);
    return triggers;
  }
}

function byKey(a: Trigger, b: Trigger): number {
  return a.key - b.key || a.algo.id - b.algo.id;
}

function areSame(one: readonly Trigger[], other: readonly Trigger[]): boolean {
  return (
    one.length === other.length && one.every(({ key, list }, at) => key === other[at]?.key && list === other[at].list)
  );
}

function addUpTo(reached: Set<Algo>, list: SortedList<Trigger>, limit: number): void {
  for (const { key, algo } of list.items()) {
    if (key > limit) return;
    reached.add(algo);
  }
}
