/** Milliseconds of many commands. */
export interface Durations {
  p50: number;
  p99: number;
  max: number;
}

export function durationsOf(timesMs: readonly number[]): Durations {
  const sorted = [...timesMs].sort((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function rounded(milliseconds = 0): number {
  return Math.round(milliseconds * 1000) / 1000;
}
