/** The longest that code beyond the first view waits for a browser that is never idle. */
const idleLimitMs = 800;
/** For browsers without requestIdleCallback. */
const withoutIdleMs = 200;

/** Resolves when the browser has nothing better to do: what the first view does without is asked for then. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: idleLimitMs });
    else setTimeout(resolve, withoutIdleMs);
  });
}
