/**
 * A row for Postgres, in which the engine's integers have become whole units. Its names are its table's columns; decimals
 * are strings, so that Postgres reads every digit.
 */
export type Row = Record<string, string | number | boolean | null>;

/** A time of Unix milliseconds as Postgres reads it. */
export function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** An id, or null for the engine's 0: none. */
export function nullIfNone(id: number): number | null {
  return id === 0 ? null : id;
}
