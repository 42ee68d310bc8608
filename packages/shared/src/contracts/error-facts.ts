/** How a refusal is answered, over HTTP and on the socket. */
export interface ErrorFacts {
  /** HTTP status. */
  status: number;
  /** For people; the specification's text where it gives one. */
  message: string;
  /** Code on the JSON-RPC socket: see docs/api.md. */
  socket: number;
  /** When a retry may succeed: `Retry-After` over HTTP, `retry_after` on the socket. */
  retryAfterSeconds?: number;
}

/** Keeps the exact codes of a domain's table. */
export function declareErrors<const Table extends Record<string, ErrorFacts>>(table: Table): Table {
  return table;
}
