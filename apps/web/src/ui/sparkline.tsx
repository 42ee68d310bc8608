/**
 * A line of closing prices in the colour of the change beside it, whose day may begin a little before the line's first
 * close. Decorative: the change says the same in figures.
 */
export function Sparkline({
  values,
  change,
  width = 96,
  height = 32,
}: {
  values: readonly string[];
  /** Percent, signed. */
  change: string;
  width?: number;
  height?: number;
}) {
  // Floats are good enough for pixels.
  const prices = values.map(Number).filter(Number.isFinite);
  if (prices.length < 2) return <svg width={width} height={height} aria-hidden="true" />;
  const low = Math.min(...prices);
  const span = Math.max(...prices) - low || 1;
  const step = width / (prices.length - 1);
  const points = prices.map((price, index) => {
    const y = 2 + (1 - (price - low) / span) * (height - 4);
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={change.startsWith('-') ? 'var(--c-sell)' : 'var(--c-buy)'}
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
