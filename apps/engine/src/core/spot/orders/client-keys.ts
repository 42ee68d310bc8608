/**
 * The client ids of orders: known while the order is open and for the user's next 10,000 orders. Whether a key is known
 * is decided by that rule alone; when the memory of a forgotten one is freed makes no difference to any answer.
 */
import { clientIdMemoryOrders } from '../../kernel/limits.ts';

export interface ClientKey {
  clientId: string;
  orderId: number;
  /** Which of the user's orders it was, from 1. */
  ordinal: number;
  market: number;
  flags: number;
  priceTicks: number;
  amount: number;
}

interface UserKeys {
  /** In the order of their ordinals. */
  recent: Map<string, ClientKey>;
  /** Orders still open when 10,000 others had followed. */
  old: Map<string, ClientKey>;
  sweepAt: number;
}

export type IsOpen = (orderId: number) => boolean;

export class ClientKeys {
  readonly byUser = new Map<number, UserKeys>();

  /** The key, if it is known by the rule. `orderCount` is how many orders the user has placed. */
  find(user: number, clientId: string, orderCount: number, isOpen: IsOpen): ClientKey | undefined {
    const keys = this.byUser.get(user);
    const key = keys?.recent.get(clientId) ?? keys?.old.get(clientId);
    return key && isKnown(key, orderCount, isOpen) ? key : undefined;
  }

  /** Remembers the key of the user's newest order. */
  add(user: number, key: ClientKey, isOpen: IsOpen): void {
    const keys = this.restore(user, key);
    retire(keys, key.ordinal, isOpen);
  }

  /** Enters a key as it was, in the order of ordinals. */
  restore(user: number, key: ClientKey): UserKeys {
    const keys = this.byUser.get(user) ?? { recent: new Map(), old: new Map(), sweepAt: 64 };
    this.byUser.set(user, keys);
    keys.recent.delete(key.clientId);
    keys.old.delete(key.clientId);
    keys.recent.set(key.clientId, key);
    return keys;
  }

  /** The known keys of a user by ordinal. */
  known(user: number, orderCount: number, isOpen: IsOpen): ClientKey[] {
    const keys = this.byUser.get(user);
    if (!keys) return [];
    return [...keys.old.values(), ...keys.recent.values()]
      .filter((key) => isKnown(key, orderCount, isOpen))
      .sort((a, b) => a.ordinal - b.ordinal);
  }
}

function isKnown(key: ClientKey, orderCount: number, isOpen: IsOpen): boolean {
  return orderCount - key.ordinal < clientIdMemoryOrders || isOpen(key.orderId);
}

/** Frees keys that are no longer known; those of orders still open move aside, so that the queue stays short. */
function retire(keys: UserKeys, orderCount: number, isOpen: IsOpen): void {
  for (const key of keys.recent.values()) {
    if (orderCount - key.ordinal < clientIdMemoryOrders) break;
    keys.recent.delete(key.clientId);
    if (isOpen(key.orderId)) keys.old.set(key.clientId, key);
  }
  if (keys.old.size < keys.sweepAt) return;
  for (const key of keys.old.values()) if (!isOpen(key.orderId)) keys.old.delete(key.clientId);
  keys.sweepAt = Math.max(64, keys.old.size * 2);
}
