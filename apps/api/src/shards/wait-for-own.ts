/** The parts of a shard's live view and settlement that reading one's own writes needs. */
export interface OwnWritesSource {
  live: {
    view: { lastSequenceOf(userId: number): number };
    /** Resolves once every event published before the call is applied. @throws DomainError service_unavailable after 2 s */
    waitUntilCurrent(): Promise<void>;
  };
  /** @throws DomainError service_unavailable after 2 s */
  settled: { waitUntilSettled(seq: number): Promise<void> };
}

/**
 * After this Postgres holds everything of the shard that was acknowledged to the user before, by this process or another.
 * @throws DomainError service_unavailable
 */
export async function waitForOwn({ live, settled }: OwnWritesSource, userId: number): Promise<void> {
  await live.waitUntilCurrent();
  await settled.waitUntilSettled(live.view.lastSequenceOf(userId));
}
