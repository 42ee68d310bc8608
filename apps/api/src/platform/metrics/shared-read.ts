/**
 * One read for all gauges of a scrape: prom-client collects them at once, and a gauge that another one sets shows the scrape
 * before.
 */
export function sharedRead<Figures>(read: () => Promise<Figures>): () => Promise<Figures> {
  let reading: Promise<Figures> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
