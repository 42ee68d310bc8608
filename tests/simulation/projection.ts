/** What events say of balances and orders: the simulated Postgres holds one, and every API process its own. */
import { type EngineEvent, EventKind } from '@pelican/shared/engine/spot';

export interface ProjectedOrder {
  id: number;
  user: number;
  clientId: string;
  isOpen: boolean;
}

export class Projection {
  position = '0-0';
  seq = 0;
  /** 'available frozen' by 'user asset', as high and low parts. */
  readonly balances = new Map<string, string>();
  readonly orders = new Map<number, ProjectedOrder>();
  /** How often each transfer took effect. */
  readonly transfers = new Map<number, number>();

  clone(): Projection {
    const copy = new Projection();
    copy.position = this.position;
    copy.seq = this.seq;
    for (const [key, value] of this.balances) copy.balances.set(key, value);
    for (const [key, value] of this.orders) copy.orders.set(key, { ...value });
    for (const [key, value] of this.transfers) copy.transfers.set(key, value);
    return copy;
  }

  /** Takes in the events of one entry. @throws Error when commands are missing before it */
  apply(position: string, header: { firstSeq: number; commandCount: number }, events: EngineEvent[]): void {
    if (header.commandCount > 0 && header.firstSeq !== this.seq + 1)
      throw new Error(`the entry ${position} begins with command ${header.firstSeq} after ${this.seq}`);
    for (const event of events) this.#take(event);
    this.seq += header.commandCount;
    this.position = position;
  }

  #take(event: EngineEvent): void {
    switch (event.kind) {
      case EventKind.balanceChanged: {
        const { availableHigh, availableLow, frozenHigh, frozenLow } = event;
        const value = [availableHigh, availableLow, frozenHigh, frozenLow].join(' ');
        this.balances.set(`${event.user} ${event.asset}`, value);
        return;
      }
      case EventKind.orderPlaced:
        this.orders.set(event.orderId, { id: event.orderId, user: event.user, clientId: event.clientId, isOpen: true });
        return;
      case EventKind.orderClosed:
        this.#close(event.orderId);
        return;
      case EventKind.transferApplied:
        this.transfers.set(event.transferId, (this.transfers.get(event.transferId) ?? 0) + 1);
        return;
      case EventKind.commandDone:
      case EventKind.orderFilled:
      case EventKind.orderRested:
      case EventKind.settingsChanged:
    }
  }

  #close(orderId: number): void {
    const order = this.orders.get(orderId);
    if (!order?.isOpen) throw new Error(`order ${orderId} closes, but is not open`);
    order.isOpen = false;
  }

  /** Everything, in a form that compares. */
  facts(): object {
    const sorted = (entries: Iterable<[string | number, unknown]>) =>
      [...entries].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    return {
      position: this.position,
      seq: this.seq,
      balances: sorted(this.balances),
      open: [...this.orders.values()].filter(({ isOpen }) => isOpen).map(({ id }) => id),
    };
  }
}
