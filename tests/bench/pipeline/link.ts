/** A connection of the load generator. */

/** One connection of one user. */
export interface Link {
  /** Orders sent and not answered. */
  readonly inFlight: number;
  /** Sends `count` orders; `dueMs` is when they should have been sent. */
  send(count: number, dueMs: number): void;
  /** Puts what was sent on the wire. */
  flush(): void;
  close(): void;
}

/** Hears of each answered order. */
export type OnAnswer = (dueMs: number, refused: number, count: number) => void;
