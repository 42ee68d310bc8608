/** What events say of balances and orders of a spot shard. */
import { balanceLimb, type EngineEvent, EventKind } from '@pelican/shared/engine/spot';
import { Projection, sortedEntries } from './projection.ts';

const empty = '0 0';

export class SpotProjection extends Projection {
  /** 'available frozen' by 'user asset'. */
  readonly #balances = new Map<string, string>();

  stateFacts(): object {
    return spotFacts(
      this.#balances,
      [...this.orders.values()].filter(({ isOpen }) => isOpen).map(({ id }) => id),
    );
  }

  protected empty(): Projection {
    return new SpotProjection();
  }

  protected copyInto(copy: this): void {
    for (const [key, value] of this.#balances) copy.#balances.set(key, value);
  }

  protected take(event: EngineEvent): void {
    switch (event.kind) {
      case EventKind.balanceChanged: {
        const { availableHigh, availableLow, frozenHigh, frozenLow } = event;
        const value = `${joined(availableHigh, availableLow)} ${joined(frozenHigh, frozenLow)}`;
        this.#balances.set(`${event.user} ${event.asset}`, value);
        return;
      }
      case EventKind.orderPlaced:
        this.orders.set(event.orderId, { id: event.orderId, user: event.user, clientId: event.clientId, isOpen: true });
        return;
      case EventKind.orderClosed:
        this.#close(event.orderId);
        return;
      case EventKind.transferApplied:
        this.noteTransfer(event.transferId);
        return;
      case EventKind.commandDone:
      case EventKind.orderAmended:
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
}

/** @param balances 'available frozen' by 'user asset' */
export function spotFacts(balances: Iterable<[string, string]>, openOrders: number[]): object {
  return {
    balances: sortedEntries([...balances].filter(([, value]) => value !== empty)),
    open: openOrders.sort((a, b) => a - b),
  };
}

function joined(high: number, low: number): bigint {
  return BigInt(high) * BigInt(balanceLimb) + BigInt(low);
}
