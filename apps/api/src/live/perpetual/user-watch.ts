/** Passes a user's events of the perpetual shard to its listeners, in the order of the engine's commands. */
import type { RecordEvent } from '@pelican/shared/contracts';
import type { EventKind, EventOf } from '@pelican/shared/engine/perpetual';
import { UserListeners } from '../user-listeners.ts';
import type { KeptAlgo, KeptOrder, KeptPosition } from './records.ts';

/** Events that are notices of their own, besides the changes that follow from them. */
export type PerpetualNotice =
  | EventOf<typeof EventKind.transferApplied>
  | EventOf<typeof EventKind.riskWarning>
  | EventOf<typeof EventKind.liquidationStep>
  | EventOf<typeof EventKind.deleveraged>;

export interface PerpetualUserListener {
  onOrder(event: RecordEvent, order: KeptOrder): void;
  onAlgo(event: RecordEvent, algo: KeptAlgo): void;
  /** Once a command, after its orders: positions (those without lots are closed) that it changed, and how. */
  onPositions(changes: readonly PositionChange[]): void;
  /** Once a command, after its positions, when the wallet or a position changed. */
  onAccount(seq: number): void;
  onNotice(notice: PerpetualNotice, timeMs: number): void;
  /** Marks have moved that a position of the user is valued at. */
  onMarks(): void;
}

export interface PositionChange {
  /** Opened, changed, closed. */
  event: RecordEvent;
  position: KeptPosition;
}

export class PerpetualUserWatch {
  private readonly listeners = new UserListeners<PerpetualUserListener>();
  /** Changes by the current command, of watched users only. */
  private readonly positions = new Map<number, PositionChange[]>();
  private readonly accounts = new Set<number>();

  add(userId: number, listener: PerpetualUserListener): () => void {
    return this.listeners.add(userId, listener);
  }

  order(event: RecordEvent, order: KeptOrder): void {
    for (const listener of this.listeners.of(order.userId)) listener.onOrder(event, order);
  }

  algo(event: RecordEvent, algo: KeptAlgo): void {
    for (const listener of this.listeners.of(algo.userId)) listener.onAlgo(event, algo);
  }

  position(event: RecordEvent, position: KeptPosition): void {
    const { userId } = position;
    if (!this.listeners.has(userId)) return;
    const changes = this.positions.get(userId);
    if (changes) changes.push({ event, position });
    else this.positions.set(userId, [{ event, position }]);
    this.accounts.add(userId);
  }

  account(userId: number): void {
    if (this.listeners.has(userId)) this.accounts.add(userId);
  }

  notice(notice: PerpetualNotice, timeMs: number): void {
    for (const listener of this.listeners.of(notice.user)) listener.onNotice(notice, timeMs);
  }

  /** Ends a command. Figures of positions need the whole account, so they are published once all of it is known. */
  commandDone(seq: number): void {
    if (this.accounts.size === 0) return;
    for (const userId of this.accounts) {
      const changes = this.positions.get(userId);
      for (const listener of this.listeners.of(userId)) {
        if (changes) listener.onPositions(changes);
        listener.onAccount(seq);
      }
    }
    this.accounts.clear();
    this.positions.clear();
  }

  /** @param isConcerned whether the user holds something in a market whose mark has moved */
  marksMoved(isConcerned: (userId: number) => boolean): void {
    for (const userId of this.listeners.users()) {
      if (!isConcerned(userId)) continue;
      for (const listener of this.listeners.of(userId)) listener.onMarks();
    }
  }
}
