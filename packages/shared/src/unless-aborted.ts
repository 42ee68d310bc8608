/**
 * The promise's value, or `fallback` as soon as the signal aborts. Unlike a race against one long-lived promise it leaves
 * nothing behind, so it may be called in a loop for ever. Errors of the promise pass through until then.
 */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal, fallback: Value): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => resolve(fallback);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const forget = () => signal.removeEventListener('abort', abort);
    promise.then(resolve, reject).finally(forget);
  });
}
