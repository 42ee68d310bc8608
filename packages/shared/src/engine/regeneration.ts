/**
 * How events that are no longer in the event stream are derived again. Settlement, which finds that the stream does not go
 * on after its cursor, empties the stream `<shard>:regenerated` and writes a request into the hash `<shard>:regeneration`.
 * A thread of the leading engine replays the journal from the nearest snapshot and appends the missing event entries under
 * their own ids. Settlement reads and trims them until the event stream goes on, and removes the request.
 *
 * A new request replaces the one before it. The thread appends only while its request stands and its engine leads, and
 * begins after the newest id that the stream ever had, so each of the two may die and begin again at any point.
 */

/** The fields of the hash. */
export const RegenerationField = {
  /** A random id: one request is told from the next by it. */
  request: 'request',
  /** The position after which events are missing. */
  from: 'from',
  /** The request that could not be met, and why; it stands until events are derived again. */
  failedRequest: 'failedRequest',
  failure: 'failure',
} as const;

/** The thread waits while the stream holds more entries than this. */
export const regeneratedEntriesMax = 2_000;
