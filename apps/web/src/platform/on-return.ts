/** When to ask again for what was lost while nobody looked, or the network or the exchange was away. */

const listeners = new Set<() => void>();
let isWatching = false;

/** Somebody is back: the person, the network or the exchange. */
export function returned(): void {
  for (const listener of [...listeners]) listener();
}

function watch(): void {
  isWatching = true;
  addEventListener('online', returned);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) returned();
  });
}

/** Calls `listener` each time that somebody is back. @returns a function that ends it */
export function onReturn(listener: () => void): () => void {
  if (!isWatching) watch();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
