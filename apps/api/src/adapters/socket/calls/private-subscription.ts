/** Subscribing to what is pushed to a user alone: the markets or assets of a connection, or all of them. */
import type { Connection, Selection, SelectionField } from '../connection/connection.ts';
import type { UserFeeds } from '../user-feeds.ts';
import type { Method } from './call.ts';

export type SubscriptionMethods<Kind extends string> = Record<`${Kind}.subscribe` | `${Kind}.unsubscribe`, Method>;

/**
 * `kind.subscribe` replaces what the connection had of the kind, `kind.unsubscribe` drops all of it.
 * @param readItems the markets or assets that the params name; throws when it does not know one
 */
export function selectionSubscription<const Kind extends string>(
  kind: Kind,
  field: SelectionField,
  userFeeds: UserFeeds,
  readItems: (params: unknown[]) => readonly { id: number }[],
): SubscriptionMethods<Kind> {
  return subscriptionMethods(kind, userFeeds, (connection, params) => {
    connection[field] = params === undefined ? new Set() : readSelection(params, readItems);
  });
}

/**
 * The two calls of a kind.
 * @param choose changes what the connection has subscribed to; without params it drops the subscription
 */
export function subscriptionMethods<const Kind extends string>(
  kind: Kind,
  userFeeds: UserFeeds,
  choose: (connection: Connection, params?: unknown[]) => void,
): SubscriptionMethods<Kind> {
  const subscribe: Method = (call) => {
    choose(call.connection, call.params);
    userFeeds.update(call.connection);
    call.success();
  };
  const unsubscribe: Method = (call) => {
    choose(call.connection);
    userFeeds.update(call.connection);
    call.success();
  };
  return { [`${kind}.subscribe`]: subscribe, [`${kind}.unsubscribe`]: unsubscribe } as SubscriptionMethods<Kind>;
}

function readSelection(params: unknown[], readItems: (params: unknown[]) => readonly { id: number }[]): Selection {
  if (params.length === 1 && params[0] === '*') return '*';
  return new Set(readItems(params).map((item) => item.id));
}
