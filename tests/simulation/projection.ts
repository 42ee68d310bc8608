/** What events say of a shard: the simulated Postgres holds one, and every API process its own. */
import type { AnyEvent } from './any-shard.ts';

export interface ProjectedOrder {
  id: number;
  user: number;
  clientId: string;
  isOpen: boolean;
}

export abstract class Projection {
  position = '0-0';
  seq = 0;
  readonly orders = new Map<number, ProjectedOrder>();
  /** How often each transfer took effect. */
  readonly transfers = new Map<number, number>();

  /** Takes in the events of one entry. @throws Error when commands are missing before it */
  apply(position: string, header: { firstSeq: number; commandCount: number }, events: readonly AnyEvent[]): void {
    if (header.commandCount > 0 && header.firstSeq !== this.seq + 1)
      throw new Error(`the entry ${position} begins with command ${header.firstSeq} after ${this.seq}`);
    for (const event of events) this.take(event);
    this.seq += header.commandCount;
    this.position = position;
  }

  clone(): Projection {
    const copy = this.empty();
    copy.position = this.position;
    copy.seq = this.seq;
    for (const [key, value] of this.orders) copy.orders.set(key, { ...value });
    for (const [key, value] of this.transfers) copy.transfers.set(key, value);
    this.copyInto(copy as this);
    return copy;
  }

  /** Everything, in a form that compares. */
  facts(): object {
    return { position: this.position, seq: this.seq, state: this.stateFacts() };
  }

  /** What the state behind these events must hold: the kit's `stateFacts` of it are the same. */
  abstract stateFacts(): object;
  protected abstract empty(): Projection;
  protected abstract copyInto(copy: this): void;
  protected abstract take(event: AnyEvent): void;

  protected noteTransfer(transferId: number): void {
    this.transfers.set(transferId, (this.transfers.get(transferId) ?? 0) + 1);
  }
}

/** By key, in an order that does not depend on how the map was filled. */
export function sortedEntries<Value>(entries: Iterable<[string | number, Value]>): [string | number, Value][] {
  return [...entries].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
