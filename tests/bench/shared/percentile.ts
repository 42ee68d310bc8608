/** The value below which the share of the list lies; 0 for an empty one. */
export function percentile(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

export function round(value: number): number {
  return Number(value.toFixed(2));
}
