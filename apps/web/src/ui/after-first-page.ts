/** The longest that code beyond the first view waits for a browser that is never idle. */
const idleLimitMs = 800;
/** For browsers without requestIdleCallback. */
const withoutIdleMs = 200;
/** The longest that it waits for a page whose own code does not come. */
const firstPageLimitMs = 15_000;

let showFirstPage: () => void;
const firstPage = new Promise<void>((resolve) => {
  showFirstPage = resolve;
  setTimeout(resolve, firstPageLimitMs);
});

/** Call when the page asked for is on screen: what it does without may be asked for from now on. */
export function firstPageShown(): void {
  showFirstPage();
}

/** Resolves when the page is on screen and the browser has nothing better to do: what the first view does without is asked for then. */
export async function afterFirstPage(): Promise<void> {
  await firstPage;
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: idleLimitMs });
    else setTimeout(resolve, withoutIdleMs);
  });
}
