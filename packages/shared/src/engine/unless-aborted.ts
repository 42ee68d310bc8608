/**
 * The promise's value, or `fallback` as soon as the signal aborts. Unlike a race against one long-lived promise it leaves
 * nothing behind, so it may be called in a loop for ever. Errors of the promise pass through until then.
 */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal, fallback: Value): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => resolve(fallback);
    // Before the caller goes on: a signal's listeners are a linked list, and one that is removed while a younger one
    // stands behind it would keep that one, and so every value since, alive until a full collection.
    const forget = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(
      (value) => {
        forget();
        resolve(value);
      },
      (error) => {
        forget();
        reject(error);
      },
    );
  });
}
