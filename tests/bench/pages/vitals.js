/** Runs inside the page, before its own scripts: what Chromium says of how the page felt. See visit.ts. */
{
  let lcp = 0;
  const shifts = [];
  const interactions = new Map();
  const watch = (type, take, options = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, ...options });

  watch('largest-contentful-paint', (entry) => {
    lcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) shifts.push({ at: entry.startTime, value: entry.value });
  });
  watch(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
    },
    { durationThreshold: 16 },
  );

  /** The largest sum of a session window: shifts less than a second apart, five seconds at most. */
  function cls() {
    let [largest, sum, begin, last] = [0, 0, 0, -Infinity];
    for (const { at, value } of shifts) {
      if (at - last > 1000 || at - begin > 5000) [sum, begin] = [0, at];
      sum += value;
      last = at;
      largest = Math.max(largest, sum);
    }
    return largest;
  }

  globalThis.vitals = () => ({
    lcp,
    cls: cls(),
    // Of fewer than fifty interactions the slowest one; Chromium tells of none that took less than 16 ms.
    inp: Math.max(0, ...interactions.values()),
  });
}
