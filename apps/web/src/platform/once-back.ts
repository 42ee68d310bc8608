/** When to ask again for what was lost while nobody looked, or the network or the exchange was away. */

const exchangeIsBack = 'pelican.back';

/** The exchange answers again. */
export function announceReturn(): void {
  dispatchEvent(new Event(exchangeIsBack));
}

/** Calls `listener` once, as soon as the person, the network or the exchange is back. */
export function onceBack(listener: () => void): void {
  const heard = new AbortController();
  const hear = () => {
    if (document.hidden) return;
    heard.abort();
    listener();
  };
  for (const name of [exchangeIsBack, 'online', 'visibilitychange']) addEventListener(name, hear, heard);
}
