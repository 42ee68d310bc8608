/** Whether there is an entry of the client before this one in the browser's history: the router counts them. */
export function hasEntryBefore(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}
