/** What all public streams have in common: subscribers, one serialisation for all of them, a first push for each. */
import { textFrame } from '../connection/frames.ts';
import type { Outbound, Refreshable } from '../connection/outbound.ts';
import type { Pushed } from './push-clock.ts';

export abstract class PublicStream implements Pushed, Refreshable {
  readonly intervalMs: number;
  lastRunMs = Number.NEGATIVE_INFINITY;
  isDue = false;
  protected readonly subscribers = new Set<Outbound>();

  constructor(intervalMs: number) {
    this.intervalMs = intervalMs;
  }

  get hasSubscribers(): boolean {
    return this.subscribers.size > 0;
  }

  /** Adds a reader and sends it the state that the others have. */
  subscribe(outbound: Outbound): void {
    if (this.subscribers.size === 0) this.prepare();
    this.subscribers.add(outbound);
    this.refresh(outbound, 0);
  }

  unsubscribe(outbound: Outbound): void {
    this.subscribers.delete(outbound);
    outbound.forget(this);
  }

  /** Pushes what has changed to all subscribers. */
  abstract push(nowMs: number): void;

  /** Sends the whole state to one reader. */
  abstract refresh(outbound: Outbound, missed: number): void;

  /** Called once a second, for what changes with time alone. */
  sweep(_nowMs: number): void {}

  /** The live view was rebuilt. */
  abstract restored(nowMs: number): void;

  /** Takes the state to begin with, before the first subscriber. */
  protected abstract prepare(): void;

  /** @param missed see Outbound.sendPublic */
  protected broadcast(text: string, missed = 0): void {
    if (this.subscribers.size === 0) return;
    const frame = textFrame(text);
    for (const outbound of this.subscribers) outbound.sendPublic(frame, this, missed);
  }
}
