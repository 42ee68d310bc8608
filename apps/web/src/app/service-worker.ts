/** The worker that shows a page of its own while the exchange does not answer (unreachable/worker.js); a build has it, not `vite dev`. */

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' });
  } catch {
    // Workers are blocked: without the exchange there is the browser's own page.
  }
}

/** Once the page is loaded: what it needs comes first. */
export function registerWorker(): void {
  if (!import.meta.env.PROD) return;
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}
