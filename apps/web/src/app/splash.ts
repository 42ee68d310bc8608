/** After the first render, so that pages do not flash by while their parts arrive. */
const splashMs = 555;

/** Takes away what index.html shows until the code runs; at once for people who want no motion. */
export function hideSplash(): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  setTimeout(() => document.getElementById('splash')?.remove(), isStill ? 0 : splashMs);
}
