/** Which connections get whose private pushes: one feed a signed-in user and venue, opened with its first reader. */
import type { Connection } from './connection/connection.ts';

/** One user's pushes to all of the user's connections. */
export interface OpenFeed {
  readonly connections: Set<Connection>;
  stop(): void;
}

/** The private pushes of a venue. */
export interface FeedKind {
  /** Whether the connection has subscribed to any of them. */
  isWanted(connection: Connection): boolean;
  open(userId: number): OpenFeed;
}

export class UserFeeds {
  private readonly kinds: readonly { kind: FeedKind; feeds: Map<number, OpenFeed> }[];

  constructor(kinds: readonly FeedKind[]) {
    this.kinds = kinds.map((kind) => ({ kind, feeds: new Map() }));
  }

  /** Call after the connection's private subscriptions or its user have changed. */
  update(connection: Connection): void {
    const userId = connection.principal?.userId;
    if (userId === undefined) return;
    for (const { kind, feeds } of this.kinds) {
      if (!kind.isWanted(connection)) {
        leave(feeds, userId, connection);
        continue;
      }
      let feed = feeds.get(userId);
      if (!feed) {
        feed = kind.open(userId);
        feeds.set(userId, feed);
      }
      feed.connections.add(connection);
    }
  }

  /** Stops all private pushes to the connection. Call before its principal is replaced. */
  leave(connection: Connection): void {
    const userId = connection.principal?.userId;
    if (userId === undefined) return;
    for (const { feeds } of this.kinds) leave(feeds, userId, connection);
  }
}

function leave(feeds: Map<number, OpenFeed>, userId: number, connection: Connection): void {
  const feed = feeds.get(userId);
  if (!feed?.connections.delete(connection) || feed.connections.size > 0) return;
  feed.stop();
  feeds.delete(userId);
}
