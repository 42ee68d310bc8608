/**
 * The algos of one market where they can be found without a look at the others: triggers in lists by price, and those that
 * have fired and still have something to send. Derived from the algos, and no part of the state.
 */
import { AlgoKind, AlgoState, PositionSide, PriceSource } from '@pelican/shared/engine/perpetual';
import type { PriceRange } from '@pelican/shared/perpetual';
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
const byNumber = (a: number, b: number) => a - b;

export class MarketAlgos {
  /** Ids, oldest first. */
  readonly #all = new SortedList<number>(byNumber);
  readonly #unsent = new SortedList<number>(byNumber);
  readonly #triggers: Record<PriceSource, Directions> = {
    [PriceSource.last]: emptyDirections(),
    [PriceSource.index]: emptyDirections(),
    [PriceSource.mark]: emptyDirections(),
  };
  /** The triggers in the lists, by algo. */
  readonly #armed = new Map<number, readonly Trigger[]>();

  /** Takes an algo in as it is. */
  add(algo: Algo): void {
    this.#all.add(algo.id);
    if (algo.state === AlgoState.partiallyEffective) this.#unsent.add(algo.id);
  }

  /** Its triggers count from now on, as they are now; true when they did not before. */
  arm(algo: Algo): boolean {
    const triggers = this.#triggersOf(algo);
    const armed = this.#armed.get(algo.id);
    if (armed && areSame(armed, triggers)) return false;
    this.#disarm(algo);
    this.#armed.set(algo.id, triggers);
    for (const trigger of triggers) trigger.list.add(trigger);
    return true;
  }

  /** It has fired: its triggers are dead. With a market child it is among the unsent until it ends. */
  noteFired(algo: Algo): void {
    this.#disarm(algo);
    if (algo.state === AlgoState.partiallyEffective) this.#unsent.add(algo.id);
  }

  /** It is about to end: its state is still the one that it ends from. */
  remove(algo: Algo): void {
    this.#disarm(algo);
    if (algo.state === AlgoState.partiallyEffective) this.#unsent.remove(algo.id);
    this.#all.remove(algo.id);
  }

  /** At most `max` of those that have not ended and are newer than `id`, oldest first. */
  newerThan(id: number, max: number): number[] {
    return this.#all.slice(id + 1, max);
  }

  /** The same of those that have fired and wait to send the rest. */
  unsentNewerThan(id: number, max: number): number[] {
    return this.#unsent.slice(id + 1, max);
  }

  /** Whether these prices reach a trigger. */
  hasReached({ source, lowTicks, highTicks }: PriceRange): boolean {
    const { up, down } = this.#triggers[source];
    return isFirstUpTo(up, highTicks) || isFirstUpTo(down, -lowTicks);
  }

  /**
   * Returns the algos with a trigger that these prices reach and that are not in `but`, oldest first. If there are more than `max`,
   * those of the `max` triggers that the prices passed first: the ones that fire upwards, then the ones that fire downwards.
   */
  reached({ source, lowTicks, highTicks }: PriceRange, but: ReadonlySet<number>, max: number): Algo[] {
    const { up, down } = this.#triggers[source];
    const reached = new Set<Algo>();
    addUpTo(reached, up, highTicks, but, max);
    addUpTo(reached, down, -lowTicks, but, max);
    return reached.size < 2 ? [...reached] : [...reached].sort((a, b) => a.id - b.id);
  }

  /** Whether the triggers of an algo that waits for its price are in the lists, and of no fired one. */
  isRightAbout(algo: Algo, isArmed: boolean): boolean {
    const armed = this.#armed.get(algo.id);
    return isArmed ? armed !== undefined && areSame(armed, this.#triggersOf(algo)) : armed === undefined;
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

function isFirstUpTo(list: SortedList<Trigger>, limit: number): boolean {
  return list.size > 0 && list.at(0).key <= limit;
}

function addUpTo(
  reached: Set<Algo>,
  list: SortedList<Trigger>,
  limit: number,
  but: ReadonlySet<number>,
  max: number,
): void {
  for (const { key, algo } of list.items()) {
    if (key > limit || reached.size >= max) return;
    if (!but.has(algo.id)) reached.add(algo);
  }
}
