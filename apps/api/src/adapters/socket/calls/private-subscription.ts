/** Subscribing to what is pushed to a user alone: the markets or assets of a connection, or all of them. */
import { DomainError } from '@pelican/shared/contracts';
import type { Selection, SubscriptionKind } from '../connection/subscriptions.ts';
import type { UserFeeds } from '../user-feeds.ts';
import type { Call, Method } from './call.ts';

export type SubscriptionMethods<Kind extends SubscriptionKind> = Record<
  `${Kind}.subscribe` | `${Kind}.unsubscribe`,
  Method
>;

type Items = readonly { id: number }[];
type ReadItems = (params: unknown[], call: Call) => Items | Promise<Items>;

/**
 * `kind.subscribe` replaces what the connection had of the kind, `kind.unsubscribe` drops all of it.
 * @param readItems the markets or assets that the params name, throws when it does not know one; without it params are ignored
 */
export function subscriptionMethods<const Kind extends SubscriptionKind>(
  kind: Kind,
  userFeeds: UserFeeds,
  readItems?: ReadItems,
): SubscriptionMethods<Kind> {
  let calls = 0;
  const latest = new WeakMap<Call['connection'], number>();
  /** Of calls that come one behind the other the last one counts, also where an earlier one is read longer. */
  const choose = (call: Call, selection: Selection, order: number) => {
    const { connection } = call;
    if (!connection.isOpen) return;
    if (order > (latest.get(connection) ?? 0)) {
      latest.set(connection, order);
      connection.subscriptions.choose(kind, selection);
      userFeeds.update(connection);
    }
    call.success();
  };
  const change = (selectionOf: (call: Call) => Selection | Promise<Selection>): Method => {
    return (call) => {
      const order = ++calls;
      const selection = selectionOf(call);
      if (!(selection instanceof Promise)) return choose(call, selection, order);
      const asker = call.principal();
      return selection.then((read) => {
        if (call.principal().userId !== asker.userId)
          throw new DomainError('unauthorized', { message: 'somebody else has signed in' });
        choose(call, read, order);
      });
    };
  };
  const methods: Record<string, Method> = {
    [`${kind}.subscribe`]: change((call) => (readItems ? readSelection(call, readItems) : '*')),
    [`${kind}.unsubscribe`]: change(() => new Set()),
  };
  return methods as SubscriptionMethods<Kind>;
}

function readSelection(call: Call, readItems: ReadItems): Selection | Promise<Selection> {
  const { params } = call;
  if (params.length === 1 && params[0] === '*') return '*';
  const items = readItems(params, call);
  return items instanceof Promise ? items.then(idsOf) : idsOf(items);
}

function idsOf(items: Items): Selection {
  return new Set(items.map(({ id }) => id));
}
