/**
 * The private subscriptions of a connection, by the kind of their pushes ('order' of 'order.update'). They belong to the
 * principal and end with it.
 */
import type { socketMethods } from '@pelican/shared/contracts';

type KindOf<Name> = Name extends `${infer Kind}.subscribe` ? Kind : never;
/** What can be subscribed to, as the calls of the domains declare it. */
export type SubscriptionKind = KindOf<keyof typeof socketMethods>;

/** '*' for all, or the ids of markets or assets. */
export type Selection = '*' | ReadonlySet<number>;

export class PrivateSubscriptions {
  private readonly selections = new Map<SubscriptionKind, Selection>();

  /** Replaces what was subscribed to of the kind; an empty selection ends the subscription. */
  choose(kind: SubscriptionKind, selection: Selection): void {
    if (selection === '*' || selection.size > 0) this.selections.set(kind, selection);
    else this.selections.delete(kind);
  }

  dropAll(): void {
    this.selections.clear();
  }

  /** Whether anything of one of the kinds is subscribed to. */
  hasAny(kinds: readonly SubscriptionKind[]): boolean {
    return kinds.some((kind) => this.selections.has(kind));
  }

  /** Whether pushes of the kind about this market or asset are. */
  includes(kind: SubscriptionKind, id: number): boolean {
    const selection = this.selections.get(kind);
    return selection === '*' || selection?.has(id) === true;
  }
}
