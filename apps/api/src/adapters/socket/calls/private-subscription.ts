/** Subscribing to what is pushed to a user alone: the markets or assets of a connection, or all of them. */
import type { Selection, SubscriptionKind } from '../connection/subscriptions.ts';
import type { UserFeeds } from '../user-feeds.ts';
import type { Call, Method } from './call.ts';

export type SubscriptionMethods<Kind extends SubscriptionKind> = Record<
  `${Kind}.subscribe` | `${Kind}.unsubscribe`,
  Method
>;

type ReadItems = (params: unknown[], call: Call) => readonly { id: number }[];

/**
 * `kind.subscribe` replaces what the connection had of the kind, `kind.unsubscribe` drops all of it.
 * @param readItems the markets or assets that the params name, throws when it does not know one; without it params are ignored
 */
export function subscriptionMethods<const Kind extends SubscriptionKind>(
  kind: Kind,
  userFeeds: UserFeeds,
  readItems?: ReadItems,
): SubscriptionMethods<Kind> {
  const change = (selectionOf: (call: Call) => Selection): Method => {
    return (call) => {
      call.connection.subscriptions.choose(kind, selectionOf(call));
      userFeeds.update(call.connection);
      call.success();
    };
  };
  const methods: Record<string, Method> = {
    [`${kind}.subscribe`]: change((call) => (readItems ? readSelection(call, readItems) : '*')),
    [`${kind}.unsubscribe`]: change(() => new Set()),
  };
  return methods as SubscriptionMethods<Kind>;
}

function readSelection(call: Call, readItems: ReadItems): Selection {
  const { params } = call;
  if (params.length === 1 && params[0] === '*') return '*';
  return new Set(readItems(params, call).map((item) => item.id));
}
